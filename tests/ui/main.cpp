#ifdef HEADLIGHT_CATCH2_V3
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

#include "tests/support/qt_warnings.h"

#include <QApplication>
#include <QLocale>
#include <QStandardPaths>
#include <QTemporaryDir>

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    // A home of its own: other tests may run at the same time, and nothing is left in the person's home.
    const QTemporaryDir home;
    qputenv("HOME", home.path().toLocal8Bit());
    // Do not offer models that the person running the tests has downloaded.
    qputenv("HF_HUB_CACHE", "/nonexistent");
    qInstallMessageHandler(headlight::test::dropRemarks);
    // Qt and Catch2 have different arguments: the application sees only the program's name.
    int qtArgc = 1;
    const QApplication application(qtArgc, argv);
    QStandardPaths::setTestModeEnabled(true);
    // Expected numbers use a point, whatever the desktop's language.
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    return Catch::Session().run(argc, argv);
}
