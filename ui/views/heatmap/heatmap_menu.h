#pragma once

#include "ui/state/focus.h"
#include "ui/widgets/trace_view.h"

#include <QObject>

class QMenu;
class QPoint;

namespace headlight {

struct HeatmapContent;
class HeatmapView;
class SlowCopy;

/// The context menu of a cell, a row or a column of the heatmap: what can be copied, pinned and edited there.
/// Must not outlive the view and its content. UI thread only.
class HeatmapMenu : public QObject
{
    Q_OBJECT
public:
    HeatmapMenu(const ViewContext& context, HeatmapView& view, const HeatmapContent& content);

    void show(const Cell& cell, const QPoint& globalPosition);

private:
    void addCopies(QMenu& menu, const Cell& cell) const;

    ViewContext m_context;
    HeatmapView& m_view;
    const HeatmapContent& m_content;
    SlowCopy* m_slowCopy;
};

} // namespace headlight
