#pragma once

#include "core/edit/interventions.h"
#include "core/trace/site.h"
#include "core/trace/trace.h"
#include "ui/state/document.h"
#include "ui/state/model_description.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QUndoStack;

namespace headlight {

/// What the window shows in its error bar.
struct Notice
{
    QString text;
    QString advice; ///< what to do
    bool error = true;
    bool passing = false; ///< leaves by itself after a few seconds
    bool operator==(const Notice&) const = default;
};

/// Says that something asked for is done.
inline Notice confirmation(QString text, QString advice = {})
{
    return {std::move(text), std::move(advice), false, true};
}

/// What the Compare view shows side by side.
struct ComparisonChoice
{
    enum class Kind : unsigned char {
        kOwn, ///< the kept result or the second selected head, against what is shown
        kEdits, ///< before and after the active edits
        kBranches, ///< two branches of the decoding
    };
    Kind kind = Kind::kOwn;
    int a = -1, b = -1; ///< branch ids
    bool operator==(const ComparisonChoice&) const = default;
};

class BranchBoard;
class Model;
class PassBoard;
struct Scene;
struct Snapshot;

/// A result set aside for comparison with later ones. Immutable.
struct KeptResult
{
    std::shared_ptr<const Snapshot> snapshot; ///< never null
    Trace trace; ///< trace of the step that was current
    HeadRef head;
    QString name; ///< description in the user's words
    /// What makes it again, for sessions: the model and what it ran. Without a model, nothing does.
    std::weak_ptr<const Model> model = {};
    Document document = {};
    int step = -1; ///< as Workspace::step()
    QString folder = {}; ///< as Workspace::modelFolder()
};

/// The document, the model and the latest result in one place. Views read it and listen to it; all changes go
/// through apply(), which makes them undoable. UI thread only; knows nothing of threads and files.
class Workspace : public QObject
{
    Q_OBJECT
public:
    Workspace();
    ~Workspace() override;

    const Document& document() const { return m_document; }
    /// Makes `next` the document, with a name as an undo step; edits in a row with one `mergeId` are one.
    void apply(const Document& next, const QString& undoName, int mergeId = -1);
    QUndoStack& undoStack() { return *m_undo; }

    /// Saved states of the window, in order.
    const std::vector<Scene>& scenes() const { return m_scenes; }
    /// A non-empty name makes it an undo step; otherwise they are others than before.
    void setScenes(std::vector<Scene> scenes, const QString& undoName);

    /// The text of the Matrices view; empty until that view was open.
    const QString& sheet() const { return m_sheet; }
    /// Any text but the first is a change that is not saved. The view itself can undo it.
    void setSheet(const QString& text);

    std::shared_ptr<const Model> model() const { return m_model; }
    void setModel(std::shared_ptr<const Model> model, ModelDescription description = {},
                  const QString& folder = {});
    /// The folder that opens the same model again; empty = none.
    const QString& modelFolder() const { return m_modelFolder; }
    /// The trace file that was opened without its model; empty = none.
    const QString& traceFile() const { return m_traceFile; }
    /// Its first sentence is published, and there is no model.
    void setTraceFile(const QString& file);
    /// Description of the current model; empty if none was given.
    const ModelDescription& modelDescription() const { return m_modelDescription; }

    /// Never null; empty before the first result.
    std::shared_ptr<const Snapshot> snapshot() const { return m_snapshot; }
    void publish(std::shared_ptr<const Snapshot> snapshot);

    /// The current step: 0 … steps-1, or -1 for all.
    int step() const { return m_step; }
    void setStep(int step);
    /// The current node of the beam tree, or -1. It outranks the step; choosing another step clears it.
    int beamNode() const { return m_beamNode; }
    void setBeamNode(int node);
    /// Trace of the current beam node or step, or of everything if neither is set. Taken from the unedited
    /// run if that version is shown.
    Trace shownTrace() const;
    /// The same for the document's own run, whichever version is shown.
    Trace editedTrace() const;

    /// The result kept as A; null if there is none.
    std::shared_ptr<const KeptResult> kept() const { return m_kept; }
    void keep(std::shared_ptr<const KeptResult> result);

    /// The chosen comparison; the Compare view falls back to kOwn if it does not exist.
    const ComparisonChoice& comparison() const { return m_comparison; }
    void setComparison(const ComparisonChoice& choice)
    {
        assign(m_comparison, choice, &Workspace::comparisonChanged);
    }
    /// Chooses a comparison and asks the window to bring the Compare view to the front.
    void compare(const ComparisonChoice& choice);

    /// Whether what is shown comes from a trace that was opened without its model. The document does not say
    /// anything about it then: it waits for the next model.
    bool showsOpenedTrace() const;

    /// The version the user chose; kAfter without edits. Reset when the edits end.
    RunVersion version() const { return m_version; }
    void setVersion(RunVersion version);
    /// Whether the unedited run is known: before that, and without edits, there is only one version.
    bool hasUnedited() const;
    bool showsUnedited() const { return m_version == RunVersion::kBefore && hasUnedited(); }
    /// The run shown: the snapshot, or the unedited run.
    std::shared_ptr<const Snapshot> shownRun() const;
    bool showsDifference() const { return m_version == RunVersion::kDifference && hasUnedited(); }
    /// Mean or spread of several runs with dropout, whichever is shown and known; otherwise null.
    Trace manyRunsTrace() const;
    /// Trace of the unedited run at the current step, or as far as it goes; null if unknown.
    Trace uneditedTrace() const;

    /// Where passes over the shown line besides the run are ordered and their results are published.
    PassBoard& passes() const { return *m_passes; }
    /// Where results of branches that are not shown are ordered and published.
    BranchBoard& branchRuns() const { return *m_branchRuns; }

    /// Whether the reader is asked what is wrong with the run: until there is an answer, nothing names its
    /// edits or its formula of positions.
    bool areEditsAsked() const { return m_editsAsked; }
    void setEditsAsked(bool asked) { assign(m_editsAsked, asked, &Workspace::editsAskedChanged); }

    bool isRunning() const { return m_running; }
    void setRunning(bool running) { assign(m_running, running, &Workspace::runningChanged); }
    const std::optional<Notice>& notice() const { return m_notice; }
    void setNotice(const std::optional<Notice>& notice)
    {
        assign(m_notice, notice, &Workspace::noticeChanged);
    }

signals:
    void documentChanged(const headlight::Document& before);
    void scenesChanged(bool others); ///< others: not an edit of the ones before, or its undoing
    void modelChanged();
    void sheetChanged();
    /// After modelChanged(): another model or trace file is open, and of a trace the first sentence is shown.
    void sourceChanged();
    void snapshotChanged();
    void stepChanged();
    void keptChanged();
    void comparisonChanged();
    void comparisonWanted(); ///< the Compare view should be shown
    void editsAskedChanged();
    void runningChanged();
    void noticeChanged();

private:
    friend class DocumentCommand;
    friend class SceneCommand;
    template <typename Value>
    void assign(Value& to, const Value& from, void (Workspace::*changed)())
    {
        if (to == from)
            return;
        to = from;
        emit(this->*changed)();
    }
    void replaceDocument(const Document& next);
    void replaceScenes(const std::vector<Scene>& next, bool others = false);
    /// The version if the document's edits provide it; otherwise kAfter.
    RunVersion possibleVersion(RunVersion version) const;

    Document m_document;
    std::vector<Scene> m_scenes;
    QString m_sheet;
    std::shared_ptr<const Model> m_model;
    ModelDescription m_modelDescription;
    QString m_modelFolder;
    QString m_traceFile;
    std::shared_ptr<const Snapshot> m_snapshot;
    int m_step = -1;
    int m_beamNode = -1;
    std::shared_ptr<const KeptResult> m_kept;
    ComparisonChoice m_comparison;
    RunVersion m_version = RunVersion::kAfter;
    bool m_editsAsked = false;
    bool m_running = false;
    PassBoard* m_passes;
    BranchBoard* m_branchRuns;
    std::optional<Notice> m_notice;
    QUndoStack* m_undo;
};

} // namespace headlight
