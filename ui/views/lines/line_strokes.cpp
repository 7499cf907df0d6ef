#include "ui/views/lines/line_strokes.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

/// Blends a colour over a premultiplied pixel; coverage 0 … 256.
void blend(QRgb& pixel, QRgb colour, int coverage)
{
    const int keep = 256 - (qAlpha(colour) * coverage) / 255;
    const auto mix = [&](int source, int below) { return (source * coverage + below * keep) >> 8; };
    pixel = qRgba(mix(qRed(colour), qRed(pixel)), mix(qGreen(colour), qGreen(pixel)),
                  mix(qBlue(colour), qBlue(pixel)), mix(qAlpha(colour), qAlpha(pixel)));
}

QRgb premultiplied(const QColor& colour, double opacity)
{
    QColor seen = colour;
    seen.setAlphaF(static_cast<float>(std::clamp(opacity, 0.0, 1.0)));
    return qPremultiply(seen.rgba());
}

/// Walks along the line's longer axis; the coverage of the pixels across it is the part of the stroke inside
/// them.
struct Walk
{
    double slope = 0; ///< across per step along
    double origin = 0; ///< across at along = 0
    double half = 0.5; ///< half of the stroke's extent across
    int first = 0, last = 0; ///< steps along the axis, [first, last)

    /// Coverage 0 … 256 of the pixel `across` at step `along`.
    int coverage(int along, int across) const
    {
        const double centre = origin + slope * (along + 0.5);
        const double low = std::max(centre - half, static_cast<double>(across));
        const double high = std::min(centre + half, across + 1.0);
        return high > low ? static_cast<int>((high - low) * 256) : 0;
    }
    std::pair<int, int> extent(int along) const
    {
        const double centre = origin + slope * (along + 0.5);
        return {static_cast<int>(std::floor(centre - half)), static_cast<int>(std::ceil(centre + half))};
    }
};

Walk walkOf(double along1, double across1, double along2, double across2, double width)
{
    Walk walk;
    if (along1 > along2) {
        std::swap(along1, along2);
        std::swap(across1, across2);
    }
    const double length = along2 - along1;
    walk.slope = length > 0 ? (across2 - across1) / length : 0;
    walk.origin = across1 - walk.slope * along1;
    walk.half = std::max(0.5, width / 2 * std::sqrt(1 + walk.slope * walk.slope));
    walk.first = static_cast<int>(std::floor(along1));
    walk.last = static_cast<int>(std::ceil(along2));
    return walk;
}

} // namespace

void blendLine(QImage& image, const LineStroke& stroke, int top, int bottom)
{
    const QRgb colour = premultiplied(stroke.colour, stroke.opacity);
    if (qAlpha(colour) == 0)
        return;
    top = std::max(top, 0);
    bottom = std::min(bottom, image.height());
    const int width = image.width();
    auto* const pixels = reinterpret_cast<QRgb*>(image.bits());
    const auto stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    const QPointF &a = stroke.from, &b = stroke.to;
    if (std::abs(b.x() - a.x()) >= std::abs(b.y() - a.y())) {
        const Walk walk = walkOf(a.x(), a.y(), b.x(), b.y(), stroke.width);
        for (int x = std::max(walk.first, 0); x < std::min(walk.last, width); ++x) {
            const auto [low, high] = walk.extent(x);
            for (int y = std::max(low, top); y < std::min(high, bottom); ++y)
                blend(pixels[y * stride + x], colour, walk.coverage(x, y));
        }
        return;
    }
    const Walk walk = walkOf(a.y(), a.x(), b.y(), b.x(), stroke.width);
    for (int y = std::max(walk.first, top); y < std::min(walk.last, bottom); ++y) {
        const auto [low, high] = walk.extent(y);
        for (int x = std::max(low, 0); x < std::min(high, width); ++x)
            blend(pixels[y * stride + x], colour, walk.coverage(y, x));
    }
}

} // namespace headlight
