#pragma once

#include "ui/state/experiment_board.h"
#include "ui/widgets/curves_plot.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paged_view.h"

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QMenu;
class QProgressBar;
class QPushButton;
class QSplitter;

namespace headlight {

class ExperimentForm;

/// Replaces heads over many inputs and shows what that changes: a dot with a whisker for each head, and below
/// it a dot for each input of the current head, which opens it. Results stay. UI thread.
class ExperimentView : public PagedView
{
    Q_OBJECT
public:
    explicit ExperimentView(const ViewContext& context, QWidget* parent = nullptr);

    ExperimentForm& form() const { return *m_form; }
    CurvesPlot& heads() const { return *m_heads; }
    CurvesPlot& inputs() const { return *m_inputs; }
    void start();
    /// The result that is shown; null = none.
    std::shared_ptr<const ExperimentResult> shown() const;
    /// The command that prints the same numbers, quoted for a shell.
    QString command() const;

    QSize sizeHint() const override { return roomForText(*this, 110, 28); }
    QSize minimumSizeHint() const override { return roomForText(*this, 40, 14); }

protected:
    void refresh(ViewChanges changes) override;
    void arrange() override;

private:
    QWidget* makeControls();
    void fillMenu(QMenu& menu);
    void showResults();
    void showHeads();
    void draw(CurvesPlot& plot, CurvesPlot::Curve curve, const QStringList& names) const;
    /// The result of a dot of m_heads; null = none.
    const ExperimentTable::Row* rowOf(int dot) const;
    void showInputs();
    QString headWords(int dot) const;
    QString inputWords(int dot) const;
    void takeHead();
    void openInput(int input);
    void showProgress();
    void save(const QString& title, const QString& filter, const QString& ending);
    QString summary() const;

    ExperimentBoard& m_board;
    ExperimentForm* m_form;
    QPushButton* m_run;
    QProgressBar* m_progress;
    QComboBox* m_results;
    QComboBox* m_sort;
    QToolButton* m_menu;
    CurvesPlot* m_heads;
    CurvesPlot* m_inputs;
    QSplitter* m_plots;
    std::shared_ptr<const ExperimentResult> m_drawn;
    std::vector<std::size_t> m_order; ///< the table's row of each dot of m_heads
};

} // namespace headlight
