#pragma once

#include "core/analysis/cell_account.h"
#include "core/trace/attention_map.h"
#include "core/trace/trace.h"
#include "ui/state/focus.h"
#include "ui/widgets/trace_view.h"

#include <QTimer>

#include <optional>

class QToolButton;

namespace headlight {

class CellCanvas;
class ElidedLabel;
class LatestTask;

/// How the number of the pinned (else the hovered) cell came to be: every stage from query · key to the
/// head's output, with the recorded operands. UI thread.
class CellView : public TraceView
{
    Q_OBJECT
public:
    explicit CellView(const ViewContext& context, QWidget* parent = nullptr);

    const CellCanvas& canvas() const { return *m_canvas; }
    /// Which cell is explained, in words.
    QString headline() const;
    /// Every number on the clipboard, for a spreadsheet.
    void copy() const;

protected:
    void refresh(ViewChanges changes) override;

private:
    void showCell();
    /// Computes what is shown of the cell; of a long row off the UI thread, while the cell before it stays.
    void readAccount(const Trace& trace, const Cell& cell, bool completed);
    /// completed: a part of the cell was chosen here.
    void takeAccount(std::optional<CellAccount> account, const Trace& trace, const AttentionMap& map,
                     const Cell& cell, bool completed);
    void showNothing(const QString& why);
    void showPlayState();
    /// The focus' cell; where only its row or column is known, the largest weight of that.
    Cell chosenCell(const AttentionMap& map, bool& completed) const;
    QString headlineFor(const AttentionMap& map, const Cell& cell, bool completed) const;
    QString reasonForNothing(const Trace& trace, const AttentionMap& map, const Cell& cell) const;

    ElidedLabel* m_headline;
    CellCanvas* m_canvas;
    QToolButton* m_play;
    QToolButton* m_copy;
    LatestTask* m_task;
    QTimer m_late; ///< until it is said that the cell is being computed
    Cell m_shown;
    AttentionMap m_map; ///< of m_shown
};

} // namespace headlight
