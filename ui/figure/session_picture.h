#pragma once

#include "core/base/result.h"
#include "ui/figure/figure.h"

#include <QByteArray>
#include <QImage>

#include <string>

namespace headlight {

/// The longest side of the picture that a session file keeps of itself, in pixels.
inline constexpr int kSessionPicture = 256;

/// The figure, small enough to be kept in a session file, as PNG; a person still tells by it which heads were
/// looked at. Empty for what cannot be drawn, or has more cells than would be drawn at once.
QByteArray sessionPicture(const FigureRequest& request);

/// The picture as a file manager asks for it: its longer side has `side` pixels. `png` comes from a file:
/// kBadFile, naming `file`, where it is empty, no PNG or larger than a session's picture can be.
Result<QImage> sessionThumbnail(const QByteArray& png, int side, const std::string& file);

} // namespace headlight
