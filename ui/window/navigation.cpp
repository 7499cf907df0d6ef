#include "ui/window/navigation.h"

#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <QAction>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

bool exists(const TraceInfo& info, const HeadRef& head)
{
    const StackShape* shape = info.stack(head.stack);
    return shape != nullptr && head.layer >= 0 && head.layer < shape->layers && head.head >= 0
        && head.head < shape->heads && (head.kind == AttentionKind::kSelf || shape->cross);
}

/// What a newcomer should see first: how the output is aligned with the input, where there is such a
/// thing, in the layer nearest to the output.
HeadRef firstHead(const TraceInfo& info)
{
    if (info.decoder && info.decoder->cross)
        return {StackKind::kDecoder, info.decoder->layers - 1, AttentionKind::kCross, 0};
    return {info.encoder ? StackKind::kEncoder : StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
}

Cell within(Cell cell, Index queries, Index keys)
{
    if (cell.query && (*cell.query < 0 || *cell.query >= queries))
        cell.query.reset();
    if (cell.key && (*cell.key < 0 || *cell.key >= keys))
        cell.key.reset();
    return cell;
}

} // namespace

Navigation::Navigation(Workspace& workspace, Focus& focus, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_focus(focus)
{
    connect(add("layerUp", tr("Previous layer"), {Qt::Key_PageUp, Qt::CTRL | Qt::Key_PageUp}),
            &QAction::triggered, this, [this] { moveLayer(-1); });
    connect(add("layerDown", tr("Next layer"), {Qt::Key_PageDown, Qt::CTRL | Qt::Key_PageDown}),
            &QAction::triggered, this, [this] { moveLayer(1); });
    connect(add("headBack", tr("Previous head"), {Qt::Key_BracketLeft, Qt::CTRL | Qt::Key_BracketLeft}),
            &QAction::triggered, this, [this] { moveHead(-1); });
    connect(add("headNext", tr("Next head"), {Qt::Key_BracketRight, Qt::CTRL | Qt::Key_BracketRight}),
            &QAction::triggered, this, [this] { moveHead(1); });
    connect(add("unpin", tr("Unpin"), {Qt::Key_Escape}), &QAction::triggered, this,
            [this] { m_focus.setPin({}); });
    addCell("cellUp", tr("Cell above"), Qt::Key_Up, -1, 0);
    addCell("cellDown", tr("Cell below"), Qt::Key_Down, 1, 0);
    addCell("cellLeft", tr("Cell to the left"), Qt::Key_Left, 0, -1);
    addCell("cellRight", tr("Cell to the right"), Qt::Key_Right, 0, 1);
    addCell("pin", tr("Pin or unpin the row of the cell"), Qt::Key_Space, 0, 0);
    m_fresh = workspace.snapshot()->trace.isNull(); // a window that is built again goes on
    connect(&workspace, &Workspace::snapshotChanged, this, &Navigation::repair);
    connect(&focus, &Focus::changed, this, [this](ViewChanges what) {
        if (what.testFlag(ViewChange::kHead))
            repair();
    });
}

QAction* Navigation::add(const char* name, const QString& text, const QList<QKeySequence>& keys)
{
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String("go.") + QLatin1String(name));
    action->setShortcuts(keys);
    m_actions.push_back(action);
    return action;
}

void Navigation::addCell(const char* name, const QString& text, Qt::Key key, int rows, int columns)
{
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String("go.") + QLatin1String(name));
    action->setShortcut(QKeySequence(key));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, [this, rows, columns] {
        if (rows == 0 && columns == 0)
            togglePin();
        else
            moveCell(rows, columns);
    });
    m_cellActions.push_back(action);
}

void Navigation::moveCellsIn(QWidget* widget)
{
    for (QAction* action : m_cellActions)
        widget->addAction(action);
}

void Navigation::moveLayer(int by)
{
    const Trace& trace = m_workspace.snapshot()->trace;
    if (trace.isNull())
        return;
    // All sub-layers in one row: encoder, decoder, cross.
    const std::vector<LayerRef> layers = trace.info().layers();
    const auto here = std::find(layers.begin(), layers.end(), m_focus.head().layerRef());
    const auto place = std::clamp<std::ptrdiff_t>((here - layers.begin()) + by, 0, std::ssize(layers) - 1);
    const LayerRef& layer = layers.at(static_cast<std::size_t>(place));
    const int heads = trace.info().heads(layer.stack);
    m_focus.setHead({layer.stack, layer.layer, layer.kind, std::min(m_focus.head().head, heads - 1)});
}

void Navigation::moveHead(int by)
{
    const Trace& trace = m_workspace.snapshot()->trace;
    if (trace.isNull())
        return;
    HeadRef head = m_focus.head();
    const int heads = trace.info().heads(head.stack);
    if (heads <= 0)
        return;
    head.head = (head.head + by + heads) % heads;
    m_focus.setHead(head);
}

void Navigation::moveCell(int rows, int columns)
{
    const AttentionMap map = m_workspace.shownTrace().attention(m_focus.head());
    if (map.isNull() || map.queries() == 0 || map.keys() == 0)
        return;
    const auto moved = [](std::optional<int> from, int by, Index count) {
        return from ? std::clamp(*from + by, 0, static_cast<int>(count) - 1) : 0;
    };
    // A pinned row stays where it is until it is moved itself.
    const Cell from = m_focus.cell();
    const Cell to{moved(from.query, rows, map.queries()), moved(from.key, columns, map.keys())};
    Cell pin = m_focus.pin();
    if (pin.query)
        pin.query = to.query;
    if (pin.key)
        pin.key = to.key;
    m_focus.setPin(pin);
    m_focus.setHover(to);
}

void Navigation::togglePin()
{
    const Cell cell = m_focus.cell();
    if (cell.query)
        m_focus.togglePin({cell.query, std::nullopt});
}

void Navigation::repair()
{
    const Trace& trace = m_workspace.snapshot()->trace;
    if (trace.isNull())
        return;
    if (std::exchange(m_fresh, false) || !exists(trace.info(), m_focus.head())) {
        m_focus.setHead(firstHead(trace.info())); // comes back here
        return;
    }
    const AttentionMap map = trace.attention(m_focus.head());
    // While a decoding comes anew, row by row, the pin comes back with its row, unless another was chosen.
    const bool lost = m_lost && m_lost->instead == m_focus.pin();
    const Cell pin = lost ? m_lost->pin : m_focus.pin();
    const Cell left = within(pin, map.queries(), map.keys());
    m_lost.reset();
    if (left != pin && !m_workspace.snapshot()->finished)
        m_lost = LostPin{pin, left};
    m_focus.setPin(left);
    m_focus.setHover(within(m_focus.hover(), map.queries(), map.keys()));
}

} // namespace headlight
