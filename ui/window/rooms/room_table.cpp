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
        Room{RoomId::kExplain, "explain", CommandId::kRoomExplain, {0.36, 0.3, 0.4}},
        Room{RoomId::kDecode, "decode", CommandId::kRoomDecode, {0.3, 0.4, 0.26}},
        Room{RoomId::kMasked, "masked", CommandId::kRoomDecode, {0.5, 0.3, 0.3}},
        Room{RoomId::kWhatIf, "whatIf", CommandId::kRoomWhatIf, {0.28, 0.3, 0.42}},
        Room{RoomId::kCompare, "compare", CommandId::kRoomCompare, {0.17, 0.3, 0.4}},
        Room{RoomId::kModel, "model", CommandId::kRoomModel, {0.27, 0.25, 0.4, 1, 1, 3, 2, 0.34}},
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

Arrangement arrangementOf(RoomId room)
{
    Arrangement arrangement;
    arrangement.shape = roomOf(room).shape;
    if (room == RoomId::kLearn)
        arrangement.centre = QLatin1String(kLearnPage);
    // Views for which this is the main room come first.
    for (const bool own : {true, false})
        for (const ViewDescriptor& view : viewRegistry())
            for (const RoomPlace& place : view.places) {
                if (place.room != room || (view.places.front().room == room) != own)
                    continue;
                if (place.spot == RoomSpot::kAcross)
                    arrangement.across = view.id.name();
                else if (place.spot == RoomSpot::kCentre && arrangement.centre.isEmpty())
                    arrangement.centre = view.id.name();
                else
                    arrangement.docks.push_back({view.id.name(), place.spot});
            }
    return arrangement;
}

} // namespace headlight
