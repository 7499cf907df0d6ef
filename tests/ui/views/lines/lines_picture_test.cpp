#include "ui/views/lines/lines_picture.h"

#include "tests/support/catch.h"
#include "tests/support/drawn_map.h"
#include "ui/views/lines/line_strokes.h"
#include "ui/words/token_text.h"

#include <QGuiApplication>
#include <QPainter>
#include <QSignalSpy>

#include <cmath>
#include <span>

using namespace headlight;
using namespace headlight::testing;

namespace {

LinesLayout layoutOf(int queries, int keys, double width = 400, const SegmentFilter& filter = {})
{
    LinesLayout layout(QGuiApplication::font());
    layout.setTokens(wordAxis(queries), wordAxis(keys), filter);
    layout.layout(width);
    return layout;
}

std::vector<AttentionLine> fan(int queries, int keys, int heads)
{
    std::vector<AttentionLine> lines;
    for (int head = 0; head < heads; ++head)
        for (int q = 0; q < queries; ++q)
            lines.push_back({q, (q * 7 + head) % keys,
                             0.1F + 0.8F * static_cast<float>(q) / static_cast<float>(queries), head});
    return lines;
}

/// Area of the picture covered by a stroke at full opacity: its length times its width.
double covered(const QImage& image)
{
    double sum = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            sum += qAlpha(image.pixel(x, y)) / 255.0;
    return sum;
}

QImage blank()
{
    QImage image(120, 100, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    return image;
}

} // namespace

TEST_CASE("line strokes: a line covers its length times its width, in every direction", "[paint][lines]")
{
    const QPointF middle(60, 50);
    for (int degrees = 0; degrees < 360; degrees += 15) {
        const double angle = degrees * 3.14159265358979 / 180;
        const QPointF arm(35 * std::cos(angle), 35 * std::sin(angle));
        QImage image = blank();
        blendLine(image, {middle - arm, middle + arm, 2.0, Qt::black, 1.0}, 0, 100);
        INFO(degrees);
        CHECK(covered(image) == Approx(70 * 2.0).epsilon(0.06));
        CHECK(qAlpha(image.pixel(60, 50)) > 200);
    }
}

TEST_CASE("line strokes: what leaves the picture or the rows is not drawn", "[paint][lines]")
{
    QImage image = blank();
    blendLine(image, {{-50, -30}, {200, 160}, 1.5, Qt::red, 1.0}, 20, 60);
    for (int y = 0; y < 100; ++y)
        for (int x = 0; x < 120; ++x)
            if (y < 20 || y >= 60)
                REQUIRE(qAlpha(image.pixel(x, y)) == 0);
    CHECK(covered(image) > 30);
    QImage none = blank();
    blendLine(none, {{-50, -30}, {-10, 400}, 1.5, Qt::red, 1.0}, 0, 100);
    CHECK(covered(none) == 0);
}

TEST_CASE("line strokes: opacity and colour are those asked for, and lines lie over each other",
          "[paint][lines]")
{
    QImage image = blank();
    blendLine(image, {{0, 50}, {120, 50}, 4, QColor(200, 100, 50), 0.5}, 0, 100);
    const QColor seen = image.pixelColor(60, 50);
    CHECK(seen.alpha() == Approx(128).margin(3));
    CHECK(seen.red() == Approx(200).margin(5));
    blendLine(image, {{0, 50}, {120, 50}, 4, QColor(200, 100, 50), 0.5}, 0, 100);
    CHECK(image.pixelColor(60, 50).alpha() == Approx(191).margin(4));
}

TEST_CASE("lines picture: opacity rises with the weight and never vanishes", "[paint][lines]")
{
    double before = 0;
    for (const float weight : {0.0001F, 0.001F, 0.01F, 0.1F, 0.5F, 1.0F}) {
        const double opacity = lineOpacity(weight);
        CHECK(opacity > before);
        CHECK(opacity >= 0.07);
        CHECK(opacity <= 0.95);
        before = opacity;
    }
}

TEST_CASE("lines picture: a line joins the two tokens in the colour of its head", "[paint][lines]")
{
    const LinesLayout layout = layoutOf(6, 6);
    const LinesWindow window{0, {400, static_cast<int>(layout.height())}, 1};
    const std::vector<QColor> colours{QColor(10, 20, 200)};
    const std::vector<AttentionLine> lines{{1, 4, 1.0F, 0}};
    const QImage image = linesImage(layout, lines, colours, window);
    const QPointF from = layout.anchor({LineSide::kQuery, 1}, 0), to = layout.anchor({LineSide::kKey, 4}, 0);
    for (const double t : {0.1, 0.5, 0.9}) {
        const QPointF at = from + t * (to - from);
        const QColor seen = image.pixelColor(static_cast<int>(at.x()), static_cast<int>(at.y()));
        CHECK(seen.alpha() > 100);
        CHECK(seen.blue() > 150);
    }
    CHECK(image
              .pixelColor(static_cast<int>(layout.gapLeft()) + 20,
                          static_cast<int>(layout.rect({LineSide::kQuery, 5}).center().y()))
              .alpha()
          == 0);
}

TEST_CASE("lines picture: scrolled and drawn anew are the same pixels", "[paint][lines]")
{
    const LinesLayout layout = layoutOf(200, 180);
    const std::vector<QColor> colours{Qt::red, Qt::blue, Qt::darkGreen};
    const std::vector<AttentionLine> lines = fan(200, 180, 3);
    for (const double ratio : {1.0, 2.0}) {
        LinesWindow window{300, {400, 250}, ratio};
        QImage image = linesImage(layout, lines, colours, window);
        double top = window.top;
        for (const double step : {17.0, -60.0, 120.0, -3.0}) {
            window.top += step;
            const auto scrolled = scrolledLines(image, top, layout, lines, colours, window);
            REQUIRE(scrolled);
            CHECK(*scrolled == linesImage(layout, lines, colours, window));
            image = *scrolled;
            top = window.top;
        }
        window.top += 1000;
        CHECK_FALSE(scrolledLines(image, top, layout, lines, colours, window));
    }
}

TEST_CASE("lines picture: many lines are drawn in several goes, the strongest at once", "[paint][lines]")
{
    const LinesLayout layout = layoutOf(40, 40);
    std::vector<AttentionLine> lines;
    lines.reserve(1000);
    for (std::int32_t i = 0; i < 1000; ++i)
        lines.push_back({i % 40, (i * 7) % 40, static_cast<float>(i + 1) / 1000, 0});
    const std::vector<QColor> colours{Qt::blue};
    const LinesWindow window{0, {400, 300}, 1};
    const QImage all = linesImage(layout, lines, colours, window);
    GrowingLines growing(layout);
    QSignalSpy grown(&growing, &GrowingLines::grown);
    const QImage first = growing.picture(lines, colours, window);
    CHECK(growing.isGrowing());
    CHECK(first != all);
    CHECK(first == linesImage(layout, std::span(lines).last(150), colours, window));
    REQUIRE(grown.wait(10000));
    CHECK_FALSE(growing.isGrowing());
    CHECK(growing.picture(lines, colours, window) == all);
    // Scrolled meanwhile, or forgotten: nothing of what was before is left.
    growing.forget();
    growing.picture(lines, colours, window);
    const LinesWindow below{100, {400, 300}, 1};
    growing.picture(lines, colours, below);
    REQUIRE(grown.wait(10000));
    CHECK(growing.picture(lines, colours, below) == linesImage(layout, lines, colours, below));
    growing.forget();
    CHECK_FALSE(growing.isGrowing());
    CHECK(growing.picture({}, colours, window) == linesImage(layout, {}, colours, window));
}

TEST_CASE("lines picture: tokens are hit where they are drawn", "[paint][lines]")
{
    const LinesLayout layout = layoutOf(12, 7, 300);
    for (const LineSide side : {LineSide::kQuery, LineSide::kKey}) {
        for (int i = 0; i < layout.rows(side); ++i) {
            const LineToken token{side, i};
            CHECK(layout.hit(layout.rect(token).center()) == token);
        }
    }
    CHECK_FALSE(layout.hit({150, 20}));
    CHECK_FALSE(layout.hit({layout.gapRight() + 5, layout.rowHeight() * 9}));
    CHECK(layout.height() == layout.rowHeight() * 12);
}

TEST_CASE("lines picture: names of a long text are made where they are shown", "[paint][lines]")
{
    LinesLayout layout(QGuiApplication::font());
    constexpr int kTokens = 100000;
    layout.setTokens(wordAxis(kTokens), wordAxis(kTokens), {});
    int made = 0;
    layout.setQueryNames([&made](int row) {
        ++made;
        return QStringLiteral("row %1").arg(row);
    });
    layout.layout(400);
    CHECK(made < kTokens / 10);
    CHECK(layout.text({LineSide::kQuery, kTokens - 1}) == QStringLiteral("row 99999"));
    CHECK(layout.text({LineSide::kKey, 7}) == tokenText(layout.label({LineSide::kKey, 7})));
    // The column has room for the text it was measured with.
    CHECK_FALSE(layout.isCut({LineSide::kQuery, 0}));
    layout.setQueryNames({});
    CHECK(layout.text({LineSide::kQuery, 7}) == tokenText(layout.label({LineSide::kQuery, 7})));
}

TEST_CASE("lines picture: a filter leaves the tokens of a segment", "[paint][lines]")
{
    auto tokens = std::make_shared<std::vector<TokenLabel>>(syntheticTokens(8, false));
    for (std::size_t i = 5; i < 8; ++i)
        (*tokens)[i].segment = 1;
    LinesLayout layout(QGuiApplication::font());
    layout.setTokens(tokens, tokens, {0, 1});
    layout.layout(300);
    CHECK(layout.rows(LineSide::kQuery) == 5);
    CHECK(layout.rows(LineSide::kKey) == 3);
    CHECK(layout.tokenAt(LineSide::kKey, 0) == 5);
    CHECK(layout.rowOf({LineSide::kKey, 6}) == 1);
    CHECK_FALSE(layout.rowOf({LineSide::kKey, 2}));
    CHECK(segmentsOf(*tokens) == std::vector<int>{0, 1});
    // Lines of hidden tokens are not drawn.
    const std::vector<AttentionLine> hidden{{1, 2, 1.0F, 0}};
    const QImage image = linesImage(layout, hidden, {Qt::red}, {0, {300, 100}, 1});
    CHECK(covered(image) == 0);
}
