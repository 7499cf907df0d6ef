#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

namespace headlight {

/// The workspaces that come with the window, called rooms in the code: Workspace is the document's class.
enum class RoomId : unsigned char {
    kExplore,
    kExplain,
    kDecode,
    kMasked, ///< replaces kDecode for models without a decoder
    kWhatIf,
    kCompare,
    kModel,
    kLearn,
};

/// Where a view goes in a room: in the centre, or in docks around it. Views with the same spot share it as
/// tabs, the first in front. A part of one view can span the whole width above all others.
enum class RoomSpot : unsigned char {
    kCentre,
    kLeft,
    kRight,
    kBottom,
    kAcross, ///< not the view itself, but the part that it provides for this
};

struct RoomPlace
{
    RoomId room;
    RoomSpot spot;
};

/// How the user arranged a room.
struct RoomLayout
{
    QString id; ///< name of the room; "own.1", … for the user's own rooms
    QString title; ///< title of a user's own room; empty for built-in rooms
    QString home; ///< id of the view that the centre belongs to; empty = the room's default
    QString centre; ///< id of the view in the centre
    QStringList open; ///< ids of the views in docks
    QByteArray docks; ///< state of the docks; readable only by the same version of the program
    /// Width and height of all docks with the centre, then of each open one, or 0. Empty = not known.
    std::vector<int> sizes = {};
    bool operator==(const RoomLayout&) const = default;
};

} // namespace headlight
