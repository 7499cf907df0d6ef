#include "ui/state/navigation.h"

#include "core/trace/trace.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace headlight {

namespace {

constexpr int kToTheEdge = 1 << 28;

/// Treats all sub-layers as one sequence: encoder, decoder, cross-attention. Stops at both ends.
void moveLayer(const TraceInfo& info, Focus& focus, int by)
{
    const std::vector<LayerRef> layers = info.layers();
    if (layers.empty())
        return;
    const auto here = std::find(layers.begin(), layers.end(), focus.head().layerRef());
    const auto place = std::clamp<std::ptrdiff_t>((here - layers.begin()) + by, 0, std::ssize(layers) - 1);
    const LayerRef& layer = layers.at(static_cast<std::size_t>(place));
    focus.setHead(
        {layer.stack, layer.layer, layer.kind, std::min(focus.head().head, info.heads(layer.stack) - 1)});
}

/// Moves around the heads of the layer.
void moveHead(const TraceInfo& info, Focus& focus, int by)
{
    HeadRef head = focus.head();
    const int heads = info.heads(head.stack);
    if (heads <= 0)
        return;
    head.head = (head.head + by + heads) % heads;
    focus.setHead(head);
}

void moveCell(const AttentionMap& map, Focus& focus, int rows, int columns)
{
    if (map.isNull() || map.queries() == 0 || map.keys() == 0)
        return;
    // The first key press only shows the cursor where it is.
    const auto moved = [](std::optional<int> from, int by, Index count) {
        return from ? std::clamp(*from + by, 0, static_cast<int>(count) - 1) : 0;
    };
    const Cell from = focus.cell();
    const Cell to{moved(from.query, rows, map.queries()), moved(from.key, columns, map.keys())};
    // A pinned row or column moves with the cursor.
    Cell pin = focus.pin();
    if (pin.query)
        pin.query = to.query;
    if (pin.key)
        pin.key = to.key;
    focus.setPin(pin);
    focus.setHover(to);
}

bool moveAmongCells(CommandId command, const AttentionMap& map, Focus& focus)
{
    struct CellMove
    {
        CommandId command;
        int rows, columns;
    };
    static constexpr std::array kMoves{CellMove{CommandId::kCellUp, -1, 0},
                                       CellMove{CommandId::kCellDown, 1, 0},
                                       CellMove{CommandId::kCellLeft, 0, -1},
                                       CellMove{CommandId::kCellRight, 0, 1},
                                       CellMove{CommandId::kRowBegin, 0, -kToTheEdge},
                                       CellMove{CommandId::kRowEnd, 0, kToTheEdge},
                                       CellMove{CommandId::kFirstCell, -kToTheEdge, -kToTheEdge},
                                       CellMove{CommandId::kLastCell, kToTheEdge, kToTheEdge}};
    const auto* const move = std::ranges::find(kMoves, command, &CellMove::command);
    if (move == kMoves.end())
        return false;
    moveCell(map, focus, move->rows, move->columns);
    return true;
}

bool pinOrUnpin(CommandId command, Focus& focus)
{
    const Cell cell = focus.cell();
    switch (command) {
    case CommandId::kPinRow:
        if (cell.query)
            focus.togglePin({cell.query, std::nullopt});
        return true;
    case CommandId::kPinCell:
        focus.togglePin(focus.hover().empty() ? focus.pin() : focus.hover());
        return true;
    case CommandId::kUnpin:
        focus.setPin({});
        return true;
    default:
        return false;
    }
}

} // namespace

bool navigate(CommandId command, const Workspace& workspace, Focus& focus)
{
    const Trace trace = workspace.shownTrace();
    const TraceInfo info = trace.isNull() ? TraceInfo() : trace.info();
    const int by = command == CommandId::kLayerUp || command == CommandId::kHeadBack ? -1 : 1;
    switch (command) {
    case CommandId::kLayerUp:
    case CommandId::kLayerDown:
        moveLayer(info, focus, by);
        return true;
    case CommandId::kHeadBack:
    case CommandId::kHeadNext:
        moveHead(info, focus, by);
        return true;
    default:
        return pinOrUnpin(command, focus)
            || moveAmongCells(command, trace.isNull() ? AttentionMap() : trace.attention(focus.head()),
                              focus);
    }
}

} // namespace headlight
