#pragma once

#include "ui/state/room.h"
#include "ui/state/setting.h"

#include <vector>

namespace headlight {

/// Each as a list of texts, which the settings file keeps.
template <>
QVariant StoredSetting<std::vector<RoomLayout>>::store(const std::vector<RoomLayout>& value);
template <>
std::optional<std::vector<RoomLayout>> StoredSetting<std::vector<RoomLayout>>::read(const QVariant& stored);

/// How the user left the workspaces, and those of the user's own.
inline const Setting<std::vector<RoomLayout>> kRoomLayouts{"window/rooms", {}};
/// The user's own ones as they were saved, which "Reset this workspace" goes
/// back to.
inline const Setting<std::vector<RoomLayout>> kSavedRooms{"window/savedRooms", {}};
inline const Setting<QString> kShownRoom{"window/room", {}};

} // namespace headlight
