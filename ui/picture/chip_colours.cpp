#include "ui/picture/chip_colours.h"

#include <QPalette>

#include <algorithm>
#include <array>

namespace headlight {

double relativeLuminance(const QColor& colour)
{
    return 0.2126 * linearLight(colour.redF()) + 0.7152 * linearLight(colour.greenF())
        + 0.0722 * linearLight(colour.blueF());
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const double first = relativeLuminance(a);
    const double second = relativeLuminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QColor readableOn(const QColor& background)
{
    const QColor dark(0x10, 0x14, 0x1a);
    const QColor light(0xff, 0xff, 0xff);
    return contrastRatio(dark, background) >= contrastRatio(light, background) ? dark : light;
}

ChipColours chipColours(const QPalette& palette)
{
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    const bool dark = relativeLuminance(base) < 0.2;

    return {.background = base,
            .surface = mixed(base, text, dark ? 0.13 : 0.055),
            .outline = mixed(base, text, 0.32),
            .text = text,
            .muted = mixed(base, text, dark ? 0.62 : 0.60),
            .query = dark ? QColor(0x6c, 0xb6, 0xff) : QColor(0x0b, 0x5f, 0xc4),
            .key = dark ? QColor(0xff, 0xa6, 0x57) : QColor(0xb8, 0x55, 0x00),
            .forced = dark ? QColor(0xe3, 0x9b, 0xe0) : QColor(0x97, 0x1f, 0x8f),
            .rampEnd = dark ? QColor(0x7f, 0xd6, 0xe8) : QColor(0x1b, 0x4f, 0x8f)};
}

namespace {

using Colours = std::array<QRgb, kHeadColours>;

// Based on the palette of M. Okabe and K. Ito ("Color Universal Design", 2008), adjusted to maximise the
// smallest Oklab distance between any two colours, for normal sight and for protanopia and deuteranopia as
// simulated by G. Machado et al. (2009).
constexpr Colours kOnLight{0x4548D9, 0xFF4A0C, 0x2B9F75, 0x9E86D3, 0x964522, 0x4778FC, 0x7A1F2B, 0x503A95};
constexpr Colours kOnDark{0x4FC3F0, 0xFF7000, 0x2DB375, 0xFF8CBF, 0xF0E442, 0xA183F2, 0xC54662, 0xFFFFFF};

} // namespace

QColor headColour(int index, Backdrop backdrop)
{
    const Colours& colours = backdrop == Backdrop::kLight ? kOnLight : kOnDark;
    const int place = ((index % kHeadColours) + kHeadColours) % kHeadColours;
    return QColor::fromRgb(colours[static_cast<std::size_t>(place)]);
}

} // namespace headlight
