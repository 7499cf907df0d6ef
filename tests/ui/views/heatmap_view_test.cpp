#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "ui/plot/heatmap_plot.h"
#include "ui/state/settings.h"
#include "ui/views/heatmap_view.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QToolButton>

using namespace headlight;
using namespace headlight::testing;

namespace {

void turn()
{
    for (int i = 0; i < 5; ++i)
        QCoreApplication::processEvents();
}

struct Bench
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("view.ini"))};
    Workspace workspace;
    Focus focus;
    HeatmapView view{{workspace, focus, settings}};

    explicit Bench(bool withTrace = true)
    {
        view.resize(900, 700);
        focus.setHead({StackKind::kDecoder, 1, AttentionKind::kCross, 2});
        if (withTrace)
            workspace.publish(syntheticSnapshot());
        view.show();
        turn();
    }
    void key(int code, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QKeyEvent event(QEvent::KeyPress, code, modifiers);
        QCoreApplication::sendEvent(&view, &event);
        turn();
    }
    void mouse(QEvent::Type type, const Cell& cell, Qt::MouseButton button = Qt::NoButton)
    {
        HeatmapPlot& plot = view.plot();
        const QPointF at = plot.shownLayout().cells.cell(*cell.query, *cell.key).center();
        QWidget* surface = plot.childAt(at.toPoint());
        QMouseEvent event(type, at, surface->mapToGlobal(at), button, button, Qt::NoModifier);
        QCoreApplication::sendEvent(surface, &event);
        turn();
    }
    void click(const Cell& cell)
    {
        mouse(QEvent::MouseButtonPress, cell, Qt::LeftButton);
        mouse(QEvent::MouseButtonRelease, cell, Qt::LeftButton);
    }
};

} // namespace

TEST_CASE("heatmap view: hovering names both tokens, weight, score and mask in full", "[views]")
{
    Bench bench;
    bench.mouse(QEvent::MouseMove, {3, 1});
    CHECK(bench.focus.hover() == Cell{3, 1});
    const AttentionMap& map = bench.view.plot().map();
    const QString status = bench.view.statusText();
    INFO(status.toStdString());
    CHECK(status.contains(QStringLiteral("“␣noir” (3) → “␣black” (1)")));
    CHECK(status.contains(QString::number(static_cast<double>(map.at(MapKind::kWeights, 3, 1)), 'g', 6)));
    CHECK(status.contains(QStringLiteral("score ")));
    CHECK(status.contains(QStringLiteral("may attend")));
    CHECK(bench.view.accessibleDescription() == status);
    CHECK(bench.view.plot().marks().hover == Cell{3, 1});
}

TEST_CASE("heatmap view: a masked cell is said to be masked", "[views]")
{
    Bench bench;
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    turn();
    bench.mouse(QEvent::MouseMove, {0, 3});
    CHECK(bench.view.statusText().contains(QStringLiteral("masked")));
}

TEST_CASE("heatmap view: a click pins, a second unpins, a double click changes nothing", "[views]")
{
    Bench bench;
    bench.click({2, 3});
    CHECK(bench.focus.pin() == Cell{2, 3});
    bench.click({2, 3});
    CHECK(bench.focus.pin().empty());
    bench.click({1, 1});
    bench.click({2, 2});
    bench.mouse(QEvent::MouseButtonDblClick, {2, 2}, Qt::LeftButton);
    bench.mouse(QEvent::MouseButtonRelease, {2, 2}, Qt::LeftButton);
    CHECK(bench.focus.pin() == Cell{1, 1});
    bench.key(Qt::Key_Escape);
    CHECK(bench.focus.pin().empty());
}

TEST_CASE("heatmap view: every mouse gesture has a key", "[views]")
{
    Bench bench;
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
    bench.key(Qt::Key_Space);
    CHECK(bench.focus.pin() == Cell{4, 5});
    bench.key(Qt::Key_Return);
    CHECK(bench.focus.pin().empty());
    bench.key(Qt::Key_PageUp);
    CHECK(bench.focus.head().layer == 0);
    bench.key(Qt::Key_PageUp);
    CHECK(bench.focus.head().layer == 0);
    bench.key(Qt::Key_BracketRight);
    CHECK(bench.focus.head().head == 3);
    bench.key(Qt::Key_BracketRight);
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 1, AttentionKind::kCross, 0});
    bench.key(Qt::Key_BracketLeft);
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 3});
    bench.key(Qt::Key_Plus);
    CHECK(bench.view.plot().isZoomed());
    bench.key(Qt::Key_0);
    CHECK_FALSE(bench.view.plot().isZoomed());
}

TEST_CASE("heatmap view: shows the chosen map and head, chosen by its own controls", "[views]")
{
    Bench bench;
    bench.focus.setMap(MapKind::kScores);
    turn();
    CHECK(bench.view.plot().kind() == MapKind::kScores);
    for (QToolButton* button : bench.view.findChildren<QToolButton*>())
        if (button->text() == QStringLiteral("Mask"))
            button->click();
    turn();
    CHECK(bench.focus.map() == MapKind::kMask);
    QComboBox* heads = nullptr;
    for (QComboBox* box : bench.view.findChildren<QComboBox*>())
        if (box->count() == 4)
            heads = box;
    REQUIRE(heads != nullptr);
    heads->setCurrentIndex(1);
    emit heads->activated(1);
    turn();
    CHECK(bench.focus.head().head == 1);
    CHECK(bench.view.plot().map().head().head == 1);
}

TEST_CASE("heatmap view: a trace that shrinks drops pins beyond it, and keeps the others", "[views]")
{
    Bench bench;
    bench.focus.setPin({4, 2});
    turn();
    bench.workspace.setStep(1); // two rows
    turn();
    CHECK(bench.view.plot().map().queries() == 2);
    CHECK(bench.focus.pin() == Cell{std::nullopt, 2});
    SyntheticOptions small;
    small.layers = 1;
    small.heads = small.kvHeads = 2;
    bench.workspace.publish(syntheticSnapshot(small));
    bench.workspace.setStep(-1);
    turn();
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 1});
}

TEST_CASE("heatmap view: without a trace it says what to do, and keys do no harm", "[views]")
{
    Bench bench(false);
    CHECK(bench.view.plot().map().isNull());
    for (const int code : {Qt::Key_Down, Qt::Key_Space, Qt::Key_PageDown, Qt::Key_BracketRight, Qt::Key_Plus})
        bench.key(code);
    bench.workspace.publish(syntheticSnapshot());
    turn();
    CHECK(bench.view.plot().map().queries() == 5);
    bench.workspace.publish(nullptr);
    turn();
    CHECK(bench.view.plot().map().isNull());
}

TEST_CASE("heatmap view: a sentence of one token", "[views]")
{
    Bench bench;
    SyntheticOptions one;
    one.source = 1;
    one.target = 1;
    bench.workspace.publish(syntheticSnapshot(one));
    turn();
    bench.mouse(QEvent::MouseMove, {0, 0});
    CHECK(bench.view.statusText().contains(QStringLiteral("weight 1")));
}

TEST_CASE("heatmap view: the figure is what is shown and pinned", "[views]")
{
    Bench bench;
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
