#include "tests/support/catch.h"
#include "ui/picture/colour_map.h"
#include "ui/picture/picture_palette.h"
#include "ui/picture/scale_bar.h"
#include "ui/picture/value_scale.h"

#include <QFont>
#include <QImage>
#include <QPainter>
#include <QPalette>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace headlight;

namespace {

double lightness(const ColourMap& map, int level)
{
    return toOklab(map.at(level)).L;
}

/// The largest step between neighbouring colours, relative to the mean.
double unevenness(const ColourMap& map)
{
    double largest = 0, sum = 0;
    // Use windows of eight levels, since single levels are rounded to 8-bit channels.
    for (int level = 0; level + 8 < 256; ++level) {
        const double step = distance(toOklab(map.at(level)), toOklab(map.at(level + 8)));
        largest = std::max(largest, step);
        sum += step;
    }
    return largest / (sum / 247);
}

} // namespace

TEST_CASE("colour map: sequential maps go one way in lightness, in even steps", "[paint]")
{
    for (const Backdrop backdrop : {Backdrop::kLight, Backdrop::kDark}) {
        for (const QString& name : colourMapNames()) {
            INFO(name.toStdString());
            const ColourMap& map = colourMap(name, backdrop);
            CHECK(map.name() == name);
            const double direction = lightness(map, 255) > lightness(map, 0) ? 1 : -1;
            for (int level = 0; level + 4 < 256; ++level)
                REQUIRE(direction * (lightness(map, level + 4) - lightness(map, level)) > 0);
            CHECK(std::abs(lightness(map, 255) - lightness(map, 0)) > 0.55);
            CHECK(unevenness(map) < 2.2);
        }
    }
}

TEST_CASE("colour map: viridis has its published ends", "[paint]")
{
    const ColourMap& map = colourMap(QStringLiteral("viridis"), Backdrop::kDark);
    CHECK(map.at(0) == qRgb(0x44, 0x01, 0x54));
    CHECK(map.at(255) == qRgb(0xFD, 0xE7, 0x25));
    CHECK(map.table() == colourMap(QStringLiteral("viridis"), Backdrop::kLight).table());
}

TEST_CASE("colour map: mist begins at the backdrop", "[paint]")
{
    for (const Backdrop backdrop : {Backdrop::kLight, Backdrop::kDark}) {
        const ColourMap& map = colourMap(QStringLiteral("mist"), backdrop);
        CHECK(distance(toOklab(map.at(0)), toOklab(PicturePalette::figure(backdrop).background.rgb()))
              < 0.06);
    }
}

TEST_CASE("colour map: the diverging map is neutral at zero and equally strong on both sides", "[paint]")
{
    for (const Backdrop backdrop : {Backdrop::kLight, Backdrop::kDark}) {
        const ColourMap& map = colourMap(divergingMapName(), backdrop);
        CHECK(map.isDiverging());
        const Oklab middle = toOklab(map.at(128));
        CHECK(std::hypot(middle.a, middle.b) < 0.02);
        for (int i = 16; i < 128; i += 16)
            CHECK(lightness(map, 127 - i) == Approx(lightness(map, 128 + i)).margin(0.08));
        // Blue below and orange above: distinguishable with any kind of colour blindness.
        CHECK(toOklab(map.at(20)).b < -0.02);
        CHECK(toOklab(map.at(235)).b > 0.02);
    }
}

TEST_CASE("colour map: an unknown name is viridis", "[paint]")
{
    CHECK(colourMap(QStringLiteral("no such map"), Backdrop::kLight).name() == QStringLiteral("viridis"));
}

TEST_CASE("value scale: levels are rounded and clamped, NaN has none", "[paint]")
{
    const ValueScale scale = weightScale(WeightRange::kOne, 0.3F);
    CHECK(scale.level(0.0F) == 0);
    CHECK(scale.level(1.0F) == 255);
    CHECK(scale.level(0.5F) == 128);
    CHECK(scale.level(-3.0F) == 0);
    CHECK(scale.level(std::numeric_limits<float>::infinity()) == 255);
    CHECK(scale.level(std::numeric_limits<float>::quiet_NaN()) == -1);
    CHECK(weightScale(WeightRange::kMaximum, 0.3F).level(0.3F) == 255);
    CHECK(weightScale(WeightRange::kMaximum, 0.0F).upper == 1.0);
    const ValueScale scores = scoreScale(-2.0F, 5.0F);
    CHECK(scores.lower == -5.0);
    CHECK(scores.level(0.0F) == 128);
    CHECK(scoreScale(0.0F, 0.0F).upper > scoreScale(0.0F, 0.0F).lower);
}

TEST_CASE("value scale: ticks are round, inside and at least two", "[paint]")
{
    for (const double reach : {1e-7, 0.003, 0.43, 1.0, 7.7, 120.0, 1e6}) {
        for (const int wanted : {2, 4, 6}) {
            const ValueScale scale{0, reach, false};
            const std::vector<double> ticks = scale.ticks(wanted);
            INFO(reach << " " << wanted);
            REQUIRE(ticks.size() >= 2);
            CHECK(ticks.size() <= 14);
            CHECK(ticks.front() >= -1e-9 * reach);
            CHECK(ticks.back() <= reach * (1 + 1e-6));
            CHECK(scale.tickText(ticks[0], wanted) != scale.tickText(ticks[1], wanted));
        }
    }
    CHECK(ValueScale{0, 0.996, false}.ticks(3).back() == 1);
    CHECK(ValueScale{0, 0.99, false}.ticks(3).back() == 0.5);
    CHECK(ValueScale{0, 1, false}.tickText(0.5, 3) == QStringLiteral("0.5"));
    CHECK(ValueScale{-4, 4, true}.tickText(-2, 5) == QStringLiteral("−2"));
}

TEST_CASE("scale strip: with large letters, its bar has numbers on both sides of zero", "[paint]")
{
    ScaleBar bar;
    bar.colours.map = &colourMap(divergingMapName(), Backdrop::kLight);
    bar.colours.scale = {-0.84, 0.84, true};
    bar.colours.palette = PicturePalette::figure(Backdrop::kLight);
    QFont large;
    large.setPixelSize(26);
    QImage image(500, 100, QImage::Format_RGB32);
    image.fill(Qt::white);
    {
        QPainter painter(&image);
        paintScaleStrip(painter, image.rect(), bar, large);
    }
    const auto inked = [&image](double left, double right, int top, int bottom) {
        for (int x = static_cast<int>(left); x < static_cast<int>(right); ++x)
            for (int y = top; y < bottom; ++y)
                if (image.pixelColor(x, y) != QColor(Qt::white))
                    return true;
        return false;
    };
    int width = image.width();
    while (width > 0 && !inked(width - 1, width, 10, 11)) // the bar
        --width;
    REQUIRE(width > 100);
    CHECK(inked(0, 0.35 * width, 24, image.height()));
    CHECK(inked(0.65 * width, width, 24, image.height()));
}

TEST_CASE("scale strip: all that it says is inside its area, whatever the width", "[paint]")
{
    ScaleBar bar;
    bar.colours.map = &colourMap(QStringLiteral("viridis"), Backdrop::kLight);
    bar.colours.palette = PicturePalette::figure(Backdrop::kLight);
    bar.title = QStringLiteral("attention weights");
    bar.showLeftOut = bar.showMasked = bar.showMissing = true;
    QFont font;
    font.setPixelSize(12);
    for (int width = 220; width < 700; width += 20) {
        INFO(width);
        const int height = static_cast<int>(scaleStripHeight(font));
        QImage image(2 * width, 3 * height, QImage::Format_RGB32);
        image.fill(Qt::white);
        {
            QPainter painter(&image);
            paintScaleStrip(painter, QRect(0, 0, width, height), bar, font);
        }
        int outside = 0;
        for (int x = 0; x < image.width(); ++x)
            for (int y = 0; y < image.height(); ++y)
                if ((x >= width || y >= height) && image.pixelColor(x, y) != QColor(Qt::white))
                    ++outside;
        CHECK(outside == 0);
    }
}

TEST_CASE("value scale: numbers in cells are short and never wrong", "[paint]")
{
    CHECK(cellText(0.4249F) == QStringLiteral("0.42"));
    CHECK(cellText(0.0F) == QStringLiteral("0.00"));
    CHECK(cellText(0.003F) == QStringLiteral("<.01"));
    CHECK(cellText(-0.003F) == QStringLiteral("<.01"));
    CHECK(cellText(-12.34F) == QStringLiteral("−12.3"));
    CHECK(cellText(-2.5e7F).startsWith(QChar(0x2212))); // the minus sign of print, there too
    CHECK(ValueScale{-4e7F, 0, false}.tickText(-2e7, 3).startsWith(QChar(0x2212)));
    CHECK(cellText(1234.0F) == QStringLiteral("1234"));
    CHECK(cellText(std::numeric_limits<float>::quiet_NaN()).isEmpty());
    CHECK(fullText(0.123456789F) == QStringLiteral("0.1235"));
    CHECK(fullText(0.5F) == QStringLiteral("0.5"));
    CHECK(fullText(0.99999F) == QStringLiteral("1"));
    CHECK(fullText(0.00001234F) == QStringLiteral("0.00001234"));
    CHECK(fullText(0.00000001F) == QStringLiteral("<0.000001"));
    CHECK(fullText(-std::numeric_limits<float>::infinity()) == QStringLiteral("−∞"));
    CHECK(fullText(12345.6F) == QStringLiteral("12346"));
}

TEST_CASE("picture palette: follows the window's palette", "[paint]")
{
    QPalette palette;
    palette.setColor(QPalette::Base, Qt::black);
    palette.setColor(QPalette::Text, Qt::white);
    CHECK(PicturePalette::of(palette).backdrop == Backdrop::kDark);
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::Text, Qt::black);
    const PicturePalette light = PicturePalette::of(palette);
    CHECK(light.backdrop == Backdrop::kLight);
    CHECK(light.masked != light.background);
    CHECK(light.hatch != light.masked);
}

TEST_CASE("value scale: equal factors are equal steps of a logarithmic one", "[paint]")
{
    const ValueScale scale = logScale(weightScale(WeightRange::kOne, 1));
    CHECK(scale.lower == Approx(1e-4));
    CHECK(scale.level(1.0F) == 255);
    CHECK(scale.level(0.0F) == 0);
    CHECK(scale.level(1e-9F) == 0);
    CHECK(scale.level(0.01F) == Approx(127.5).margin(0.6));
    CHECK(scale.level(0.1F) - scale.level(0.01F) == Approx(64).margin(1));
    const std::vector<double> ticks = scale.ticks(5);
    REQUIRE(ticks.size() == 5);
    for (std::size_t i = 0; i < 5; ++i)
        CHECK(ticks[i] == Approx(std::pow(10.0, static_cast<double>(i) - 4)));
    CHECK(scale.tickText(0.01, 5) == QStringLiteral("0.01"));
    CHECK(scale.tickText(1e-4, 5) == QStringLiteral("10⁻⁴"));
}
