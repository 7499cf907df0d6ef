#pragma once

#include "ui/state/map_options.h"
#include "ui/state/setting.h"

namespace headlight {

template <>
QVariant StoredAs<MapOptions>::store(const MapOptions& value);
template <>
std::optional<MapOptions> StoredAs<MapOptions>::read(const QVariant& stored);

inline const Setting<MapOptions> kKeptMapOptions{"view/mapOptions", {}}; ///< as the user chose them last

} // namespace headlight
