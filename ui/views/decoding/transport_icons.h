#pragma once

#include <QIcon>

class QPalette;

namespace headlight {

enum class TransportIcon : unsigned char { kRestart, kBack, kPlay, kPause, kForward, kEnd };

/// Signs of a player, drawn in the palette's text colour so that they are seen in any theme.
QIcon transportIcon(TransportIcon icon, const QPalette& palette);

} // namespace headlight
