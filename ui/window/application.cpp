#include "ui/window/application.h"

#include "ui/run/run_controller.h"
#include "ui/state/settings.h"
#include "ui/window/languages.h"
#include "ui/window/main_window.h"
#include "ui/window/theme.h"
#include "ui/window/wheel_guard.h"
#include "ui/window/window_keeper.h"

#include <QApplication>
#include <QFileInfo>
#include <QIcon>

namespace headlight {

int runWindow(int argc, char** argv)
{
    Settings settings;
    // The one thing that Qt wants to know before it starts; what the environment says goes first.
    if (settings.displayScale() != 100 && !qEnvironmentVariableIsSet("QT_SCALE_FACTOR"))
        qputenv("QT_SCALE_FACTOR", QByteArray::number(settings.displayScale() / 100.0));
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("headlight"));
    QApplication::setApplicationDisplayName(QStringLiteral("Headlight"));
    QApplication::setApplicationVersion(QStringLiteral(HEADLIGHT_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("headlight"));
    new WheelGuard(&application);
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/headlight.svg")));

    useLanguage(settings.language());
    Theme theme;
    theme.choose(settings.theme());
    Workspace workspace;
    Focus focus;
    RunController runs(workspace);
    WindowKeeper keeper({workspace, focus, settings}, runs, theme);
    keeper.window().show();
    const QStringList arguments = QApplication::arguments();
    QString path = arguments.size() > 1 ? arguments.at(1) : QString();
    if (path.startsWith(QLatin1Char('-')))
        path.clear();
    else if (QFileInfo::exists(path)) // else it is the name of a model
        path = QFileInfo(path).absoluteFilePath();
    keeper.window().start(path);
    return QApplication::exec();
}

} // namespace headlight
