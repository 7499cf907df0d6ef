#ifdef HEADLIGHT_CATCH2_V3
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

#include <QApplication>
#include <QLocale>
#include <QStandardPaths>

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    // What the person who runs the tests has downloaded is not theirs to offer.
    qputenv("HF_HUB_CACHE", "/nonexistent");
    // Qt's arguments and Catch2's are different languages: the application sees only the program's name.
    int qtArgc = 1;
    const QApplication application(qtArgc, argv);
    QStandardPaths::setTestModeEnabled(true);
    // Expected numbers have a point, whatever the desktop speaks.
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    return Catch::Session().run(argc, argv);
}
