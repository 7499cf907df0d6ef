#pragma once

#include "ui/state/map_options.h"
#include "ui/state/setting.h"

namespace headlight {

template <>
QVariant StoredSetting<MapOptions>::store(const MapOptions& value);
template <>
std::optional<MapOptions> StoredSetting<MapOptions>::read(const QVariant& stored);

inline const Setting<MapOptions> kKeptMapOptions{"view/mapOptions", {}}; ///< as the user chose them last

} // namespace headlight
