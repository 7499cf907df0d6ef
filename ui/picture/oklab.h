#pragma once

#include <QColor>

namespace headlight {

/// A colour in Oklab (B. Ottosson, "A perceptual color space for image processing", 2020): distances roughly
/// match perceived differences. L is 0 … 1.
struct Oklab
{
    double L = 0, a = 0, b = 0;
};

/// Linear light of an sRGB channel, both 0 … 1 (IEC 61966-2-1).
double linearLight(double channel);

Oklab toOklab(QRgb colour);
/// Colours outside sRGB are clamped per channel.
QRgb fromOklab(const Oklab& lab);
double distance(const Oklab& one, const Oklab& other);
/// share 0 = one, 1 = other.
Oklab mixed(const Oklab& one, const Oklab& other, double share);
/// Mixes two colours perceptually: equal steps look equal.
QColor mixed(const QColor& one, const QColor& other, double share);

} // namespace headlight
