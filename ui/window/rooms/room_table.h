#pragma once

#include "ui/state/commands.h"
#include "ui/state/room.h"

#include <QString>

#include <span>
#include <vector>

namespace headlight {

/// How the sides of a room share its size at first, as parts of 1. The centre gets the rest.
struct RoomShape
{
    double left = 0.21, right = 0.3; ///< of the width
    double bottom = 0.5; ///< of the height
    int above = 2, below = 5; ///< shares of two spots of the right, one below the other
    int bottomLeft = 3, bottomRight = 2; ///< of two spots of the bottom
    double smallRight = 0.27; ///< of the width of a small window
};

/// A workspace that the window comes with.
struct Room
{
    RoomId id;
    const char* name; ///< stands in sessions and settings, and so never changes
    CommandId command; ///< enters it; says its title and what it is for
    RoomShape shape;
};

/// In the order of RoomId.
std::span<const Room> roomTable();
const Room& roomOf(RoomId id);
/// nullptr for a name that is no such room's.
const Room* roomNamed(const QString& name);
QString roomTitle(RoomId id);
QString roomTip(RoomId id);

/// Which view stands where in a room.
struct Arrangement
{
    struct Standing
    {
        QString view;
        RoomSpot spot;
    };
    QString centre;
    QString across; ///< the view of which a part stands above all; empty: none
    std::vector<Standing> docks; ///< of one spot, the first is in front
    RoomShape shape;
};

/// The name of the page that stands in the centre of kLearn; no view.
constexpr auto kLearnPage = "learn";

/// How a room begins, by the registry of views.
Arrangement arrangementOf(RoomId room);

} // namespace headlight
