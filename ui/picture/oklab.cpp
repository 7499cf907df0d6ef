#include "ui/picture/oklab.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

double linearOf(int channel)
{
    return linearLight(channel / 255.0);
}

int channelOf(double linear)
{
    const double c = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
    return static_cast<int>(std::lround(std::clamp(c, 0.0, 1.0) * 255));
}

} // namespace

double linearLight(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

Oklab toOklab(QRgb colour)
{
    const double r = linearOf(qRed(colour));
    const double g = linearOf(qGreen(colour));
    const double b = linearOf(qBlue(colour));
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

QRgb fromOklab(const Oklab& lab)
{
    const double l = std::pow(lab.L + 0.3963377774 * lab.a + 0.2158037573 * lab.b, 3);
    const double m = std::pow(lab.L - 0.1055613458 * lab.a - 0.0638541728 * lab.b, 3);
    const double s = std::pow(lab.L - 0.0894841775 * lab.a - 1.2914855480 * lab.b, 3);
    return qRgb(channelOf(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                channelOf(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                channelOf(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

double distance(const Oklab& one, const Oklab& other)
{
    return std::hypot(one.L - other.L, one.a - other.a, one.b - other.b);
}

Oklab mixed(const Oklab& one, const Oklab& other, double share)
{
    return {one.L + (other.L - one.L) * share, one.a + (other.a - one.a) * share,
            one.b + (other.b - one.b) * share};
}

QColor mixed(const QColor& one, const QColor& other, double share)
{
    return QColor::fromRgb(fromOklab(mixed(toOklab(one.rgb()), toOklab(other.rgb()), share)));
}

} // namespace headlight
