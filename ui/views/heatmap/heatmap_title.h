#pragma once

#include "core/analysis/head_behaviour.h"

#include <QObject>

#include <optional>

namespace headlight {

class HeatmapHeader;
class LatestTask;
struct HeatmapContent;

/// Names what the heatmap shows in its header: the heads, what a single one does on the text, its mask,
/// whether it is switched off. Statistics of a large map are read off the UI thread, the name follows. The
/// header must outlive it. UI thread only.
class HeatmapTitle : public QObject
{
    Q_OBJECT
public:
    HeatmapTitle(HeatmapHeader& header, const HeatmapContent& content, QObject* parent);

    /// The content has changed.
    void update();

private:
    /// Determines what the main head does on the text.
    void readBehaviour();
    void show() const;

    HeatmapHeader& m_header;
    const HeatmapContent& m_content;
    LatestTask* m_task;
    std::optional<HeadBehaviour> m_behaviour; ///< of the main head; unset = it has no name
};

} // namespace headlight
