#include "tests/support/catch.h"
#include "tests/support/file_limit.h"
#include "tests/support/window_bench.h"
#include "tests/ui/window/session_steps.h"
#include "ui/state/focus.h"
#include "ui/state/model_settings.h"
#include "ui/state/snapshot.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/window/actions/session_actions.h"
#include "ui/window/bars/tool_row.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/sessions/crash_copy.h"

#include <QAbstractButton>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QMenu>
#include <QMessageBox>

using namespace headlight;
using namespace headlight::testing;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

void setTime(const QString& path, int secondsFromNow)
{
    QFile file(path);
    REQUIRE(file.open(QIODevice::ReadWrite));
    REQUIRE(file.setFileTime(QDateTime::currentDateTime().addSecs(secondsFromNow),
                             QFileDevice::FileModificationTime));
}

/// Asks for the offer from the File menu.
void offerAgain(const WindowStart& start)
{
    QMenu& recent = *start.window.sessions().recentMenu();
    emit recent.aboutToShow();
    REQUIRE_FALSE(recent.isEmpty());
    REQUIRE(recent.actions().constLast()->text() == QStringLiteral("Work of &last time…"));
    recent.actions().constLast()->trigger();
}

} // namespace

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
        const QString own = copies.filePath(copies.entryList({QStringLiteral("*.headlight")}).constFirst());
        // An earlier copy does not have all that has been done.
        REQUIRE(WindowStart::wait([&] { return contentOf(own).contains("magma"); }));
        // The copy of a dead program: a file without its lock.
        crashed = copies.filePath(QStringLiteral("dead.headlight"));
        REQUIRE(QFile::copy(own, crashed));
        CHECK(first.bar("recoveryBar").isHidden());
        saveAs(first, bench.file("first.headlight")); // so that closing leaves no work behind
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
        saveAs(second, bench.file("second.headlight"));
        second.window.close();
    }
    CHECK(count() == 0);
    WindowStart third(bench.settings);
    third.window.start(bench.model);
    CHECK(third.bar("recoveryBar").isHidden());
}

TEST_CASE("sessions: a window that is closed with edits in no file offers them at the next start",
          "[window][session]")
{
    WindowBench bench;
    const QDir copies(bench.settings.dataFolder() + QStringLiteral("/recovery"));
    const auto count = [&] { return copies.entryList({QStringLiteral("*.headlight")}, QDir::Files).size(); };
    const auto closeWithEdits = [&] {
        WindowStart window(bench.settings);
        window.window.start(bench.model);
        lookAround(window);
        window.window.close();
    };
    closeWithEdits();
    CHECK(count() == 1);
    {
        WindowStart second(bench.settings);
        second.window.start(bench.model);
        REQUIRE_FALSE(second.bar("recoveryBar").isHidden());
        REQUIRE(WindowStart::wait([&] { return second.workspace.model() != nullptr; }));
        emit second.bar("recoveryBar").actionClicked();
        REQUIRE(looksSo(second));
        checkLook(second);
        second.window.close(); // it still has the edits
    }
    CHECK(count() == 1);
    {
        // Whoever does not look at the offer gets it again.
        WindowStart third(bench.settings);
        third.window.start(bench.model);
        REQUIRE_FALSE(third.bar("recoveryBar").isHidden());
        REQUIRE(WindowStart::wait([&] { return third.ready(5); }));
        third.window.close();
    }
    CHECK(count() == 1);
    WindowStart fourth(bench.settings);
    fourth.window.start(bench.model);
    CHECK_FALSE(fourth.bar("recoveryBar").isHidden());
}

TEST_CASE("sessions: a window that is closed with a kept result in no file offers it at the next start",
          "[window][session]")
{
    WindowBench bench;
    {
        WindowStart first(bench.settings);
        first.window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return first.ready(4); }));
        keepAsA(first);
        first.window.close();
    }
    WindowStart second(bench.settings);
    second.window.start(bench.model);
    REQUIRE_FALSE(second.bar("recoveryBar").isHidden());
    REQUIRE(WindowStart::wait([&] { return second.workspace.model() != nullptr; }));
    emit second.bar("recoveryBar").actionClicked();
    CHECK(WindowStart::wait([&] { return second.workspace.kept() != nullptr; }));
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
    CHECK(third.bar("recoveryBar").isHidden()); // it was seen; the menu still has it
    offerAgain(third);
    REQUIRE_FALSE(third.bar("recoveryBar").isHidden());
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
        QObject::connect(&second.window.sessions().crashCopy(), &CrashCopy::windowWanted,
                         [&](const QString& file) { elsewhere << file; });
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
        QObject::connect(&third.window.sessions().crashCopy(), &CrashCopy::windowWanted,
                         [&](const QString& file) { elsewhere << file; });
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

TEST_CASE("sessions: the offer goes when work begins, and what is then restored has its own window",
          "[window][session]")
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
        QStringList elsewhere;
        QObject::connect(&second.window.sessions().crashCopy(), &CrashCopy::windowWanted,
                         [&](const QString& file) { elsewhere << file; });
        second.window.start(bench.model);
        const MessageBar& offer = second.bar("recoveryBar");
        REQUIRE_FALSE(offer.isHidden());
        CHECK_FALSE(second.window.views().isAncestorOf(&offer));
        CHECK(second.window.tools().isAncestorOf(&offer)); // it covers no view
        REQUIRE(WindowStart::wait([&] { return second.ready(4); }));
        CHECK_FALSE(offer.isHidden());
        second.type(QStringLiteral(" 5"));
        CHECK(offer.isHidden());
        CHECK(QFile::exists(crashed));
        const Document typed = second.workspace.document();
        offerAgain(second);
        REQUIRE_FALSE(offer.isHidden());
        emit second.bar("recoveryBar").actionClicked();
        CHECK(elsewhere == QStringList{crashed});
        CHECK(second.workspace.document() == typed);
        second.window.close();
    }
    CHECK(QFile::exists(crashed)); // no other window has taken it
    WindowStart third(bench.settings);
    third.window.start(bench.model);
    CHECK(third.bar("recoveryBar").isHidden());
}
