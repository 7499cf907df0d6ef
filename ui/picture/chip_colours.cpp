#include "ui/picture/chip_colours.h"

#include <QPalette>

#include <algorithm>
#include <array>
#include <cmath>

namespace headlight {

namespace {

using Triple = std::array<double, 3>;

double toLinear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double toEncoded(double channel)
{
    const double c = std::clamp(channel, 0.0, 1.0);
    return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1.0 / 2.4) - 0.055;
}

/// Ottosson, "A perceptual color space for image processing" (2020): linear sRGB to Oklab.
Triple toOklab(const QColor& colour)
{
    const double r = toLinear(colour.redF());
    const double g = toLinear(colour.greenF());
    const double b = toLinear(colour.blueF());
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

QColor fromOklab(const Triple& lab)
{
    const double l = std::pow(lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2], 3);
    const double m = std::pow(lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2], 3);
    const double s = std::pow(lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2], 3);
    const double r = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
    const double g = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
    const double b = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s;
    return QColor::fromRgbF(static_cast<float>(toEncoded(r)), static_cast<float>(toEncoded(g)),
                            static_cast<float>(toEncoded(b)));
}

} // namespace

double relativeLuminance(const QColor& colour)
{
    return 0.2126 * toLinear(colour.redF()) + 0.7152 * toLinear(colour.greenF())
        + 0.0722 * toLinear(colour.blueF());
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const double first = relativeLuminance(a);
    const double second = relativeLuminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QColor mixColours(const QColor& a, const QColor& b, double part)
{
    const double t = std::clamp(part, 0.0, 1.0);
    const Triple from = toOklab(a);
    const Triple to = toOklab(b);
    Triple mixed{};
    for (std::size_t i = 0; i < mixed.size(); ++i)
        mixed.at(i) = from.at(i) + t * (to.at(i) - from.at(i));
    return fromOklab(mixed);
}

QColor readableOn(const QColor& background)
{
    const QColor dark(0x10, 0x14, 0x1a);
    const QColor light(0xff, 0xff, 0xff);
    return contrastRatio(dark, background) >= contrastRatio(light, background) ? dark : light;
}

QColor ChipColours::ramp(double strength) const
{
    return mixColours(surface, rampEnd, strength);
}

ChipColours chipColours(const QPalette& palette)
{
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    const bool dark = relativeLuminance(base) < 0.2;

    ChipColours colours;
    colours.background = base;
    colours.surface = mixColours(base, text, dark ? 0.13 : 0.055);
    colours.outline = mixColours(base, text, 0.32);
    colours.text = text;
    colours.muted = mixColours(base, text, dark ? 0.62 : 0.60);
    colours.query = dark ? QColor(0x6c, 0xb6, 0xff) : QColor(0x0b, 0x5f, 0xc4);
    colours.key = dark ? QColor(0xff, 0xa6, 0x57) : QColor(0xb8, 0x55, 0x00);
    colours.forced = dark ? QColor(0xe3, 0x9b, 0xe0) : QColor(0x97, 0x1f, 0x8f);
    colours.rampEnd = dark ? QColor(0x7f, 0xd6, 0xe8) : QColor(0x1b, 0x4f, 0x8f);
    return colours;
}

} // namespace headlight
