#pragma once

#include "ui/state/experiment_board.h"
#include "ui/views/paths/paths_canvas.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paged_view.h"

#include <memory>
#include <optional>

class QComboBox;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace headlight {

class FileChoice;
class StackChoice;

/// Paths between heads: those whose weights compose beyond chance, until patching one, in the background,
/// confirms it or shows that it does nothing. UI thread.
class PathsView : public PagedView
{
    Q_OBJECT
public:
    explicit PathsView(const ViewContext& context, QWidget* parent = nullptr);

    PathsCanvas& canvas() const { return *m_canvas; }
    /// What patches found for the chosen inputs, donor and tokens.
    const PathEffects& effects() const { return m_effects; }
    /// Patches the path on the inputs: the sender puts out its mean, or what it does in the other sentence.
    void patch(int edge);
    /// The command that prints the patch of the current path, or otherwise the compositions.
    QString command() const;
    bool isWorking() const override;

    QSize sizeHint() const override { return roomForText(*this, 90, 26); }
    QSize minimumSizeHint() const override { return roomForText(*this, 40, 14); }

protected:
    void refresh(ViewChanges changes) override;

private:
    QWidget* makeControls();
    QWidget* makeDonor();
    void showDonor();
    /// Nothing if a field is empty.
    std::optional<ExperimentOrder> orderOf(const PathEdge& edge) const;
    QString measured() const;
    std::optional<int> explainedRow() const;
    void compute();
    void showGraph();
    void showProgress();
    QString edgeWords(const PathEdge& edge) const;
    QString summary() const;
    QString tableText() const;
    /// Finds the results of what the view asks now, whenever they were made.
    void findEffects();
    void save();

    ExperimentBoard& m_board;
    StackChoice* m_stack;
    QComboBox *m_reads, *m_by;
    QLineEdit* m_other; ///< another sentence
    QComboBox* m_align;
    FileChoice* m_inputs;
    QProgressBar* m_progress;
    QPushButton* m_stop;
    QToolButton* m_menu;
    PathsCanvas* m_canvas;
    std::weak_ptr<const Model> m_of; ///< whose compositions are known or being computed
    StackKind m_shown = StackKind::kDecoder;
    std::optional<StackCompositions> m_found;
    PathEffects m_effects;
    QStringList m_patching; ///< the command of the patch that was asked for; empty = none
};

} // namespace headlight
