#include "ui/picture/head_colours.h"

#include <array>

namespace headlight {

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
