#pragma once

#include "core/options/map_options.h"
#include "core/sampling/options.h"
#include "ui/state/setting.h"

namespace headlight {

template <>
QVariant StoredSetting<MapOptions>::store(const MapOptions& value);
template <>
std::optional<MapOptions> StoredSetting<MapOptions>::read(const QVariant& stored);

/// Whether one stage of a map fades into the next.
inline const Setting<bool> kAnimations{"view/animations", true};
inline const Setting<MapOptions> kKeptMapOptions{"view/mapOptions", {}}; ///< the user's latest choice

class Settings;
class Workspace;

/// The last used settings for choosing tokens.
DecodeOptions keptDecoding(const Settings& settings);
void keepDecoding(Settings& settings, DecodeOptions options);
/// Decodes as last time, unless the document says how.
void restoreDecoding(Workspace& workspace, const Settings& settings);

} // namespace headlight
