#include "ui/window/actions/export_actions.h"

#include "tests/support/refused_file.h"
#include "tests/support/synthetic_trace.h"
#include "tests/support/window_bench.h"
#include "ui/dialogs/picture_dialog.h"
#include "ui/figure/figure_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QPushButton>
#include <QTest>
#include <QTimer>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

/// Waits for the image of what the window shows.
const QMimeData& copied(WindowStart& start)
{
    QGuiApplication::clipboard()->clear();
    start.window.exports().copyToClipboard();
    REQUIRE(WindowStart::wait([] { return !QGuiApplication::clipboard()->image().isNull(); }));
    return *QGuiApplication::clipboard()->mimeData();
}

} // namespace

TEST_CASE("copying: the map's image and its numbers, or the image alone if they are too many",
          "[window][copy][long]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    CHECK(copied(start).text().startsWith(QStringLiteral("query\t")));

    auto snapshot = std::make_shared<Snapshot>();
    snapshot->request = start.workspace.snapshot()->request + 1;
    snapshot->finished = true;
    snapshot->trace = testing::longTrace(5000);
    start.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    start.workspace.publish(snapshot);
    CHECK_FALSE(copied(start).hasText());
}

TEST_CASE("exporting an image: of the view in the centre, or of the heatmap", "[window][figures]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    start.focus.setPin({1, 1});
    start.window.rooms().enter(RoomId::kExplain);
    start.settle();
    start.window.input().sentence()->setFocus();
    start.action("file.exportPicture")->trigger();
    auto* const preview = start.window.findChild<PictureDialog*>();
    REQUIRE(preview != nullptr);
    CHECK(start.window.findChild<FigureDialog*>() == nullptr);
    QString name;
    // The dialog has its own loop of events: answer from there.
    QTimer::singleShot(0, &start.window, [&] {
        auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        REQUIRE(dialog != nullptr);
        name = QFileInfo(dialog->selectedFiles().value(0)).fileName();
        dialog->reject();
    });
    preview->findChild<QPushButton*>(QStringLiteral("picture.save"))->click();
    CHECK(name == QStringLiteral("cell.svg"));
    CHECK(preview->isVisible()); // whoever does not choose a file still sees the picture
    preview->reject();
    start.window.activateWindow();
    REQUIRE(QTest::qWaitForWindowActive(&start.window));
    start.window.views().view(view_ids::kHeatmap)->setFocus();
    REQUIRE(start.window.views().viewInFocus() == view_ids::kHeatmap); // else a file dialog would wait
    start.action("file.exportPicture")->trigger();
    auto* const figure = start.window.findChild<FigureDialog*>();
    REQUIRE(figure != nullptr);
    // A name of another format is refused while the choices are still there.
    CHECK(testing::refusalOf(*figure->findChild<QPushButton*>(QStringLiteral("figure.save")),
                             bench.file("map.gif"))
              .contains(QLatin1String(".png")));
    CHECK(figure->isVisible());
}

TEST_CASE("exporting an image: every view in a centre shows a preview first", "[window][figures]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    for (const RoomId room :
         {RoomId::kExplore, RoomId::kExplain, RoomId::kDecode, RoomId::kCompare, RoomId::kModel}) {
        start.window.rooms().enter(room);
        start.settle();
        start.window.input().sentence()->setFocus();
        INFO(start.window.rooms().current().toStdString());
        start.action("file.exportPicture")->trigger();
        // Nothing in front of the preview asks for a file.
        auto* const dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        REQUIRE(dialog != nullptr);
        CHECK(qobject_cast<QFileDialog*>(dialog) == nullptr);
        dialog->reject();
        REQUIRE(WindowStart::wait([] { return QApplication::activeModalWidget() == nullptr; }));
    }
}
