#include "ui/views/compare/compare_canvas.h"

#include "tests/support/catch.h"
#include "tests/support/drawn_map.h"
#include "tests/support/tiny_model.h"
#include "tests/ui/views/compare/compare_bench.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/widgets/image_file.h"
#include "ui/window/presenting/hidden_controls.h"
#include "ui/window/rooms/view_dock.h"

#include <QFile>
#include <QFontMetricsF>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <QtMath>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

TEST_CASE("compare canvas: A and B share one scale, the difference has zero in its middle",
          "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 2);
    const CellColours& a = *bench.plot(CompareCanvas::kA).colours();
    const CellColours& b = *bench.plot(CompareCanvas::kB).colours();
    const CellColours& d = *bench.plot(CompareCanvas::kDifference).colours();
    CHECK(a.scale == b.scale);
    CHECK(a.map == b.map);
    CHECK(d.scale.diverging);
    CHECK(d.scale.lower == -d.scale.upper);
    const float largest = bench.canvas().content()->comparison.summary().largest;
    CHECK(d.scale.upper == Approx(static_cast<double>(largest)));
    // On screen, a cell of the difference has the colour of its number.
    const QImage image = bench.plot(CompareCanvas::kDifference).grab().toImage();
    const CellFrame& cells = bench.cells(CompareCanvas::kDifference);
    const Matrix numbers = bench.canvas().content()->comparison.difference().whole(MapKind::kScores);
    const QPointF at = cells.cell(2, 4).topLeft() + QPointF(3, 3);
    const QPoint pixel = (at * image.devicePixelRatio()).toPoint();
    CHECK(image.pixelColor(pixel) == QColor(d.of(numbers(2, 4), CellState::kPlain)));
}

TEST_CASE("compare canvas: the maps are saved as one image, with their colours", "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 2);
    auto& canvas = *bench.view.findChild<CompareCanvas*>();
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("compare.png"));
    REQUIRE(writeImage(canvas, file));
    const QImage image(file);
    CHECK(image.size() == bench.canvas().size() * 2);
    const Matrix numbers = bench.canvas().content()->comparison.difference().whole(MapKind::kScores);
    for (const auto panel : {CompareCanvas::kA, CompareCanvas::kB, CompareCanvas::kDifference}) {
        const HeatmapPlot& plot = bench.plot(panel);
        const AttentionMap map = panel == CompareCanvas::kA ? bench.canvas().content()->comparison.a()
                                                            : bench.canvas().content()->comparison.b();
        const float number
            = panel == CompareCanvas::kDifference ? numbers(2, 4) : map.at(MapKind::kWeights, 2, 4);
        const QPointF at = bench.cells(panel).cell(2, 4).topLeft() + QPointF(3, 3) + plot.pos();
        CHECK(image.pixelColor((at * 2).toPoint()) == QColor(plot.colours()->of(number, CellState::kPlain)));
    }
    for (const char* name : {"compare.svg", "compare.pdf"}) {
        REQUIRE(writeImage(canvas, folder.filePath(QLatin1String(name)), QStringLiteral("the command")));
        QFile written(folder.filePath(QLatin1String(name)));
        REQUIRE(written.open(QIODevice::ReadOnly));
        CHECK(written.size() > 1000);
    }
    CHECK_FALSE(writeImage(canvas, folder.filePath(QStringLiteral("nowhere/compare.png"))));
}

TEST_CASE("compare canvas: capital letters name a format, too", "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 2);
    auto& canvas = *bench.view.findChild<CompareCanvas*>();
    const QTemporaryDir folder;
    for (const auto& [name, begin] : {std::pair("PICTURE.PNG", "\x89PNG"), std::pair("PICTURE.SVG", "<?xml"),
                                      std::pair("Picture.Pdf", "%PDF")}) {
        const QString file = folder.filePath(QLatin1String(name));
        REQUIRE(writeImage(canvas, file));
        QFile written(file);
        REQUIRE(written.open(QIODevice::ReadOnly));
        CHECK(written.readAll().startsWith(begin));
    }
}

TEST_CASE("compare canvas: side by side, one legend serves A and B, and all maps have the same room",
          "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 2);
    bench.view.resize(1200, 500);
    CompareBench::turn();
    const QRectF legend = bench.canvas().legendRect(CompareCanvas::kB);
    for (const auto panel : {CompareCanvas::kA, CompareCanvas::kB, CompareCanvas::kDifference}) {
        CHECK_FALSE(bench.plot(panel).options().legend);
        CHECK(bench.plot(panel).geometry().bottom() < legend.top());
    }
    CHECK(legend.right() > bench.plot(CompareCanvas::kB).x());
    CHECK(legend.right() < bench.canvas().legendRect(CompareCanvas::kDifference).left());
    const QRectF a = bench.cells(CompareCanvas::kA).area;
    CHECK(bench.cells(CompareCanvas::kB).area == a);
    CHECK(bench.cells(CompareCanvas::kDifference).area == a);
    bench.view.resize(430, 560); // a small window with a lesson: too low for that
    CompareBench::turn();
    CHECK(bench.cells(CompareCanvas::kB).area == bench.cells(CompareCanvas::kA).area);
    bench.view.resize(500, 900); // one below the other
    CompareBench::turn();
    CHECK(bench.plot(CompareCanvas::kA).options().legend);
    CHECK(bench.cells(CompareCanvas::kB).area == bench.cells(CompareCanvas::kA).area);
}

TEST_CASE("compare canvas: at 1024 × 700, the maps have most of the width, and their legends are below",
          "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 2);
    bench.view.resize(834, 560);
    CompareBench::turn();
    CHECK(3 * bench.cells(CompareCanvas::kA).area.width() > 0.55 * 834);
    const QImage image = bench.view.findChild<CompareCanvas*>()->grab().toImage();
    for (const auto panel : {CompareCanvas::kB, CompareCanvas::kDifference}) {
        INFO(static_cast<int>(panel));
        const QRectF legend = bench.canvas().legendRect(panel);
        const ColourMap& map = *bench.plot(panel).colours()->map;
        int least = 0, most = 0; // pixels in the colours of the two ends of the bar
        for (int y = qCeil(legend.top()); y < qFloor(legend.bottom()); ++y)
            for (int x = qCeil(legend.left()); x < qFloor(legend.right()); ++x)
                for (int level = 0; level < 8; ++level) {
                    least += image.pixel(x, y) == map.at(level) ? 1 : 0;
                    most += image.pixel(x, y) == map.at(255 - level) ? 1 : 0;
                }
        CHECK(least > 0);
        CHECK(most > 0);
    }
}

TEST_CASE("compare canvas: the mark of a step's row leaves the cells equal and aligned", "[views][compare]")
{
    CompareBench bench;
    bench.workspace.setModel(test::tinyModel());
    bench.workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    bench.publishEdited(5);
    bench.view.resize(686, 550);
    CompareBench::turn();
    for (const int step : {1, -1, 2}) {
        bench.workspace.setStep(step);
        CompareBench::turn();
        const QRectF a = bench.place(CompareCanvas::kA);
        for (const auto panel : {CompareCanvas::kB, CompareCanvas::kDifference}) {
            CHECK(bench.place(panel).size() == a.size());
            CHECK(bench.place(panel).top() == a.top());
        }
    }
}

TEST_CASE("compare canvas: in a small window a title has two lines, over none of the maps",
          "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 2);
    bench.view.resize(860, 520); // its room at 1024 × 700
    auto content = std::make_shared<CompareCanvas::Content>(*bench.canvas().content());
    content->titles[CompareCanvas::kB]
        = QStringLiteral("B: “The black cat sleeps on the old chair in the garden.”");
    bench.view.findChild<CompareCanvas*>()->setContent(content);
    CompareBench::turn();
    CHECK(bench.canvas().titleOf(CompareCanvas::kB).join(u' ') == content->titles[CompareCanvas::kB]);
    REQUIRE(bench.canvas().titleOf(CompareCanvas::kB).size() == 2);
    for (const auto panel : {CompareCanvas::kA, CompareCanvas::kB, CompareCanvas::kDifference})
        CHECK(bench.plot(panel).y() >= 2 * bench.canvas().fontMetrics().lineSpacing());
}

TEST_CASE("compare canvas: rows with the same labels have them once, and all cells are equal and aligned",
          "[views][compare]")
{
    CompareBench bench;
    bench.workspace.setModel(test::tinyModel());
    bench.workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    bench.publishEdited(5);
    REQUIRE_FALSE(bench.isAlone());
    for (const QSize& size : {QSize(980, 720), QSize(686, 550)}) { // its rooms at 1440 × 900 and 1024 × 700
        bench.view.resize(size);
        CompareBench::turn();
        const QRectF a = bench.place(CompareCanvas::kA);
        CHECK(bench.plot(CompareCanvas::kA).shownLayout().queryAxis.thickness > 0);
        for (const auto panel : {CompareCanvas::kB, CompareCanvas::kDifference}) {
            CHECK(bench.plot(panel).shownLayout().queryAxis.thickness == 0);
            CHECK(bench.place(panel).size() == a.size());
            CHECK(bench.place(panel).top() == a.top());
        }
        CHECK(bench.place(CompareCanvas::kB).left() > a.right());
        // The cells have the room of the labels and legends that do not stand there.
        CHECK(3 * a.width() > 0.6 * size.width());
    }
    // Labels of a kept result would come and go while the sentence is typed: every map keeps its own.
    bench.workspace.compare({});
    bench.view.keepShown();
    bench.publish(9, 2);
    CHECK(bench.plot(CompareCanvas::kB).shownLayout().queryAxis.thickness > 0);
}

TEST_CASE("compare canvas: side by side, rows are at one height and cells equal, whatever the tokens",
          "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(14, 2); // more columns, and longer labels
    for (const QSize& size : {QSize(1120, 720), QSize(834, 560)}) {
        bench.view.resize(size);
        CompareBench::turn();
        REQUIRE_FALSE(bench.plot(CompareCanvas::kA).options().legend); // side by side
        const auto cell = [&](CompareCanvas::Panel panel) {
            return bench.cells(panel).cell(0, 0).translated(bench.plot(panel).mapTo(&bench.view, QPoint()));
        };
        for (const auto panel : {CompareCanvas::kB, CompareCanvas::kDifference}) {
            CHECK(cell(panel).top() == cell(CompareCanvas::kA).top());
            CHECK(cell(panel).size() == cell(CompareCanvas::kA).size());
        }
        CHECK(bench.place(CompareCanvas::kB).width() > 0.16 * size.width());
    }
}

TEST_CASE("compare canvas: the first map stands where it will be A", "[views][compare]")
{
    CompareBench bench;
    bench.view.resize(980, 720);
    CompareBench::turn();
    REQUIRE(bench.isAlone());
    // Also after the view was resized while another one was shown.
    bench.view.hide();
    bench.view.resize(400, 300);
    bench.view.show();
    CompareBench::turn();
    bench.view.resize(980, 720);
    CompareBench::turn();
    CHECK(bench.canvas().height() > 0.65 * bench.view.height());
    const QRectF first = bench.place(CompareCanvas::kA);
    const QRectF frame = bench.canvas().emptyFrame(CompareCanvas::kB);
    CHECK_FALSE(bench.plot(CompareCanvas::kB).isVisible());
    bench.view.keepShown();
    bench.publish(9, 2);
    REQUIRE_FALSE(bench.isAlone());
    CHECK(bench.place(CompareCanvas::kA) == first);
    CHECK(bench.place(CompareCanvas::kB) == frame.translated(bench.canvas().mapTo(&bench.view, QPoint())));
}

TEST_CASE("compare canvas: on paper, a map with nothing beside it has all the room", "[views][compare]")
{
    CompareBench bench;
    bench.view.resize(980, 720);
    CompareBench::turn();
    REQUIRE(bench.isAlone());
    const QRectF before = bench.place(CompareCanvas::kA);
    HiddenControls hidden;
    hidden.hideAllIn(bench.view);
    CompareBench::turn();
    CHECK(bench.place(CompareCanvas::kA).width() > 1.5 * before.width());
    hidden.showAgain();
    CompareBench::turn();
    CHECK(bench.place(CompareCanvas::kA) == before);
    bench.view.keepShown();
    bench.publish(9, 2);
    REQUIRE_FALSE(bench.isAlone());
    const QRectF beside = bench.place(CompareCanvas::kB);
    hidden.hideAllIn(bench.view);
    CompareBench::turn();
    CHECK(bench.place(CompareCanvas::kB) == beside);
}

TEST_CASE("compare canvas: the first map stands still when the edits have run", "[views][compare]")
{
    for (const QSize& size : {QSize(980, 720), QSize(686, 550)}) { // its rooms at 1440 × 900 and 1024 × 700
        CompareBench bench;
        bench.workspace.setModel(test::tinyModel());
        bench.workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
        bench.view.resize(size);
        CompareBench::turn();
        REQUIRE(bench.isAlone());
        const QRectF first = bench.place(CompareCanvas::kA);
        bench.publishEdited(5);
        REQUIRE_FALSE(bench.isAlone());
        INFO(size.width() << ": " << first.height() << " became " << bench.place(CompareCanvas::kA).height());
        CHECK(bench.place(CompareCanvas::kA) == first);
    }
}

TEST_CASE("compare canvas: side by side, narrow maps of few tokens use the height", "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 2);
    bench.view.resize(834, 560); // its room at 1024 × 700
    CompareBench::turn();
    REQUIRE_FALSE(bench.plot(CompareCanvas::kA).options().legend); // side by side
    for (const auto panel : {CompareCanvas::kA, CompareCanvas::kB, CompareCanvas::kDifference}) {
        const HeatmapPlot& plot = bench.plot(panel);
        CHECK(bench.cells(panel).area.bottom() > 0.85 * plot.height());
    }
    // The name of the difference is above it, that of the weights fits beside their bar.
    CHECK(bench.plot(CompareCanvas::kDifference).scaleBar()->title.isEmpty());
    const ScaleBar& weights = *bench.plot(CompareCanvas::kB).scaleBar();
    CHECK(QFontMetricsF(bench.view.font()).horizontalAdvance(weights.title)
          < 0.6 * bench.canvas().legendRect(CompareCanvas::kB).width());
}

TEST_CASE("compare canvas: all three maps are in sight beside the edits of a small window",
          "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 2);
    QScrollArea* const scroll = scrolling(&bench.view, nullptr);
    scroll->resize(674, 550); // its room at 1024 × 700
    scroll->show();
    CompareBench::turn();
    CHECK_FALSE(scroll->verticalScrollBar()->isVisible());
    for (const auto panel : {CompareCanvas::kA, CompareCanvas::kB, CompareCanvas::kDifference}) {
        const HeatmapPlot& plot = bench.plot(panel);
        const QRectF area = bench.cells(panel).area;
        CHECK(area.width() >= 9 * 9);
        CHECK(area.height() >= 9 * 18);
        CHECK(scroll->viewport()->rect().contains(
            QRect(plot.mapTo(scroll->viewport(), area.topLeft().toPoint()), area.size().toSize())));
    }
    scroll->takeWidget();
    delete scroll;
}

TEST_CASE("compare canvas: the few rows of a first step have the width, one map below the other",
          "[views][compare]")
{
    CompareBench bench;
    bench.workspace.setModel(test::tinyModel());
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 0});
    bench.workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    bench.publishEdited(5);
    bench.view.findChild<CompareCanvas*>()->setFixedSize(707, 555);
    CompareBench::turn();
    const QSizeF before = bench.cells(CompareCanvas::kA).cell(0, 0).size();
    CHECK_FALSE(bench.plot(CompareCanvas::kA).options().legend); // side by side
    bench.workspace.setStep(0);
    CompareBench::turn();
    for (const auto panel : {CompareCanvas::kA, CompareCanvas::kB, CompareCanvas::kDifference}) {
        CHECK(bench.plot(panel).options().legend);
        CHECK(bench.cells(panel).cell(0, 0).width() > 1.5 * before.width());
    }
    bench.workspace.setStep(-1);
    CompareBench::turn();
    CHECK(bench.cells(CompareCanvas::kA).cell(0, 0).size() == before);
}

TEST_CASE("compare canvas: beside the edits and a lesson, no map is flat", "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 2);
    auto* const canvas = bench.view.findChild<CompareCanvas*>();
    canvas->setFixedSize(707, 555); // its room at 1440 × 900
    CompareBench::turn();
    for (const auto panel : {CompareCanvas::kA, CompareCanvas::kB, CompareCanvas::kDifference}) {
        CHECK(bench.cells(panel).area.width() >= 9 * 9);
        CHECK(bench.cells(panel).area.height() >= 9 * 18);
    }
}

TEST_CASE("compare canvas: a cell pointed at in one panel is marked in all", "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(7, 2); // "chair" and "." of A have no partner
    auto* canvas = bench.view.findChild<CompareCanvas*>();
    HeatmapPlot& a = bench.plot(CompareCanvas::kA);
    QTest::mouseMove(&a, bench.cells(CompareCanvas::kA).cell(8, 1).center().toPoint());
    CompareBench::turn();
    CHECK(bench.focus.hover() == Cell{6, 1}); // the end token is the ninth token of A and the seventh of B
    CHECK(canvas->inPanel(CompareCanvas::kA, bench.focus.hover()) == Cell{8, 1});
    CHECK(canvas->inPanel(CompareCanvas::kDifference, bench.focus.hover()) == Cell{6, 1});
    const QPointF alone = bench.cells(CompareCanvas::kA).cell(7, 7).center();
    CHECK(canvas->ofB(CompareCanvas::kA, a.cellAt(alone)).empty());
    QTest::mouseClick(&bench.plot(CompareCanvas::kDifference), Qt::LeftButton, {},
                      bench.cells(CompareCanvas::kDifference).cell(2, 3).center().toPoint());
    CHECK(bench.focus.pin() == Cell{2, 3});
}

TEST_CASE("compare canvas: the right and the bottom edge belong to the last cells", "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 2);
    for (const auto panel : {CompareCanvas::kA, CompareCanvas::kB, CompareCanvas::kDifference}) {
        INFO(static_cast<int>(panel));
        const QRectF area = bench.cells(panel).area;
        CHECK(bench.plot(panel).cellAt(area.bottomRight()) == Cell{8, 8});
        CHECK(bench.plot(panel).cellAt(area.topLeft()) == Cell{0, 0});
    }
}

TEST_CASE("compare canvas: the wheel zooms all three at the same tokens, and the focus knows",
          "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(7, 2);
    auto* canvas = bench.view.findChild<CompareCanvas*>();
    HeatmapPlot& plotB = bench.plot(CompareCanvas::kB);
    const auto spanIn = [&bench](CompareCanvas::Panel panel) { return bench.cells(panel); };
    const QPointF at = spanIn(CompareCanvas::kB).cell(2, 3).center();
    QWheelEvent wheel(at, plotB.mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&plotB, &wheel);
    CompareBench::turn();
    const CellFrame b = spanIn(CompareCanvas::kB);
    CHECK(b.queries.size() == Approx(7 * 0.64));
    CHECK(b.queryAt(at.y()) == Approx(2.5).margin(0.05)); // the point under the mouse stays
    REQUIRE(bench.focus.zoom());
    CHECK(bench.focus.zoom()->queries.begin == Approx(b.queries.lower));
    CHECK(bench.focus.zoom()->keys.end == Approx(b.keys.upper));
    CHECK(bench.focus.zoom()->queries.count == 7);
    // The first six tokens match those of A, which has nine.
    CHECK(spanIn(CompareCanvas::kA).queries.lower == Approx(b.queries.lower));
    CHECK(spanIn(CompareCanvas::kDifference).keys.lower == Approx(b.keys.lower));
    // The number drawn under the mouse is B's recorded number.
    const AttentionMap map = bench.mapOf(bench.workspace.shownTrace());
    const QRectF cell = b.cell(2, 3);
    const QImage image = plotB.grab().toImage();
    const CellColours& colours = *plotB.colours();
    CHECK(image.pixel((cell.topLeft() + QPointF(4, 4)).toPoint())
          == colours.map->at(colours.scale.level(map.at(MapKind::kWeights, 2, 3))));
    CHECK(canvas->ofB(CompareCanvas::kB, plotB.cellAt(cell.center())) == Cell{2, 3});

    canvas->setFocus();
    QTest::keyClick(canvas, Qt::Key_0);
    CompareBench::turn();
    CHECK(spanIn(CompareCanvas::kB).queries == AxisSpan{0, 7});
    CHECK(spanIn(CompareCanvas::kA).queries == AxisSpan{0, 9});
    QTest::keyClick(canvas, Qt::Key_Plus);
    CompareBench::turn();
    CHECK(spanIn(CompareCanvas::kB).queries.size() == Approx(5.6));
    // Dragging pans without pinning anything.
    bench.focus.setPin({});
    const double before = spanIn(CompareCanvas::kB).keys.lower;
    const QPoint from = spanIn(CompareCanvas::kB).area.center().toPoint();
    QTest::mousePress(&plotB, Qt::LeftButton, {}, from);
    QTest::mouseMove(&plotB, from - QPoint(12, 0));
    QTest::mouseMove(&plotB, from - QPoint(24, 0));
    QTest::mouseRelease(&plotB, Qt::LeftButton, {}, from - QPoint(24, 0));
    CompareBench::turn();
    CHECK(spanIn(CompareCanvas::kB).keys.lower > before);
    CHECK(bench.focus.pin().empty());
}

TEST_CASE("compare canvas: it follows the heatmap's zoom while that is linked", "[views][compare]")
{
    CompareBench bench;
    HeatmapView heatmap(bench.context);
    heatmap.resize(800, 600);
    heatmap.show();
    bench.view.keepShown();
    bench.publish(9, 2);
    auto* canvas = bench.view.findChild<CompareCanvas*>();
    const auto same = [&] {
        const CellFrame& one = heatmap.plot().shownLayout().cells;
        const CellFrame& other = bench.cells(CompareCanvas::kB);
        return std::abs(one.queries.lower - other.queries.lower) < 1e-6
            && std::abs(one.queries.upper - other.queries.upper) < 1e-6
            && std::abs(one.keys.lower - other.keys.lower) < 1e-6
            && std::abs(one.keys.upper - other.keys.upper) < 1e-6;
    };
    CHECK(same());
    heatmap.plot().showSpans({2, 6}, {1, 7});
    CompareBench::turn();
    CHECK(same());
    CHECK(bench.cells(CompareCanvas::kA).keys == AxisSpan{1, 7});
    QTest::keyClick(canvas, Qt::Key_Plus);
    CompareBench::turn();
    CHECK(heatmap.plot().shownLayout().cells.queries.size() < 3.9);
    CHECK(same());
    // Another stage of the same head keeps the visible part.
    bench.focus.setMap(MapKind::kMask);
    CompareBench::turn();
    CHECK(heatmap.plot().shownLayout().cells.queries.size() < 3.9);
    CHECK(same());
    bench.focus.setMap(MapKind::kWeights);
    CompareBench::turn();

    bench.focus.setZoomLinked(false);
    heatmap.plot().showAll();
    CompareBench::turn();
    CHECK_FALSE(same());
    QTest::keyClick(canvas, Qt::Key_Minus);
    CompareBench::turn();
    CHECK_FALSE(heatmap.plot().isZoomed());
    bench.focus.setZoomLinked(true); // the one last zoomed while linked leads
    heatmap.plot().showSpans({0, 4}, {0, 4});
    CompareBench::turn();
    CHECK(same());
}

TEST_CASE("compare canvas: a cell in words reads A and B once each", "[views][compare][long]")
{
    int reads = 0;
    const auto map = [&reads](float value) {
        const auto rule = [&reads, value](Index, Index) {
            ++reads;
            return value;
        };
        return AttentionMap{kHead, std::make_shared<RuleSource>(4, 4, false, rule), wordAxis(4), wordAxis(4)};
    };
    auto content = std::make_shared<CompareCanvas::Content>();
    content->comparison = MapComparison(map(0.25F), map(0.75F), MapKind::kWeights, alignPositions(4, 4),
                                        alignPositions(4, 4));
    CompareCanvas canvas;
    canvas.setContent(content);
    reads = 0;
    HeatmapMarks marks;
    marks.hover = {2, 1};
    canvas.setMarks(marks);
    CHECK(reads == 2);
    CHECK(canvas.accessibleDescription().contains(QStringLiteral("difference 0.5")));
}
