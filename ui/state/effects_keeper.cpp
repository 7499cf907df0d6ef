#include "ui/state/effects_keeper.h"

#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

namespace headlight {

EffectsKeeper::EffectsKeeper(Workspace& workspace, Focus& focus, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_focus(focus)
{
    connect(&workspace, &Workspace::snapshotChanged, this, &EffectsKeeper::ask);
    connect(&workspace, &Workspace::stepChanged, this, &EffectsKeeper::ask);
    connect(&workspace, &Workspace::modelChanged, this, [&focus] { focus.setAsked({}); });
    connect(&focus, &Focus::changed, this, [this](ViewChanges what) {
        if (what.testAnyFlags(ViewChange::kMap | ViewChange::kPin | ViewChange::kHead | ViewChange::kAsked))
            ask();
    });
    connect(&workspace.passes(), &PassBoard::changed, this, &EffectsKeeper::receive);
}

PassOrder EffectsKeeper::wanted() const
{
    const Snapshot& run = *m_workspace.snapshot();
    const StackKind stack = run.trace.info().decoder ? StackKind::kDecoder : StackKind::kEncoder;
    const auto& all = run.trace.tokens(stack);
    const std::optional<int>& pinned = m_focus.pin().query;
    PassOrder order;
    order.row = pinned && m_focus.head().stack == stack && *pinned < std::ssize(all)
        ? *pinned
        : std::ssize(m_workspace.shownTrace().tokens(stack)) - 1;
    order.tokens = m_focus.asked();
    order.logProbability = m_focus.map() == MapKind::kIfMasked && order.tokens.minus.isEmpty();
    return order;
}

void EffectsKeeper::ask()
{
    PassBoard& board = m_workspace.passes();
    const Snapshot& run = *m_workspace.snapshot();
    if (!isOfEffects(m_focus.map()))
        return board.drop(PassKind::kEffects);
    if (run.trace.isNull() || !run.finished)
        return;
    if (m_workspace.showsOpenedTrace()) {
        m_workspace.setNotice(
            Notice{tr("Effects are computed with the model, which a trace file does not include."),
                   tr("Open the model to see them."), false});
        m_focus.setMap(MapKind::kWeights);
        return;
    }
    const PassOrder order = wanted();
    const PassBoard::Entry& known = board.entry(PassKind::kEffects);
    if (known.order == order && known.failure.isEmpty() && known.trace.leaf() == run.trace.leaf())
        return;
    board.order(PassKind::kEffects, order, run.trace);
}

void EffectsKeeper::receive(PassKind kind)
{
    if (kind != PassKind::kEffects)
        return;
    const PassBoard::Entry& known = m_workspace.passes().entry(kind);
    if (known.failure.isEmpty() || !isOfEffects(m_focus.map()))
        return;
    m_workspace.setNotice(Notice{tr("The effects cannot be computed: %1.").arg(known.failure), {}, false});
    m_focus.setMap(MapKind::kWeights);
}

} // namespace headlight
