#include "ui/picture/colour_map.h"

#include "core/base/text_list.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headlight {

namespace {

using Keys = std::vector<QRgb>;

/// A curve through the key colours (Catmull-Rom in Oklab); position 0 … 1 over equal steps of the keys.
Oklab alongKeys(const std::vector<Oklab>& keys, double position)
{
    const auto last = static_cast<double>(keys.size() - 1);
    const double place = std::clamp(position, 0.0, 1.0) * last;
    const auto i = static_cast<std::ptrdiff_t>(std::min(std::floor(place), last - 1));
    const double t = place - static_cast<double>(i);
    const auto key = [&keys](std::ptrdiff_t k) -> const Oklab& {
        return keys[static_cast<std::size_t>(
            std::clamp<std::ptrdiff_t>(k, 0, static_cast<std::ptrdiff_t>(keys.size()) - 1))];
    };
    const auto spline = [t](double p0, double p1, double p2, double p3) {
        return p1 + 0.5 * t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0)));
    };
    const Oklab &a = key(i - 1), &b = key(i), &c = key(i + 1), &d = key(i + 2);
    return {spline(a.L, b.L, c.L, d.L), spline(a.a, b.a, c.a, d.a), spline(a.b, b.b, c.b, d.b)};
}

/// The keys are at equal steps of the value: for maps published as uniform.
ColourMap::Table evenTable(const Keys& keys)
{
    const std::vector<Oklab> labs = listFrom(keys, toOklab);
    ColourMap::Table table{};
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = fromOklab(alongKeys(labs, static_cast<double>(i) / 255.0));
    return table;
}

/// The keys define the path; the values are spread along it so that equal steps look equal.
void fillUniform(const Keys& keys, QRgb* begin, std::size_t count)
{
    const std::vector<Oklab> labs = listFrom(keys, toOklab);
    constexpr int kSamples = 2048;
    std::vector<double> length(kSamples + 1, 0.0);
    Oklab before = alongKeys(labs, 0);
    for (std::size_t s = 1; s < length.size(); ++s) {
        const Oklab here = alongKeys(labs, static_cast<double>(s) / kSamples);
        length[s] = length[s - 1] + distance(before, here);
        before = here;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const double wanted = length.back() * static_cast<double>(i) / static_cast<double>(count - 1);
        const auto at = std::lower_bound(length.begin(), length.end(), wanted);
        begin[i] = fromOklab(alongKeys(labs, static_cast<double>(at - length.begin()) / kSamples));
    }
}

ColourMap::Table uniformTable(const Keys& keys)
{
    ColourMap::Table table{};
    fillUniform(keys, table.data(), table.size());
    return table;
}

/// Two arms of equal length that meet at the neutral colour.
ColourMap::Table divergingTable(const Keys& negative, const Keys& positive)
{
    ColourMap::Table table{};
    fillUniform(negative, table.data(), 128);
    std::reverse(table.begin(), table.begin() + 128);
    fillUniform(positive, table.data() + 128, 128);
    return table;
}

// Colours of viridis and magma (S. van der Walt, N. Smith, 2015) and cividis (J. Nuñez, C. Anderton,
// R. Renslow, 2018; safe for every form of colour blindness) at equal steps of the value.
Keys viridisKeys()
{
    return {0x440154, 0x481567, 0x482677, 0x453781, 0x404788, 0x39568C, 0x33638D,
            0x2D708E, 0x287D8E, 0x238A8D, 0x1F968B, 0x20A387, 0x29AF7F, 0x3CBB75,
            0x55C667, 0x73D055, 0x95D840, 0xB8DE29, 0xDCE319, 0xFDE725};
}

Keys cividisKeys()
{
    return {0x00204D, 0x00336F, 0x39486B, 0x575C6D, 0x707173,
            0x8A8779, 0xA69D75, 0xC4B56C, 0xE4CF5B, 0xFFEA46};
}

Keys magmaKeys()
{
    return {0x000004, 0x180F3E, 0x451077, 0x721F81, 0x9F2F7F,
            0xCD4071, 0xF1605D, 0xFD9567, 0xFEC98D, 0xFCFDBF};
}

ColourMap::Table mistTable(Backdrop backdrop)
{
    if (backdrop == Backdrop::kLight)
        return uniformTable({0xFBFCFB, 0xE3F1DC, 0xBFE3BC, 0x8CCFA8, 0x55B59B, 0x2F9790, 0x2C7789, 0x38567F,
                             0x42366E, 0x3F1156});
    return uniformTable(
        {0x1B1D22, 0x2A2A4A, 0x37406F, 0x36598A, 0x2C7490, 0x238E8D, 0x2FAA82, 0x66C463, 0xB1DA3A, 0xFDE725});
}

ColourMap::Table balanceTable(Backdrop backdrop)
{
    if (backdrop == Backdrop::kLight)
        return divergingTable({0xF6F6F4, 0xC3D7EC, 0x83B0DA, 0x4683BE, 0x22609F, 0x123F73},
                              {0xF6F6F4, 0xF6D3AF, 0xEBA564, 0xD07A2B, 0xA9580F, 0x7A3A08});
    return divergingTable({0x24262B, 0x20456B, 0x2C6BA8, 0x5295D6, 0x8FC0EF, 0xD2E8FC},
                          {0x24262B, 0x5D3A14, 0x985C16, 0xD08432, 0xF3B272, 0xFDE3C4});
}

} // namespace

QStringList colourMapNames()
{
    return {QStringLiteral("viridis"), QStringLiteral("cividis"), QStringLiteral("magma"),
            QStringLiteral("mist")};
}

QString divergingMapName()
{
    return QStringLiteral("balance");
}

const ColourMap& colourMap(const QString& name, Backdrop backdrop)
{
    static const std::vector<ColourMap> published{{colourMapNames().at(0), evenTable(viridisKeys()), false},
                                                  {colourMapNames().at(1), evenTable(cividisKeys()), false},
                                                  {colourMapNames().at(2), evenTable(magmaKeys()), false}};
    const auto both = [](Backdrop side) {
        return std::vector<ColourMap>{{colourMapNames().at(3), mistTable(side), false},
                                      {divergingMapName(), balanceTable(side), true}};
    };
    static const std::vector<ColourMap> light = both(Backdrop::kLight);
    static const std::vector<ColourMap> dark = both(Backdrop::kDark);
    for (const std::vector<ColourMap>* maps : {&published, backdrop == Backdrop::kLight ? &light : &dark}) {
        for (const ColourMap& map : *maps)
            if (map.name() == name)
                return map;
    }
    return published.front();
}

QColor inkOn(QRgb colour)
{
    return toOklab(colour).L > 0.62 ? QColor(Qt::black) : QColor(Qt::white);
}

static double linearOf(int channel)
{
    return linearLight(channel / 255.0);
}

static int channelOf(double linear)
{
    const double c = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
    return static_cast<int>(std::lround(std::clamp(c, 0.0, 1.0) * 255));
}

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
