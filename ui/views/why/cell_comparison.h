#pragma once

#include "ui/background/latest_task.h"
#include "ui/figure/result_plots.h"
#include "ui/state/focus.h"
#include "ui/state/pass_board.h"
#include "ui/state/workspace.h"
#include "ui/widgets/result_plot.h"

#include <QLabel>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QPushButton;

namespace headlight {

class FileChoice;

/// The line as the command line reads it.
QStringList lineWords(const Trace& trace);

/// A point for each cell of the attention maps: its weight, what it adds directly, and what the explained
/// token loses if the cell is masked, as estimated by the gradient and, when asked, by a run for each cell.
/// Of a file of sentences, the loss of their tokens instead. UI thread only.
class CellComparison : public QWidget
{
    Q_OBJECT
public:
    CellComparison(Workspace& workspace, Focus& focus);

    /// The row whose token is explained; none = nothing is.
    void setRow(std::optional<Index> row);
    ResultPlot& plot() const { return *m_plot; }
    /// Masks each cell in turn, or stops that.
    void run();
    QString text() const { return m_words->text(); }
    bool isWorking() const { return m_task.isRunning(); }
    /// The words of the command that prints the numbers, with the options of the plot's axes.
    QStringList numbers() const;

signals:
    void hinted(const QString& words); ///< about what the mouse is over; empty = nothing
    void cellChosen(const headlight::HeadRef& head, const headlight::Cell& cell);
    /// The same in a sentence of the file, which is open now.
    void cellOpened(const headlight::HeadRef& head, const headlight::Cell& cell);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeControls();
    PassOrder order(bool check) const;
    /// How many cells the chosen heads have.
    Index cellsIn(const Trace& trace) const;
    void show();
    /// Either may be null: the cells as runs measured them, and as the gradient estimates them.
    void showFound(const PassBoard::Entry* measured, const PassBoard::Entry* estimated);
    void refuse(Index cells);
    /// Names the cells and places their points, in the background.
    void draw();
    void say();
    void goToAwaited();
    QString measured() const;
    QString words(int point) const;
    const CellNumber& shown(const QComboBox& axis) const;

    Workspace& m_workspace;
    Focus& m_focus;
    std::optional<Index> m_row;
    PassBoard::Cells m_shown; ///< what draw() draws
    /// The cells that the plot's points were made from.
    struct Drawn
    {
        PassBoard::Cells of = {};
        std::vector<NamedCell> cells = {};
        std::vector<int> inputs = {}; ///< of each cell
        qlonglong reaching = 0; ///< how many can change what is measured
    };
    std::shared_ptr<const Drawn> m_drawn = std::make_shared<Drawn>();
    /// A cell that was chosen before its sentence was open, and the run shown then.
    struct Awaited
    {
        std::size_t cell;
        quint64 request;
    };
    std::optional<Awaited> m_awaited;
    QComboBox* m_heads;
    FileChoice* m_over;
    QComboBox *m_across, *m_up;
    QPushButton* m_run;
    ResultPlot* m_plot;
    QLabel* m_words;
    LatestTask m_task;
};

} // namespace headlight
