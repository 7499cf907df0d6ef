#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace headlight {

/// The workspaces that the window comes with. The code calls them rooms: a Workspace is what is worked on.
enum class RoomId : unsigned char {
    kExplore,
    kExplain,
    kDecode,
    kMasked, ///< in the place of kDecode for models that have no decoder
    kWhatIf,
    kCompare,
    kModel,
    kLearn,
};

/// Where a view stands in a room: in the centre, or in docks around it. Several views of one spot share it
/// as tabs, the first in front. A part of one view can stand across the whole width, above all others.
enum class RoomSpot : unsigned char {
    kCentre,
    kLeft,
    kRight,
    kRightBelow, ///< below those of kRight
    kBottom,
    kBottomBeside, ///< to the right of those of kBottom
    kAcross, ///< not the view, but the part of it that it gives away for this
};

struct RoomPlace
{
    RoomId room;
    RoomSpot spot;
};

/// How the user arranged a room.
struct RoomLayout
{
    QString id; ///< name of the room; "own.1", … of the user's own
    QString title; ///< of the user's own; empty for those that the window comes with
    QString home; ///< id of the view whose place the centre is; empty: what the room begins with
    QString centre; ///< id of the view in the centre
    QStringList open; ///< ids of the views in docks
    QByteArray docks; ///< state of the docks, which only the same version of the program can read
    bool operator==(const RoomLayout&) const = default;
};

} // namespace headlight
