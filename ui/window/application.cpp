#include "ui/window/application.h"

#include "ui/background/painting_threads.h"
#include "ui/run/run_controller.h"
#include "ui/state/focus.h"
#include "ui/state/settings.h"
#include "ui/state/workspace.h"
#include "ui/window/input/field_guard.h"
#include "ui/window/look/languages.h"
#include "ui/window/look/look_settings.h"
#include "ui/window/look/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/window_keeper.h"

#include <QApplication>
#include <QFileInfo>
#include <QIcon>
#include <QSocketNotifier>

#include <algorithm>
#include <csignal>
#include <iostream>

#include <fcntl.h>
#include <unistd.h>

namespace headlight {

namespace {

constexpr int kBadUsage = 2;

int endPipe[2]; // NOLINT(*-non-const-global-variables): a signal handler reaches nothing else

extern "C" void askToEnd(int)
{
    const char any = 0;
    [[maybe_unused]] const auto written = ::write(endPipe[1], &any, 1);
}

/// Readable once the system asks the program to end: at shutdown, by kill, by Ctrl+C in its terminal.
int endRequests()
{
    if (::pipe2(endPipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return -1;
    for (const int signal : {SIGTERM, SIGINT, SIGHUP})
        if (std::signal(signal, askToEnd) == SIG_IGN)
            std::signal(signal, SIG_IGN); // started with nohup
    return endPipe[0];
}

/// The first argument unknown to both Qt and the window; nullptr if there is none.
const QString* strangeWord(const QStringList& words)
{
    const auto strange = std::find_if(words.begin(), words.end(), [&words](const QString& word) {
        return &word != &words.front() || word.startsWith(QLatin1Char('-'));
    });
    return strange == words.end() ? nullptr : &*strange;
}

} // namespace

int runWindow(int argc, char** argv)
{
    Settings settings;
    // Qt reads this before it starts. The environment takes precedence.
    if (kDisplayScale.of(settings) != 100 && !qEnvironmentVariableIsSet("QT_SCALE_FACTOR"))
        qputenv("QT_SCALE_FACTOR", QByteArray::number(kDisplayScale.of(settings) / 100.0));
    QApplication application(argc, argv);
    keepPaintingThreads();
    const QStringList words = QApplication::arguments().mid(1);
    if (const QString* word = strangeWord(words)) {
        std::cerr
            << "headlight: " << word->toStdString()
            << ": the window takes one file or folder, and no options of its own (see headlight --help)\n";
        return kBadUsage;
    }
    QApplication::setApplicationName(QStringLiteral("headlight"));
    QApplication::setApplicationDisplayName(QStringLiteral("Headlight"));
    QApplication::setApplicationVersion(QStringLiteral(HEADLIGHT_VERSION));
    QApplication::setDesktopFileName(QStringLiteral(HEADLIGHT_ID));
    new FieldGuard(&application);
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/" HEADLIGHT_ID ".svg")));

    useLanguage(kLanguageCode.of(settings));
    Theme theme;
    theme.choose(kThemeName.of(settings));
    Workspace workspace;
    Focus focus;
    RunController runs(workspace);
    WindowKeeper keeper({workspace, focus, settings}, runs, theme);
    QSocketNotifier end(endRequests(), QSocketNotifier::Read);
    QObject::connect(&end, &QSocketNotifier::activated, &keeper, [&keeper, &end] {
        end.setEnabled(false);
        keeper.window().endNow();
        QApplication::exit();
    });
    keeper.window().show();
    QString path = words.value(0);
    if (QFileInfo::exists(path)) // otherwise it is the name of a model
        path = QFileInfo(path).absoluteFilePath();
    keeper.window().start(path);
    return QApplication::exec();
}

} // namespace headlight
