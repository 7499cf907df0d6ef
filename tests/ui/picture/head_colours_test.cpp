#include "tests/support/catch.h"
#include "ui/picture/chip_colours.h"
#include "ui/picture/colour_map.h"
#include "ui/picture/picture_palette.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace headlight;

namespace {

using Rows = std::array<std::array<double, 3>, 3>;

// G. Machado, M. Oliveira, L. Fernandes, "A physiologically-based model for simulation of color vision
// deficiency" (2009), severity 1, on linear sRGB.
constexpr Rows kProtanopia{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Rows kDeuteranopia{
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Rows kNormal{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

double toLinear(double c)
{
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

float toEncoded(double linear)
{
    const double c = std::clamp(linear, 0.0, 1.0);
    return static_cast<float>(c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055);
}

QColor seen(const QColor& colour, const Rows& sight)
{
    const std::array<double, 3> in{toLinear(colour.redF()), toLinear(colour.greenF()),
                                   toLinear(colour.blueF())};
    std::array<float, 3> out{};
    for (std::size_t r = 0; r < 3; ++r)
        out.at(r) = toEncoded(sight.at(r)[0] * in[0] + sight.at(r)[1] * in[1] + sight.at(r)[2] * in[2]);
    return QColor::fromRgbF(out[0], out[1], out[2]);
}

} // namespace

TEST_CASE("head colours: apart for every eye, and seen on both backdrops", "[paint]")
{
    for (const Backdrop backdrop : {Backdrop::kLight, Backdrop::kDark}) {
        const QColor behind = PicturePalette::figure(backdrop).background;
        for (int i = 0; i < kHeadColours; ++i) {
            INFO("colour " << i);
            CHECK(contrastRatio(headColour(i, backdrop), behind) >= 3.0);
            for (int j = 0; j < i; ++j) {
                INFO("and colour " << j);
                for (const Rows& sight : {kNormal, kProtanopia, kDeuteranopia})
                    CHECK(distance(toOklab(seen(headColour(i, backdrop), sight).rgb()),
                                   toOklab(seen(headColour(j, backdrop), sight).rgb()))
                          > 0.08);
            }
        }
    }
}

TEST_CASE("head colours: further heads begin again", "[paint]")
{
    CHECK(headColour(kHeadColours + 2, Backdrop::kLight) == headColour(2, Backdrop::kLight));
}
