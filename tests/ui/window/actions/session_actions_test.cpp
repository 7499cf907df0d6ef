#include "tests/support/catch.h"
#include "tests/support/file_limit.h"
#include "tests/support/window_bench.h"
#include "ui/state/focus.h"
#include "ui/state/model_settings.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/window/actions/session_actions.h"
#include "ui/window/crash_copy.h"
#include "ui/window/dock_area.h"
#include "ui/window/window_settings.h"

#include <QAbstractButton>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTimer>
#include <QUndoStack>

#include <algorithm>
#include <memory>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

const HeadRef kHead{StackKind::kDecoder, 1, AttentionKind::kCross, 1};

/// A copy of the model that can be moved and changed.
QString copyOf(const QString& model, const QString& folder)
{
    REQUIRE(QDir().mkpath(folder));
    for (const QFileInfo& file : QDir(model).entryInfoList(QDir::Files))
        REQUIRE(QFile::copy(file.filePath(), folder + QLatin1Char('/') + file.fileName()));
    return folder;
}

/// Puts the window into a state that differs from the initial one in everything a session saves.
void lookAround(WindowStart& start)
{
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    const quint64 request = start.workspace.snapshot()->request;
    Document next = start.workspace.document();
    next.text = QStringLiteral("5 9 14 3 8");
    next.interventions.list = {HeadOff{patternOf({StackKind::kEncoder, 0, AttentionKind::kSelf, 0})}};
    start.workspace.apply(next, QStringLiteral("test"));
    start.window.views().showOnly({QStringLiteral("tokens")});
    REQUIRE(start.waitNewer(request));
    REQUIRE(WindowStart::wait([&] { return !start.workspace.isRunning(); }));
    start.focus.setHead(kHead);
    start.focus.setMap(MapKind::kScores);
    start.workspace.setStep(1);
    start.focus.setPin({1, std::nullopt});
    start.focus.setColourMap(QStringLiteral("magma"));
}

void checkLook(const WindowStart& start)
{
    CHECK(start.workspace.document().text == QStringLiteral("5 9 14 3 8"));
    CHECK(start.workspace.document().interventions.list.size() == 1);
    CHECK(start.focus.head() == kHead);
    CHECK(start.focus.map() == MapKind::kScores);
    CHECK(start.focus.pin() == Cell{1, std::nullopt});
    CHECK(start.workspace.step() == 1);
    CHECK(start.focus.colourMap() == QStringLiteral("magma"));
    CHECK(start.window.views().openViews() == QStringList{QStringLiteral("tokens")});
}

bool looksSo(const WindowStart& start)
{
    return WindowStart::wait([&] { return start.focus.pin().query.has_value(); });
}

/// Presses a button of a message box that is open or will open.
template <typename Choose>
void press(const char* name, const Choose& choose)
{
    QMessageBox* box = nullptr;
    REQUIRE(WindowStart::wait([&] {
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (widget->objectName() == QLatin1String(name) && widget->isVisible())
                box = qobject_cast<QMessageBox*>(widget);
        return box != nullptr;
    }));
    choose(*box)->click();
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    REQUIRE(file.open(QIODevice::ReadOnly));
    return file.readAll();
}

/// Presses a button of a message box as soon as it opens, in whatever event loop that is. The returned value
/// becomes true once that is done.
template <typename Choose>
std::shared_ptr<bool> pressSoon(const char* name, const Choose& choose)
{
    auto pressed = std::make_shared<bool>(false);
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, timer, [timer, name, choose, pressed] {
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            auto* const box = qobject_cast<QMessageBox*>(widget);
            if (box == nullptr || box->objectName() != QLatin1String(name) || !box->isVisible())
                continue;
            timer->stop();
            timer->deleteLater();
            choose(*box)->click();
            *pressed = true;
            return;
        }
    });
    timer->start(10);
    return pressed;
}

/// Saves the session and waits until it has this file.
void saveAs(WindowStart& start, const QString& file)
{
    start.window.sessions().save(file);
    REQUIRE(WindowStart::wait(
        [&] { return start.window.sessions().path() == file && !start.window.isWindowModified(); }));
}

void setTime(const QString& path, int secondsFromNow)
{
    QFile file(path);
    REQUIRE(file.open(QIODevice::ReadWrite));
    REQUIRE(file.setFileTime(QDateTime::currentDateTime().addSecs(secondsFromNow),
                             QFileDevice::FileModificationTime));
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
        before = first.workspace.shownTrace().attention(kHead);
        first.window.sessions().save(file);
        REQUIRE(WindowStart::wait([&] { return kRecentSessions.of(bench.settings).contains(file); }));
        CHECK(first.window.windowTitle().startsWith(QStringLiteral("a[*]")));
        CHECK_FALSE(first.window.isWindowModified());
        first.window.close();
    }
    kLastText.set(bench.settings, QStringLiteral("7"));
    WindowStart second(bench.settings);
    second.window.start(file); // as from the command line
    REQUIRE(looksSo(second));
    checkLook(second);
    CHECK(second.workspace.shownTrace().attention(kHead).whole(MapKind::kWeights)
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

TEST_CASE("sessions: what a crash left is offered at the next start, and only once", "[window][session]")
{
    WindowBench bench;
    const QDir copies(bench.settings.dataFolder() + QStringLiteral("/recovery"));
    const auto count = [&] { return copies.entryList({QStringLiteral("*.headlight")}, QDir::Files).size(); };
    QString crashed;
    {
        WindowStart first(bench.settings);
        first.window.start(bench.model);
        lookAround(first);
        REQUIRE(WindowStart::wait([&] { return count() == 1; }));
        // The copy of a dead program: a file without its lock.
        const QString own = copies.filePath(copies.entryList({QStringLiteral("*.headlight")}).constFirst());
        crashed = copies.filePath(QStringLiteral("dead.headlight"));
        REQUIRE(QFile::copy(own, crashed));
        CHECK(first.bar("recoveryBar").isHidden());
        first.window.close();
    }
    CHECK(count() == 1);
    {
        WindowStart second(bench.settings);
        second.window.start(bench.model);
        REQUIRE_FALSE(second.bar("recoveryBar").isHidden());
        REQUIRE(WindowStart::wait([&] { return second.workspace.model() != nullptr; }));
        emit second.bar("recoveryBar").actionClicked();
        REQUIRE(looksSo(second));
        checkLook(second);
        CHECK(second.bar("recoveryBar").isHidden());
        CHECK(second.window.sessions().path().isEmpty());
        CHECK_FALSE(QFile::exists(crashed));
        second.window.close();
    }
    CHECK(count() == 0);
    WindowStart third(bench.settings);
    third.window.start(bench.model);
    CHECK(third.bar("recoveryBar").isHidden());
}

TEST_CASE("sessions: closing the offer keeps the work, and deleting it is asked about", "[window][session]")
{
    WindowBench bench;
    const QDir copies(bench.settings.dataFolder() + QStringLiteral("/recovery"));
    const QString crashed = copies.filePath(QStringLiteral("dead.headlight"));
    {
        WindowStart first(bench.settings);
        first.window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return first.ready(4); }));
        saveAs(first, bench.file("a.headlight"));
        first.window.close();
        REQUIRE(QDir().mkpath(copies.path()));
        REQUIRE(QFile::copy(bench.file("a.headlight"), crashed));
    }
    {
        WindowStart second(bench.settings);
        second.window.start(bench.model);
        REQUIRE_FALSE(second.bar("recoveryBar").isHidden());
        emit second.bar("recoveryBar").closed();
        CHECK(second.bar("recoveryBar").isHidden());
        CHECK(QFile::exists(crashed));
        second.window.close();
    }
    WindowStart third(bench.settings);
    third.window.start(bench.model);
    REQUIRE_FALSE(third.bar("recoveryBar").isHidden()); // it is offered again
    const auto answer = [&](bool yes) {
        emit third.bar("recoveryBar").discardClicked();
        auto* const question = third.window.findChild<QMessageBox*>(QStringLiteral("deleteKept"));
        REQUIRE(question != nullptr);
        for (QAbstractButton* const each : question->buttons())
            if ((question->buttonRole(each) == QMessageBox::DestructiveRole) == yes)
                each->click();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    };
    answer(false);
    CHECK(QFile::exists(crashed));
    CHECK_FALSE(third.bar("recoveryBar").isHidden());
    answer(true);
    CHECK_FALSE(QFile::exists(crashed));
    CHECK(third.bar("recoveryBar").isHidden());
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
    QTest::qWait(200);
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

TEST_CASE("sessions: every window that a crash ended is offered", "[window][session]")
{
    WindowBench bench;
    const QDir copies(bench.settings.dataFolder() + QStringLiteral("/recovery"));
    const auto names = [&] { return copies.entryList({QStringLiteral("*.headlight")}, QDir::Files); };
    const QString older = copies.filePath(QStringLiteral("one.headlight")),
                  newer = copies.filePath(QStringLiteral("two.headlight"));
    {
        WindowStart first(bench.settings);
        first.window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return first.ready(4); }));
        saveAs(first, bench.file("a.headlight"));
        first.window.close();
        REQUIRE(QDir().mkpath(copies.path()));
        REQUIRE(QFile::copy(bench.file("a.headlight"), older));
        REQUIRE(QFile::copy(bench.file("a.headlight"), newer));
        setTime(older, -60);
    }
    REQUIRE(names().size() == 2);
    QStringList elsewhere;
    {
        WindowStart second(bench.settings);
        second.window.sessions().crashCopy().openElsewhere = [&](const QString& file) {
            elsewhere << file;
            return true;
        };
        second.window.start(bench.model);
        CHECK(second.bar("recoveryBar").text().contains(QStringLiteral("2 windows")));
        REQUIRE(WindowStart::wait([&] { return second.ready(4); }));
        emit second.bar("recoveryBar").otherClicked(); // only the newest
        REQUIRE(WindowStart::wait([&] { return !QFile::exists(newer); }));
        CHECK(second.bar("recoveryBar").isHidden());
        CHECK(elsewhere.isEmpty());
        second.window.close();
    }
    CHECK(names() == QStringList{QStringLiteral("one.headlight")});
    REQUIRE(QFile::copy(older, newer));
    {
        WindowStart third(bench.settings);
        third.window.sessions().crashCopy().openElsewhere = [&](const QString& file) {
            elsewhere << file;
            return true;
        };
        setTime(newer, 60);
        third.window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return third.workspace.model() != nullptr; }));
        emit third.bar("recoveryBar").actionClicked(); // all
        CHECK(elsewhere == QStringList{older});
        REQUIRE(WindowStart::wait([&] { return !QFile::exists(newer); }));
        // The action of the other window.
        WindowStart fourth(bench.settings);
        fourth.window.start(older);
        REQUIRE(WindowStart::wait([&] { return !QFile::exists(older); }));
        CHECK(fourth.window.sessions().path().isEmpty());
        CHECK(names().size() == 2); // one for each window
        CHECK_FALSE(kRecentSessions.of(bench.settings).contains(older));
        third.window.close();
        fourth.window.close();
    }
    CHECK(names().isEmpty());
}

TEST_CASE("sessions: steady typing is kept for the case of a crash", "[window][session]")
{
    WindowBench bench;
    const QDir copies(bench.settings.dataFolder() + QStringLiteral("/recovery"));
    const auto names = [&] { return copies.entryList({QStringLiteral("*.headlight")}, QDir::Files); };
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    const auto kept = [&](const QString& text) {
        return !names().isEmpty() && contentOf(copies.filePath(names().constFirst())).contains(text.toUtf8());
    };
    REQUIRE(WindowStart::wait([&] { return !names().isEmpty(); }));
    start.type(QStringLiteral(" 5"));
    const QString early = start.workspace.document().text;
    for (int i = 0; i < 100 && !kept(early); ++i) { // never two seconds without a key
        start.type(i % 2 == 0 ? QStringLiteral(" ") : QStringLiteral("6"));
        QTest::qWait(100);
    }
    CHECK(kept(early));
}

TEST_CASE("sessions: two windows on one session do not overwrite each other unasked", "[window][session]")
{
    WindowBench bench;
    const QString file = bench.file("a.headlight");
    WindowStart first(bench.settings);
    first.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return first.ready(4); }));
    saveAs(first, file);
    CHECK_FALSE(first.workspace.notice().has_value());

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

TEST_CASE("sessions: copies and settings are their owner's alone; a copy that fails is said once",
          "[window][session][faults]")
{
    WindowBench bench;
    const QDir copies(bench.settings.dataFolder() + QStringLiteral("/recovery"));
    const auto others = QFile::ReadGroup | QFile::ReadOther | QFile::ExeGroup | QFile::ExeOther;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    REQUIRE(WindowStart::wait(
        [&] { return !copies.entryList({QStringLiteral("*.headlight")}, QDir::Files).isEmpty(); }));
    const QString copy
        = copies.filePath(copies.entryList({QStringLiteral("*.headlight")}, QDir::Files).constFirst());
    CHECK_FALSE(QFileInfo(copy).permissions() & others);
    CHECK_FALSE(QFileInfo(copies.path()).permissions() & others);
    CHECK_FALSE(QFileInfo(bench.file("window.ini")).permissions() & others);

    // A file in place of the folder for copies: nothing can be written there.
    const QByteArray before = contentOf(copy);
    const headlight::test::FileLimit full(100);
    start.type(QStringLiteral(" 7"));
    REQUIRE(WindowStart::wait([&] {
        const auto notice = start.workspace.notice();
        return notice && notice->text.contains(QStringLiteral("not kept in case Headlight stops"));
    }));
    CHECK(contentOf(copy) == before);
    start.workspace.setNotice(std::nullopt);
    start.type(QStringLiteral(" 8"));
    QTest::qWait(2500);
    CHECK_FALSE(start.workspace.notice().has_value());
}
