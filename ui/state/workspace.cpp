#include "ui/state/workspace.h"

#include "ui/state/branch_board.h"
#include "ui/state/pass_board.h"
#include "ui/state/scene.h"
#include "ui/state/snapshot.h"

#include <QUndoCommand>
#include <QUndoStack>

#include <algorithm>

namespace headlight {

/// One undo step: the whole document before and after. Documents are small and never contain a matrix.
class DocumentCommand : public QUndoCommand
{
public:
    DocumentCommand(Workspace& workspace, Document after, const QString& name, int mergeId)
        : QUndoCommand(name)
        , m_workspace(workspace)
        , m_before(workspace.document())
        , m_after(std::move(after))
        , m_mergeId(mergeId)
    { }

    void undo() override { m_workspace.replaceDocument(m_before); }
    void redo() override { m_workspace.replaceDocument(m_after); }
    int id() const override { return m_mergeId; }

    bool mergeWith(const QUndoCommand* other) override
    {
        // QUndoStack only compares ids, and no other class has one.
        const auto* next = dynamic_cast<const DocumentCommand*>(other);
        if (next == nullptr)
            return false;
        m_after = next->m_after;
        setObsolete(m_after == m_before);
        return true;
    }

private:
    Workspace& m_workspace;
    Document m_before, m_after;
    int m_mergeId;
};

/// One undo step of the list of scenes.
class SceneCommand : public QUndoCommand
{
public:
    SceneCommand(Workspace& workspace, std::vector<Scene> after, const QString& name)
        : QUndoCommand(name)
        , m_workspace(workspace)
        , m_before(workspace.scenes())
        , m_after(std::move(after))
    { }

    void undo() override { m_workspace.replaceScenes(m_before); }
    void redo() override { m_workspace.replaceScenes(m_after); }

private:
    Workspace& m_workspace;
    std::vector<Scene> m_before, m_after;
};

namespace {

// An undo step holds token ids and heads, which have no meaning in another model.
void beginHistory(QUndoStack& stack)
{
    const bool saved = stack.isClean();
    stack.clear();
    if (!saved)
        stack.resetClean();
}

} // namespace

Workspace::Workspace()
    : m_snapshot(std::make_shared<const Snapshot>())
    , m_passes(new PassBoard(this))
    , m_branchRuns(new BranchBoard(this))
    , m_undo(new QUndoStack(this))
{
    connect(m_passes, &PassBoard::changed, this, [this](PassKind kind) {
        if (kind == PassKind::kEffects && shownTrace().effects())
            emit stepChanged(); // shownTrace() has it
    });
    connect(m_undo, &QUndoStack::indexChanged, this, [this] {
        if (m_notice && m_notice->passing) // it speaks of the step before
            setNotice(std::nullopt);
    });
}

Workspace::~Workspace() = default;

void Workspace::apply(const Document& next, const QString& undoName, int mergeId)
{
    if (next == m_document)
        return;
    if (undoName.isEmpty())
        replaceDocument(next);
    else
        m_undo->push(new DocumentCommand(*this, next, undoName, mergeId));
}

void Workspace::replaceDocument(const Document& next)
{
    if (next == m_document)
        return;
    const Document before = m_document;
    m_document = next;
    m_version = possibleVersion(m_version);
    emit documentChanged(before);
}

void Workspace::setScenes(std::vector<Scene> scenes, const QString& undoName)
{
    if (undoName.isEmpty())
        replaceScenes(scenes, true);
    else
        m_undo->push(new SceneCommand(*this, std::move(scenes), undoName));
}

void Workspace::setSheet(const QString& text)
{
    if (text == m_sheet)
        return;
    if (!m_sheet.isEmpty())
        m_undo->resetClean();
    m_sheet = text;
    emit sheetChanged();
}

void Workspace::replaceScenes(const std::vector<Scene>& next, bool others)
{
    m_scenes = next;
    emit scenesChanged(others);
}

void Workspace::setModel(std::shared_ptr<const Model> model, ModelDescription description,
                         const QString& folder)
{
    if (m_model == model)
        return;
    m_model = std::move(model);
    m_modelDescription = std::move(description);
    m_modelFolder = folder;
    m_traceFile.clear();
    beginHistory(*m_undo);
    emit modelChanged();
    if (m_model != nullptr)
        emit sourceChanged();
}

void Workspace::setTraceFile(const QString& file)
{
    m_traceFile = file;
    emit sourceChanged();
}

void Workspace::publish(std::shared_ptr<const Snapshot> snapshot)
{
    if (snapshot == nullptr)
        snapshot = std::make_shared<const Snapshot>();
    const bool other = snapshot->request != m_snapshot->request;
    m_snapshot = std::move(snapshot);
    // A step that the new result does not have (yet) cannot be current.
    const int last = static_cast<int>(shownRun()->steps.size()) - 1;
    const int step = other && m_snapshot->finished && m_step > last ? -1 : std::min(m_step, last);
    const bool moved = step != m_step || m_beamNode >= 0;
    m_step = step;
    m_beamNode = -1;
    emit snapshotChanged();
    if (moved)
        emit stepChanged();
}

void Workspace::setStep(int step)
{
    const int last = static_cast<int>(shownRun()->steps.size()) - 1;
    step = std::clamp(step, -1, last);
    if (m_step == step && m_beamNode < 0)
        return;
    m_step = step;
    m_beamNode = -1;
    emit stepChanged();
}

void Workspace::setBeamNode(int node)
{
    const BeamTree* const tree = m_snapshot->beams.get();
    if (tree == nullptr || node < 0 || static_cast<std::size_t>(node) >= tree->nodes.size())
        node = -1;
    if (m_beamNode == node)
        return;
    m_beamNode = node;
    emit stepChanged();
}

RunVersion Workspace::possibleVersion(RunVersion version) const
{
    const bool ofMany = version == RunVersion::kMean || version == RunVersion::kSpread;
    const bool possible
        = !m_document.interventions.empty() && (!ofMany || runsAskedFor(m_document.interventions) > 1);
    return possible ? version : RunVersion::kAfter;
}

void Workspace::setVersion(RunVersion version)
{
    version = possibleVersion(version);
    if (m_version == version)
        return;
    m_version = version;
    m_step = std::min(m_step, static_cast<int>(shownRun()->steps.size()) - 1); // lengths may differ
    emit stepChanged();
}

bool Workspace::hasUnedited() const
{
    return m_snapshot->unedited != nullptr;
}

std::shared_ptr<const Snapshot> Workspace::shownRun() const
{
    return showsUnedited() ? m_snapshot->unedited : m_snapshot;
}

Trace Workspace::manyRunsTrace() const
{
    return m_version == RunVersion::kMean  ? m_snapshot->mean
        : m_version == RunVersion::kSpread ? m_snapshot->spread
                                           : Trace();
}

Trace Workspace::uneditedTrace() const
{
    if (!hasUnedited())
        return {};
    const Snapshot& plain = *m_snapshot->unedited;
    const auto step = static_cast<std::size_t>(m_step);
    return m_step >= 0 && step < plain.steps.size() ? plain.steps[step].trace : plain.trace;
}

Trace Workspace::shownTrace() const
{
    if (showsUnedited())
        return uneditedTrace();
    const PassBoard::Entry& effects = m_passes->entry(PassKind::kEffects);
    const auto* const known = std::get_if<PassBoard::Effects>(&effects.result);
    const bool own = known != nullptr && m_beamNode < 0 && effects.trace.leaf() == m_snapshot->trace.leaf();
    return own ? editedTrace().withEffects(*known) : editedTrace();
}

bool Workspace::showsOpenedTrace() const
{
    return m_model == nullptr && !m_snapshot->trace.isNull();
}

Trace Workspace::editedTrace() const
{
    if (m_beamNode >= 0)
        return m_snapshot->beams->nodes[static_cast<std::size_t>(m_beamNode)].trace;
    const auto index = static_cast<std::size_t>(m_step);
    return m_step >= 0 && index < m_snapshot->steps.size() ? m_snapshot->steps[index].trace
                                                           : m_snapshot->trace;
}

void Workspace::keep(std::shared_ptr<const KeptResult> result)
{
    if (m_kept == result)
        return;
    m_kept = std::move(result);
    m_undo->resetClean();
    emit keptChanged();
    if (m_kept != nullptr)
        setComparison({});
}

void Workspace::compare(const ComparisonChoice& choice)
{
    setComparison(choice);
    emit comparisonWanted();
}

} // namespace headlight
