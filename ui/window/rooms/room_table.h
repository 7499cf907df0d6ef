#pragma once

#include "ui/state/commands.h"
#include "ui/state/room.h"

#include <QString>

#include <span>
#include <vector>

namespace headlight {

struct ViewDescriptor;

/// How the sides of a room initially divide its size, as fractions of 1. The centre gets the rest.
struct RoomShape
{
    double left = 0.2, right = 0.22; ///< of the width
    double bottom = 0.4; ///< of the height
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
inline QLatin1String nameOf(RoomId id)
{
    return QLatin1String(roomOf(id).name);
}
/// nullptr if no room has this name.
const Room* roomNamed(const QString& name);
QString roomTitle(RoomId id);
QString roomTip(RoomId id);
/// The title of the workspace that a view is made for; lists group the views by it.
QString groupOf(const ViewDescriptor& view);

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
