#pragma once

#include "ui/background/latest_task.h"
#include "ui/widgets/reason_pages.h"
#include "ui/widgets/trace_view.h"

#include <QString>

class QVBoxLayout;

namespace headlight {

class ElidedLabel;

/// A view that may have nothing to show and then says why. What it shows is computed in the background and
/// summed up in a statement, in whose place a hint may stand while the mouse is over something. UI thread.
class PagedView : public TraceView
{
    Q_OBJECT

public:
    explicit PagedView(const ViewContext& context, QWidget* parent = nullptr);
    ~PagedView() override { m_task->cancel(); }

    /// Why there is nothing to show, or what is said about it.
    virtual QString statement() const { return m_pages->showsReason() ? m_pages->reason() : m_statement; }
    /// Whether something is still being computed.
    virtual bool isWorking() const { return m_task->isRunning(); }

protected:
    ReasonPages& pages() const { return *m_pages; }
    LatestTask& task() const { return *m_task; }
    /// The pages, to which other widgets can be added.
    QVBoxLayout& column() const { return *m_column; }
    /// The label of the statement. `name`: for screen readers; `lines`: room for the hints, so that nothing
    /// moves under the mouse; `most`: lines beyond which it is cut.
    QWidget* makeStatement(const QString& name, int lines = 1, int most = 3);
    void setStatement(const QString& statement, bool advice = false);
    /// Shows this in place of the statement; empty = the statement again.
    void showHint(const QString& hint);

private:
    LatestTask* m_task;
    ReasonPages* m_pages;
    QVBoxLayout* m_column;
    ElidedLabel* m_label = nullptr;
    QString m_statement;
    bool m_advice = false;
};

} // namespace headlight
