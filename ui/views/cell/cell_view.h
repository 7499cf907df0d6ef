#pragma once

#include "core/analysis/cell_account.h"
#include "core/trace/attention_map.h"
#include "core/trace/trace.h"
#include "ui/state/focus.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/trace_view.h"

#include <QTimer>

#include <optional>

class QToolButton;

namespace headlight {

class CellCanvas;
class ColumnReading;
class LatestTask;

/// How the number of the pinned (otherwise the hovered) cell is computed: every stage from query · key to the
/// head's output, with the recorded operands. UI thread.
class CellView : public TraceView
{
    Q_OBJECT
public:
    explicit CellView(const ViewContext& context, QWidget* parent = nullptr);

    const CellCanvas& canvas() const { return *m_canvas; }
    /// Says which cell is explained.
    QString headline() const { return m_headline->text(); }
    QString audit() const; ///< how the numbers were checked; empty if some do not agree
    /// Copies every number to the clipboard, for a spreadsheet.
    void copy() const;

protected:
    void refresh(ViewChanges changes) override;
    void letGo() override;

private:
    void showCell();
    /// Computes what is shown of the cell; of a long row off the UI thread, while the cell before it stays.
    void readAccount(const Trace& trace, const Cell& cell);
    void takeAccount(std::optional<CellAccount> account, const Trace& trace, const AttentionMap& map,
                     const Cell& cell);
    void showNothing(const QString& why);
    void showPlayState();
    QString headlineFor(const AttentionMap& map, const Cell& cell) const;
    QString reasonForNothing(const Trace& trace, const AttentionMap& map, const Cell& cell) const;

    ElidedLabel* m_headline;
    CellCanvas* m_canvas;
    ColumnReading* m_columns;
    QToolButton* m_checked;
    QToolButton* m_play;
    QToolButton* m_copy;
    LatestTask* m_task;
    QTimer m_late; ///< until it is said that the cell is being computed
    Cell m_shown;
    AttentionMap m_map; ///< of m_shown
};

} // namespace headlight
