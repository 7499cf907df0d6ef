#include "ui/views/compare/compare_view.h"

#include "tests/support/catch.h"
#include "tests/support/edited_runs.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"
#include "ui/picture/head_name.h"
#include "ui/picture/what_if_edit.h"
#include "ui/state/branch_board.h"
#include "ui/state/branch_edit.h"
#include "ui/state/kept_result.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/window/rooms/view_dock.h"

#include <QComboBox>
#include <QFontMetricsF>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr HeadRef kHead{StackKind::kEncoder, 1, AttentionKind::kSelf, 2};

struct CompareBench : ViewBench
{
    CompareView view{context};

    CompareBench()
    {
        focus.setHead(kHead);
        publish(9, 1);
        view.resize(900, 600);
        view.show();
        turn();
    }
    void publish(int tokens, unsigned seed)
    {
        SyntheticOptions options;
        options.source = tokens;
        options.seed = seed;
        workspace.publish(syntheticSnapshot(options, 3));
        turn();
    }
    const CompareCanvas& canvas() const { return view.canvas(); }
    HeatmapPlot& plot(CompareCanvas::Panel panel) const { return view.canvas().plot(panel); }
    const CellFrame& cells(CompareCanvas::Panel panel) const { return plot(panel).shownLayout().cells; }
    AttentionMap mapOf(const Trace& trace, const HeadRef& head = kHead) { return trace.attention(head); }
};

float numberOf(const QTableWidget& table, int row, int column)
{
    return table.item(row, column)->text().replace(QChar(0x2212), QLatin1Char('-')).toFloat();
}

} // namespace

TEST_CASE("compare view: without A it says how to get one", "[views][compare]")
{
    CompareBench bench;
    CHECK(bench.canvas().content() == nullptr);
    CHECK_FALSE(bench.canvas().isVisible());
}

TEST_CASE("compare view: two inputs are compared at the tokens that they share", "[views][compare]")
{
    CompareBench bench;
    const Trace a = bench.workspace.shownTrace();
    bench.view.keepShown();
    bench.publish(7, 2);
    const Trace b = bench.workspace.shownTrace();
    REQUIRE(bench.canvas().content() != nullptr);
    const MapComparison& comparison = bench.canvas().content()->comparison;
    REQUIRE(comparison.queries().size() == 7); // six words and the end token
    CHECK(bench.view.summary().contains(QStringLiteral("2 queries and 2 keys of A, 0 and 0 of B")));
    const Matrix difference = comparison.difference().whole(MapKind::kScores);
    for (std::size_t q = 0; q < 7; ++q) {
        for (std::size_t k = 0; k < 7; ++k) {
            const auto& query = comparison.queries().pairs()[q];
            const auto& key = comparison.keys().pairs()[k];
            CHECK(difference(static_cast<Index>(q), static_cast<Index>(k))
                  == bench.mapOf(b).at(MapKind::kWeights, query.b, key.b)
                      - bench.mapOf(a).at(MapKind::kWeights, query.a, key.a));
        }
    }
}

TEST_CASE("compare view: A and B share one scale, the difference has zero in its middle", "[views][compare]")
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

TEST_CASE("compare view: side by side, one legend serves A and B, and all maps have the same room",
          "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 2);
    bench.view.resize(1200, 500);
    CompareBench::turn();
    CHECK_FALSE(bench.plot(CompareCanvas::kA).options().legend);
    CHECK(bench.plot(CompareCanvas::kB).options().legend);
    const QRectF a = bench.cells(CompareCanvas::kA).area;
    CHECK(bench.cells(CompareCanvas::kB).area == a);
    CHECK(bench.cells(CompareCanvas::kDifference).area == a);
    bench.view.resize(500, 900); // one below the other
    CompareBench::turn();
    CHECK(bench.plot(CompareCanvas::kA).options().legend);
    CHECK(bench.cells(CompareCanvas::kB).area == bench.cells(CompareCanvas::kA).area);
}

TEST_CASE("compare view: side by side, narrow maps of few tokens use the height", "[views][compare]")
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
    CHECK(QFontMetricsF(bench.view.font()).horizontalAdvance(weights.brief)
          < bench.plot(CompareCanvas::kB).shownLayout().scaleBar.height());
}

TEST_CASE("compare view: all three maps are in sight beside the edits of a small window", "[views][compare]")
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

TEST_CASE("compare view: the largest differences are listed and lead there", "[views][compare]")
{
    CompareBench bench;
    const Trace a = bench.workspace.shownTrace();
    bench.view.keepShown();
    bench.publish(9, 3);
    const Trace b = bench.workspace.shownTrace();
    const QTableWidget& table = bench.view.table();
    REQUIRE(table.rowCount() == 30);
    for (int row = 1; row < table.rowCount(); ++row)
        CHECK(std::abs(numberOf(table, row - 1, 3)) >= std::abs(numberOf(table, row, 3)) - 1.1e-5F);
    emit bench.view.findChild<QTableWidget*>()->cellClicked(4, 0);
    const Cell pin = bench.focus.pin();
    REQUIRE(pin.query);
    REQUIRE(pin.key);
    CHECK(numberOf(table, 4, 2)
          == Approx(bench.mapOf(b).at(MapKind::kWeights, *pin.query, *pin.key)).margin(6e-6));
    CHECK(numberOf(table, 4, 1)
          == Approx(bench.mapOf(a).at(MapKind::kWeights, *pin.query, *pin.key)).margin(6e-6));
}

TEST_CASE("compare view: two heads of one result", "[views][compare]")
{
    CompareBench bench;
    HeadRef other = kHead;
    other.head = 0;
    bench.focus.toggleHead(other);
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    CHECK(bench.canvas().content()->comparison.a().head() == other);
    CHECK(bench.canvas().content()->comparison.b().head() == kHead);
    bench.focus.selectOnly(kHead);
    CompareBench::turn();
    CHECK(bench.canvas().content() == nullptr);
    // After keeping, A stays at its head while the current head changes.
    bench.view.keepShown();
    bench.focus.setHead(other);
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    CHECK(bench.canvas().content()->comparison.a().head() == kHead);
    CHECK(bench.canvas().content()->comparison.b().head() == other);
}

TEST_CASE("compare view: of two results the head of A follows, unless it is told not to", "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 2);
    HeadRef other = kHead;
    other.head = 1;
    bench.focus.setHead(other);
    CompareBench::turn();
    CHECK(bench.canvas().content()->comparison.a().head() == other);
    for (QToolButton* button : bench.view.findChildren<QToolButton*>())
        if (button->isCheckable())
            button->setChecked(false);
    CompareBench::turn();
    CHECK(bench.canvas().content()->comparison.a().head() == kHead);
    bench.view.forget();
    CompareBench::turn();
    CHECK(bench.canvas().content() == nullptr);
    CHECK(bench.workspace.kept() == nullptr);
}

TEST_CASE("compare view: a cell pointed at in one panel is marked in all", "[views][compare]")
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

TEST_CASE("compare view: the right and the bottom edge belong to the last cells", "[views][compare]")
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

TEST_CASE("compare view: equal results differ nowhere", "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 1);
    CHECK(bench.view.summary().startsWith(QStringLiteral("No difference.")));
    CHECK(bench.view.table().rowCount() == 0);
    CHECK(QTest::qWaitFor([&] { return bench.view.summary().contains(QStringLiteral("No other head")); },
                          60000));
    CHECK(bench.view.changedHead().isHidden());
}

TEST_CASE("compare view: by words, the pieces of a word are one row and column", "[views][compare]")
{
    CompareBench bench;
    // The third token continues the second's word.
    auto tokens = std::make_shared<std::vector<TokenLabel>>(syntheticTokens(9, false));
    (*tokens)[2].text = "ish";
    (*tokens)[2].rangeBegin = (*tokens)[1].rangeEnd;
    const Trace whole = bench.workspace.shownTrace();
    const auto publish = [&](unsigned seed) {
        SyntheticOptions options;
        options.source = 9;
        options.seed = seed;
        const Trace trace = syntheticTrace(options);
        Snapshot snapshot;
        snapshot.trace = {trace.sharedInfo(), trace.leaf(), tokens, trace.axis(StackKind::kDecoder)};
        snapshot.finished = true;
        bench.workspace.publish(std::make_shared<const Snapshot>(snapshot));
        CompareBench::turn();
    };
    publish(1);
    const Trace a = bench.workspace.shownTrace();
    bench.view.keepShown();
    publish(2);
    const Trace b = bench.workspace.shownTrace();
    auto* match = bench.view.findChild<QComboBox*>();
    match->setCurrentIndex(2);
    emit match->activated(2);
    CompareBench::turn();
    const MapComparison& comparison = bench.canvas().content()->comparison;
    REQUIRE(comparison.queries().size() == 8);
    const auto word = [&](const Trace& trace) {
        const AttentionMap map = bench.mapOf(trace);
        return (map.at(MapKind::kWeights, 1, 1) + map.at(MapKind::kWeights, 1, 2)
                + map.at(MapKind::kWeights, 2, 1) + map.at(MapKind::kWeights, 2, 2))
            / 2;
    };
    CHECK(comparison.difference().whole(MapKind::kScores)(1, 1) == Approx(word(b) - word(a)).margin(1e-6));
    // The focus counts tokens: the word after the merged one is the third row and the fourth token.
    bench.focus.setHover({3, 3});
    CompareBench::turn();
    QTest::mouseClick(&bench.plot(CompareCanvas::kB), Qt::LeftButton, {},
                      bench.cells(CompareCanvas::kB).cell(2, 2).center().toPoint());
    CHECK(bench.focus.pin() == Cell{3, 3});
}

TEST_CASE("compare view: before and after the edits, with their texts and scores", "[views][compare]")
{
    CompareBench bench;
    const auto plain = bench.workspace.snapshot();
    bench.workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    CompareBench::turn();
    CHECK(bench.canvas().content() == nullptr); // no edits, so nothing to compare
    bench.workspace.apply(withEdit(bench.workspace.document(), HeadOff{patternOf(kHead)}),
                          QStringLiteral("Off"));
    CompareBench::turn();
    CHECK(bench.view.summary() == QStringLiteral("Running the model without edits…"));
    SyntheticOptions options;
    options.source = 9;
    options.seed = 5;
    auto edited = std::make_shared<Snapshot>(*syntheticSnapshot(options, 3));
    edited->unedited = plain;
    edited->output = QStringLiteral("autre");
    bench.workspace.publish(edited);
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    const Matrix a = bench.mapOf(plain->trace).whole(MapKind::kWeights);
    const Matrix b = bench.mapOf(edited->trace).whole(MapKind::kWeights);
    CHECK(bench.canvas().content()->comparison.difference().whole(MapKind::kScores) == b - a);
    CHECK(bench.view.outputs().contains(QStringLiteral("A, before the edits: ") + plain->output));
    CHECK(bench.view.outputs().contains(QStringLiteral("B, after the edits: autre (log p −2.079, −0.6931")));
    // A and B are named by what differs, the difference by the head.
    const auto& titles = bench.canvas().content()->titles;
    CHECK(titles[CompareCanvas::kA] == QStringLiteral("A: before the edits"));
    CHECK(titles[CompareCanvas::kB] == QStringLiteral("B: after the edits"));
    CHECK(titles[CompareCanvas::kDifference] == QStringLiteral("B − A: ") + headName(kHead));
    // The same pair while the views show the unedited run.
    bench.workspace.setVersion(RunVersion::kBefore);
    CompareBench::turn();
    CHECK(bench.canvas().content()->comparison.difference().whole(MapKind::kScores) == b - a);
}

TEST_CASE("compare view: the last row of A and of B is named by the token that each wrote",
          "[views][compare]")
{
    CompareBench bench;
    const auto wrote = [](const QString& token, TokenId id) {
        auto snapshot = std::make_shared<Snapshot>(*syntheticSnapshot({}, 3));
        snapshot->trace = snapshot->steps.back().trace; // as a run ends
        snapshot->steps.back().token = {id, token.toStdString()};
        return snapshot;
    };
    bench.workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    bench.workspace.apply(withEdit(bench.workspace.document(), HeadOff{patternOf(kHead)}),
                          QStringLiteral("Off"));
    const auto edited = wrote(QStringLiteral("gris"), 91);
    edited->unedited = wrote(QStringLiteral("noir"), 90);
    bench.workspace.publish(edited);
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    const auto& written = bench.canvas().content()->written;
    REQUIRE(written[CompareCanvas::kA].has_value());
    REQUIRE(written[CompareCanvas::kB].has_value());
    CHECK(written[CompareCanvas::kA]->text == "noir");
    CHECK(written[CompareCanvas::kB]->text == "gris");
    CHECK_FALSE(written[CompareCanvas::kDifference].has_value()); // a row of two different tokens

    const auto agreeing = wrote(QStringLiteral("noir"), 90);
    agreeing->unedited = edited->unedited;
    bench.workspace.publish(agreeing);
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    const auto& agreed = bench.canvas().content()->written[CompareCanvas::kDifference];
    REQUIRE(agreed.has_value());
    CHECK(agreed->text == "noir");
}

TEST_CASE("compare view: two branches, the one that is not shown as it was run", "[views][compare]")
{
    CompareBench bench;
    const auto first = bench.workspace.snapshot();
    bench.workspace.apply(branchOff(bench.workspace.document(), *first, 1, {41},
                                    {QStringLiteral("first"), QStringLiteral("second")}),
                          QStringLiteral("Take"));
    const Branches& branches = bench.workspace.document().branches;
    REQUIRE(branches.list.size() == 2);
    const int a = branches.list[0].id, b = branches.list[1].id;
    SyntheticOptions options;
    options.source = 9;
    options.seed = 7;
    auto second = std::make_shared<Snapshot>(*syntheticSnapshot(options, 3));
    second->branch = b;
    second->output = QStringLiteral("zwei");
    bench.workspace.publish(second);
    bench.workspace.compare({ComparisonChoice::Kind::kBranches, a, b});
    CompareBench::turn();
    CHECK(bench.workspace.branchRuns().wanted() == std::vector<int>{a});
    CHECK(bench.view.summary() == QStringLiteral("Running “first”…"));
    bench.workspace.branchRuns().publish(a, first);
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    CHECK(bench.canvas().content()->comparison.difference().whole(MapKind::kScores)
          == bench.mapOf(second->trace).whole(MapKind::kWeights)
              - bench.mapOf(first->trace).whole(MapKind::kWeights));
    CHECK(bench.view.outputs().contains(QStringLiteral("A, first: ") + first->output));
    CHECK(bench.view.outputs().contains(QStringLiteral("B, second: zwei")));
    CHECK(bench.view.table().rowCount() > 0);
    // The current step belongs to the shown branch.
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 0});
    bench.workspace.setStep(1);
    CompareBench::turn();
    const auto withB = bench.view.findChild<CompareCanvas*>()->grab().toImage();
    bench.workspace.setStep(-1);
    CompareBench::turn();
    CHECK(bench.view.findChild<CompareCanvas*>()->grab().toImage() != withB);
    bench.workspace.compare({ComparisonChoice::Kind::kBranches, b, a});
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    const auto unmarked = bench.view.findChild<CompareCanvas*>()->grab().toImage();
    bench.workspace.setStep(1);
    CompareBench::turn();
    CHECK(bench.view.findChild<CompareCanvas*>()->grab().toImage() == unmarked);
    bench.view.hide();
    CHECK(bench.workspace.branchRuns().wanted().empty());
}

TEST_CASE("compare view: the wheel zooms all three at the same tokens, and the focus knows",
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

TEST_CASE("compare view: it follows the heatmap's zoom while that is linked", "[views][compare]")
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

TEST_CASE("compare view: a head that is switched off has equal weights, and its effect is where it is",
          "[views][compare]")
{
    const auto model = test::tinyModel();
    const HeadRef off{StackKind::kEncoder, 0, AttentionKind::kSelf, 1};
    Document document;
    document.text = QStringLiteral("5 9");
    document.interventions = test::only(HeadOff{patternOf(off)});
    auto plain = std::make_shared<Snapshot>();
    plain->trace = test::runOne(model);
    plain->finished = true;
    auto edited = std::make_shared<Snapshot>();
    edited->trace = test::runOne(model, document.interventions);
    edited->finished = true;
    edited->unedited = plain;

    CompareBench bench;
    bench.workspace.setModel(model);
    bench.workspace.apply(document, {});
    bench.workspace.publish(edited);
    bench.workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    bench.focus.selectOnly(off);
    CompareBench::turn();
    CHECK(bench.view.summary().contains(QStringLiteral("equal")));
    CHECK(bench.view.summary().contains(QStringLiteral("switched off")));
    CHECK_FALSE(bench.plot(CompareCanvas::kA).isSwitchedOff());
    CHECK(bench.plot(CompareCanvas::kB).isSwitchedOff());
    QToolButton& changed = bench.view.changedHead();
    REQUIRE(QTest::qWaitFor([&] { return !changed.isHidden(); }, 60000));
    QTest::mouseClick(&changed, Qt::LeftButton);
    CompareBench::turn();
    // The head's own layer reads the same input in both runs.
    const HeadRef shown = bench.focus.head();
    CHECK((shown.stack != StackKind::kEncoder || shown.layer > 0));
    CHECK_FALSE(bench.plot(CompareCanvas::kB).isSwitchedOff());
    CHECK(bench.view.summary().contains(QStringLiteral("Largest difference")));
    CHECK(changed.isHidden());
}

TEST_CASE("compare view: tokens can be compared by where they stand", "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(6, 2);
    auto* const match = [&] {
        for (QComboBox* const box : bench.view.findChildren<QComboBox*>())
            if (box->findText(QStringLiteral("Same positions")) >= 0)
                return box;
        return static_cast<QComboBox*>(nullptr);
    }();
    REQUIRE(match != nullptr);
    const int place = match->findText(QStringLiteral("Same positions"));
    match->setCurrentIndex(place);
    emit match->activated(place);
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    const MapComparison& comparison = bench.canvas().content()->comparison;
    CHECK(comparison.queries().size() == 6);
    CHECK(comparison.queries().pairs().back() == TokenAlignment::Pair{5, 5});
    CHECK(comparison.keys().leftOutA() == 3);
    CHECK(comparison.difference().at(MapKind::kScores, 4, 3)
          == comparison.b().at(MapKind::kWeights, 4, 3) - comparison.a().at(MapKind::kWeights, 4, 3));
}

TEST_CASE("compare view: tokens of the chat template are said to be from it", "[views][compare][chat]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 2);
    bench.workspace.publish(withTemplateTokens(*bench.workspace.snapshot(), 2));
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    bench.focus.setHover({1, 4});
    CompareBench::turn();
    CHECK(bench.canvas().accessibleDescription().startsWith(
        QStringLiteral("Query “␣black” (1, from the chat template), key “␣on” (4): A ")));
    const QTableWidget& table = bench.view.table();
    REQUIRE(table.rowCount() > 0);
    bool query = false, key = false;
    for (int row = 0; row < table.rowCount(); ++row) {
        const QStringList sides = table.item(row, 0)->text().split(QStringLiteral(" → "));
        REQUIRE(sides.size() == 2);
        for (int side = 0; side < 2; ++side) {
            const bool early
                = sides[side].contains(QStringLiteral("(0")) || sides[side].contains(QStringLiteral("(1"));
            CHECK(sides[side].contains(QStringLiteral(", from the chat template)")) == early);
            (side == 0 ? query : key) |= early;
        }
    }
    CHECK((query || key));
}

TEST_CASE("compare view: tools that would do nothing do not stand over the empty page", "[views][compare]")
{
    CompareBench bench;
    const auto shown = [&](const QString& text) {
        const auto buttons = bench.view.findChildren<QToolButton*>();
        return std::any_of(buttons.begin(), buttons.end(), [&](const QToolButton* each) {
            return each->text() == text && each->isVisible();
        });
    };
    CHECK_FALSE(shown(QStringLiteral("Forget A")));
    CHECK_FALSE(shown(QStringLiteral("Same head")));
    bench.view.keepShown();
    bench.publish(7, 2);
    CHECK(shown(QStringLiteral("Forget A")));
    CHECK(shown(QStringLiteral("Same head")));
}
