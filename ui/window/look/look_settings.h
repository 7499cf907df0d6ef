#pragma once

#include "ui/picture/colour_map.h"
#include "ui/state/setting.h"

namespace headlight {

constexpr int kPlainPercent = 100; ///< for texts and the whole display
constexpr int kLargestPercent = 200;

/// One of the names for Theme::choose().
inline const Setting<QString> kThemeName{
    "view/theme", QStringLiteral("system"),
    oneOf({"system", "light", "dark", "contrast-light", "contrast-dark"})};
inline const Setting<QString> kLanguageCode{"view/language", {}}; ///< "en", "fr"; empty = the system's
inline const Setting<int> kTextSize{"view/textSize", kPlainPercent, between(kPlainPercent, kLargestPercent)};
/// Read before the first window opens.
inline const Setting<int> kDisplayScale{"view/displayScale", kPlainPercent,
                                        between(kPlainPercent, kLargestPercent)};
inline const Setting<QString> kColourMapName{
    "view/colourMap", QStringLiteral("viridis"),
    [](const QString& name) { return colourMapNames().contains(name); }};
/// Views of the same tokens show the same part of them.
inline const Setting<bool> kZoomLinked{"view/zoomLinked", true};

} // namespace headlight
