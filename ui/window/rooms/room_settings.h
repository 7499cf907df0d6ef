#pragma once

#include "ui/state/room.h"
#include "ui/state/setting.h"

#include <vector>

namespace headlight {

/// Stored as a list of texts in the settings file.
template <>
QVariant StoredSetting<std::vector<RoomLayout>>::store(const std::vector<RoomLayout>& value);
template <>
std::optional<std::vector<RoomLayout>> StoredSetting<std::vector<RoomLayout>>::read(const QVariant& stored);

/// The user's arrangements of the workspaces, including the user's own ones.
inline const Setting<std::vector<RoomLayout>> kRoomLayouts{"window/rooms", {}};
/// The user's own workspaces as saved, to which "Reset this workspace" returns.
inline const Setting<std::vector<RoomLayout>> kSavedRooms{"window/savedRooms", {}};
inline const Setting<QString> kShownRoom{"window/room", {}};

} // namespace headlight
