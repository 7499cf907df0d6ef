#include "ui/views/decoding/cumulative_bar.h"

#include "tests/support/catch.h"

#include <QImage>
#include <QPainter>
#include <QPalette>

using namespace headlight;

TEST_CASE("cumulative bar: id order, thin neighbours joined, what was cut left out", "[paint]")
{
    const std::vector<BarSegment> segments = barSegments({0.4, 0.0, 0.001, 0.002, 0.5, 0.001, 0.096}, 0.01);
    REQUIRE(segments.size() == 5);
    CHECK(segments[0] == BarSegment{0, 0, 0.0, 0.4});
    CHECK(segments[1].first == 2);
    CHECK(segments[1].last == 3);
    CHECK(segments[1].end == Approx(0.403));
    CHECK(segments[2].single());
    CHECK(segments[2].end == Approx(0.903));
    CHECK(segments[3].first == 5);
    CHECK(segments[3].single());
    CHECK(segments[4].end == Approx(1.0));
    CHECK(segmentAt(segments, 0.0) == std::optional<std::size_t>(0));
    CHECK(segmentAt(segments, 0.4) == std::optional<std::size_t>(1)); // an interval includes its beginning
    CHECK(segmentAt(segments, 0.5) == std::optional<std::size_t>(2));
    CHECK(segmentAt(segments, 1.0) == std::optional<std::size_t>(4));
    CHECK_FALSE(segmentAt({}, 0.5).has_value());
}

TEST_CASE("cumulative bar: the drawn interval has the accent, the number its place", "[paint]")
{
    QImage image(402, 60, QImage::Format_RGB32);
    const ChipColours colours = chipColours(QPalette(Qt::white));
    image.fill(colours.background);
    QPainter painter(&image);
    const std::vector<BarSegment> segments = barSegments({0.25, 0.5, 0.25}, 0.001);
    paintCumulativeBar(painter, QRectF(0, 0, 402, 60), segments, Draw{0.6, 0, 0.25, 0.75}, colours,
                       [](std::int32_t) { return QString(); });
    painter.end();
    const int y = 38;
    CHECK(image.pixelColor(150, y) == colours.rampEnd);
    CHECK(image.pixelColor(280, y) == colours.rampEnd);
    CHECK(image.pixelColor(50, y) != colours.rampEnd);
    CHECK(image.pixelColor(350, y) != colours.rampEnd);
    CHECK(relativeLuminance(image.pixelColor(241, y)) < relativeLuminance(colours.rampEnd));
}
