#pragma once

#include "core/decode/beam_tree.h"
#include "core/decode/distribution.h"
#include "core/decode/options.h"
#include "core/edit/interventions.h"
#include "core/text/tokenizer.h"
#include "core/trace/trace.h"
#include "ui/state/branches.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

class QUndoStack;

namespace headlight {

class BranchBoard;
class Model;
class SweepBoard;

/// All that the user made: what is undone, saved in sessions and restored at the next start.
struct Document
{
    QString text; ///< several lines make a batch
    int line = 0; ///< the line under the cursor: the one that is shown
    QString pair; ///< second sentences, one per line of the text; read by encoder-only models
    QString target; ///< empty: the model's own output
    std::vector<TokenId> forced; ///< tokens that the user chose instead of the model's, from step 0 on
    Interventions interventions;
    DecodeOptions decoding;
    Branches branches; ///< histories of this sentence; the current one is `forced`, `target` and `decoding`
    std::vector<LineHistory>
        otherLines; ///< of a batch's lines that are not shown; those without any are absent
    bool operator==(const Document&) const = default;
};

/// One decoding step as views need it.
struct StepView
{
    TokenLabel token;
    float probability = 0;
    int rank = 0;
    bool forced = false;
    struct Choice
    {
        TokenId id = 0;
        QString text;
        float probability = 0;
    };
    std::vector<Choice> candidates; ///< best ten
    double entropy = 0; ///< bits, of the model's distribution over the whole vocabulary
    std::shared_ptr<const StepLogits> logits; ///< null where they are not kept
    Trace trace; ///< as it stood after the pass that produced the token
};

/// A masked token of the text, and what the model would put there.
struct MaskedToken
{
    int row = 0; ///< place among the tokens
    bool inPair = false; ///< stands in the second sentence
    int begin = 0; ///< place in its line, in code points
    int end = 0;
    using Joint = PieceJoint;
    struct Choice
    {
        TokenId id = 0;
        QString text; ///< for display
        QString word; ///< what takes the place of the mask in the text
        Joint joint = Joint::kAsIs;
        float probability = 0;
    };
    std::vector<Choice> choices; ///< best ten
};

/// One published state of a run. Immutable.
struct Snapshot
{
    quint64 request = 0;
    Trace trace; ///< of the line that is shown, whole
    std::vector<MaskedToken> masked; ///< encoder-only models with a head: every mask token of the text
    std::vector<StepView> steps; ///< decoding or teacher-forced steps; empty for encoder-only models
    QString output; ///< decoded text
    bool finished = false; ///< false: more steps are coming
    double milliseconds = 0;
    bool cached = true; ///< false: every step was a full pass, since old positions see new ones
    std::shared_ptr<const BeamTree> beams; ///< of a beam search; else null
    std::shared_ptr<const Tokenizer> vocabulary; ///< of the steps' tokens; null without a tokenizer
    int branch = -1; ///< of the document's branches: the one that was run
    int lane = 0; ///< line of the text
    int lanes = 1;
    /// The same document run without its edits; null where there are none, and until it is known.
    std::shared_ptr<const Snapshot> unedited;
};

/// A result that was put aside so that others are compared with it. Immutable.
struct KeptResult
{
    std::shared_ptr<const Snapshot> snapshot; ///< never null
    Trace trace; ///< of the step that was looked at
    HeadRef head;
    QString name; ///< what it was, in the user's words
};

/// Which of the two runs is looked at while an edit is in force.
enum class RunVersion : unsigned char {
    kBefore, ///< all views show the run of the plain model
    kAfter, ///< all views show the run with the edits
    kDifference, ///< the heatmap shows after − before; views that have no difference show the run with the
                 ///< edits
};

/// What the Compare view puts beside each other.
struct ComparisonChoice
{
    enum class Kind : unsigned char {
        kOwn, ///< the kept result or the second selected head, and what is shown
        kEdits, ///< before and after the edits that are in force
        kBranches, ///< two branches of the decoding
    };
    Kind kind = Kind::kOwn;
    int a = -1, b = -1; ///< ids of branches
    bool operator==(const ComparisonChoice&) const = default;
};

/// What the window shows in its error bar.
struct Notice
{
    QString text;
    QString advice; ///< what to do
    bool error = true;
};

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
    void setModel(std::shared_ptr<const Model> model);

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
    bool hasUnedited() const { return m_snapshot->unedited != nullptr; }
    bool showsUnedited() const { return m_version == RunVersion::kBefore && hasUnedited(); }
    bool showsDifference() const { return m_version == RunVersion::kDifference && hasUnedited(); }
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

    Document m_document;
    std::shared_ptr<const Model> m_model;
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
