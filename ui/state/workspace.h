#pragma once

#include "ui/state/comparison_choice.h"
#include "ui/state/document.h"
#include "ui/state/model_description.h"
#include "ui/state/notice.h"
#include "ui/state/run_version.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

class QUndoStack;

namespace headlight {

class BranchBoard;
class Model;
class SweepBoard;
class Trace;
struct KeptResult;
struct Snapshot;

/// The document, the model and the newest result, in one place. Views read it and listen; changes go
/// through apply(), which makes them undoable. UI thread only; knows no threads and no files.
class Workspace : public QObject
{
    Q_OBJECT
public:
    explicit Workspace(QObject* parent = nullptr);
    ~Workspace() override;

    const Document& document() const { return m_document; }
    /// Makes `next` the document. A non-empty name makes it an undo step; edits of the same `mergeId`
    /// in a row (typing) become one.
    void apply(const Document& next, const QString& undoName, int mergeId = -1);
    QUndoStack& undoStack() { return *m_undo; }

    std::shared_ptr<const Model> model() const { return m_model; }
    void setModel(std::shared_ptr<const Model> model, ModelDescription description = {});
    /// Of the model in use; empty where whoever set it said nothing.
    const ModelDescription& modelDescription() const { return m_modelDescription; }

    /// Never null; empty before the first result.
    std::shared_ptr<const Snapshot> snapshot() const { return m_snapshot; }
    void publish(std::shared_ptr<const Snapshot> snapshot);

    /// The step that is looked at: 0 … steps-1, or -1: all of it.
    int step() const { return m_step; }
    void setStep(int step);
    /// The node of the beam tree that is looked at, -1: none. It outranks the step; another step ends it.
    int beamNode() const { return m_beamNode; }
    void setBeamNode(int node);
    /// The trace of the beam node or the step that is looked at; the whole one without any. Of the run
    /// without the edits where that is looked at.
    Trace shownTrace() const;
    /// The same of the run of the document as it is, whichever version is looked at.
    Trace editedTrace() const;

    /// The result that is kept as A; null without one.
    std::shared_ptr<const KeptResult> kept() const { return m_kept; }
    void keep(std::shared_ptr<const KeptResult> result);

    /// What of the comparison is chosen; the Compare view falls back to kOwn where there is nothing such.
    const ComparisonChoice& comparison() const { return m_comparison; }
    void setComparison(const ComparisonChoice& choice);
    /// The same, and the window brings the Compare view to the front.
    void compare(const ComparisonChoice& choice);

    /// What was chosen to be looked at; kAfter without edits. Ends with the edits.
    RunVersion version() const { return m_version; }
    void setVersion(RunVersion version);
    /// Whether the run without the edits is known: before that, and without edits, there is one version only.
    bool hasUnedited() const;
    bool showsUnedited() const { return m_version == RunVersion::kBefore && hasUnedited(); }
    /// The run that is looked at: the snapshot, or the one without the edits.
    std::shared_ptr<const Snapshot> shownRun() const;
    bool showsDifference() const { return m_version == RunVersion::kDifference && hasUnedited(); }
    /// Mean or spread of several runs of dropout, whichever is looked at and known; null otherwise.
    Trace manyRunsTrace() const;
    /// Of the run without the edits, at the step that is looked at as far as it goes; null where not known.
    Trace uneditedTrace() const;

    /// Where sweeps are ordered and their results stand.
    SweepBoard& sweeps() const { return *m_sweeps; }
    /// Where results of branches that are not shown are ordered and stand.
    BranchBoard& branchRuns() const { return *m_branchRuns; }

    bool isRunning() const { return m_running; }
    void setRunning(bool running);
    const std::optional<Notice>& notice() const { return m_notice; }
    void setNotice(std::optional<Notice> notice);

signals:
    void documentChanged(const headlight::Document& before);
    void modelChanged();
    void snapshotChanged();
    void stepChanged();
    void keptChanged();
    void comparisonChanged();
    void comparisonWanted(); ///< the Compare view is to be seen
    void runningChanged();
    void noticeChanged();

private:
    friend class DocumentCommand;
    void replaceDocument(const Document& next);
    /// The version where the document's edits have it; kAfter otherwise.
    RunVersion possibleVersion(RunVersion version) const;

    Document m_document;
    std::shared_ptr<const Model> m_model;
    ModelDescription m_modelDescription;
    std::shared_ptr<const Snapshot> m_snapshot;
    int m_step = -1;
    int m_beamNode = -1;
    std::shared_ptr<const KeptResult> m_kept;
    ComparisonChoice m_comparison;
    RunVersion m_version = RunVersion::kAfter;
    bool m_running = false;
    SweepBoard* m_sweeps;
    BranchBoard* m_branchRuns;
    std::optional<Notice> m_notice;
    QUndoStack* m_undo;
};

} // namespace headlight
