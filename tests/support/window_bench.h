#pragma once

#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/settle.h"
#include "ui/run/run_controller.h"
#include "ui/state/focus.h"
#include "ui/state/settings.h"
#include "ui/state/snapshot.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/window/bars/message_bar.h"
#include "ui/window/input/input_panel.h"
#include "ui/window/input/sentence_edit.h"
#include "ui/window/look/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/rooms.h"

#include <QAction>
#include <QMenuBar>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

namespace headlight::test {

/// A model without a tokenizer, whose text is a list of ids, and settings of their own.
struct WindowBench
{
    QTemporaryDir folder;
    QString model = QString::fromUtf8(kTestData) + QStringLiteral("/models/paper-transformer");
    Settings settings{folder.filePath(QStringLiteral("window.ini"))};

    WindowBench() { kLastText.set(settings, QStringLiteral("5 9 14 3")); }
    QString file(const char* name) const { return folder.filePath(QLatin1String(name)); }
};

/// A complete window with its own state. The settings come from outside: several windows in a row are
/// successive starts by one user.
struct WindowStart
{
    Theme theme;
    Workspace workspace;
    Focus focus;
    RunController runs{workspace};
    MainWindow window;

    /// With all views, which a user would have a moment later; only tests of late views want it without.
    explicit WindowStart(Settings& settings, bool allViews = true)
        : window(ViewContext{workspace, focus, withoutGallery(settings)}, runs, theme)
    {
        if (allViews)
            window.views().makeAllViews();
        window.show();
    }

    /// Of this size, once the bench's model and sentence are shown.
    WindowStart(WindowBench& bench, const QSize& size)
        : WindowStart(bench.settings)
    {
        window.resize(size);
        window.start(bench.model);
        REQUIRE(wait([this] { return ready(4); }));
    }

    /// Only tests of the gallery want it to open at the first start.
    static Settings& withoutGallery(Settings& settings)
    {
        kGallerySeen.set(settings, true);
        return settings;
    }
    bool ready(std::size_t tokens) const
    {
        const Snapshot& now = *workspace.snapshot();
        return now.finished && !now.trace.isNull() && now.trace.tokens(StackKind::kEncoder).size() == tokens
            && !workspace.isRunning();
    }
    static bool wait(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 60000); }
    bool waitNewer(quint64 request) const
    {
        return wait([this, request] {
            return workspace.snapshot()->request > request && workspace.snapshot()->finished;
        });
    }
    /// Waits until no pass runs, the views fit the window and all widgets have been at rest for a while, but
    /// at least for `atLeast` milliseconds.
    void settle(int atLeast = 20) const
    {
        const auto isSettled = [this] { return runs.isSettled() && window.rooms().isSettled(); };
        QElapsedTimer time;
        time.start();
        do {
            REQUIRE(wait(isSettled));
            test::settle(atLeast);
            if (time.hasExpired(60'000))
                FAIL("the views change their sizes again and again");
        } while (!isSettled());
    }
    MessageBar& bar(const char* name) const { return *window.findChild<MessageBar*>(QLatin1String(name)); }
    QAction* action(const char* name) const { return window.findChild<QAction*>(QLatin1String(name)); }
    void type(const QString& text) const
    {
        window.input().sentence()->moveCursor(QTextCursor::End);
        QTest::keyClicks(window.input().sentence(), text);
    }
};

} // namespace headlight::test
