// Workspaces: each an arrangement of the same views.

#include "ui/window/rooms/rooms.h"

#include "tests/support/bert_folder.h"
#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"
#include "tests/support/window_bench.h"
#include "ui/views/flow/model_view.h"
#include "ui/views/heads/heads_canvas.h"
#include "ui/window/actions/session_actions.h"
#include "ui/window/lessons/learn_page.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_pictures.h"
#include "ui/window/rooms/room_rail.h"
#include "ui/window/rooms/room_settings.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/view_list.h"
#include "ui/words/attention_sentence.h"

#include <QApplication>
#include <QDockWidget>
#include <QImage>
#include <QInputDialog>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QStringList>
#include <QUndoStack>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace headlight;
using headlight::test::LayoutWatch;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

const ViewId kCell("cell"), kLines("lines"), kMasks("masks");

/// A window of a usual size, with a result.
struct RoomBench
{
    WindowBench bench;
    WindowStart start{bench.settings};

    explicit RoomBench(const QSize& size = {1440, 900})
    {
        start.window.resize(size);
        start.window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
        start.settle(120); // wait until the sizes settle
    }
    Rooms& rooms() const { return start.window.rooms(); }
    DockArea& views() const { return start.window.views(); }
    bool isSeen(ViewId id) const
    {
        return views().view(id)->isVisible() && !views().view(id)->visibleRegion().isEmpty();
    }
    QDockWidget* dock(const char* view) const
    {
        return start.window.findChild<QDockWidget*>(QStringLiteral("dock.") + QLatin1String(view));
    }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::AltModifier)
    {
        start.window.activateWindow();
        QTest::keyClick(&start.window, static_cast<Qt::Key>(key), modifiers);
        start.settle();
    }
};

} // namespace

// A widget that asks for a layout whenever it is laid out keeps a core busy for ever.
TEST_CASE("rooms: a window at rest lays nothing out", "[window]")
{
    for (const QSize size : {QSize(1024, 700), QSize(1440, 900), QSize(1920, 1080)}) {
        RoomBench bench(size);
        for (int key = Qt::Key_1; key <= Qt::Key_7; ++key) {
            bench.press(key);
            // What the change of workspace started may take long on a busy machine, but not for ever.
            QStringList asking;
            for (int tries = 0; tries < 100; ++tries) {
                const LayoutWatch watch;
                QTest::qWait(100);
                asking = watch.asking;
                if (asking.isEmpty())
                    break;
            }
            INFO(size.width() << " " << bench.rooms().current().toStdString() << ": "
                              << asking.mid(0, 6).join(QStringLiteral(", ")).toStdString());
            CHECK(asking.isEmpty());
        }
    }
}

// The rail gives up its words where there is little room, and with them some width to the views. When that
// was enough for the views to have room, the two changed each other for ever.
TEST_CASE("rooms: the window comes to rest at widths where the rail's words decide about the room",
          "[window][rooms]")
{
    RoomBench bench;
    bool words = false, none = false;
    for (int width = 1170; width <= 1234; width += 8) {
        INFO(width);
        bench.start.window.resize(width, 800);
        bench.start.settle();
        const bool shown = bench.rooms().rail().wordsShown();
        CHECK(shown != bench.views().isSmall());
        words = words || shown;
        none = none || !shown;
    }
    CHECK(words);
    CHECK(none);
}

TEST_CASE("rooms: each has one centre, and every view has a room", "[window][rooms]")
{
    std::set<std::string> names;
    for (const Room& room : roomTable()) {
        INFO(room.name);
        CHECK(&roomOf(room.id) == &room);
        CHECK(names.insert(room.name).second);
        CHECK_FALSE(roomTitle(room.id).isEmpty());
        CHECK_FALSE(roomTip(room.id).isEmpty());
        const Arrangement arrangement = arrangementOf(room.id);
        CHECK_FALSE(arrangement.centre.isEmpty());
        for (const Arrangement::Standing& each : arrangement.docks) {
            CHECK(each.spot != RoomSpot::kCentre);
            CHECK(each.view != arrangement.centre);
        }
    }
    for (const ViewDescriptor& view : viewRegistry()) {
        INFO(view.title);
        CHECK_FALSE(view.places.empty());
        CHECK_FALSE(viewLine(view).isEmpty());
    }
}

TEST_CASE("rooms: the keys and the rail lead to them, with one focus throughout", "[window][rooms]")
{
    RoomBench bench;
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kSelf, 1};
    bench.start.focus.setHead(head);
    bench.start.focus.setPin({1, 0});
    TraceView* const cell = bench.views().view(kCell);
    CHECK(bench.rooms().current() == QStringLiteral("explore"));
    CHECK(bench.views().centre() == bench.views().view(view_ids::kHeatmap));
    int key = Qt::Key_1;
    for (const char* name : {"explore", "explain", "decode", "whatIf", "compare", "model", "learn"}) {
        INFO(name);
        bench.press(key++);
        CHECK(bench.rooms().current() == QLatin1String(name));
        CHECK(bench.rooms().rail().button(QLatin1String(name))->isChecked());
        const QString centre = arrangementOf(roomNamed(QLatin1String(name))->id).centre;
        if (centre == QLatin1String(kLearnPage))
            CHECK(bench.views().centre() == nullptr);
        else
            CHECK(bench.views().centre()->objectName() == centre);
    }
    QTest::mouseClick(bench.rooms().rail().button(QStringLiteral("explain")), Qt::LeftButton);
    CHECK(bench.rooms().current() == QStringLiteral("explain"));
    CHECK(bench.views().centre() == cell); // the same one, not another
    CHECK(bench.isSeen(view_ids::kHeatmap)); // small, beside it
    CHECK(bench.start.focus.head() == head);
    CHECK(bench.start.focus.pin() == Cell{1, 0});
    // The kinds of map keep their numbers, with other modifier keys.
    bench.press(Qt::Key_2, Qt::ControlModifier | Qt::AltModifier);
    CHECK(bench.start.focus.map() == MapKind::kScores);
}

TEST_CASE("rooms: a window that begins in What if compares with the edits", "[window][rooms]")
{
    RoomBench bench;
    bench.rooms().enter(RoomId::kWhatIf);
    bench.rooms().save();
    const WindowStart again(bench.bench.settings);
    CHECK(again.window.rooms().current() == QStringLiteral("whatIf"));
    CHECK(again.workspace.comparison().kind == ComparisonChoice::Kind::kEdits);
}

TEST_CASE("rooms: Compare does not wait for edits that are undone", "[window][rooms]")
{
    RoomBench bench;
    Workspace& workspace = bench.start.workspace;
    Document edited = workspace.document();
    edited.interventions.list.emplace_back(HeadOff{});
    workspace.apply(edited, QStringLiteral("an edit"));
    workspace.setComparison({ComparisonChoice::Kind::kEdits, -1, -1});
    bench.rooms().enter(RoomId::kCompare);
    CHECK(workspace.comparison().kind == ComparisonChoice::Kind::kEdits);
    workspace.undoStack().undo();
    CHECK(workspace.comparison().kind == ComparisonChoice{}.kind);
    bench.start.settle();
}

TEST_CASE("rooms: what is recorded is not run again, and what nobody sees is not recorded", "[window][rooms]")
{
    RoomBench bench;
    const SiteSet explore = bench.views().needs();
    CHECK_FALSE(explore.has(Site::kHeadOutput)); // only Cell reads them
    bench.press(Qt::Key_2);
    CHECK(bench.views().needs().has(Site::kHeadOutput));
    REQUIRE(WindowStart::wait([&] { return bench.start.runs.isSettled(); }));
    const quint64 request = bench.start.workspace.snapshot()->request;
    bench.press(Qt::Key_1);
    CHECK_FALSE(bench.views().needs().has(Site::kHeadOutput));
    bench.press(Qt::Key_2);
    bench.press(Qt::Key_1);
    bench.start.settle(100);
    REQUIRE(WindowStart::wait([&] { return bench.start.runs.isSettled(); }));
    CHECK(bench.start.workspace.snapshot()->request == request);
}

TEST_CASE("rooms: the key of a view leads to its room", "[window][rooms]")
{
    RoomBench bench;
    bench.press(Qt::Key_6, Qt::ControlModifier);
    CHECK(bench.rooms().current() == QStringLiteral("explain"));
    CHECK(bench.isSeen(kCell));
    CHECK(bench.start.action("view.cell")->isChecked());
    CHECK_FALSE(bench.start.action("view.heads")->isChecked());
    bench.press(Qt::Key_1, Qt::ControlModifier); // the heatmap is here, too
    CHECK(bench.rooms().current() == QStringLiteral("explain"));
    bench.press(Qt::Key_7, Qt::ControlModifier);
    CHECK(bench.rooms().current() == QStringLiteral("explore"));
    CHECK(bench.isSeen(kLines));
}

TEST_CASE("rooms: each remembers how it was left, until it is reset", "[window][rooms]")
{
    RoomBench bench;
    bench.dock("heads")->findChild<QAbstractButton*>(QString(), Qt::FindChildrenRecursively);
    bench.start.action("view.heads")->trigger();
    CHECK_FALSE(bench.isSeen(view_ids::kHeads));
    bench.press(Qt::Key_2);
    bench.views().addView(view_ids::kTokens);
    CHECK(bench.isSeen(view_ids::kTokens));
    bench.press(Qt::Key_1);
    CHECK_FALSE(bench.isSeen(view_ids::kHeads));
    bench.press(Qt::Key_2);
    CHECK(bench.isSeen(view_ids::kTokens));
    {
        bench.start.window.close();
        WindowStart again(bench.bench.settings);
        again.settle(50);
        CHECK(again.window.rooms().current() == QStringLiteral("explain"));
        CHECK(again.window.views().openViews().contains(QStringLiteral("tokens")));
        again.window.rooms().enter(RoomId::kExplore);
        CHECK_FALSE(again.window.views().openViews().contains(QStringLiteral("heads")));
        again.action("room.reset")->trigger();
        CHECK(again.window.views().openViews().contains(QStringLiteral("heads")));
    }
}

TEST_CASE("rooms: the tab that was in front is so again, until the room is reset", "[window][rooms]")
{
    RoomBench bench;
    const ViewId experiment("experiment");
    bench.press(Qt::Key_4);
    CHECK_FALSE(bench.isSeen(experiment));
    bench.views().raise(experiment); // as a click on its tab
    bench.start.settle();
    REQUIRE(bench.isSeen(experiment));
    bench.press(Qt::Key_1);
    CHECK_FALSE(bench.isSeen(experiment));
    bench.press(Qt::Key_4);
    CHECK(bench.isSeen(experiment));
    CHECK_FALSE(bench.isSeen(view_ids::kWhatIf));
    bench.start.action("room.reset")->trigger();
    bench.start.settle();
    CHECK_FALSE(bench.isSeen(experiment));
    CHECK(bench.isSeen(view_ids::kWhatIf));
}

TEST_CASE("rooms: one of the user's own is kept, renamed and deleted", "[window][rooms]")
{
    RoomBench bench;
    bench.views().addView(kCell);
    bench.start.action("room.save")->trigger();
    auto* const dialog = bench.start.window.findChild<QInputDialog*>(QStringLiteral("roomTitle"));
    REQUIRE(dialog != nullptr);
    dialog->setTextValue(QStringLiteral("  My cells "));
    dialog->accept();
    CHECK(bench.rooms().current() == QStringLiteral("own.1"));
    RailButton* const button = bench.rooms().rail().button(QStringLiteral("own.1"));
    REQUIRE(button != nullptr);
    CHECK(button->text() == QStringLiteral("My cells"));
    CHECK(button->isChecked());
    bench.start.action("view.heads")->trigger();
    CHECK_FALSE(bench.isSeen(view_ids::kHeads));
    bench.start.action("room.reset")->trigger(); // as it was saved
    CHECK(bench.isSeen(view_ids::kHeads));
    CHECK(bench.isSeen(kCell));
    bench.press(Qt::Key_1); // the room it was made from is unchanged
    CHECK(bench.isSeen(kCell));
    bench.start.window.close();
    WindowStart again(bench.bench.settings);
    again.settle(50);
    again.window.rooms().enter(QStringLiteral("own.1"));
    CHECK(again.window.rooms().current() == QStringLiteral("own.1"));
    CHECK(again.window.views().openViews().contains(QStringLiteral("cell")));
    again.window.rooms().rename(QStringLiteral("Numbers"));
    CHECK(again.window.rooms().rail().button(QStringLiteral("own.1"))->text() == QStringLiteral("Numbers"));
    again.action("view.cell")->trigger();
    again.action("room.reset")->trigger();
    CHECK(again.window.views().openViews().contains(QStringLiteral("cell")));
    CHECK(again.window.rooms().rail().button(QStringLiteral("own.1"))->text() == QStringLiteral("Numbers"));
    again.action("room.delete")->trigger();
    CHECK(again.window.rooms().current() == QStringLiteral("explore"));
    CHECK(again.window.rooms().rail().button(QStringLiteral("own.1")) == nullptr);
    again.window.rooms().save();
    for (const RoomLayout& layout : kRoomLayouts.of(bench.bench.settings))
        CHECK(layout.id != QStringLiteral("own.1"));
}

TEST_CASE("rooms: a session opens in its own, and one of an older version in the first", "[window][rooms]")
{
    RoomBench bench;
    bench.press(Qt::Key_2);
    bench.views().showOnly({QStringLiteral("heatmap")});
    const SessionWindow saved = bench.rooms().session();
    CHECK(saved.room == QStringLiteral("explain"));
    bench.press(Qt::Key_4);
    bench.rooms().restore(saved);
    CHECK(bench.rooms().current() == QStringLiteral("explain"));
    CHECK(bench.views().openViews() == QStringList{QStringLiteral("heatmap")});
    SessionWindow older;
    older.views = QStringList{QStringLiteral("tokens"), QStringLiteral("cell")};
    bench.rooms().restore(older);
    CHECK(bench.rooms().current() == QStringLiteral("explore"));
    CHECK(bench.views().centre() == bench.views().view(view_ids::kHeatmap));
    CHECK(bench.views().openViews() == older.views);
}

TEST_CASE("rooms: the layout of an older version is that of the first", "[window][rooms]")
{
    WindowBench folder;
    {
        WindowStart start(folder.settings);
        start.settle(50);
        start.window.views().showOnly({QStringLiteral("tokens")});
        kWindowLayout.set(folder.settings, start.window.views().layout().docks);
    }
    kRoomLayouts.set(folder.settings, {});
    WindowStart start(folder.settings);
    start.settle(50);
    CHECK(start.window.rooms().current() == QStringLiteral("explore"));
    CHECK(start.window.views().openViews() == QStringList{QStringLiteral("tokens")});
    CHECK(start.window.views().centre() == start.window.views().view(view_ids::kHeatmap));
}

TEST_CASE("rooms: models without a decoder have masked words in the place of decoding", "[window][rooms]")
{
    const test::BertFolder bert;
    RoomBench bench;
    bench.press(Qt::Key_3);
    CHECK(bench.rooms().current() == QStringLiteral("decode"));
    const auto before = bench.start.workspace.model();
    bench.start.window.openModel(QString::fromStdString(bert.path().string()));
    REQUIRE(WindowStart::wait([&] { return bench.start.workspace.model() != before; }));
    bench.start.settle();
    CHECK(bench.rooms().current() == QStringLiteral("masked"));
    CHECK(bench.isSeen(kMasks));
    CHECK(bench.rooms().rail().button(QStringLiteral("decode")) == nullptr);
    CHECK(bench.start.action("room.decode")->text() == roomTitle(RoomId::kMasked));
    bench.press(Qt::Key_1);
    bench.press(Qt::Key_3);
    CHECK(bench.rooms().current() == QStringLiteral("masked"));
    // A view that belongs to the other of the two rooms explains why it is empty, wherever it is opened.
    bench.press(Qt::Key_4, Qt::ControlModifier);
    CHECK(bench.isSeen(view_ids::kDecoding));
}

TEST_CASE("rooms: the diagram fits its dock again after it was in the centre", "[window][rooms]")
{
    RoomBench bench;
    bench.press(Qt::Key_6);
    const ViewId model("model");
    const auto* const canvas = bench.views().view(model)->findChild<ModelCanvas*>();
    REQUIRE(canvas != nullptr);
    bench.start.settle(50);
    const double before = canvas->zoom();
    bench.views().toggleCentre(model);
    bench.start.settle(50);
    CHECK(canvas->zoom() > before);
    bench.views().toggleCentre(model);
    bench.start.settle(50);
    CHECK(canvas->zoom() == Approx(before));
}

TEST_CASE("rooms: experts have a tab for models that have experts", "[window][rooms]")
{
    RoomBench bench;
    bench.press(Qt::Key_6);
    CHECK(bench.dock("experts")->isHidden());
    headlight::test::TinyOptions mixed;
    mixed.experts = 4;
    bench.start.workspace.setModel(headlight::test::tinyModel(mixed));
    CHECK_FALSE(bench.dock("experts")->isHidden());
    bench.press(Qt::Key_1);
    bench.start.workspace.setModel(headlight::test::tinyModel());
    bench.press(Qt::Key_6);
    CHECK(bench.dock("experts")->isHidden());
    // Who asks for the view gets it, with the reason why it is empty.
    bench.press(Qt::Key_7, Qt::ControlModifier | Qt::ShiftModifier);
    CHECK(bench.isSeen(view_ids::kExperts));
}

TEST_CASE("rooms: the list of views names all, shows one, and adds one here", "[window][rooms]")
{
    RoomBench bench;
    const auto open = [&] {
        QTest::mouseClick(&bench.rooms().rail().more(), Qt::LeftButton);
        auto* const list = bench.start.window.findChild<ViewList*>();
        REQUIRE(list != nullptr);
        return list;
    };
    ViewList* list = open();
    for (const ViewDescriptor& view : viewRegistry()) {
        const auto* const row = list->findChild<ViewRow*>(QStringLiteral("list.") + view.id.name());
        REQUIRE(row != nullptr);
        CHECK(row->text() == viewTitle(view));
        CHECK(row->accessibleDescription() == viewLine(view));
    }
    CHECK(list->findChild<QAbstractButton*>(QStringLiteral("add.heads")) == nullptr); // it is here
    QTest::mouseClick(list->findChild<QAbstractButton*>(QStringLiteral("add.cell")), Qt::LeftButton);
    CHECK(bench.rooms().current() == QStringLiteral("explore"));
    CHECK(bench.isSeen(kCell));
    bench.start.settle();
    list = open();
    QTest::mouseClick(list->findChild<ViewRow*>(QStringLiteral("list.stream")), Qt::LeftButton);
    CHECK(bench.rooms().current() == QStringLiteral("explain"));
    CHECK(bench.isSeen(view_ids::kStream));
}

TEST_CASE("rooms: the list of views has a picture for each, and its titles take a line each",
          "[window][rooms]")
{
    const auto pictureOf = [](const QString& name) {
        QImage image(48, 48, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        paintPicture(painter, QRectF(0, 0, 48, 48), name, Qt::black, Qt::blue);
        return image;
    };
    std::vector<QImage> pictures{pictureOf(QStringLiteral("own.1"))};
    for (const ViewDescriptor& view : viewRegistry()) {
        INFO(view.id.name().data());
        const QImage picture = pictureOf(view.id.name());
        CHECK(std::ranges::find(pictures, picture) == pictures.end());
        pictures.push_back(picture);
    }
    RoomBench bench({1024, 700});
    QTest::mouseClick(&bench.rooms().rail().more(), Qt::LeftButton);
    const auto* const list = bench.start.window.findChild<ViewList*>();
    REQUIRE(list != nullptr);
    for (const QLabel* const title : list->findChildren<QLabel*>())
        CHECK(title->height() == title->sizeHint().height());
    for (const ViewRow* const row : list->findChildren<ViewRow*>())
        CHECK(row->toolTip() == row->accessibleDescription());
}

TEST_CASE("rooms: in every room the list of heads shows the head that is looked at", "[window][rooms]")
{
    RoomBench bench({1024, 700});
    bench.start.focus.setHead({StackKind::kDecoder, 1, AttentionKind::kCross, 1});
    auto* const canvas = bench.start.window.findChild<HeadsCanvas*>();
    REQUIRE(canvas != nullptr);
    for (const int key : {Qt::Key_1, Qt::Key_3, Qt::Key_6, Qt::Key_5, Qt::Key_1}) {
        INFO(key);
        bench.press(key);
        bench.start.settle(60);
        if (!canvas->isVisible())
            continue;
        const QRect head = canvas->headsLayout().rectOf(bench.start.focus.head()).toRect();
        REQUIRE_FALSE(head.isEmpty());
        CHECK(canvas->visibleRegion().boundingRect().contains(head));
    }
}

TEST_CASE("rooms: the cards of Learn share its width", "[window][rooms]")
{
    for (const QSize& size : {QSize(1024, 700), QSize(1440, 900), QSize(1920, 1080)}) {
        INFO(size.width());
        RoomBench bench(size);
        bench.press(Qt::Key_7);
        bench.start.settle(60);
        const auto* const page = bench.start.window.findChild<LearnPage*>();
        REQUIRE(page != nullptr);
        int right = 0;
        std::set<int> widths;
        for (const auto* button : page->findChildren<QPushButton*>()) {
            const QWidget* const card = button->parentWidget();
            right = std::max(right, card->mapTo(page, QPoint(card->width(), 0)).x());
            widths.insert(card->width());
            CHECK(card->heightForWidth(card->width()) <= card->height()); // nothing is cut off
        }
        CHECK(widths.size() == 1);
        // On a wide page short sections stand beside each other, so that most of it is used.
        std::set<std::pair<int, int>> places;
        std::set<int> rows;
        for (const auto* button : page->findChildren<QPushButton*>()) {
            const QPoint at = button->parentWidget()->mapTo(page, QPoint());
            CHECK(places.insert({at.x(), at.y()}).second);
            rows.insert(at.y());
        }
        const int columns = page->layout()->contentsRect().width() / *widths.begin();
        CHECK(static_cast<double>(places.size()) > 0.7 * columns * static_cast<double>(rows.size()));
        CHECK(right <= page->layout()->contentsRect().right() + 1);
        CHECK(right > page->layout()->contentsRect().right() - 12);
        CHECK(page->width() <= page->parentWidget()->width()); // no scrolling sideways
        bench.start.window.resize(size.width() - 100, size.height());
        bench.start.settle(60);
        CHECK(page->width() <= page->parentWidget()->width());
    }
}

TEST_CASE("rooms: Learn leads to what there is to learn from", "[window][rooms]")
{
    RoomBench bench;
    bench.start.window.input().sentence()->setFocus();
    bench.press(Qt::Key_7);
    const auto* const page = bench.start.window.findChild<LearnPage*>();
    REQUIRE(page != nullptr);
    CHECK(page->isVisible());
    CHECK(page->isAncestorOf(bench.start.window.focusWidget())); // the keyboard begins there
    CHECK(page->findChildren<QPushButton*>().size() > 10);
    CHECK(page->findChild<QPushButton*>(QStringLiteral("learn.lesson.without-mask")) != nullptr);
    CHECK(page->findChild<QPushButton*>(QStringLiteral("learn.en-gpt")) != nullptr);
    QTest::mouseClick(page->findChild<QPushButton*>(QStringLiteral("learn.room.explain")), Qt::LeftButton);
    CHECK(bench.rooms().current() == QStringLiteral("explain"));
}

TEST_CASE("rooms: a window that opens in Explain pins a cell with its first result, once", "[window]")
{
    WindowBench bench;
    kShownRoom.set(bench.settings, QStringLiteral("explain"));
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    REQUIRE(start.window.rooms().current() == QStringLiteral("explain"));
    REQUIRE(WindowStart::wait([&] { return !start.focus.pin().empty(); }));
    const AttentionMap map = start.workspace.shownTrace().attention(start.focus.head());
    // The cell of which the sentence under the map speaks.
    const Matrix weights = map.whole(MapKind::kWeights);
    CHECK(*start.focus.pin().query == *tellingRow(map));
    CHECK(weights(*start.focus.pin().query, *start.focus.pin().key)
          == weights.row(*start.focus.pin().query).maxCoeff());
    start.focus.setPin({});
    start.type(QStringLiteral(" 7"));
    REQUIRE(WindowStart::wait([&] { return start.ready(5); }));
    CHECK(start.focus.pin().empty());
}
