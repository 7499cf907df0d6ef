#pragma once

#include "core/trace/trace.h"
#include "ui/background/latest_task.h"

#include <QToolButton>

namespace headlight {

/// A button that leads to the head whose map differs most between two runs, by the mean difference over its
/// cells. Searches in the background and is hidden until it has found one. UI thread only.
class ChangedHeadButton : public QToolButton
{
    Q_OBJECT
public:
    ChangedHeadButton();

    void search(const Trace& a, const Trace& b, MapKind kind);
    void stop() { m_task->cancel(); }
    bool isSearching() const { return m_task->isRunning(); }

signals:
    void chosen(const headlight::HeadRef& head);
    /// All maps are equal.
    void nothingFound();

private:
    LatestTask* m_task;
    HeadRef m_head; ///< found last
};

} // namespace headlight
