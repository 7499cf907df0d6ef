#include "ui/views/heatmap/map_tools.h"

#include "tests/support/catch.h"
#include "tests/support/edited_runs.h"
#include "tests/support/heatmap_bench.h"
#include "tests/support/tiny_model.h"
#include "ui/views/heatmap/mask_painter.h"
#include "ui/widgets/formula_strip.h"
#include "ui/widgets/head_chooser.h"
#include "ui/widgets/version_switch.h"

#include <QAction>
#include <QMenu>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct ToolsBench : HeatmapBench
{
    MapTools& tools{view.tools()};
    MaskPainter& painter{*view.findChild<MaskPainter*>()};

    ToolsBench() { workspace.setModel(test::tinyModel()); }
    void resize(int width)
    {
        view.resize(width, 700);
        turn();
        turn();
    }
    void edit()
    {
        Document next = workspace.document();
        next.interventions = test::only(HeadOff{patternOf(focus.head())});
        workspace.apply(next, {});
        turn();
        turn();
    }
    /// What stands in the row, in its coordinates.
    std::vector<QRect> places() const
    {
        std::vector<QRect> found;
        for (const QToolButton* const each : tools.findChildren<QToolButton*>())
            if (each->isVisible())
                found.emplace_back(each->mapTo(&tools, QPoint(0, 0)), each->size());
        return found;
    }
};

} // namespace

TEST_CASE("map tools: one row at every width, in which no button is cut or covers another", "[views]")
{
    ToolsBench bench;
    const int height = bench.tools.height();
    for (const bool edited : {false, true}) {
        if (edited)
            bench.edit();
        for (const int width : {1100, 800, 640, 560, 480, 420, 360, 300}) {
            bench.resize(width);
            INFO(width << (edited ? " edited" : ""));
            CHECK(bench.tools.height() == height);
            for (const QToolButton* const each : bench.tools.findChildren<QToolButton*>())
                if (each->isVisible() && each->parentWidget() == &bench.tools.formula())
                    CHECK(each->width() >= each->sizeHint().width());
            const std::vector<QRect> places = bench.places();
            REQUIRE(places.size() >= 2);
            for (std::size_t i = 0; i < places.size(); ++i) {
                CHECK(bench.tools.rect().contains(places[i]));
                for (std::size_t j = 0; j < i; ++j)
                    CHECK_FALSE(places[i].intersects(places[j]));
            }
        }
    }
}

TEST_CASE("map tools: neither an edit nor the brush moves a cell", "[views]")
{
    ToolsBench bench;
    for (const int width : {1100, 580, 340}) {
        bench.resize(width);
        const QPoint origin = bench.view.plot().mapTo(&bench.view, QPoint(0, 0));
        const QSize size = bench.view.plot().size();
        const auto stays = [&] {
            return bench.view.plot().mapTo(&bench.view, QPoint(0, 0)) == origin
                && bench.view.plot().size() == size;
        };
        INFO(width);
        bench.painter.setOn(true);
        ToolsBench::turn();
        CHECK(stays());
        bench.painter.setOn(false);
        bench.edit();
        CHECK(stays());
        bench.workspace.undoStack().undo();
        ToolsBench::turn();
        CHECK(stays());
    }
}

TEST_CASE("map tools: the brush is in the menu, and a narrow row has the stages as a list", "[views]")
{
    ToolsBench bench;
    auto* const paint = bench.tools.findChild<QAction*>(QStringLiteral("mapOptions.paint"));
    REQUIRE(paint != nullptr);
    bench.resize(1100);
    CHECK(bench.tools.formula().isVisible());
    CHECK_FALSE(bench.painter.isVisible());
    CHECK(paint->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_B));
    paint->trigger();
    CHECK(bench.painter.button().isVisible()); // while it paints
    CHECK(paint->isChecked());
    bench.painter.button().click();
    CHECK_FALSE(bench.painter.isVisible());
    CHECK_FALSE(paint->isChecked());
    bench.tools.resize(220, bench.tools.height());
    CHECK_FALSE(bench.tools.formula().isVisible());
    REQUIRE(bench.tools.stages().isVisible());
    CHECK(bench.tools.stages().text() == QStringLiteral("Weights"));
    CHECK_FALSE(bench.painter.isVisible());
    CHECK(paint->isVisible());
    paint->trigger();
    CHECK(bench.painter.isOn());
    paint->trigger();
    CHECK_FALSE(bench.painter.isOn());
    QMenu& stages = *bench.tools.stages().menu();
    emit stages.aboutToShow();
    const auto actions = stages.actions();
    const auto scores = std::find_if(actions.begin(), actions.end(), [](const QAction* action) {
        return action->text().startsWith(QStringLiteral("Scores"));
    });
    REQUIRE(scores != actions.end());
    (*scores)->trigger();
    ToolsBench::turn();
    CHECK(bench.focus.map() == MapKind::kScores);
    CHECK(bench.tools.stages().text() == QStringLiteral("Scores"));
}

TEST_CASE("map tools: the letters of all rows begin at one edge", "[views]")
{
    ToolsBench bench;
    for (const int width : {1100, 580, 340}) {
        bench.resize(width);
        INFO(width);
        const HeadChooser& chooser = bench.view.header().chooser();
        CHECK(chooser.mapTo(&bench.view, QPoint(HeadChooser::inset(), 0)).x() == kMapSide);
        const FormulaStrip& formula = bench.tools.formula();
        if (formula.isVisible())
            CHECK(formula.mapTo(&bench.view, QPoint(formula.inset(), 0)).x() == kMapSide);
        CHECK(
            bench.view.findChild<QWidget*>(QStringLiteral("mapInWords"))->mapTo(&bench.view, QPoint(0, 0)).x()
            == kMapSide);
    }
}
