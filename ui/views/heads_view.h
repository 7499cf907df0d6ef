#pragma once

#include "ui/views/trace_view.h"

class QScrollArea;

namespace headlight {

class HeadsCanvas;
class LatestTask;

/// Thumbnails of all heads, layers × heads, in groups by kind of attention; a click chooses the head.
/// The pictures are made in the background and replace the old ones as they come. UI thread only.
class HeadsView : public TraceView
{
    Q_OBJECT
public:
    explicit HeadsView(const ViewContext& context, QWidget* parent = nullptr);
    ~HeadsView() override;

    HeadsCanvas& canvas() const { return *m_canvas; }
    /// Thumbnails are still being made.
    bool isWorking() const;

    QSize sizeHint() const override { return {264, 460}; }
    QSize minimumSizeHint() const override { return {150, 100}; }

protected:
    void refresh(ViewChanges changes) override;

private:
    void startThumbnails();

    QScrollArea* m_scroll;
    HeadsCanvas* m_canvas;
    LatestTask* m_task;
};

} // namespace headlight
