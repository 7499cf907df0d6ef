#pragma once

#include "core/base/result.h"
#include "ui/figure/figure.h"

#include <QByteArray>
#include <QImage>

#include <string>

namespace headlight {

/// The longest side of the picture stored in a session file, in pixels.
inline constexpr int kSessionPicture = 256;

/// The figure as a PNG small enough for a session file; one can still recognise the heads. Empty if it cannot
/// be drawn, or has too many cells to draw at once.
QByteArray sessionPicture(const FigureRequest& request);

/// The picture for a file manager: its longer side has `side` pixels. `png` comes from a file: kBadFile,
/// naming `file`, if it is empty, not a PNG, or larger than a session's picture can be.
Result<QImage> sessionThumbnail(const QByteArray& png, int side, const std::string& file);

} // namespace headlight
