#include "core/trace/trace.h"
#include "tests/support/edited_runs.h"
#include "tests/support/heatmap_bench.h"
#include "ui/picture/heatmap_marks.h"
#include "ui/picture/value_scale.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/views/heatmap/heatmap_panels.h"
#include "ui/widgets/head_chooser.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

using namespace headlight;
using namespace headlight::testing;

TEST_CASE("heatmap view: hovering names both tokens, weight, score and mask in full", "[views]")
{
    HeatmapBench bench;
    bench.mouse(QEvent::MouseMove, {3, 1});
    CHECK(bench.focus.hover() == Cell{3, 1});
    const AttentionMap& map = bench.view.plot().map();
    const QString status = bench.view.statusText();
    INFO(status.toStdString());
    CHECK(status.contains(QStringLiteral("“␣noir” (3) → “␣black” (1)")));
    CHECK(status.contains(fullText(map.at(MapKind::kWeights, 3, 1))));
    CHECK(status.contains(QStringLiteral("score ")));
    CHECK(status.contains(QStringLiteral("allowed")));
    CHECK(bench.view.accessibleDescription() == bench.view.sentence() + QLatin1Char(' ') + status);
    CHECK(bench.view.plot().marks().hover == Cell{3, 1});
}

TEST_CASE("heatmap view: the map has a ring while it has the keyboard", "[views]")
{
    HeatmapBench bench;
    const auto corner = [&] { return bench.view.plot().grab().toImage().pixelColor(1, 1); };
    const QColor plain = corner();
    bench.view.activateWindow();
    bench.view.window()->setAttribute(Qt::WA_KeyboardFocusChange);
    bench.view.setFocus(Qt::TabFocusReason);
    HeatmapBench::turn();
    REQUIRE(bench.view.hasFocus());
    CHECK(corner() != plain);
    bench.view.clearFocus();
    HeatmapBench::turn();
    CHECK(corner() == plain);
}

TEST_CASE("heatmap view: the context menu of a cell leads to the numbers behind it", "[views]")
{
    HeatmapBench bench;
    std::vector<ViewId> wanted;
    QObject::connect(&bench.view, &TraceView::viewWanted, &bench.view,
                     [&wanted](ViewId view) { wanted.push_back(view); });
    // The menu has its own loop of events: choose from there.
    QTimer::singleShot(0, &bench.view, [] {
        auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        REQUIRE(menu != nullptr);
        for (QAction* const action : menu->actions())
            if (action->text() == QStringLiteral("Explain this number"))
                action->trigger();
        menu->close();
    });
    emit bench.view.plot().menuRequested({2, 3}, bench.view.mapToGlobal(QPoint(5, 5)));
    CHECK(bench.focus.pin() == Cell{2, 3});
    CHECK(wanted == std::vector{view_ids::kCell});
}

TEST_CASE("heatmap view: a masked cell is said to be masked", "[views]")
{
    HeatmapBench bench;
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    HeatmapBench::turn();
    bench.mouse(QEvent::MouseMove, {0, 3});
    CHECK(bench.view.statusText().contains(QStringLiteral("masked: it comes later (causal mask)")));
}

TEST_CASE("heatmap view: a click pins, a second unpins, a double click changes nothing", "[views]")
{
    HeatmapBench bench;
    bench.click({2, 3});
    CHECK(bench.focus.pin() == Cell{2, 3});
    bench.click({2, 3});
    CHECK(bench.focus.pin().empty());
    bench.click({1, 1});
    bench.click({2, 2});
    bench.mouse(QEvent::MouseButtonDblClick, {2, 2}, Qt::LeftButton);
    bench.mouse(QEvent::MouseButtonRelease, {2, 2}, Qt::LeftButton);
    CHECK(bench.focus.pin() == Cell{1, 1});
}

TEST_CASE("heatmap view: every mouse gesture has a key", "[views]")
{
    HeatmapBench bench;
    bench.key(Qt::Key_Right);
    CHECK(bench.focus.hover() == Cell{0, 0});
    bench.key(Qt::Key_Right);
    bench.key(Qt::Key_Down);
    bench.key(Qt::Key_Down);
    CHECK(bench.focus.hover() == Cell{2, 1});
    bench.key(Qt::Key_End);
    CHECK(bench.focus.hover() == Cell{2, 5});
    bench.key(Qt::Key_Home);
    bench.key(Qt::Key_Up);
    CHECK(bench.focus.hover() == Cell{1, 0});
    bench.key(Qt::Key_End, Qt::ControlModifier);
    CHECK(bench.focus.hover() == Cell{4, 5});
    bench.key(Qt::Key_Home, Qt::ControlModifier);
    CHECK(bench.focus.hover() == Cell{0, 0});
    bench.key(Qt::Key_End, Qt::ControlModifier);
    bench.key(Qt::Key_Space);
    CHECK(bench.focus.pin() == Cell{4, std::nullopt});
    bench.key(Qt::Key_Return);
    CHECK(bench.focus.pin() == Cell{4, 5});
    bench.key(Qt::Key_Return);
    CHECK(bench.focus.pin().empty());
    bench.key(Qt::Key_Plus);
    CHECK(bench.view.plot().isZoomed());
    bench.key(Qt::Key_0);
    CHECK_FALSE(bench.view.plot().isZoomed());
}

TEST_CASE("heatmap view: shows the chosen map and head, chosen by its own controls", "[views]")
{
    HeatmapBench bench;
    bench.focus.setMap(MapKind::kScores);
    HeatmapBench::turn();
    CHECK(bench.view.plot().kind() == MapKind::kScores);
    for (QToolButton* button : bench.view.findChildren<QToolButton*>())
        if (button->objectName() == QStringLiteral("stage.mask"))
            button->click();
    HeatmapBench::turn();
    CHECK(bench.focus.map() == MapKind::kMask);
    QComboBox* heads = nullptr;
    for (QComboBox* box : bench.view.findChildren<QComboBox*>())
        if (box->count() == 4)
            heads = box;
    REQUIRE(heads != nullptr);
    heads->setCurrentIndex(1);
    emit heads->activated(1);
    HeatmapBench::turn();
    CHECK(bench.focus.head().head == 1);
    CHECK(bench.view.plot().map().head().head == 1);
}

TEST_CASE("heatmap view: without a trace it says what to do, and keys do no harm", "[views]")
{
    HeatmapBench bench(false);
    CHECK(bench.view.plot().map().isNull());
    for (const int code : {Qt::Key_Down, Qt::Key_Space, Qt::Key_End, Qt::Key_Less, Qt::Key_Plus})
        bench.key(code);
    bench.workspace.publish(syntheticSnapshot());
    HeatmapBench::turn();
    CHECK(bench.view.plot().map().queries() == 5);
    bench.workspace.publish(nullptr);
    HeatmapBench::turn();
    CHECK(bench.view.plot().map().isNull());
}

TEST_CASE("heatmap view: a sentence of one token", "[views]")
{
    HeatmapBench bench;
    SyntheticOptions one;
    one.source = 1;
    one.target = 1;
    bench.workspace.publish(syntheticSnapshot(one));
    HeatmapBench::turn();
    bench.mouse(QEvent::MouseMove, {0, 0});
    CHECK(bench.view.statusText().contains(QStringLiteral("weight 1")));
}

TEST_CASE("heatmap view: the figure is what is shown and pinned", "[views]")
{
    HeatmapBench bench;
    bench.focus.setPin({1, 2});
    bench.focus.setColourMap(QStringLiteral("magma"));
    bench.key(Qt::Key_Plus);
    const FigureRequest figure = bench.view.figure();
    CHECK(std::get<HeadRef>(figure.subject) == bench.focus.head());
    CHECK(figure.marks.pin == Cell{1, 2});
    CHECK(figure.colourMap == QStringLiteral("magma"));
    REQUIRE(figure.queries.has_value());
    CHECK(*figure.queries == bench.view.plot().shownLayout().cells.queries);
}

TEST_CASE("heatmap view: the row that a decoding step has computed is marked, said and explained", "[views]")
{
    HeatmapBench bench;
    CHECK_FALSE(bench.view.plot().marks().newest); // the whole decoding is shown
    bench.workspace.setStep(2);
    HeatmapBench::turn();
    const Index rows = bench.workspace.shownTrace().attention(bench.focus.head()).queries();
    REQUIRE(bench.view.plot().marks().newest == static_cast<int>(rows) - 1);
    CHECK(bench.view.plot().scaleBar()->showNewest);
    CHECK(bench.view.statusText().contains(QStringLiteral("just computed")));
    CHECK(bench.view.plot().accessibleDescription().contains(QStringLiteral("just computed")));
    const Cell last{static_cast<int>(rows) - 1, 1};
    bench.mouse(QEvent::MouseMove, last);
    CHECK(bench.view.statusText().contains(QStringLiteral("just computed")));
    bench.mouse(QEvent::MouseMove, {0, 1});
    CHECK_FALSE(bench.view.statusText().contains(QStringLiteral("just computed")));
    // The next step's row; encoder heads, which a step does not compute, have none.
    bench.workspace.setStep(3);
    HeatmapBench::turn();
    CHECK(bench.view.plot().marks().newest == static_cast<int>(rows));
    bench.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    HeatmapBench::turn();
    CHECK_FALSE(bench.view.plot().marks().newest);
    // Side by side, only the decoder's panel has the mark.
    bench.focus.setHead({StackKind::kDecoder, 1, AttentionKind::kSelf, 0});
    bench.focus.setMoreHeads({{StackKind::kEncoder, 0, AttentionKind::kSelf, 0}});
    HeatmapBench::turn();
    REQUIRE(bench.view.panels().count() == 2);
    CHECK(bench.view.panels().plot(0).marks().newest);
    CHECK_FALSE(bench.view.panels().plot(1).marks().newest);
    bench.workspace.setStep(-1);
    HeatmapBench::turn();
    CHECK_FALSE(bench.view.plot().marks().newest);
}

TEST_CASE("heatmap view: found tokens are marked in the axes, and their words where tokens are merged",
          "[views]")
{
    HeatmapBench bench;
    bench.focus.setFound({{1, 3}, {0, 40}});
    HeatmapBench::turn();
    CHECK(bench.view.plot().marks().found == FoundTokens{{1, 3}, {0}}); // there is no key 40
    bench.trigger("words");
    HeatmapBench::turn();
    const FoundTokens& marks = bench.view.plot().marks().found;
    const TokenGroups words
        = wordGroups(bench.workspace.shownTrace().tokens(StackKind::kDecoder),
                     bench.workspace.shownTrace().attention(bench.focus.head()).queries());
    CHECK(marks.queries
          == std::vector<int>{static_cast<int>(words.groupOf(1)), static_cast<int>(words.groupOf(3))});
    bench.focus.setFound({});
    HeatmapBench::turn();
    CHECK(bench.view.plot().marks().found.empty());
}

TEST_CASE("heatmap view: while a decoding is stepped through, the grid of the whole output stands", "[views]")
{
    HeatmapBench bench;
    const HeatmapPlot& plot = bench.view.plot();
    const AttentionMap whole = plot.map();
    const auto lastRow
        = [&] { return plot.shownLayout().cells.cell(static_cast<int>(whole.queries()) - 1, 0); };
    const QRectF before = lastRow();
    bench.workspace.setStep(1);
    HeatmapBench::turn();
    CHECK(plot.map().queries() == whole.queries());
    CHECK(lastRow() == before);
    CHECK(plot.marks().future == Cell{2, std::nullopt});
    CHECK(plot.scaleBar()->showFuture);
    CHECK(plot.map().at(MapKind::kWeights, 1, 1)
          == bench.workspace.shownTrace().attention(whole.head()).at(MapKind::kWeights, 1, 1));
    CHECK(plot.map().at(MapKind::kKept, 2, 0) == 0.0F);
    CHECK(std::isnan(plot.map().at(MapKind::kWeights, 2, 0)));
    bench.mouse(QEvent::MouseMove, {2, 0}); // nothing has been computed there yet
    CHECK_FALSE(bench.focus.hover().key.has_value());
    bench.click({2, 0});
    CHECK(bench.focus.pin().empty());
    bench.click({1, 0});
    CHECK(bench.focus.pin() == Cell{1, 0});
    // In self-attention, future columns as well.
    bench.focus.setPin({});
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    HeatmapBench::turn();
    CHECK(plot.marks().future == Cell{2, 2});
    bench.workspace.setStep(-1);
    HeatmapBench::turn();
    CHECK(plot.marks().future.empty());
}

TEST_CASE("heatmap view: a head that is switched off is cross-hatched and says so", "[views]")
{
    HeatmapBench bench(false);
    const HeadRef off{StackKind::kEncoder, 0, AttentionKind::kSelf, 1};
    bench.focus.selectOnly(off);
    const auto publish = [&bench](const Interventions& edits) {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->trace = test::runOne(test::tinyModel(), edits);
        snapshot->finished = true;
        bench.workspace.publish(snapshot);
        HeatmapBench::turn();
        return bench.view.plot().grab().toImage();
    };
    const QImage on = publish({});
    CHECK_FALSE(bench.view.plot().isSwitchedOff());
    const QImage hatched = publish(test::only(HeadOff{patternOf(off)}));
    CHECK(bench.view.plot().isSwitchedOff());
    CHECK(bench.view.header().title().contains(QStringLiteral("switched off")));
    CHECK(on != hatched);
    bench.focus.selectOnly({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    HeatmapBench::turn();
    CHECK_FALSE(bench.view.plot().isSwitchedOff());
}

TEST_CASE("heatmap view: the map stands still whether its head has a name, or is switched off", "[views]")
{
    HeatmapBench bench(false);
    const HeadRef off{StackKind::kEncoder, 0, AttentionKind::kSelf, 1};
    bench.focus.selectOnly(off);
    const auto top = [&bench] { return bench.view.plot().mapTo(&bench.view, QPoint()).y(); };
    for (const int width : {340, 560, 900}) {
        INFO(width);
        bench.view.resize(width, 700);
        int before = -1;
        for (const Interventions& edits : {Interventions(), test::only(HeadOff{patternOf(off)})}) {
            auto snapshot = std::make_shared<Snapshot>();
            snapshot->trace = test::runOne(test::tinyModel(), edits);
            snapshot->finished = true;
            bench.workspace.publish(snapshot);
            HeatmapBench::turn();
            CHECK(bench.view.header().beside().contains(QStringLiteral("switched off")) == (before >= 0));
            if (before >= 0)
                CHECK(top() == before);
            before = top();
        }
        auto* const header = bench.view.findChild<HeatmapHeader*>();
        header->setTitle(QStringLiteral("x"), {}, {});
        HeatmapBench::turn();
        CHECK(top() == before);
    }
}

TEST_CASE("heatmap view: a narrow view has a title of the text's size, a wide one a larger", "[views]")
{
    HeatmapBench bench;
    const auto* const header = bench.view.findChild<HeatmapHeader*>();
    REQUIRE(header != nullptr);
    const auto* const title = &header->chooser();
    bench.view.show();
    for (const auto& [width, larger] : {std::pair{1000, true}, {300, false}, {1000, true}}) {
        bench.view.resize(width, 700);
        QCoreApplication::sendPostedEvents();
        INFO(width << " became " << header->width());
        CHECK((title->font().pointSizeF() > header->font().pointSizeF()) == larger);
    }
}

TEST_CASE("heatmap: a head whose layer is still to come is said to be so", "[views][layers]")
{
    HeatmapBench bench;
    const HeadRef missing{StackKind::kDecoder, 90, AttentionKind::kSelf, 2};
    const auto says = [&](const QString& words) {
        const auto labels = bench.view.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->isVisible() && label->text().contains(words);
        });
    };
    auto part = std::make_shared<Snapshot>(*bench.workspace.snapshot());
    part->finished = false;
    part->steps.clear();
    bench.workspace.setRunning(true);
    bench.focus.setHead(missing);
    bench.workspace.publish(part);
    ViewBench::turn();
    CHECK(says(QStringLiteral("is not computed yet")));
    auto whole = std::make_shared<Snapshot>(*part);
    whole->finished = true;
    bench.workspace.setRunning(false);
    bench.workspace.publish(whole);
    ViewBench::turn();
    CHECK_FALSE(says(QStringLiteral("is not computed yet")));
    CHECK(says(QStringLiteral("Nothing was recorded")));
}
