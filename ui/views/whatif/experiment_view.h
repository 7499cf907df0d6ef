#pragma once

#include "ui/figure/figure_choices.h"
#include "ui/state/experiment_board.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paged_view.h"
#include "ui/widgets/result_plot.h"

#include <memory>

class QComboBox;
class QMenu;
class QProgressBar;
class QPushButton;
class QSplitter;

namespace headlight {

class ElidedLabel;
class ExperimentForm;

/// Replaces heads, or patches layers and positions, over many inputs and shows what that changes: a dot with
/// a whisker for each edit, or its estimate against its run; and what the chosen edit changes for each input,
/// as dots that open it, or as a histogram. Those of one input are a grid, whose cells make their edits in
/// the window. Results stay. UI thread.
class ExperimentView : public PagedView
{
    Q_OBJECT
public:
    explicit ExperimentView(const ViewContext& context, QWidget* parent = nullptr);

    ExperimentForm& form() const { return *m_form; }
    ResultPlot& edits() const { return *m_edits; }
    ResultPlot& inputs() const { return *m_inputs; }
    void start();
    /// The result that is shown; null = none.
    std::shared_ptr<const ExperimentResult> shown() const { return m_drawn; }
    /// The command that prints the same numbers, quoted for a shell.
    QString command() const { return m_drawn ? shellLine(m_drawn->command) : QString(); }
    /// The command that draws one of the plots to a file.
    QString plotCommand(const ResultPlot& plot, const QString& file) const;

    QSize sizeHint() const override { return roomForText(*this, 110, 28); }
    QSize minimumSizeHint() const override { return roomForText(*this, 30, 14); }

protected:
    void refresh(ViewChanges changes) override;
    void arrange() override;

private:
    QWidget* makeControls();
    void fillMenu(QMenu& menu);
    void showResults();
    void showSummary();
    void showEdits();
    bool hasOneInput() const { return m_drawn && m_drawn->table.base.count == 1; }
    Plot editsPlot() const;
    bool makesEdits(const ExperimentTable::Row& row) const;
    /// Offers what the plot of edits can show.
    void offerPlots();
    /// The result with which the one that is shown is compared; null = none.
    std::shared_ptr<const ExperimentResult> compared() const;
    /// The result of a point of m_edits; null = none.
    const ExperimentTable::Row* rowOf(int point) const;
    int placeOf(const ExperimentTable::Row& row) const
    {
        return static_cast<int>(&row - m_drawn->table.rows.data());
    }
    void showInputs();
    QString editWords(int point) const;
    QString inputWords(int place) const;
    /// Shows the chosen edit's head, or its layer and position, in the other views.
    void takeEdit();
    void showProgress();

    ExperimentBoard& m_board;
    ExperimentForm* m_form;
    QPushButton* m_run;
    QProgressBar* m_progress;
    QComboBox* m_results;
    QComboBox* m_sort; ///< or what else the plot of edits shows
    QComboBox* m_each; ///< how inputs are shown
    QToolButton* m_menu;
    ElidedLabel* m_name; ///< of the result: what it is of
    ResultPlot *m_edits, *m_inputs;
    QSplitter* m_plots;
    std::shared_ptr<const ExperimentResult> m_drawn; ///< null = none
    bool m_sortChosen = false; ///< by the user
    bool m_ordered = false; ///< what runs now was ordered here
};

} // namespace headlight
