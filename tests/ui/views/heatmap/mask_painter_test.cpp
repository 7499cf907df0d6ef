#include "ui/views/heatmap/mask_painter.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/widgets/what_if_menu.h"

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QUndoStack>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

namespace {

const HeadRef kHead{StackKind::kDecoder, 1, AttentionKind::kCross, 2};

struct PaintBench : ViewBench
{
    HeatmapView view{context};
    MaskPainter& painter = *view.findChild<MaskPainter*>();

    PaintBench()
    {
        view.resize(900, 700);
        focus.setHead(kHead);
        workspace.setModel(test::tinyModel());
        workspace.publish(syntheticSnapshot());
        view.show();
        settle();
    }
    static void settle()
    {
        turn();
        turn();
    }
    void key(int code, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QKeyEvent event(QEvent::KeyPress, code, modifiers);
        QCoreApplication::sendEvent(&view, &event);
        settle();
    }
    void mouse(QEvent::Type type, const QPointF& at) const
    {
        QWidget& surface = view.plot();
        const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
        QMouseEvent event(type, at, surface.mapToGlobal(at), button, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&surface, &event);
        settle();
    }
    QPointF cell(int query, int key) const
    {
        return view.plot().shownLayout().cells.cell(query, key).center();
    }
    void drag(const QPointF& from, const QPointF& to) const
    {
        mouse(QEvent::MouseButtonPress, from);
        mouse(QEvent::MouseMove, (from + to) / 2);
        mouse(QEvent::MouseMove, to);
        mouse(QEvent::MouseButtonRelease, to);
    }
    const std::vector<Intervention>& edits() const { return workspace.document().interventions.list; }
};

MaskEdit rectangle(Index queryBegin, Index queryEnd, Index keyBegin, Index keyEnd, bool allow = false)
{
    return {patternOf(kHead), queryBegin, queryEnd, keyBegin, keyEnd, allow};
}

} // namespace

TEST_CASE("mask painting: a drag over cells forbids a rectangle, as one undo step", "[views]")
{
    PaintBench bench;
    bench.drag(bench.cell(1, 2), bench.cell(3, 4));
    CHECK(bench.edits().empty()); // painting is off
    bench.painter.setOn(true);
    bench.drag(bench.cell(3, 4), bench.cell(1, 2));
    REQUIRE(bench.edits().size() == 1);
    CHECK(bench.edits()[0] == Intervention(rectangle(1, 4, 2, 5)));
    CHECK(bench.focus.pin().empty());
    bench.workspace.undoStack().undo();
    CHECK(bench.edits().empty());
}

TEST_CASE("mask painting: labels paint rows and columns", "[views]")
{
    PaintBench bench;
    bench.painter.setOn(true);
    const HeatmapLayout& layout = bench.view.plot().shownLayout();
    const QPointF row(layout.cells.area.left() - 12, bench.cell(2, 0).y());
    REQUIRE(bench.view.plot().cellAt(row) == Cell{2, std::nullopt});
    bench.drag(row, row);
    REQUIRE(bench.edits().size() == 1);
    CHECK(bench.edits()[0] == Intervention(rectangle(2, 3, 0, -1)));
}

TEST_CASE("mask painting: everything works from the keyboard", "[views]")
{
    PaintBench bench;
    bench.focus.setHover({1, 1});
    bench.key(Qt::Key_X);
    CHECK(bench.edits().empty());
    bench.painter.setOn(true);
    bench.focus.setHover({1, 1});
    bench.key(Qt::Key_Down, Qt::ShiftModifier);
    bench.key(Qt::Key_Right, Qt::ShiftModifier);
    bench.key(Qt::Key_Right, Qt::ShiftModifier);
    bench.key(Qt::Key_X);
    REQUIRE(bench.edits().size() == 1);
    CHECK(bench.edits()[0] == Intervention(rectangle(1, 3, 1, 4)));
    bench.key(Qt::Key_A);
    REQUIRE(bench.edits().size() == 2);
    CHECK(bench.edits()[1] == Intervention(rectangle(1, 3, 1, 4, true)));
    bench.key(Qt::Key_C);
    bench.key(Qt::Key_X);
    REQUIRE(bench.edits().size() == 3);
    CHECK(bench.edits()[2] == Intervention(rectangle(0, -1, 1, 4)));
    bench.key(Qt::Key_Escape);
    CHECK_FALSE(bench.painter.selection().has_value());
    CHECK(bench.painter.isOn());
    bench.key(Qt::Key_Escape);
    CHECK_FALSE(bench.painter.isOn());
}

TEST_CASE("mask painting: without a model to run nothing is painted", "[views]")
{
    PaintBench bench;
    bench.painter.setOn(true);
    bench.workspace.setModel(nullptr);
    bench.drag(bench.cell(0, 0), bench.cell(1, 1));
    CHECK(bench.edits().empty());
    QMenu menu;
    addWhatIfActions(menu, bench.context, {1, 1});
    CHECK(menu.isEmpty());
}

TEST_CASE("what-if menu: cells, tokens and the head", "[views]")
{
    PaintBench bench;
    QMenu menu;
    addWhatIfActions(menu, bench.context, {2, 3});
    const auto trigger = [&menu](const QString& part) {
        for (QAction* action : menu.actions())
            if (action->text().contains(part)) {
                action->trigger();
                return true;
            }
        return false;
    };
    CHECK(trigger(QStringLiteral("Mask this cell")));
    CHECK(bench.edits().back() == Intervention(rectangle(2, 3, 3, 4)));
    CHECK(trigger(QStringLiteral("off")));
    CHECK(bench.edits().back() == Intervention(HeadOff{patternOf(kHead)}));
    CHECK(trigger(QStringLiteral("Hide “␣sleeps”")));
    CHECK(bench.edits().back() == Intervention(TokenHidden{StackKind::kEncoder, 3}));
    CHECK(trigger(QStringLiteral("Hide “␣chat”")));
    CHECK(bench.edits().back() == Intervention(TokenHidden{StackKind::kDecoder, 2}));
    // A head that is off can be switched on again from its own menu, too.
    QMenu heads;
    addHeadOffAction(heads, bench.workspace, kHead);
    REQUIRE(heads.actions().size() == 1);
    CHECK(heads.actions().front()->text().contains(QStringLiteral("on again")));
    const std::size_t before = bench.edits().size();
    heads.actions().front()->trigger();
    CHECK(bench.edits().size() == before - 1);
    CHECK(std::count(bench.edits().begin(), bench.edits().end(), Intervention(HeadOff{patternOf(kHead)}))
          == 0);
    bench.workspace.undoStack().undo();
    QMenu again;
    addHideAction(again, bench.workspace, StackKind::kEncoder, 3);
    REQUIRE(again.actions().size() == 1);
    CHECK(again.actions().front()->text().contains(QStringLiteral("again")));
    again.actions().front()->trigger();
    CHECK(bench.edits().size() == 3);
}

TEST_CASE("mask painter: after a drag the lines under the map are of the cell under the mouse", "[views]")
{
    PaintBench bench;
    bench.painter.setOn(true);
    bench.mouse(QEvent::MouseButtonPress, bench.cell(1, 1));
    bench.mouse(QEvent::MouseMove, bench.cell(2, 3));
    CHECK(bench.focus.hover() == Cell{2, 3});
    bench.mouse(QEvent::MouseButtonRelease, bench.cell(3, 4));
    CHECK(bench.focus.hover() == Cell{3, 4});
    CHECK(bench.view.statusText().contains(QStringLiteral("“␣noir” (3) → “␣on” (4)")));
}
