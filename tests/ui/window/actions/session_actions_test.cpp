#include "core/model/builtin_model.h"
#include "tests/support/catch.h"
#include "tests/support/file_limit.h"
#include "tests/support/window_bench.h"
#include "tests/ui/window/session_steps.h"
#include "ui/state/focus.h"
#include "ui/state/model_settings.h"
#include "ui/state/snapshot.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/views/matrices/matrices_view.h"
#include "ui/window/actions/session_actions.h"
#include "ui/window/lessons/lesson_player.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/rooms.h"
#include "ui/window/sessions/crash_copy.h"

#include <QAbstractButton>
#include <QDateTime>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTimer>
#include <QUndoStack>

#include <utility>

using namespace headlight;
using namespace headlight::testing;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

/// A copy of the model that can be moved and changed.
QString copyOf(const QString& model, const QString& folder)
{
    REQUIRE(QDir().mkpath(folder));
    for (const QFileInfo& file : QDir(model).entryInfoList(QDir::Files))
        REQUIRE(QFile::copy(file.filePath(), folder + QLatin1Char('/') + file.fileName()));
    return folder;
}

void drop(WindowStart& start, const QMimeData& data)
{
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&start.window, &enter);
    REQUIRE(enter.isAccepted());
    QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&start.window, &event);
}

} // namespace

TEST_CASE("sessions: a saved one shows the same picture in another window", "[window][session]")
{
    WindowBench bench;
    const QString file = bench.file("a.headlight");
    AttentionMap before;
    {
        WindowStart first(bench.settings);
        first.window.start(bench.model);
        lookAround(first);
        before = first.workspace.shownTrace().attention(kSessionHead);
        first.window.sessions().save(file);
        REQUIRE(WindowStart::wait([&] { return kRecentSessions.of(bench.settings).contains(file); }));
        CHECK(first.window.windowTitle().startsWith(QStringLiteral("a[*]")));
        CHECK_FALSE(first.window.isWindowModified());
        REQUIRE(first.workspace.notice());
        CHECK(first.workspace.notice()->text == QStringLiteral("Saved: ") + file);
        CHECK(first.workspace.notice()->passing);
        first.window.close();
    }
    kLastText.set(bench.settings, QStringLiteral("7"));
    WindowStart second(bench.settings);
    second.window.start(file); // as from the command line
    REQUIRE(looksSo(second));
    checkLook(second);
    CHECK(second.workspace.shownTrace().attention(kSessionHead).whole(MapKind::kWeights)
          == before.whole(MapKind::kWeights));
    CHECK_FALSE(second.workspace.undoStack().canUndo());

    // Restore into a window that already shows something else.
    second.focus.setPin({});
    second.type(QStringLiteral(" 4"));
    CHECK(second.window.isWindowModified());
    QTimer::singleShot(50, &second.window, [] {
        press("unsaved", [](QMessageBox& box) { return box.button(QMessageBox::Discard); });
    });
    second.window.open(file);
    REQUIRE(looksSo(second));
    checkLook(second);
    CHECK_FALSE(second.window.isWindowModified());
}

TEST_CASE("sessions: the matrices that the user calculates with are saved, and a change is asked about",
          "[window][session][matrices]")
{
    WindowBench bench;
    const QString file = bench.file("sheet.headlight"), own = QStringLiteral("X = [1, 2]\nY = X + 6");
    const auto sheetOf = [](WindowStart& start) -> MatricesView& {
        start.window.rooms().showHome(ViewId("matrices"));
        return dynamic_cast<MatricesView&>(*start.window.views().view(ViewId("matrices")));
    };
    {
        WindowStart first(bench.settings);
        first.window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return first.ready(4); }));
        sheetOf(first).setSheet(own);
        saveAs(first, file);
        sheetOf(first).setSheet(QStringLiteral("X = [3]"));
        CHECK(first.window.isWindowModified());
        first.window.sessions().save(bench.file("other.headlight"));
        REQUIRE(WindowStart::wait([&] { return !first.window.isWindowModified(); }));
        first.window.close();
    }
    WindowStart second(bench.settings);
    second.window.start(file);
    REQUIRE(WindowStart::wait([&] { return second.window.sessions().path() == file; }));
    CHECK(sheetOf(second).sheet() == own);
    CHECK_FALSE(second.window.isWindowModified());
    second.window.open(bench.file("other.headlight")); // the view is open already
    REQUIRE(WindowStart::wait([&] { return sheetOf(second).sheet() == QStringLiteral("X = [3]"); }));
}

TEST_CASE("sessions: a result kept as A is run again, and another one is a change", "[window][session]")
{
    WindowBench bench;
    const QString file = bench.file("kept.headlight");
    std::shared_ptr<const KeptResult> before;
    {
        WindowStart first(bench.settings);
        first.window.start(bench.model);
        lookAround(first);
        keepAsA(first);
        before = first.workspace.kept();
        const quint64 request = first.workspace.snapshot()->request;
        Document other = first.workspace.document();
        other.text = QStringLiteral("7 7");
        other.interventions = {};
        first.workspace.apply(other, QStringLiteral("test"));
        REQUIRE(first.waitNewer(request));
        saveAs(first, file);
        keepAsA(first);
        CHECK(first.window.isWindowModified());
        saveAs(first, bench.file("other.headlight"));
        first.window.close();
    }
    WindowStart second(bench.settings);
    second.window.start(file);
    REQUIRE(WindowStart::wait([&] { return second.workspace.kept() != nullptr; }));
    const KeptResult& again = *second.workspace.kept();
    CHECK(again.name == before->name);
    CHECK(again.head == kSessionHead);
    CHECK(again.step == before->step);
    const Matrix weights = before->trace.attention(before->head).whole(MapKind::kWeights);
    const Matrix now = again.trace.attention(again.head).whole(MapKind::kWeights);
    REQUIRE(now.rows() == weights.rows());
    REQUIRE(now.cols() == weights.cols());
    CHECK((now - weights).cwiseAbs().maxCoeff() < 1e-5F);
    CHECK(second.workspace.document().text == QStringLiteral("7 7"));
    CHECK_FALSE(second.window.isWindowModified());
}

TEST_CASE("sessions: a result kept as A is run again by the model that made it", "[window][session]")
{
    WindowBench bench;
    const QString file = bench.file("models.headlight");
    const auto names = [](const WindowStart& start) {
        return std::pair(start.workspace.kept()->trace.info().model, start.workspace.model()->name());
    };
    {
        WindowStart first(bench.settings);
        first.window.start(bench.model);
        lookAround(first);
        keepAsA(first);
        first.window.openModel(QString::fromStdString(builtinModelFolder("en-fr")->string()));
        REQUIRE(WindowStart::wait([&] {
            return first.workspace.model() != nullptr && first.workspace.model()->name() == "en-fr"
                && first.runs.isSettled();
        }));
        REQUIRE(names(first) == std::pair(std::string("paper-transformer"), std::string("en-fr")));
        saveAs(first, file);
        first.window.close();
    }
    WindowStart second(bench.settings);
    second.window.start(file);
    REQUIRE(WindowStart::wait([&] { return second.workspace.kept() != nullptr; }));
    CHECK(names(second) == std::pair(std::string("paper-transformer"), std::string("en-fr")));
    CHECK_FALSE(second.window.isWindowModified());
}

TEST_CASE("sessions: docks keep their shares in a window of another size", "[window][session]")
{
    WindowBench bench;
    const QString file = bench.file("large.headlight");
    const auto share = [](const WindowStart& start, const char* view) {
        const QWidget& dock = *start.window.findChild<QDockWidget*>(QLatin1String(view));
        const QSize all = start.window.views().size();
        return std::pair(static_cast<double>(dock.width()) / all.width(),
                         static_cast<double>(dock.height()) / all.height());
    };
    std::pair<double, double> heads, tokens;
    {
        WindowStart large(bench.settings);
        large.window.resize(1920, 1080);
        large.window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return large.ready(4); }));
        large.settle(150);
        large.window.views().resizeDocks(
            {large.window.findChild<QDockWidget*>(QStringLiteral("dock.heads")),
             large.window.findChild<QDockWidget*>(QStringLiteral("dock.tokens"))},
            {520, 780}, Qt::Horizontal);
        large.settle(50);
        heads = share(large, "dock.heads");
        tokens = share(large, "dock.tokens");
        REQUIRE(tokens.first > 0.35);
        large.window.sessions().save(file);
        REQUIRE(WindowStart::wait([&] { return kRecentSessions.of(bench.settings).contains(file); }));
        large.window.close();
    }
    WindowBench other;
    WindowStart small(other.settings);
    small.window.resize(1280, 720);
    small.window.start(file);
    REQUIRE(WindowStart::wait([&] { return small.window.sessions().path() == file && small.ready(4); }));
    small.settle(150);
    CHECK(share(small, "dock.heads").first == Approx(heads.first).margin(0.02));
    CHECK(share(small, "dock.tokens").first == Approx(tokens.first).margin(0.02));
    CHECK(share(small, "dock.tokens").second == Approx(tokens.second).margin(0.04));
}

TEST_CASE("sessions: docks have their sizes again in a window that gets its own step by step",
          "[window][session]")
{
    WindowBench bench;
    const auto width = [](const WindowStart& start, const char* view) {
        return start.window.findChild<QDockWidget*>(QLatin1String(view))->width();
    };
    int heads = 0, tokens = 0;
    {
        WindowStart first(bench.settings);
        first.window.resize(1440, 900);
        first.window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return first.ready(4); }));
        first.settle(150);
        first.window.views().resizeDocks(
            {first.window.findChild<QDockWidget*>(QStringLiteral("dock.heads")),
             first.window.findChild<QDockWidget*>(QStringLiteral("dock.tokens"))},
            {350, 420}, Qt::Horizontal);
        emit first.window.views().rearranged();
        first.settle(50);
        heads = width(first, "dock.heads");
        tokens = width(first, "dock.tokens");
        first.window.close();
    }
    for (int start = 0; start < 3; ++start) {
        // As a window manager does with a maximised window.
        WindowStart again(bench.settings);
        again.window.resize(1360, 860);
        again.window.start(bench.model);
        again.settle(150);
        again.window.resize(1440, 900);
        again.settle(150);
        CHECK(std::abs(width(again, "dock.heads") - heads) <= 2);
        CHECK(std::abs(width(again, "dock.tokens") - tokens) <= 2);
        again.window.close();
    }
}

TEST_CASE("sessions: docks have their sizes again whether lessons were open or are", "[window][session]")
{
    WindowBench bench;
    const auto widths = [](const WindowStart& start) {
        return std::pair(start.window.findChild<QDockWidget*>(QStringLiteral("dock.heads"))->width(),
                         start.window.findChild<QDockWidget*>(QStringLiteral("dock.tokens"))->width());
    };
    const auto begin = [&](WindowStart& start, bool lessons) {
        start.window.resize(1440, 900);
        start.window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
        if (lessons)
            start.window.lessons().open(QStringLiteral("translate"));
        start.settle(150);
    };
    std::pair<int, int> kept;
    {
        WindowStart first(bench.settings);
        begin(first, true);
        first.window.views().resizeDocks(
            {first.window.findChild<QDockWidget*>(QStringLiteral("dock.heads")),
             first.window.findChild<QDockWidget*>(QStringLiteral("dock.tokens"))},
            {310, 330}, Qt::Horizontal);
        emit first.window.views().rearranged();
        first.settle(50);
        kept = widths(first);
        first.window.close();
    }
    for (const bool lessons : {false, true, false}) {
        WindowStart again(bench.settings);
        begin(again, lessons);
        CHECK(widths(again) == kept);
        again.window.close();
    }
}

TEST_CASE("sessions: a model that moved is found by its digest, one that is gone is asked for",
          "[window][session]")
{
    WindowBench bench;
    const QString file = bench.file("a.headlight");
    const QString model = copyOf(bench.model, bench.file("models/one"));
    {
        WindowStart first(bench.settings);
        first.window.start(model);
        lookAround(first);
        first.window.sessions().save(file);
        REQUIRE(WindowStart::wait([&] { return kRecentSessions.of(bench.settings).contains(file); }));
        first.window.close();
    }
    // The session has moved together with its model.
    const QString there = bench.file("elsewhere");
    REQUIRE(QDir().mkpath(there));
    REQUIRE(QFile::copy(file, there + QStringLiteral("/a.headlight")));
    REQUIRE(QDir().mkpath(there + QStringLiteral("/models")));
    REQUIRE(QDir().rename(model, there + QStringLiteral("/models/one")));
    {
        WindowStart second(bench.settings);
        second.window.start(there + QStringLiteral("/a.headlight"));
        REQUIRE(looksSo(second));
        checkLook(second);
        CHECK(kLastModel.of(bench.settings) == there + QStringLiteral("/models/one"));
        second.window.close();
    }
    REQUIRE(QDir(there + QStringLiteral("/models")).removeRecursively());
    WindowStart third(bench.settings);
    kLastText.set(bench.settings, QStringLiteral("5 9 14 3"));
    third.window.start(bench.model);
    REQUIRE(WindowStart::wait(
        [&] { return third.workspace.model() != nullptr && !third.workspace.isRunning(); }));
    // The current model is the same one, in another place.
    third.window.open(file);
    REQUIRE(looksSo(third));
    checkLook(third);
}

TEST_CASE("sessions: a changed model is told, and may be used all the same", "[window][session]")
{
    WindowBench bench;
    const QString file = bench.file("a.headlight");
    const QString model = copyOf(bench.model, bench.file("one"));
    WindowStart start(bench.settings);
    start.window.start(model);
    lookAround(start);
    start.window.sessions().save(file);
    REQUIRE(WindowStart::wait([&] { return kRecentSessions.of(bench.settings).contains(file); }));
    QFile config(model + QStringLiteral("/config.json"));
    REQUIRE(config.open(QIODevice::Append));
    config.write(" ");
    config.close();
    start.focus.setPin({});
    start.focus.setMap(MapKind::kWeights);
    start.window.open(file);
    press("sessionModel", [](QMessageBox& box) {
        CHECK(box.text().contains(QStringLiteral("changed")));
        CHECK(box.informativeText().contains(QStringLiteral("one")));
        for (QAbstractButton* button : box.buttons())
            if (box.buttonRole(button) == QMessageBox::AcceptRole)
                return button;
        return static_cast<QAbstractButton*>(nullptr);
    });
    REQUIRE(looksSo(start));
    checkLook(start);
}

TEST_CASE("sessions: without its model one goes on with the present one", "[window][session]")
{
    WindowBench bench;
    const QString file = bench.file("a.headlight");
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    lookAround(start);
    start.window.sessions().save(file);
    REQUIRE(WindowStart::wait([&] { return kRecentSessions.of(bench.settings).contains(file); }));
    QFile saved(file);
    REQUIRE(saved.open(QIODevice::ReadWrite));
    QByteArray text = saved.readAll();
    const auto digest = text.indexOf(R"("digest": ")") + 11;
    REQUIRE(digest > 11);
    text[digest] = text[digest] == '0' ? '1' : '0';
    text.replace("paper-transformer\"", "never-seen\"");
    saved.resize(0);
    saved.seek(0);
    saved.write(text);
    saved.close();
    start.focus.setPin({});
    start.window.open(file);
    press("sessionModel", [](QMessageBox& box) {
        CHECK(box.text().contains(QStringLiteral("no longer be found")));
        return box.findChild<QPushButton*>(QStringLiteral("presentModel"));
    });
    REQUIRE(looksSo(start));
    checkLook(start);
}

TEST_CASE("sessions: where saving fails at closing, the window, its session and its copy stay",
          "[window][session]")
{
    WindowBench bench;
    REQUIRE(QDir().mkpath(bench.file("there")));
    const QString file = bench.file("there/a.headlight"), other = bench.file("b.headlight");
    const QDir copies(bench.settings.dataFolder() + QStringLiteral("/recovery"));
    const auto count = [&] { return copies.entryList({QStringLiteral("*.headlight")}, QDir::Files).size(); };
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    saveAs(start, other);
    saveAs(start, file);
    start.type(QStringLiteral(" 7"));
    const QString typed = start.workspace.document().text;
    REQUIRE(start.window.isWindowModified());
    REQUIRE(WindowStart::wait([&] { return count() == 1; }));
    REQUIRE(QDir(bench.file("there")).removeRecursively());

    const auto save
        = [] { pressSoon("unsaved", [](QMessageBox& box) { return box.button(QMessageBox::Save); }); };
    save();
    CHECK_FALSE(start.window.close());
    CHECK(start.window.isVisible());
    REQUIRE(start.workspace.notice().has_value());
    CHECK(start.workspace.notice()->error);
    CHECK(start.workspace.notice()->text.contains(file));
    CHECK(start.workspace.notice()->text.contains(QStringLiteral("No such file")));
    CHECK(count() == 1);

    save();
    start.window.open(other);
    start.settle(200);
    CHECK(start.workspace.document().text == typed);
    CHECK(start.window.sessions().path() == file);
    CHECK(start.window.isWindowModified());

    REQUIRE(QDir().mkpath(bench.file("there")));
    save();
    CHECK(start.window.close());
    CHECK(contentOf(file).contains(typed.toUtf8()));
    CHECK(count() == 0);
}

TEST_CASE("sessions: on a full disk the old session stays, and closing asks", "[window][session]")
{
    WindowBench bench;
    const QString file = bench.file("a.headlight");
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    saveAs(start, file);
    const QByteArray before = contentOf(file);
    start.type(QStringLiteral(" 7"));
    {
        const headlight::test::FileLimit full(100);
        start.window.sessions().save(file);
        REQUIRE(WindowStart::wait([&] { return start.workspace.notice().has_value(); }));
        CHECK(start.workspace.notice()->text.contains(QStringLiteral("File too large")));
    }
    CHECK(contentOf(file) == before);
    CHECK(start.window.isWindowModified());

    // A session without a file also asks once saving it has failed.
    const QString nowhere = bench.file("none/b.headlight");
    WindowStart fresh(bench.settings);
    fresh.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return fresh.ready(4); }));
    fresh.window.sessions().save(nowhere);
    pressSoon("unsaved", [](QMessageBox& box) {
        CHECK(box.text().contains(QStringLiteral("“b”")));
        return box.button(QMessageBox::Cancel);
    });
    CHECK_FALSE(fresh.window.close());
    CHECK(fresh.window.sessions().path().isEmpty());
}

TEST_CASE("sessions: two windows on one session do not overwrite each other unasked", "[window][session]")
{
    WindowBench bench;
    const QString file = bench.file("a.headlight");
    WindowStart first(bench.settings);
    first.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return first.ready(4); }));
    saveAs(first, file);
    CHECK(first.workspace.notice()->text == QStringLiteral("Saved: ") + file); // and nothing else

    WindowStart second(bench.settings);
    second.window.start(file);
    REQUIRE(WindowStart::wait([&] { return second.window.sessions().path() == file; }));
    REQUIRE(second.workspace.notice().has_value());
    CHECK(second.workspace.notice()->text.contains(QStringLiteral("another window")));
    REQUIRE(WindowStart::wait([&] { return second.ready(4); }));
    second.type(QStringLiteral(" 7"));
    saveAs(second, file); // nobody has written it since it was opened
    const QByteArray theirs = contentOf(file);
    CHECK(theirs.contains("5 9 14 3 7"));

    const auto cancel = [](QMessageBox& box) { return box.button(QMessageBox::Cancel); };
    first.type(QStringLiteral(" 8"));
    auto asked = pressSoon("sessionChanged", cancel);
    first.action("file.saveSession")->trigger();
    REQUIRE(WindowStart::wait([&] { return *asked; }));
    CHECK(contentOf(file) == theirs);
    CHECK(first.window.isWindowModified());
    pressSoon("unsaved", [](QMessageBox& box) { return box.button(QMessageBox::Save); });
    asked = pressSoon("sessionChanged", cancel);
    CHECK_FALSE(first.window.close());
    CHECK(*asked);
    CHECK(contentOf(file) == theirs);
    pressSoon("sessionChanged",
              [](QMessageBox& box) { return box.findChild<QPushButton*>(QStringLiteral("overwrite")); });
    first.action("file.saveSession")->trigger();
    REQUIRE(WindowStart::wait([&] { return !first.window.isWindowModified(); }));
    CHECK(contentOf(file).contains("5 9 14 3 8"));

    // Once one window has released it, it is open only once.
    asked = pressSoon("sessionChanged", cancel);
    second.action("file.saveSession")->trigger();
    REQUIRE(WindowStart::wait([&] { return *asked; }));
    first.window.close();
    second.workspace.setNotice(std::nullopt);
    second.window.open(file);
    REQUIRE(WindowStart::wait([&] { return second.workspace.document().text.endsWith(QLatin1Char('8')); }));
    CHECK_FALSE(second.workspace.notice().has_value());
}

TEST_CASE("sessions: a file that is none is told in words", "[window][session]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    QFile file(bench.file("bad.headlight"));
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(R"({"format":"headlight-session","document":{"text":5}})");
    file.close();
    start.window.open(file.fileName());
    REQUIRE(WindowStart::wait([&] { return start.workspace.notice().has_value(); }));
    CHECK(start.workspace.notice()->error);
    CHECK(start.workspace.notice()->text.contains(QStringLiteral("document.text")));
    CHECK(start.window.sessions().path().isEmpty());
}

TEST_CASE("files: texts that are dropped become the sentence, and can be undone", "[window][session]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    QMimeData words;
    words.setText(QStringLiteral("7 8 9\n"));
    drop(start, words);
    CHECK(start.workspace.document().text == QStringLiteral("7 8 9"));
    start.workspace.undoStack().undo();
    CHECK(start.workspace.document().text == QStringLiteral("5 9 14 3"));

    QFile file(bench.file("words.txt"));
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write("5 6\r\n7 8\r\n");
    file.close();
    QMimeData named;
    named.setUrls({QUrl::fromLocalFile(file.fileName())});
    drop(start, named);
    CHECK(start.workspace.document().text == QStringLiteral("5 6\n7 8"));
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write("\xff\xfe\x41");
    file.close();
    drop(start, named);
    REQUIRE(start.workspace.notice().has_value());
    CHECK(start.workspace.notice()->text.contains(QStringLiteral("UTF-8")));
    CHECK(start.workspace.document().text == QStringLiteral("5 6\n7 8"));
}

TEST_CASE("sessions: what is undone while a slow disk saves is not marked as saved",
          "[window][session][faults]")
{
    WindowBench bench;
    const QString file = bench.file("slow.headlight");
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    Document next = start.workspace.document();
    next.text = QStringLiteral("5 9 14 3 8");
    start.workspace.apply(next, QStringLiteral("test"));
    // The file is written in the background; changes made before that finishes are not in it.
    start.window.sessions().save(file);
    start.workspace.undoStack().undo();
    REQUIRE(WindowStart::wait([&] { return start.window.sessions().path() == file; }));
    CHECK(contentOf(file).contains("5 9 14 3 8"));
    CHECK(start.window.sessions().isModified());
    start.window.sessions().save(file);
    REQUIRE(WindowStart::wait([&] { return !start.window.sessions().isModified(); }));
    CHECK_FALSE(contentOf(file).contains("5 9 14 3 8"));
}
