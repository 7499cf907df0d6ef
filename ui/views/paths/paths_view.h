#pragma once

#include "ui/state/document.h"
#include "ui/state/experiment_board.h"
#include "ui/state/focus.h"
#include "ui/views/paths/path_graph.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paged_view.h"

#include <memory>
#include <optional>
#include <utility>

class QComboBox;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace headlight {

class PathsCanvas;
class StackChoice;

/// Paths between heads: those whose weights compose beyond chance, until patching one, in the background,
/// confirms it or shows that it does nothing. UI thread.
class PathsView : public PagedView
{
    Q_OBJECT
public:
    explicit PathsView(const ViewContext& context, QWidget* parent = nullptr);

    PathsCanvas& canvas() const { return *m_canvas; }
    const PathEffects& effects() const { return m_effects; }
    /// Patches the path on the lines of the text, with the sender's mean in place of its output.
    void patch(int edge);
    /// The command that prints the patch of the current path, or otherwise the compositions.
    QString command() const;
    bool isWorking() const override;

    QSize sizeHint() const override { return roomForText(*this, 90, 26); }
    QSize minimumSizeHint() const override { return roomForText(*this, 40, 14); }

protected:
    void refresh(ViewChanges changes) override;

private:
    struct Patching
    {
        std::string path;
        QString name; ///< of the experiment
        QString measured;
    };

    QWidget* makeControls();
    void compute();
    void showGraph();
    void takeResults();
    void showProgress();
    QString edgeWords(const PathEdge& edge) const;
    QString summary() const;
    QString tableText() const;
    /// Effects of another input, or of other tokens, are none of this one.
    void forgetOthers();
    void save();
    bool write(const QString& file) const;

    ExperimentBoard& m_board;
    StackChoice* m_stack;
    QComboBox* m_reads;
    QProgressBar* m_progress;
    QPushButton* m_stop;
    QToolButton* m_menu;
    PathsCanvas* m_canvas;
    std::shared_ptr<const Model> m_of; ///< whose compositions are known or being computed
    StackKind m_shown = StackKind::kDecoder;
    std::optional<StackCompositions> m_found;
    PathEffects m_effects; ///< of the same model, and of m_asked
    /// Whose effects are known: the input with its edits, and the tokens that Why compares.
    std::pair<Document, AskedTokens> m_asked;
    std::optional<Patching> m_patching;
};

} // namespace headlight
