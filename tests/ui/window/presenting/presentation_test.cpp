// Presenting, scenes, the effect of Esc, and that nothing moves.

#include "ui/window/presenting/presentation.h"

#include "core/session/fields.h"
#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/state/session.h"
#include "ui/state/shown_decoding.h"
#include "ui/views/heatmap/mask_painter.h"
#include "ui/views/matrices/matrices_view.h"
#include "ui/views/whatif/experiment_form.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/widgets/layouts.h"
#include "ui/window/actions/session_actions.h"
#include "ui/window/bars/find_bar.h"
#include "ui/window/lessons/lesson_panel.h"
#include "ui/window/lessons/lesson_player.h"
#include "ui/window/models/model_choice.h"
#include "ui/window/presenting/present_bar.h"
#include "ui/window/presenting/scene_export.h"
#include "ui/window/presenting/scene_list.h"
#include "ui/window/presenting/scenes.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_rail.h"
#include "ui/window/rooms/rooms.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontInfo>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusBar>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>
#include <array>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

struct PresentBench
{
    WindowBench bench;
    WindowStart start{bench.settings};

    PresentBench()
    {
        start.window.resize(1440, 900);
        start.window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
        start.window.activateWindow();
        start.settle(150);
    }
    ~PresentBench() { start.theme.setTextSize(100); }
    Presentation& presentation() const { return start.window.presentation(); }
    Scenes& scenes() const { return start.window.scenes(); }
    DockArea& views() const { return start.window.views(); }
    TraceView& heatmap() const { return *views().view(view_ids::kHeatmap); }
    HeatmapPlot& plot() const { return *heatmap().findChild<HeatmapPlot*>(); }
    static void press(int key, Qt::KeyboardModifiers modifiers = {})
    {
        REQUIRE(QApplication::focusWidget() != nullptr);
        QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(key), modifiers);
        headlight::test::settle();
    }
    bool settled() const
    {
        return WindowStart::wait(
            [this] { return start.runs.isSettled() && start.workspace.snapshot()->finished; });
    }
};

} // namespace

TEST_CASE("presenting: one view has the room, and the end leaves all as it was", "[window][presenting]")
{
    PresentBench bench;
    MainWindow& window = bench.start.window;
    window.setWindowState(Qt::WindowMaximized);
    bench.start.settle(150);
    window.input().sentence()->setFocus();
    const QStringList open = bench.views().openViews();
    const QRect models = window.models().geometry();
    PresentBench::press(Qt::Key_F5);
    bench.start.settle(50);
    CHECK(bench.presentation().isOn());
    CHECK(window.isFullScreen());
    CHECK(bench.heatmap().isVisible());
    CHECK(bench.views().openViews().isEmpty());
    CHECK_FALSE(window.input().isVisible());
    CHECK_FALSE(window.rooms().rail().isVisible());
    CHECK_FALSE(window.statusBar()->isVisible());
    CHECK(bench.presentation().head().isVisible());
    CHECK(bench.presentation().bar().isVisible());
    const QLabel& sentence = *bench.presentation().head().findChild<QLabel*>();
    CHECK(sentence.text() == QStringLiteral("5 9 14 3"));
    CHECK(sentence.font().pointSizeF() > QApplication::font().pointSizeF());
    // The map fills the view: its rows of controls are hidden.
    CHECK(bench.plot().height() > window.height() * 6 / 10);
    // The map has the keyboard focus.
    const int head = bench.start.focus.head().head;
    PresentBench::press(Qt::Key_BracketRight);
    CHECK(bench.start.focus.head().head != head);
    CHECK(bench.start.workspace.document().text == QStringLiteral("5 9 14 3"));
    PresentBench::press(Qt::Key_Escape);
    bench.start.settle(50);
    CHECK_FALSE(bench.presentation().isOn());
    CHECK_FALSE(window.isFullScreen());
    CHECK(window.isMaximized());
    CHECK(window.input().isVisible());
    CHECK(window.statusBar()->isVisible());
    CHECK(bench.views().openViews() == open);
    CHECK(bench.views().centre() == &bench.heatmap());
    CHECK_FALSE(bench.presentation().bar().isVisible());
    CHECK(window.input().sentence()->hasFocus());
    CHECK(window.models().geometry() == models);
}

TEST_CASE("presenting: a window with a lesson needs no more height while its parts come back",
          "[window][presenting]")
{
    PresentBench bench;
    MainWindow& window = bench.start.window;
    bench.start.action("file.examples")->trigger();
    bench.start.settle(150);
    REQUIRE(window.lessons().panel().isVisible());
    PresentBench::press(Qt::Key_F5);
    bench.start.settle(50);
    REQUIRE(window.isFullScreen());
    const int screen = window.height();
    PresentBench::press(Qt::Key_F5);
    bench.start.settle(50);
    CHECK(window.height() <= screen); // as tall as the screen until the window system gives it another size
}

TEST_CASE("presenting: the view in focus is what is presented, and the cross leaves", "[window][presenting]")
{
    PresentBench bench;
    TraceView* const tokens = bench.views().view(view_ids::kTokens);
    tokens->setFocus();
    bench.start.action("look.presentation")->trigger();
    bench.start.settle(50);
    CHECK(bench.views().centre() == tokens);
    CHECK(tokens->width() > bench.start.window.width() * 9 / 10);
    auto* const leave = bench.presentation().bar().findChild<QToolButton*>(QStringLiteral("present.leave"));
    REQUIRE(leave != nullptr);
    CHECK(leave->isVisible());
    QTest::mouseClick(leave, Qt::LeftButton);
    bench.start.settle(50);
    CHECK_FALSE(bench.presentation().isOn());
    CHECK(bench.views().centre() == &bench.heatmap());
    CHECK(bench.views().openViews().contains(QStringLiteral("tokens")));
}

TEST_CASE("presenting: the clicker steps through the decoding, and B blanks the screen",
          "[window][presenting]")
{
    PresentBench bench;
    const LayerRef layer = bench.start.focus.head().layerRef();
    const auto steps = static_cast<int>(bench.start.workspace.snapshot()->steps.size());
    REQUIRE(steps > 1);
    bench.start.action("look.presentation")->trigger();
    bench.start.settle(50);
    PresentBench::press(Qt::Key_PageDown);
    CHECK(bench.start.workspace.step() == 0);
    PresentBench::press(Qt::Key_PageDown);
    CHECK(bench.start.workspace.step() == 1);
    PresentBench::press(Qt::Key_PageUp);
    CHECK(bench.start.workspace.step() == 0);
    CHECK(bench.start.focus.head().layerRef() == layer);
    // The output says no more than the step has written.
    const QList<QLabel*> lines = bench.presentation().head().findChildren<QLabel*>();
    REQUIRE(lines.size() == 2);
    const QString first = lines.back()->text(), whole = bench.start.workspace.snapshot()->output;
    CHECK(first.size() < whole.size());
    CHECK(first == outputSoFar(bench.start.workspace));
    bench.start.workspace.setStep(-1);
    CHECK(lines.back()->text() == whole);
    bench.start.workspace.setStep(0);
    CHECK(lines.back()->text() == first);
    PresentBench::press(Qt::Key_B);
    CHECK(bench.presentation().isBlank());
    const auto* const blank = bench.start.window.findChild<QWidget*>(QStringLiteral("blank"));
    REQUIRE(blank != nullptr);
    CHECK(blank->size() == bench.start.window.size());
    PresentBench::press(Qt::Key_B);
    CHECK_FALSE(bench.presentation().isBlank());
    CHECK(bench.presentation().isOn());
    bench.start.action("look.presentation")->trigger();
    // Outside a presentation the same key changes the layer.
    bench.heatmap().setFocus();
    PresentBench::press(Qt::Key_PageUp);
    CHECK_FALSE(bench.start.focus.head().layerRef() == layer);
}

TEST_CASE("presenting: Decode keeps its time line across the screen, other workspaces have none",
          "[window][presenting]")
{
    PresentBench bench;
    const auto* const strip = bench.start.window.findChild<QWidget*>(QStringLiteral("acrossStrip"));
    REQUIRE(strip != nullptr);
    for (const RoomId room : {RoomId::kDecode, RoomId::kExplore}) {
        bench.start.window.rooms().enter(room);
        bench.start.settle();
        for (int press = 0; press < 3; ++press) { // before, during and after a presentation
            CHECK(strip->isVisible() == (room == RoomId::kDecode));
            bench.start.action("look.presentation")->trigger();
            bench.start.settle(50);
        }
        CHECK(bench.presentation().isOn());
        bench.start.action("look.presentation")->trigger();
        bench.start.settle(50);
    }
}

TEST_CASE("scenes: kept with Ctrl+D, stepped through, and kept in the session", "[window][presenting]")
{
    PresentBench bench;
    const HeadRef first{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
    const HeadRef second{StackKind::kEncoder, 1, AttentionKind::kSelf, 0};
    bench.start.focus.setHead(first);
    bench.start.focus.setPin({1, 0});
    bench.heatmap().setFocus();
    PresentBench::press(Qt::Key_D, Qt::ControlModifier);
    REQUIRE(bench.scenes().all().size() == 1);
    Document next = bench.start.workspace.document();
    next.text = QStringLiteral("5 9 14 3 8");
    bench.start.workspace.apply(next, QStringLiteral("test"));
    REQUIRE(WindowStart::wait([&] { return bench.start.ready(5); }));
    bench.start.focus.setHead(second);
    bench.start.focus.setMap(MapKind::kScores);
    bench.start.window.rooms().enter(RoomId::kExplain);
    PresentBench::press(Qt::Key_D, Qt::ControlModifier);
    REQUIRE(bench.scenes().all().size() == 2);
    CHECK(bench.scenes().current() == 1);
    bench.start.window.rooms().enter(RoomId::kExplore);
    bench.heatmap().setFocus();
    bench.start.action("look.presentation")->trigger();
    bench.start.settle(50);
    PresentBench::press(Qt::Key_PageUp);
    REQUIRE(WindowStart::wait([&] { return bench.start.ready(4); }));
    REQUIRE(WindowStart::wait([&] { return bench.start.focus.head() == first; }));
    CHECK(bench.start.focus.pin() == Cell{1, 0});
    CHECK(bench.views().openViews().isEmpty());
    PresentBench::press(Qt::Key_PageDown);
    REQUIRE(WindowStart::wait([&] { return bench.start.ready(5) && bench.start.focus.head() == second; }));
    CHECK(bench.start.focus.map() == MapKind::kScores);
    CHECK(bench.views().centre()->objectName() == QStringLiteral("cell"));
    CHECK(bench.views().openViews().isEmpty()); // still alone
    bench.start.action("look.presentation")->trigger();
    CHECK(bench.start.window.rooms().current() == QStringLiteral("explore"));

    const QString path = bench.bench.file("scenes.headlight");
    bench.start.window.sessions().save(path);
    REQUIRE(WindowStart::wait([&] { return bench.start.window.sessions().path() == path; }));
    WindowBench other;
    WindowStart again(other.settings);
    again.window.start(path);
    REQUIRE(WindowStart::wait([&] { return again.window.scenes().all().size() == 2; }));
    CHECK(again.window.scenes().all() == bench.scenes().all());
    again.window.scenes().remove(0);
    CHECK(again.window.scenes().all().size() == 1);
}

TEST_CASE("scenes: removing one is an undo step, and the note does not go on counting it",
          "[window][presenting]")
{
    PresentBench bench;
    const MessageBar& notice = bench.start.bar("noticeBar");
    const auto note = [&] { return notice.findChild<QLabel*>()->text(); };
    bench.scenes().add();
    bench.start.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 1});
    bench.scenes().add();
    CHECK(note().contains(QStringLiteral("2 of 2")));
    const std::vector<Scene> both = bench.scenes().all();
    REQUIRE(both.size() == 2);
    const Document document = bench.start.workspace.document();
    bench.start.action("scene.remove")->trigger();
    CHECK(bench.scenes().all() == std::vector<Scene>{both[0]});
    CHECK_FALSE(note().contains(QStringLiteral("2 of 2")));
    CHECK(note().contains(both[1].name));
    bench.start.action("edit.undo")->trigger();
    CHECK(bench.scenes().all() == both);
    CHECK(bench.start.workspace.document() == document);
    CHECK_FALSE(bench.start.workspace.notice()); // nothing is removed any more
    bench.start.action("edit.undo")->trigger(); // the second was added
    CHECK(bench.scenes().all() == std::vector<Scene>{both[0]});
    CHECK(bench.scenes().current() == 0);
    bench.start.action("edit.redo")->trigger();
    CHECK(bench.scenes().all() == both);
    // The mark stays on its scene.
    bench.scenes().go(1);
    bench.start.settle();
    bench.scenes().remove(0);
    CHECK(bench.scenes().current() == 0);
    bench.start.action("edit.undo")->trigger();
    CHECK(bench.scenes().all() == both);
    CHECK(bench.scenes().current() == 1);
    bench.start.action("edit.redo")->trigger();
    CHECK(bench.scenes().current() == 0);
}

TEST_CASE("scenes: a long text or a long name makes no wide menu", "[window][presenting][faults]")
{
    PresentBench bench;
    Document longer = bench.start.workspace.document();
    longer.text = QStringLiteral("5 9 14 3") + QString(2000, QLatin1Char(' ')) + QStringLiteral("8");
    bench.start.workspace.apply(longer, QStringLiteral("test"));
    bench.heatmap().setFocus();
    PresentBench::press(Qt::Key_D, Qt::ControlModifier);
    REQUIRE(bench.scenes().all().size() == 1);
    CHECK(bench.scenes().all().front().name.size() < 120);
    CHECK(bench.scenes().all().front().name.startsWith(QStringLiteral("Explore: "))); // its workspace
    Scene named = bench.scenes().all().front();
    named.name = QString(100'000, QLatin1Char('&'));
    bench.start.workspace.setScenes({named}, {});
    CHECK(bench.scenes().menu().sizeHint().width() < 2000);
}

TEST_CASE("scenes: one of another model offers to open that, and is shown then", "[window][presenting]")
{
    PresentBench bench;
    Scene scene = bench.scenes().now();
    scene.model = QStringLiteral("en-gpt");
    scene.document = {};
    scene.document.text = QStringLiteral("The cat sat on the mat. The cat");
    scene.focus.head = {StackKind::kDecoder, 1, AttentionKind::kSelf, 2};
    bench.start.workspace.setScenes({scene}, {});
    bench.scenes().go(0);
    MessageBar& notice = bench.start.bar("noticeBar");
    REQUIRE(notice.isVisible());
    CHECK(notice.text().contains(QStringLiteral("en-gpt")));
    const auto buttons = notice.findChildren<QPushButton*>();
    const auto open = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton* button) {
        return button->isVisible() && button->text() == QStringLiteral("Open it");
    });
    REQUIRE(open != buttons.end());
    (*open)->click();
    REQUIRE(WindowStart::wait([&] {
        return bench.start.workspace.document().text == scene.document.text && bench.settled()
            && !bench.start.workspace.shownTrace().isNull();
    }));
    bench.start.settle(40);
    CHECK(bench.start.workspace.shownTrace().info().model == "en-gpt");
    CHECK(bench.start.focus.head() == scene.focus.head);
    // Other notices have nothing to open.
    bench.start.workspace.setNotice(Notice{QStringLiteral("Something else"), {}, false});
    CHECK_FALSE((*open)->isVisible());
}

TEST_CASE("scenes: a PDF has a page for each, and the window is as before", "[window][presenting]")
{
    PresentBench bench;
    for (const int head : {0, 1, 0}) {
        bench.start.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, head});
        bench.scenes().add();
    }
    const HeadRef shown{StackKind::kEncoder, 0, AttentionKind::kSelf, 1};
    bench.start.focus.setHead(shown);
    auto* const writer = bench.start.window.findChild<SceneExport*>();
    REQUIRE(writer != nullptr);
    const QString path = bench.bench.file("scenes.pdf");
    std::vector<const QWidget*> controls;
    for (const QWidget* const part : bench.heatmap().findChildren<QWidget*>())
        if (part->property("control").toBool() && part->isVisible())
            controls.push_back(part);
    REQUIRE_FALSE(controls.empty());
    const auto shownControls = [&] {
        return std::count_if(controls.begin(), controls.end(),
                             [](const QWidget* part) { return part->isVisible(); });
    };
    bool without = false;
    writer->write(path);
    REQUIRE(WindowStart::wait([&] {
        without = without || (writer->isWriting() && shownControls() == 0);
        return !writer->isWriting();
    }));
    CHECK(without); // the pages show the picture only
    CHECK(shownControls() == std::ssize(controls));
    REQUIRE(WindowStart::wait([&] { return bench.start.focus.head() == shown; }));
    QFile file(path);
    REQUIRE(file.open(QIODevice::ReadOnly));
    const QByteArray content = file.readAll();
    CHECK(content.startsWith("%PDF"));
    CHECK(content.contains("/Count 3"));
    CHECK(content.size() > 10000);
    writer->write(bench.bench.file("no/such/folder.pdf"));
    CHECK_FALSE(writer->isWriting());
    REQUIRE(bench.start.workspace.notice().has_value());
    CHECK(bench.start.workspace.notice()->error);
    bench.start.workspace.setNotice(std::nullopt);
    writer->write(QStringLiteral("/dev/full")); // the disk is full only at the end
    REQUIRE(WindowStart::wait([&] { return !writer->isWriting(); }));
    REQUIRE(bench.start.workspace.notice().has_value());
    CHECK(bench.start.workspace.notice()->error);
}

TEST_CASE("scenes: one with Matrices in sight brings its sheet back", "[window][presenting]")
{
    PresentBench bench;
    bench.scenes().add();
    bench.views().showView(ViewId("matrices"));
    const QString first = QStringLiteral("X = [1, 2]"), second = QStringLiteral("X = [3]");
    for (const QString& sheet : {first, second}) {
        bench.start.workspace.setSheet(sheet);
        bench.scenes().add();
    }
    const auto goTo = [&](int scene) {
        bool arrived = false;
        const auto link
            = QObject::connect(&bench.scenes(), &Scenes::arrived, &bench.scenes(), [&] { arrived = true; });
        bench.scenes().go(scene);
        REQUIRE(WindowStart::wait([&] { return arrived; }));
        QObject::disconnect(link);
        return bench.start.workspace.sheet();
    };
    CHECK(goTo(1) == first);
    CHECK(goTo(2) == second);
    CHECK(goTo(0) == second); // Matrices was not in sight
    // While presenting, the sheet does not take the keys of a clicker.
    bench.start.action("look.presentation")->trigger();
    REQUIRE(goTo(1) == first);
    auto* const sheet = bench.views().view(ViewId("matrices"))->findChild<QPlainTextEdit*>();
    REQUIRE(sheet != nullptr);
    sheet->setFocus();
    QTest::keyClick(sheet, Qt::Key_B);
    CHECK(bench.start.window.findChild<QWidget*>(QStringLiteral("blank")) != nullptr);
    CHECK(bench.start.workspace.sheet() == first);
    bench.start.action("look.presentation")->trigger();
    CHECK(bench.scenes().all()[2].view == QStringLiteral("matrices")); // the keyboard was in it
    Session session;
    session.scenes = bench.scenes().all();
    CHECK(session.scenes[1].sheet == first);
    const auto tree = SessionTree::parse(toText(session), "scenes.headlight");
    REQUIRE(tree);
    CHECK(sessionFromTree(*tree, "scenes.headlight").value().session.scenes == session.scenes);
}

TEST_CASE("presenting: begins with the first scene or the one last visited, and leaves no undo steps",
          "[window][presenting]")
{
    PresentBench bench;
    const Document first = bench.start.workspace.document();
    bench.scenes().add();
    Document next = first;
    next.text = QStringLiteral("5 9 14 3 8");
    bench.start.workspace.apply(next, QStringLiteral("test"));
    REQUIRE(WindowStart::wait([&] { return bench.start.ready(5); }));
    bench.scenes().add();
    next.text = QStringLiteral("5 9");
    bench.start.workspace.apply(next, QStringLiteral("test"));
    REQUIRE(WindowStart::wait([&] { return bench.start.ready(2); }));
    const HeadRef shown{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
    bench.start.focus.setHead(shown);
    const int steps = bench.start.workspace.undoStack().count();
    bench.start.action("look.presentation")->trigger();
    REQUIRE(WindowStart::wait([&] { return bench.start.ready(4); })); // not what was shown or added last
    const auto says = [&bench] {
        const auto labels = bench.presentation().bar().findChildren<ElidedLabel*>();
        return labels.empty() ? QString() : labels.front()->text();
    };
    CHECK(says() == QStringLiteral("1/2: ") + bench.scenes().all()[0].name);
    PresentBench::press(Qt::Key_PageDown);
    REQUIRE(WindowStart::wait([&] { return bench.start.ready(5); }));
    CHECK(says().startsWith(QStringLiteral("2/2: ")));
    const auto* const label = bench.presentation().bar().findChild<ElidedLabel*>();
    // On a small screen, too, one sees which it is and how its name begins.
    CHECK(label->shownLines().front().startsWith(QStringLiteral("2/2: ")
                                                 + bench.scenes().all()[1].name.left(8)));
    bench.start.action("look.presentation")->trigger();
    REQUIRE(WindowStart::wait([&] { return bench.start.ready(2) && bench.start.focus.head() == shown; }));
    CHECK(bench.start.workspace.document() == next);
    CHECK(bench.start.workspace.undoStack().count() == steps);
    bench.start.action("look.presentation")->trigger();
    REQUIRE(WindowStart::wait([&] { return bench.start.ready(5); })); // where it was left
    bench.start.action("look.presentation")->trigger();
    REQUIRE(WindowStart::wait([&] { return bench.start.ready(2) && bench.start.focus.head() == shown; }));
    bench.start.action("edit.undo")->trigger();
    CHECK(bench.start.workspace.document().text == QStringLiteral("5 9 14 3 8"));
}

TEST_CASE("presenting: a sheet of Matrices fits the screen without scrolling", "[window][presenting]")
{
    PresentBench bench;
    MainWindow& window = bench.start.window;
    bench.views().showView(ViewId("matrices"));
    auto& view = *dynamic_cast<MatricesView*>(bench.views().view(ViewId("matrices")));
    view.showExample(0);
    view.setFocus();
    const auto* const area = view.findChild<QScrollArea*>();
    const double letters = area->widget()->font().pointSizeF();
    bench.start.action("look.presentation")->trigger();
    window.setWindowState(Qt::WindowNoState);
    window.resize(1280, 720);
    bench.start.settle(150);
    REQUIRE(window.size() == QSize(1280, 720));
    REQUIRE(view.blocks().size() > 10);
    CHECK(area->verticalScrollBar()->maximum() == 0);
    CHECK(area->horizontalScrollBar()->maximum() == 0);
    CHECK(area->widget()->font().pointSizeF() >= letters); // still no smaller than in the window
    bench.start.action("look.presentation")->trigger();
    bench.start.settle(150);
    CHECK(area->widget()->font().pointSizeF() == letters);
}

TEST_CASE("presenting: the rows of tables grow with their letters", "[window][presenting]")
{
    PresentBench bench;
    bench.start.theme.setTextSize(Theme::kLargestText);
    bench.start.settle(50);
    qsizetype seen = 0;
    for (const char* view : {"vectors", "heads", "decoding", "loss", "why", "compare"}) {
        INFO(view);
        const auto tables = bench.views().view(ViewId(view))->findChildren<QTableView*>();
        for (const QTableView* each : tables)
            CHECK(each->verticalHeader()->defaultSectionSize() >= each->fontMetrics().height());
        seen += tables.size();
    }
    CHECK(seen >= 6);
}

TEST_CASE("scenes: on paper, views have the large letters of a presentation", "[window][presenting]")
{
    PresentBench bench;
    bench.scenes().add();
    auto* const writer = bench.start.window.findChild<SceneExport*>();
    const double usual = QApplication::font().pointSizeF();
    double large = 0;
    writer->write(bench.bench.file("scenes.pdf"));
    REQUIRE(WindowStart::wait([&] {
        large = std::max(large, QApplication::font().pointSizeF());
        return !writer->isWriting();
    }));
    CHECK(large > 1.5 * usual);
    CHECK(QApplication::font().pointSizeF() == usual);
    CHECK(bench.start.workspace.undoStack().count() == 1); // the scene that was added
}

TEST_CASE("scenes: an export during a presentation keeps what its end gives back", "[window][presenting]")
{
    PresentBench bench;
    bench.scenes().add();
    Document own = bench.start.workspace.document();
    own.text = QStringLiteral("5 9");
    bench.start.workspace.apply(own, QStringLiteral("test"));
    REQUIRE(WindowStart::wait([&] { return bench.start.ready(2); }));
    bench.start.action("look.presentation")->trigger();
    REQUIRE(WindowStart::wait([&] { return bench.start.ready(4); }));
    auto* const writer = bench.start.window.findChild<SceneExport*>();
    writer->write(bench.bench.file("scenes.pdf"));
    REQUIRE(WindowStart::wait([&] { return !writer->isWriting() && bench.start.ready(4); }));
    bench.start.action("look.presentation")->trigger();
    CHECK(WindowStart::wait([&] { return bench.start.workspace.document() == own; }));
}

TEST_CASE("scenes: a hand-out ends with the sheet of Matrices, to be calculated", "[window][presenting]")
{
    PresentBench bench;
    bench.scenes().add();
    auto* const writer = bench.start.window.findChild<SceneExport*>();
    const QString path = bench.bench.file("hand-out.pdf");
    const auto pages = [&] {
        writer->write(path, true);
        REQUIRE(WindowStart::wait([&] { return !writer->isWriting(); }));
        QFile file(path);
        REQUIRE(file.open(QIODevice::ReadOnly));
        const QByteArray content = file.readAll();
        return content.contains("/Count 2") ? 2 : content.contains("/Count 1") ? 1 : 0;
    };
    bench.start.workspace.setSheet(QStringLiteral("X = [1, 2"));
    CHECK(pages() == 1);
    CHECK(bench.start.workspace.notice()->text.contains(QStringLiteral("no work sheet")));
    bench.start.workspace.setSheet(QStringLiteral("X = [1, 2]\nY = X + 6"));
    CHECK(pages() == 2);
    CHECK(bench.start.workspace.notice()->text.startsWith(QStringLiteral("Saved")));
}

TEST_CASE("scenes: a hand-out is proposed under a name of its own", "[window][presenting]")
{
    PresentBench bench;
    bench.scenes().add();
    QStringList proposed;
    QTimer::singleShot(0, &bench.start.window, [&proposed] {
        auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (dialog == nullptr)
            return;
        auto* const kinds = dialog->findChild<QComboBox*>(QStringLiteral("fileTypeCombo"));
        for (const QString& kind : dialog->nameFilters()) {
            emit kinds->textActivated(kind);
            proposed << QFileInfo(dialog->selectedFiles().value(0)).fileName();
        }
        dialog->reject();
    });
    bench.start.action("scene.export")->trigger();
    CHECK(proposed == QStringList{QStringLiteral("scenes.pdf"), QStringLiteral("hand-out.pdf")});
}

TEST_CASE("scenes: on paper a view fills its place, with all rows and no scroll bar", "[window][presenting]")
{
    constexpr int kRows = 30, kRowHeight = 20;
    QWidget view;
    auto* const column = makeColumn(&view);
    auto* const area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    auto* const rows = new QWidget;
    rows->setMinimumHeight(kRows * kRowHeight);
    rows->setAutoFillBackground(true);
    rows->setPalette(QPalette(Qt::white, Qt::red));
    area->setWidget(rows);
    column->addWidget(area);
    view.resize(400, 300);
    view.show();
    test::settle(20);
    REQUIRE(area->verticalScrollBar()->maximum() > 0);
    QImage page(800, 500, QImage::Format_RGB32);
    page.fill(Qt::black);
    {
        QPainter painter(&page);
        paintWhole(painter, QRectF(100, 50, 600, 400), view);
    }
    for (const QPoint at : {QPoint(102, 52), QPoint(697, 52), QPoint(102, 447), QPoint(697, 447)})
        CHECK(page.pixelColor(at) == QColor(Qt::red));
    CHECK(page.pixelColor(50, 250) == QColor(Qt::black));
    CHECK(view.size() == QSize(400, 300));
    CHECK(area->verticalScrollBar()->maximum() > 0);
    CHECK(rows->height() == kRows * kRowHeight);
}

TEST_CASE("scenes: on paper a view has at least the room that it has in the window", "[window][presenting]")
{
    struct View : QWidget
    {
        QSize painted;
        void paintEvent(QPaintEvent*) override { painted = size(); }
    };
    for (const QSize size : {QSize(300, 600), QSize(900, 200)}) {
        View view;
        view.resize(size);
        QImage page(1500, 1000, QImage::Format_RGB32);
        QPainter painter(&page);
        paintWhole(painter, page.rect(), view);
        CHECK(view.painted.width() >= size.width());
        CHECK(view.painted.height() >= size.height());
        CHECK(view.size() == size);
    }
}

TEST_CASE("scenes: on paper the letters of a large view can be read", "[window][presenting]")
{
    struct View : QWidget
    {
        int width = 0;
        void paintEvent(QPaintEvent*) override { width = size().width(); }
    };
    View view;
    view.resize(4000, 2000);
    QImage page(900, 600, QImage::Format_RGB32);
    QPainter painter(&page);
    paintWhole(painter, page.rect(), view);
    REQUIRE(view.width > 0);
    const double letters = QFontInfo(view.font()).pixelSize() * page.width() * 1.0 / view.width;
    CHECK(letters * 72 / page.logicalDpiY() > 7.9);
}

TEST_CASE("scenes: a tall view has a taller page, where its letters can be read", "[window][presenting]")
{
    PresentBench bench;
    std::vector<Scene> scenes(2, bench.scenes().now());
    scenes[1].room = QStringLiteral("explain");
    scenes[1].view = QStringLiteral("block");
    bench.start.workspace.setScenes(scenes, {});
    auto* const writer = bench.start.window.findChild<SceneExport*>();
    const QString path = bench.bench.file("scenes.pdf");
    writer->write(path);
    REQUIRE(WindowStart::wait([&] { return !writer->isWriting(); }));
    QFile file(path);
    REQUIRE(file.open(QIODevice::ReadOnly));
    const QByteArray content = file.readAll();
    CHECK(content.count("/MediaBox [0 0 720") == 2); // as wide as each other
    CHECK(content.count("/MediaBox [0 0 720.000000 405") == 1);
}

TEST_CASE("scenes: on paper no line says what to do with the mouse", "[window][presenting]")
{
    QWidget view;
    auto* const column = makeColumn(&view);
    auto* const words = new ElidedLabel;
    column->addWidget(words);
    view.show();
    HiddenControls hidden;
    words->setText(QStringLiteral("Wheel: zoom. Drag: move."), true);
    hidden.hideAllIn(view);
    CHECK_FALSE(words->isVisible());
    hidden.showAgain();
    CHECK(words->isVisible());
    words->setText(QStringLiteral("Layer 1: x + attention"));
    hidden.hideAllIn(view);
    CHECK(words->isVisible());
}

TEST_CASE("scenes: on paper nothing is left of a form", "[window][presenting]")
{
    PresentBench bench;
    bench.start.window.rooms().enter(RoomId::kWhatIf);
    bench.views().showView(ViewId("experiment"));
    bench.start.settle(50);
    const TraceView& view = *bench.views().view(ViewId("experiment"));
    const auto& form = *view.findChild<ExperimentForm*>();
    REQUIRE(form.isVisible());
    HiddenControls hidden;
    hidden.hideAllIn(view);
    CHECK_FALSE(form.isVisible()); // nor its words
    hidden.showAgain();
    CHECK(form.isVisible());
}

TEST_CASE("esc: ends the innermost only", "[window][presenting]")
{
    PresentBench bench;
    auto* const painter = bench.heatmap().findChild<MaskPainter*>();
    auto* const find = bench.start.window.findChild<FindBar*>();
    bench.start.focus.setPin({1, 0});
    bench.views().toggleCentre(view_ids::kTokens);
    painter->setOn(true);
    bench.start.action("edit.find")->trigger();
    bench.start.settle();
    const auto state = [&] {
        return std::array{find->isVisible(), painter->isOn(), bench.views().isCentred(),
                          !bench.start.focus.pin().empty()};
    };
    REQUIRE(state() == std::array{true, true, true, true});
    bench.views().view(view_ids::kTokens)->setFocus();
    QAction* const esc = bench.start.action("go.unpin");
    esc->trigger();
    CHECK(state() == std::array{false, true, true, true});
    esc->trigger(); // the brush is in the map, which the tokens cover
    CHECK(state() == std::array{false, true, false, true});
    esc->trigger();
    CHECK(state() == std::array{false, false, false, true});
    esc->trigger();
    CHECK(state() == std::array{false, false, false, false});
}

TEST_CASE("nothing moves: a mask, an edit and a message leave the cells where they were",
          "[window][presenting]")
{
    PresentBench bench;
    const auto where = [&] {
        bench.start.settle(80);
        return QRect(bench.plot().mapTo(&bench.start.window, QPoint(0, 0)), bench.plot().size());
    };
    const QRect before = where();
    bench.start.action("mask.causalDecoder")->trigger();
    REQUIRE(bench.settled());
    CHECK(bench.start.bar("editBanner").isVisible());
    CHECK(where() == before);
    bench.start.action("mask.causalDecoder")->trigger();
    REQUIRE(bench.settled());
    CHECK_FALSE(bench.start.bar("editBanner").isVisible());
    CHECK(where() == before);
    bench.start.workspace.setNotice(Notice{QStringLiteral("A line"), QStringLiteral("and another"), true});
    CHECK(bench.start.bar("noticeBar").isVisible());
    CHECK(where() == before);
    const MessageBar& notice = bench.start.bar("noticeBar");
    const QRect bar(notice.mapTo(&bench.start.window, QPoint(0, 0)), notice.size());
    const QRect area(bench.views().mapTo(&bench.start.window, QPoint(0, 0)), bench.views().size());
    CHECK(area.contains(bar));
}

TEST_CASE("presenting: the list of scenes names, orders and keeps notes, and each change can be undone",
          "[window]")
{
    PresentBench bench;
    bench.scenes().add();
    bench.start.focus.setPin({1, 1});
    bench.scenes().add();
    const std::vector<Scene> before = bench.scenes().all();
    bench.start.action("scene.list")->trigger();
    bench.start.action("scene.list")->trigger(); // there is one list
    REQUIRE(bench.start.window.findChildren<SceneList*>().size() == 1);
    SceneList& list = *bench.start.window.findChild<SceneList*>();
    auto& rows = *list.findChild<QListWidget*>();
    auto& name = *list.findChild<QLineEdit*>();
    auto& notes = *list.findChild<QPlainTextEdit*>();
    const QUndoStack& undo = bench.start.workspace.undoStack();
    CHECK(list.actions().contains(bench.start.action("edit.undo"))); // Ctrl+Z in its window
    CHECK(list.actions().contains(bench.start.action("look.presentation"))); // and F5
    REQUIRE(rows.count() == 2);
    CHECK(rows.currentRow() == 1); // the one that was added last
    name.setText(QStringLiteral("The end"));
    notes.setPlainText(QStringLiteral("Ask the audience."));
    rows.setCurrentRow(0); // keeps what was typed, at once
    CHECK(bench.scenes().all()[1].name == QStringLiteral("The end"));
    CHECK(bench.scenes().all()[1].notes == QStringLiteral("Ask the audience."));
    CHECK(bench.scenes().all()[0] == before[0]);
    list.findChild<QToolButton*>(QStringLiteral("sceneUp"))->click(); // nothing is above the first one
    CHECK(bench.scenes().all()[0] == before[0]);
    bench.scenes().go(0);
    bench.start.settle();
    CHECK(list.findChild<QLabel*>(QStringLiteral("nextScene"))->text().contains(QStringLiteral("The end")));
    list.findChild<QToolButton*>(QStringLiteral("sceneDown"))->click();
    CHECK(bench.scenes().all()[0].name == QStringLiteral("The end"));
    CHECK(bench.scenes().current() == 1); // still the same scene
    CHECK(rows.currentRow() == 1);
    CHECK(undo.undoText() == QStringLiteral("Move a scene"));
    bench.start.action("edit.undo")->trigger();
    CHECK(bench.scenes().all()[1].name == QStringLiteral("The end"));
    bench.start.action("edit.undo")->trigger();
    CHECK(bench.scenes().all() == before);
    // The neighbour of a removed scene is chosen, and a scene that comes back, whichever is shown.
    bench.scenes().go(0);
    bench.start.settle();
    bench.start.focus.setPin({0, 1});
    bench.scenes().add();
    REQUIRE(rows.count() == 3);
    CHECK(rows.currentRow() == 1);
    bench.scenes().go(2);
    bench.start.settle();
    bench.scenes().remove(0);
    CHECK(rows.currentRow() == 0);
    bench.start.action("edit.undo")->trigger();
    CHECK(rows.currentRow() == 0);
    bench.scenes().remove(1);
    REQUIRE(bench.scenes().all() == before);
    CHECK(rows.currentRow() == 1);
    // A session keeps the notes.
    Session session;
    session.scenes = before;
    session.scenes[0].notes = QStringLiteral("Slowly.");
    const auto tree = SessionTree::parse(toText(session), "x.headlight");
    REQUIRE(tree);
    const auto read = sessionFromTree(*tree, "x.headlight");
    REQUIRE(read);
    CHECK(read->session.scenes == session.scenes);
    list.close();
}
