#pragma once
// What tests of sessions and of recovery do in a window, and what they look for.

#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/compare/compare_view.h"
#include "ui/window/actions/session_actions.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/rooms.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QMessageBox>
#include <QTimer>

#include <memory>

namespace headlight::testing {

/// What lookAround() shows.
inline const HeadRef kSessionHead{StackKind::kDecoder, 1, AttentionKind::kCross, 1};

/// Puts the window into a state that differs from the initial one in everything a session saves.
inline void lookAround(test::WindowStart& start)
{
    REQUIRE(test::WindowStart::wait([&] { return start.ready(4); }));
    const quint64 request = start.workspace.snapshot()->request;
    Document next = start.workspace.document();
    next.text = QStringLiteral("5 9 14 3 8");
    next.interventions.list = {HeadOff{patternOf({StackKind::kEncoder, 0, AttentionKind::kSelf, 0})}};
    start.workspace.apply(next, QStringLiteral("test"));
    start.window.views().showOnly({QStringLiteral("tokens")});
    REQUIRE(start.waitNewer(request));
    REQUIRE(test::WindowStart::wait([&] { return !start.workspace.isRunning(); }));
    start.focus.setHead(kSessionHead);
    start.focus.setMap(MapKind::kScores);
    start.workspace.setStep(1);
    start.focus.setPin({1, std::nullopt});
    start.focus.setColourMap(QStringLiteral("magma"));
}

inline void checkLook(const test::WindowStart& start)
{
    CHECK(start.workspace.document().text == QStringLiteral("5 9 14 3 8"));
    CHECK(start.workspace.document().interventions.list.size() == 1);
    CHECK(start.focus.head() == kSessionHead);
    CHECK(start.focus.map() == MapKind::kScores);
    CHECK(start.focus.pin() == Cell{1, std::nullopt});
    CHECK(start.workspace.step() == 1);
    CHECK(start.focus.colourMap() == QStringLiteral("magma"));
    CHECK(start.window.views().openViews() == QStringList{QStringLiteral("tokens")});
}

inline bool looksSo(const test::WindowStart& start)
{
    return test::WindowStart::wait([&] { return start.focus.pin().query.has_value(); });
}

/// Keeps what is shown as A.
inline void keepAsA(test::WindowStart& start)
{
    start.window.rooms().showHome(view_ids::kCompare);
    start.settle();
    dynamic_cast<CompareView&>(*start.window.views().view(view_ids::kCompare)).keepShown();
    REQUIRE(start.workspace.kept() != nullptr);
}

/// Presses a button of a message box that is open or will open.
template <typename Choose>
void press(const char* name, const Choose& choose)
{
    QMessageBox* box = nullptr;
    REQUIRE(test::WindowStart::wait([&] {
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (widget->objectName() == QLatin1String(name) && widget->isVisible())
                box = qobject_cast<QMessageBox*>(widget);
        return box != nullptr;
    }));
    choose(*box)->click();
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
inline void saveAs(test::WindowStart& start, const QString& file)
{
    start.window.sessions().save(file);
    REQUIRE(test::WindowStart::wait(
        [&] { return start.window.sessions().path() == file && !start.window.isWindowModified(); }));
}

inline QByteArray contentOf(const QString& path)
{
    QFile file(path);
    REQUIRE(file.open(QIODevice::ReadOnly));
    return file.readAll();
}

} // namespace headlight::testing
