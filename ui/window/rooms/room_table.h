#pragma once

#include "ui/state/commands.h"
#include "ui/state/room.h"

#include <QString>

#include <span>
#include <vector>

namespace headlight {

/// How the sides of a room initially divide its size, as fractions of 1. The centre gets the rest.
struct RoomShape
{
    double left = 0.21, right = 0.3; ///< of the width
    double bottom = 0.5; ///< of the height
    int above = 2, below = 5; ///< shares of two spots of the right, one below the other
    int bottomLeft = 3, bottomRight = 2; ///< of two spots of the bottom
    double smallRight = 0.27; ///< of the width of a small window
};

/// A built-in workspace.
struct Room
{
    RoomId id;
    const char* name; ///< written to sessions and settings, so it never changes
    CommandId command; ///< enters the workspace; provides its title and description
    RoomShape shape;
};

/// In the order of RoomId.
std::span<const Room> roomTable();
const Room& roomOf(RoomId id);
/// nullptr if no room has this name.
const Room* roomNamed(const QString& name);
QString roomTitle(RoomId id);
QString roomTip(RoomId id);

/// The places of the views in a room.
struct Arrangement
{
    struct Standing
    {
        QString view;
        RoomSpot spot;
    };
    QString centre;
    QString across; ///< view with a part above all others; empty = none
    std::vector<Standing> docks; ///< within a spot, the first is in front
    QStringList closed; ///< docks that are there but not open
    RoomShape shape;
};

/// Name of the page in the centre of kLearn; not a view.
constexpr auto kLearnPage = "learn";

/// A room's initial arrangement, according to the registry of views.
Arrangement arrangementOf(RoomId room);

} // namespace headlight
