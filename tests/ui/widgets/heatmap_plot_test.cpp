#include "tests/support/catch.h"
#include "tests/support/drawn_map.h"
#include "ui/picture/shown_maps.h"
#include "ui/widgets/heatmap_accessible.h"
#include "ui/widgets/heatmap_plot.h"

#include <QCoreApplication>
#include <QEnterEvent>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

namespace {

void turn()
{
    for (int i = 0; i < 4; ++i)
        QCoreApplication::processEvents();
}

/// A visible plot with helpers for mouse input.
struct PlotBench
{
    HeatmapPlot plot;
    std::vector<Cell> hovers, clicks;

    explicit PlotBench(const AttentionMap& map, MapKind kind = MapKind::kWeights)
    {
        plot.resize(820, 600);
        QObject::connect(&plot, &HeatmapPlot::hovered, &plot, [this](const Cell& c) { hovers.push_back(c); });
        QObject::connect(&plot, &HeatmapPlot::clicked, &plot, [this](const Cell& c) { clicks.push_back(c); });
        plot.setMap(map, kind);
        plot.show();
        turn();
    }
    void mouse(QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons buttons)
    {
        QMouseEvent event(type, at, plot.mapToGlobal(at), button, buttons, Qt::NoModifier);
        QCoreApplication::sendEvent(&plot, &event);
    }
    void move(QPointF at) { mouse(QEvent::MouseMove, at, Qt::NoButton, Qt::NoButton); }
    void click(QPointF at)
    {
        mouse(QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton);
        mouse(QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton);
    }
    void wheel(QPointF at, int steps)
    {
        QWheelEvent event(at, plot.mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&plot, &event);
        turn();
    }
    QPointF centre(int query, int key) const { return plot.shownLayout().cells.cell(query, key).center(); }
    QRgb pixel(QPointF at) { return plot.grab().toImage().pixel(at.toPoint()); }
};

} // namespace

TEST_CASE("heatmap plot: pixels agree with the numbers", "[plot]")
{
    for (const auto& [queries, keys] : {std::pair(1, 1), {6, 9}, {25, 40}}) {
        PlotBench bench(drawnMap(queries, keys));
        const QImage image = bench.plot.grab().toImage();
        const CellColours& colours = *bench.plot.colours();
        for (int q = 0; q < queries; ++q) {
            for (int k = 0; k < keys; ++k) {
                // Large cells have their number in the middle; the corner is free.
                const QRectF cell = bench.plot.shownLayout().cells.cell(q, k);
                const QPointF at = cell.width() > 20 ? cell.topLeft() + QPointF(3, 3) : cell.center();
                REQUIRE(image.pixel(at.toPoint()) == colours.map->at(colours.scale.level(drawnNumber(q, k))));
            }
        }
    }
}

TEST_CASE("heatmap plot: the same where the window is written from right to left", "[plot]")
{
    PlotBench usual(drawnMap(6, 9), MapKind::kScores);
    const QImage image = usual.plot.grab().toImage();
    QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    PlotBench mirrored(drawnMap(6, 9), MapKind::kScores);
    CHECK(mirrored.plot.grab().toImage() == image);
    QGuiApplication::setLayoutDirection(Qt::LeftToRight);
}

TEST_CASE("heatmap plot: the mouse finds cells and labels", "[plot]")
{
    PlotBench bench(drawnMap(8, 10));
    for (int q = 0; q < 8; ++q)
        for (int k = 0; k < 10; ++k)
            REQUIRE(bench.plot.cellAt(bench.centre(q, k)) == Cell{q, k});
    const CellFrame& frame = bench.plot.shownLayout().cells;
    CHECK(bench.plot.cellAt({frame.area.left() - 8, bench.centre(3, 0).y()}) == Cell{3, std::nullopt});
    CHECK(bench.plot.cellAt({bench.centre(0, 4).x(), frame.area.top() - 8}) == Cell{std::nullopt, 4});
    CHECK(bench.plot.cellAt({2, 2}).empty());
    CHECK(bench.plot.cellAt(frame.area.bottomRight()) == Cell{7, 9});
    bench.move(bench.centre(2, 5));
    bench.move(bench.centre(2, 5) + QPointF(1, 1));
    bench.move(bench.centre(2, 6));
    REQUIRE(bench.hovers.size() == 2);
    CHECK(bench.hovers.back() == Cell{2, 6});
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&bench.plot, &leave);
    CHECK(bench.hovers.back().empty());
}

TEST_CASE("heatmap plot: a click is a click, a drag is not", "[plot]")
{
    PlotBench bench(drawnMap(8, 10));
    bench.click(bench.centre(3, 4));
    REQUIRE(bench.clicks.size() == 1);
    CHECK(bench.clicks.front() == Cell{3, 4});
    bench.mouse(QEvent::MouseButtonPress, bench.centre(1, 1), Qt::LeftButton, Qt::LeftButton);
    bench.mouse(QEvent::MouseMove, bench.centre(3, 3), Qt::NoButton, Qt::LeftButton);
    bench.mouse(QEvent::MouseButtonRelease, bench.centre(3, 3), Qt::LeftButton, Qt::NoButton);
    CHECK(bench.clicks.size() == 1);
}

TEST_CASE("heatmap plot: the wheel zooms at the mouse and the picture cannot be lost", "[plot]")
{
    PlotBench bench(drawnMap(60, 60));
    const QPointF at = bench.centre(20, 40);
    const double query = bench.plot.shownLayout().cells.queryAt(at.y());
    bench.wheel(at, 3);
    CHECK(bench.plot.isZoomed());
    CHECK(bench.plot.shownLayout().cells.queryAt(at.y()) == Approx(query).margin(1e-6));
    for (int i = 0; i < 60; ++i)
        bench.wheel(at, 1);
    CHECK(bench.plot.shownLayout().cells.queries.size() == Approx(3).margin(1e-6));
    // Dragged far beyond every edge, it stays inside the map.
    for (const QPointF by : {QPointF(4000, 4000), QPointF(-9000, -9000)}) {
        bench.mouse(QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton);
        bench.mouse(QEvent::MouseMove, at + by / 2, Qt::NoButton, Qt::LeftButton);
        bench.mouse(QEvent::MouseMove, at + by, Qt::NoButton, Qt::LeftButton);
        bench.mouse(QEvent::MouseButtonRelease, at + by, Qt::LeftButton, Qt::NoButton);
        turn();
        const AxisSpan& keys = bench.plot.shownLayout().cells.keys;
        CHECK(keys.lower >= 0);
        CHECK(keys.upper <= 60);
        CHECK(keys.size() == Approx(3).margin(1e-6));
    }
    for (int i = 0; i < 80; ++i)
        bench.wheel(at, -1);
    CHECK_FALSE(bench.plot.isZoomed());
    bench.wheel(at, 2);
    bench.plot.showAll();
    CHECK_FALSE(bench.plot.isZoomed());
}

TEST_CASE("heatmap plot: marks are seen and leave nothing behind", "[plot]")
{
    PlotBench bench(drawnMap(8, 10));
    const QImage before = bench.plot.grab().toImage();
    bench.plot.setMarks({{2, 3}, {5, 6}});
    turn();
    const QImage marked = bench.plot.grab().toImage();
    CHECK(marked != before);
    // The frame surrounds the cell, whose colour does not change.
    const QRectF cell = bench.plot.shownLayout().cells.cell(5, 6);
    CHECK(marked.pixel((cell.topLeft() + QPointF(3, 3)).toPoint())
          == before.pixel((cell.topLeft() + QPointF(3, 3)).toPoint()));
    CHECK(marked.pixel((cell.topLeft() + QPointF(20, -2)).toPoint())
          == bench.plot.palette().color(QPalette::Highlight).rgb());
    bench.plot.setMarks({});
    turn();
    CHECK(bench.plot.grab().toImage() == before);
}

TEST_CASE("heatmap plot: large maps say that they are pooled, and show single cells when zoomed", "[plot]")
{
    PlotBench bench(drawnMap(3000, 3000, true));
    REQUIRE(QTest::qWaitFor([&bench] { return !bench.plot.isReading(); }, 60000));
    turn();
    CHECK_FALSE(bench.plot.poolingNote().isEmpty());
    for (int i = 0; i < 30; ++i)
        bench.wheel(bench.plot.shownLayout().cells.area.center(), 1);
    CHECK(bench.plot.poolingNote().isEmpty());
    const CellFrame& frame = bench.plot.shownLayout().cells;
    const auto query = static_cast<Index>(frame.queries.lower) + 1,
               key = static_cast<Index>(frame.keys.lower) + 1;
    const QRectF cell = frame.cell(query, key);
    if (key <= query)
        CHECK(bench.pixel(cell.topLeft() + QPointF(5, 5))
              == bench.plot.colours()->map->at(bench.plot.colours()->scale.level(drawnNumber(query, key))));
}

TEST_CASE("heatmap plot: scores stand around zero, a mask has two states", "[plot]")
{
    PlotBench scores(drawnMap(6, 6, true), MapKind::kScores);
    CHECK(scores.plot.colours()->map->isDiverging());
    CHECK(scores.plot.colours()->scale.lower == -scores.plot.colours()->scale.upper);
    PlotBench mask(drawnMap(6, 6, true), MapKind::kMask);
    const CellFrame& frame = mask.plot.shownLayout().cells;
    const QImage image = mask.plot.grab().toImage();
    const QRgb may = image.pixel(frame.cell(4, 2).center().toPoint());
    CHECK(may == image.pixel(frame.cell(5, 5).center().toPoint()));
    CHECK(may != image.pixel(frame.cell(2, 4).center().toPoint()));
}

TEST_CASE("heatmap plot: a map that shrinks, vanishes and comes back", "[plot]")
{
    PlotBench bench(drawnMap(40, 40));
    bench.wheel(bench.centre(30, 30), 6);
    bench.plot.setMarks({{39, 39}, {38, 38}});
    bench.plot.setMap(drawnMap(3, 2), MapKind::kWeights);
    turn();
    CHECK_FALSE(bench.plot.isZoomed());
    CHECK(bench.plot.grab().toImage().width() == 820);
    bench.plot.setMap({}, MapKind::kWeights);
    turn();
    CHECK(bench.plot.cellAt({300, 300}).empty());
    bench.plot.setMap(drawnMap(5, 5), MapKind::kWeights);
    turn();
    CHECK(bench.plot.cellAt(bench.centre(4, 4)) == Cell{4, 4});
}

TEST_CASE("heatmap plot: while a large map is read in the background the picture before it stays", "[plot]")
{
    PlotBench bench(drawnMap(900, 800, true));
    REQUIRE(QTest::qWaitFor([&bench] { return !bench.plot.isReading(); }, 60000));
    turn();
    REQUIRE(bench.plot.colours() != nullptr);
    const CellLimits before = bench.plot.limits();
    CHECK(before.masked);
    bench.plot.setMap(drawnMap(900, 800), MapKind::kWeights);
    CHECK(bench.plot.isReading());
    CHECK(bench.plot.colours() != nullptr);
    CHECK(bench.plot.limits() == before);
    REQUIRE(QTest::qWaitFor([&bench] { return !bench.plot.isReading(); }, 60000));
    turn();
    CHECK_FALSE(bench.plot.limits().masked);
}

TEST_CASE("heatmap plot: while a large map grows row by row its picture stays and follows", "[plot]")
{
    PlotBench bench(drawnMap(900, 800, true));
    REQUIRE(QTest::qWaitFor([&bench] { return !bench.plot.isReading(); }, 60000));
    turn();
    REQUIRE(bench.plot.colours() != nullptr);
    const auto lastRow = [&bench] {
        const QPointF corner = bench.plot.shownLayout().cells.area.bottomRight();
        return bench.plot.cellAt(corner - QPointF(0.1, 0.1)).query.value_or(-1);
    };
    for (int rows = 901; rows < 906; ++rows) { // faster than any of them can be read
        bench.plot.setMap(drawnMap(rows, 800, true), MapKind::kWeights);
        CHECK(bench.plot.isReading());
        REQUIRE(bench.plot.colours() != nullptr);
        CHECK(lastRow() == 899);
    }
    REQUIRE(QTest::qWaitFor([&bench] { return !bench.plot.isReading(); }, 60000));
    turn();
    CHECK(lastRow() == 904);
    CHECK_FALSE(bench.plot.isZoomed());
}

TEST_CASE("heatmap plot: the newest row and found tokens have marks of their own and leave nothing behind",
          "[plot]")
{
    for (const bool dark : {false, true}) {
        PlotBench bench(drawnMap(12, 14));
        QPalette palette = bench.plot.palette();
        palette.setColor(QPalette::Base, dark ? QColor(0x17, 0x19, 0x1D) : QColor(Qt::white));
        palette.setColor(QPalette::Text, dark ? QColor(Qt::white) : QColor(Qt::black));
        bench.plot.setPalette(palette);
        turn();
        const PicturePalette colours = PicturePalette::of(bench.plot.palette());
        CHECK(colours.newest != colours.pin);
        CHECK(colours.newest != colours.found);
        const QImage before = bench.plot.grab().toImage();
        const auto count = [](const QImage& image, const QRectF& in, const QColor& colour) {
            int found = 0;
            for (int y = static_cast<int>(in.top()); y < in.bottom(); ++y)
                for (int x = static_cast<int>(in.left()); x < in.right(); ++x)
                    found += image.rect().contains(x, y) && image.pixel(x, y) == colour.rgb() ? 1 : 0;
            return found;
        };
        CHECK(count(before, before.rect(), colours.newest) == 0);
        CHECK(count(before, before.rect(), colours.found) == 0);

        HeatmapMarks marks;
        marks.newest = 11;
        bench.plot.setMarks(marks);
        turn();
        REQUIRE(bench.plot.scaleBar() != nullptr);
        CHECK(bench.plot.scaleBar()->showNewest);
        QImage image = bench.plot.grab().toImage();
        const CellFrame& cells = bench.plot.shownLayout().cells;
        const QRectF row(cells.area.left(), cells.cell(11, 0).top() - 2, cells.area.width(), 2.5);
        CHECK(count(image, row, colours.newest) > cells.area.width() / 3); // dashes
        CHECK(count(image, row, colours.newest) < cells.area.width() * 0.9);
        const QRectF arrow(cells.area.left() - 7, cells.cell(11, 0).center().y() - 6, 7, 12);
        CHECK(count(image, arrow, colours.newest) > 8);
        CHECK(count(image, arrow.translated(0, cells.cell(0, 0).top() - cells.cell(11, 0).top()),
                    colours.newest)
              == 0);
        CHECK(count(image, bench.plot.shownLayout().scaleBar, colours.newest) > 8); // the legend explains it

        marks = {};
        marks.found = {{2, 5}, {7}};
        bench.plot.setMarks(marks);
        turn();
        CHECK_FALSE(bench.plot.scaleBar()->showNewest);
        image = bench.plot.grab().toImage();
        CHECK(count(image, image.rect(), colours.newest) == 0);
        const CellFrame& now = bench.plot.shownLayout().cells;
        for (int q = 0; q < 12; ++q) {
            const QRectF beside(now.area.left() - 5, now.cell(q, 0).top() + 2, 5,
                                now.cell(q, 0).height() - 4);
            CHECK((count(image, beside, colours.found) > 0) == (q == 2 || q == 5));
        }
        for (int k = 0; k < 14; ++k) {
            const QRectF above(now.cell(0, k).left() + 2, now.area.top() - 5, now.cell(0, k).width() - 4, 5);
            CHECK((count(image, above, colours.found) > 0) == (k == 7));
        }
        bench.plot.setMarks({});
        turn();
        CHECK(bench.plot.grab().toImage() == before);
    }
}

TEST_CASE("heatmap plot: a table has numbered axes, and zero in the middle of its colours where asked",
          "[plot]")
{
    Matrix numbers(4, 6);
    for (Index r = 0; r < 4; ++r)
        for (Index c = 0; c < 6; ++c)
            numbers(r, c) = static_cast<float>(r * 6 + c) + 2;
    HeatmapOptions options;
    options.table = TableNames{QStringLiteral("value"), QStringLiteral("row"), QStringLiteral("column")};
    HeatmapPlot plot;
    plot.resize(600, 400);
    for (const bool aroundZero : {true, false}) {
        options.aroundZero = aroundZero;
        plot.showMap(tableMap(numbers), MapKind::kScores, options);
        plot.show();
        turn();
        REQUIRE(plot.colours() != nullptr);
        const CellColours& colours = *plot.colours();
        CHECK(plot.scaleBar()->title == QStringLiteral("value"));
        CHECK(colours.map->isDiverging() == aroundZero);
        CHECK(colours.scale.lower == (aroundZero ? -25.0 : 2.0));
        CHECK(colours.scale.upper == 25.0);
        const QPointF at = plot.shownLayout().cells.cell(1, 3).topLeft() + QPointF(3, 3);
        CHECK(plot.grab().toImage().pixel(at.toPoint()) == colours.map->at(colours.scale.level(11)));
    }
    CHECK(cellInWords(plot, 1, 3) == QStringLiteral("row 1, column 3: 11"));
}
