#include "tests/support/catch.h"
#include "tests/support/memory_use.h"
#include "tests/support/qt_warnings.h"
#include "tests/support/sanitizers.h"
#include "tests/support/window_bench.h"
#include "ui/run/opener.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <QApplication>
#include <QMenu>
#include <QMouseEvent>
#include <QPointer>
#include <QTimer>
#include <QUndoStack>
#include <QWheelEvent>

#include <algorithm>
#include <chrono>
#include <random>
#include <utility>
#include <vector>

using namespace headlight;
using headlight::test::QtWarnings;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

int numberFrom(const char* variable, int otherwise)
{
    bool given = false;
    const int number = qEnvironmentVariableIntValue(variable, &given);
    return given ? number : otherwise;
}

/// Random input from keyboard and mouse, reproducible for a given seed.
class Monkey
{
public:
    Monkey(WindowStart& start, unsigned seed)
        : m_start(start)
        , m_random(seed)
    {
        // Questions get no answer: dialogs and menus are closed.
        m_closer.setInterval(5);
        QObject::connect(&m_closer, &QTimer::timeout, &m_closer, [] {
            if (QWidget* const popup = QApplication::activePopupWidget())
                popup->close();
            else if (QWidget* const dialog = QApplication::activeModalWidget())
                dialog->close();
        });
        m_closer.start();
    }

    void act()
    {
        switch (below(10)) {
        case 0:
        case 1:
            return type();
        case 2:
        case 3:
        case 4:
            return click(below(8) == 0 ? Qt::RightButton : Qt::LeftButton);
        case 5:
            return drag();
        case 6:
            return wheel();
        case 7:
            return toggle();
        case 8:
            return below(2) == 0 ? stack().undo() : stack().redo();
        default:
            QTest::qWait(static_cast<int>(below(4)));
        }
    }

private:
    std::size_t below(std::size_t count)
    {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_random);
    }
    QUndoStack& stack() { return m_start.workspace.undoStack(); }

    void type()
    {
        static const std::vector<int> kKeys{
            Qt::Key_Left,   Qt::Key_Right,  Qt::Key_Up,       Qt::Key_Down,     Qt::Key_Tab, Qt::Key_Home,
            Qt::Key_End,    Qt::Key_Space,  Qt::Key_Escape,   Qt::Key_P,        Qt::Key_D,   Qt::Key_W,
            Qt::Key_Delete, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Backspace};
        if (below(2) == 0) {
            const QString words = QStringLiteral(" 0 12 3 99999 x");
            const auto at = static_cast<qsizetype>(below(static_cast<std::size_t>(words.size())));
            return m_start.type(words.mid(at, 2));
        }
        QWidget* const there = QApplication::focusWidget();
        QWidget* const target = there != nullptr ? there : &m_start.window;
        const int key = kKeys[below(kKeys.size())];
        for (const auto kind : {QEvent::KeyPress, QEvent::KeyRelease}) {
            QKeyEvent event(kind, key, below(6) == 0 ? Qt::ShiftModifier : Qt::NoModifier,
                            key == Qt::Key_Space ? QStringLiteral(" ") : QString());
            QApplication::sendEvent(target, &event);
            if (QApplication::focusWidget() != there)
                return;
        }
    }

    QPoint place()
    {
        const QSize size = m_start.window.size();
        return {static_cast<int>(below(static_cast<std::size_t>(size.width()))),
                static_cast<int>(below(static_cast<std::size_t>(size.height())))};
    }

    /// `there`: the widget that receives mouse events.
    void send(QEvent::Type kind, QWidget* there, const QPoint& at, Qt::MouseButton button,
              Qt::MouseButtons held)
    {
        if (there == nullptr || !there->isEnabled())
            return;
        const QPoint global = m_start.window.mapToGlobal(at);
        QMouseEvent event(kind, there->mapFromGlobal(global), global, button, held,
                          below(8) == 0 ? Qt::ShiftModifier : Qt::NoModifier);
        QApplication::sendEvent(there, &event);
    }

    void send(QEvent::Type kind, const QPoint& at, Qt::MouseButton button, Qt::MouseButtons held)
    {
        send(kind, m_start.window.childAt(at), at, button, held);
    }

    void click(Qt::MouseButton button)
    {
        const QPoint at = place();
        send(QEvent::MouseMove, at, Qt::NoButton, Qt::NoButton);
        send(QEvent::MouseButtonPress, at, button, button);
        send(QEvent::MouseButtonRelease, at, button, Qt::NoButton);
        if (below(5) == 0)
            send(QEvent::MouseButtonDblClick, at, button, button);
    }

    /// The pressed widget receives mouse events until the end. Sometimes a key comes in between.
    void drag()
    {
        const QPoint from = place();
        const QPoint to = place();
        const QPointer<QWidget> held = m_start.window.childAt(from);
        const std::size_t keyAt = below(12);
        send(QEvent::MouseButtonPress, held, from, Qt::LeftButton, Qt::LeftButton);
        for (int i = 1; i <= 4; ++i) {
            if (below(3) == 0)
                QCoreApplication::processEvents();
            if (keyAt == static_cast<std::size_t>(i))
                toggle();
            send(QEvent::MouseMove, held, from + (to - from) * i / 4, Qt::NoButton, Qt::LeftButton);
        }
        send(QEvent::MouseButtonRelease, held, to, Qt::LeftButton, Qt::NoButton);
    }

    void wheel()
    {
        const QPoint at = place();
        QWidget* const child = m_start.window.childAt(at);
        if (child == nullptr)
            return;
        QWheelEvent event(child->mapFrom(&m_start.window, at), m_start.window.mapToGlobal(at), {},
                          {0, below(2) == 0 ? 120 : -120}, Qt::NoButton,
                          below(3) == 0 ? Qt::ControlModifier : Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(child, &event);
    }

    /// Toggles an action of the menus: views, masks, appearance.
    void toggle()
    {
        std::vector<QAction*> switches;
        for (QAction* const action : m_start.window.findChildren<QAction*>())
            if (action->isCheckable() && action->isEnabled() && action->isVisible())
                switches.push_back(action);
        if (!switches.empty())
            switches[below(switches.size())]->trigger();
    }

    WindowStart& m_start;
    std::mt19937 m_random;
    QTimer m_closer;
};

} // namespace

TEST_CASE("monkey: thousands of random actions leave no warning, and can all be undone", "[monkey]")
{
    const int actions = numberFrom("HEADLIGHT_MONKEY", 2000);
    const auto seed = static_cast<unsigned>(numberFrom("HEADLIGHT_MONKEY_SEED", 1));
    WindowBench bench;
    WindowStart start(bench.settings);
    start.runs.showLayersAfter(std::chrono::milliseconds(0)); // as for long passes
    start.window.resize(1280, 800);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    QUndoStack& stack = start.workspace.undoStack();
    // The history begins with the initial document of an opened example, session or model.
    Document begin = start.workspace.document();
    const auto noteBegin = [&] {
        if (stack.count() == 0)
            begin = start.workspace.document();
    };
    // An undo step changes the document before the history has it: what was noted then is taken back.
    Document earlier = begin;
    bool fresh = false;
    // The stack tells of its end too, when these variables are gone.
    QObject watch;
    QObject::connect(&stack, &QUndoStack::indexChanged, &watch, [&] {
        if (std::exchange(fresh, false) && stack.count() == 1)
            begin = earlier;
        noteBegin();
    });
    QObject::connect(&start.workspace, &Workspace::modelChanged, &watch, noteBegin);
    QObject::connect(&start.workspace, &Workspace::documentChanged, &watch, [&] {
        if (stack.count() > 0)
            return;
        earlier = std::exchange(begin, start.workspace.document());
        fresh = true;
    });
    QObject::connect(
        &start.workspace, &Workspace::documentChanged, &watch, [&] { fresh = false; }, Qt::QueuedConnection);
    const QtWarnings warnings;
    const auto atRest = [&] {
        return WindowStart::wait(
            [&] { return !start.workspace.isRunning() && !start.runs.opener().isOpening(); });
    };
    // Compare memory in equal states: with everything undone, and with the initial model.
    const auto undoAll = [&] {
        // A model that a lesson asked for may still arrive, and the lesson's step with it.
        CHECK(WindowStart::wait([&] {
            while (stack.canUndo())
                stack.undo();
            QCoreApplication::processEvents();
            return atRest() && !stack.canUndo();
        }));
        INFO(start.workspace.document().text.toStdString() << "\nwas " << begin.text.toStdString());
        CHECK(start.workspace.document() == begin);
        start.window.openModel(bench.model);
        CHECK(atRest());
    };
    // Models and grids that are kept for the next use may fill in either half; what every action leaves
    // behind is more than that.
    constexpr double kKept = 64; // MiB
    double half = 0;
    {
        Monkey monkey(start, seed);
        for (int i = 0; i < actions; ++i) {
            monkey.act();
            QCoreApplication::sendPostedEvents(&watch, QEvent::MetaCall);
            if (i % 20 == 0)
                QCoreApplication::processEvents();
            if (i == actions / 2) {
                undoAll();
                half = headlight::test::residentMemory();
            }
        }
    }
    undoAll();
    // Anything still running in the background, such as the check against a reference, frees its memory at
    // the end.
    double end = 0;
    WindowStart::wait([&] {
        end = headlight::test::residentMemory();
        return end < half + kKept;
    });
    INFO("seed " << seed << ", " << actions << " actions, " << half << " MiB after half of them, " << end
                 << " MiB at the end\n"
                 << QtWarnings::texts().join(QLatin1Char('\n')).toStdString());
    CHECK(QtWarnings::texts().isEmpty());
    if (!headlight::test::kSanitized)
        CHECK(end < half + kKept);
}
