#include "ui/window/rooms/room_table.h"

#include "ui/views/view_registry.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace headlight {

std::span<const Room> roomTable()
{
    static const std::array kRooms{
        Room{RoomId::kExplore, "explore", CommandId::kRoomExplore, {}},
        Room{RoomId::kExplain, "explain", CommandId::kRoomExplain, {.left = 0.42}},
        Room{RoomId::kDecode, "decode", CommandId::kRoomDecode, {.right = 0.4}},
        Room{RoomId::kMasked, "masked", CommandId::kRoomDecode, {.left = 0.5, .bottom = 0.3}},
        Room{RoomId::kWhatIf, "whatIf", CommandId::kRoomWhatIf, {.left = 0.24}},
        Room{RoomId::kCompare, "compare", CommandId::kRoomCompare, {.left = 0.17}},
        Room{RoomId::kModel, "model", CommandId::kRoomModel, {.left = 0.36}},
        Room{RoomId::kLearn, "learn", CommandId::kRoomLearn, {}},
    };
    return kRooms;
}

const Room& roomOf(RoomId id)
{
    return roomTable()[static_cast<std::size_t>(id)];
}

const Room* roomNamed(const QString& name)
{
    const auto rooms = roomTable();
    const auto found = std::find_if(rooms.begin(), rooms.end(),
                                    [&name](const Room& room) { return name == QLatin1String(room.name); });
    return found == rooms.end() ? nullptr : &*found;
}

QString roomTitle(RoomId id)
{
    return id == RoomId::kMasked ? QCoreApplication::translate("View", "Masked words")
                                 : commandWords(commandOf(roomOf(id).command));
}

QString roomTip(RoomId id)
{
    return id == RoomId::kMasked
        ? QCoreApplication::translate("View", "What the model would put in place of each mask")
        : commandTip(commandOf(roomOf(id).command));
}

QString groupOf(const ViewDescriptor& view)
{
    const RoomId room = view.places.front().room;
    return roomTitle(room == RoomId::kMasked ? RoomId::kDecode : room); // they have one place in the rail
}

Arrangement arrangementOf(RoomId room)
{
    Arrangement arrangement;
    arrangement.shape = roomOf(room).shape;
    if (room == RoomId::kLearn)
        arrangement.centre = QLatin1String(kLearnPage);
    for (const ViewDescriptor& view : viewRegistry())
        for (const RoomPlace& place : view.places) {
            if (place.room != room)
                continue;
            if (place.spot == RoomSpot::kAcross)
                arrangement.across = view.id.name();
            else if (place.spot == RoomSpot::kCentre)
                arrangement.centre = view.id.name();
            else
                arrangement.docks.push_back({view.id.name(), place.spot});
        }
    return arrangement;
}

} // namespace headlight
