#pragma once

#include <QIcon>

class QPalette;

namespace headlight {

enum class TransportIcon : unsigned char { kRestart, kBack, kPlay, kPause, kForward, kEnd };

/// Playback icons, drawn in the palette's text colour so that they are visible in any theme.
QIcon transportIcon(TransportIcon icon, const QPalette& palette);

} // namespace headlight
