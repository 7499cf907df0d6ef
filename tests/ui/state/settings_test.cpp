#include "tests/support/catch.h"
#include "ui/state/settings.h"

#include <QTemporaryDir>

using namespace headlight;

TEST_CASE("settings: defaults of a first start", "[state]")
{
    const QTemporaryDir folder;
    const Settings settings(folder.filePath(QStringLiteral("new.ini")));
    CHECK(settings.lastText() == QStringLiteral("The black cat sleeps on the chair."));
    CHECK(settings.lastModel().isEmpty());
    CHECK(settings.colourMap() == QStringLiteral("viridis"));
    CHECK(settings.theme() == QStringLiteral("system"));
    CHECK_FALSE(settings.tourSeen());
    CHECK(settings.recentModels().isEmpty());
}

TEST_CASE("settings: what was set is there at the next start", "[state]")
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("kept.ini"));
    {
        Settings settings(file);
        settings.setLastText(QStringLiteral("zwei\nZeilen, mit Komma; und 漢字"));
        settings.setLastTarget(QStringLiteral("le chat"));
        settings.setTheme(QStringLiteral("dark"));
        settings.setWindowLayout(QByteArray("\0\1\2", 3));
        settings.setTourSeen(true);
    }
    const Settings again(file);
    CHECK(again.lastText() == QStringLiteral("zwei\nZeilen, mit Komma; und 漢字"));
    CHECK(again.lastTarget() == QStringLiteral("le chat"));
    CHECK(again.theme() == QStringLiteral("dark"));
    CHECK(again.windowLayout() == QByteArray("\0\1\2", 3));
    CHECK(again.tourSeen());
}

TEST_CASE("settings: recent models, newest first, each once, nine at most", "[state]")
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("recent.ini")));
    for (int i = 0; i < 12; ++i)
        settings.addRecentModel(QStringLiteral("/models/%1").arg(i));
    settings.addRecentModel(QStringLiteral("/models/5"));
    const QStringList recent = settings.recentModels();
    REQUIRE(recent.size() == 9);
    CHECK(recent.first() == QStringLiteral("/models/5"));
    CHECK(recent.at(1) == QStringLiteral("/models/11"));
    CHECK(recent.count(QStringLiteral("/models/5")) == 1);
}

TEST_CASE("settings: where models are, and how they are held", "[state]")
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("models.ini"));
    const QString large = QStringLiteral("/models/with: colon, and comma");
    {
        Settings settings(file);
        CHECK(settings.modelFolders().isEmpty());
        CHECK(settings.hubCacheUsed());
        CHECK(settings.precision() == HeldPrecision::kWhatFits);
        CHECK_FALSE(settings.largeModelAnswer(large));
        settings.setModelFolders({QStringLiteral("/a, b"), QStringLiteral("/c")});
        settings.setHubCacheUsed(false);
        settings.setPrecision(HeldPrecision::kHalf);
        settings.setLargeModelAnswer(large, HeldPrecision::kFull);
        settings.setLargeModelAnswer(large, HeldPrecision::kHalf);
        settings.setLargeModelAnswer(QStringLiteral("/other"), HeldPrecision::kWhatFits);
    }
    Settings again(file);
    CHECK(again.modelFolders() == QStringList{QStringLiteral("/a, b"), QStringLiteral("/c")});
    CHECK_FALSE(again.hubCacheUsed());
    CHECK(again.precision() == HeldPrecision::kHalf);
    CHECK(again.largeModelAnswer(large) == HeldPrecision::kHalf);
    CHECK(again.largeModelAnswer(QStringLiteral("/other")) == HeldPrecision::kWhatFits);
    again.forgetLargeModelAnswers();
    CHECK_FALSE(again.largeModelAnswer(large));
}

TEST_CASE("settings: how maps, heads and the stream are looked at", "[state]")
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("looks.ini"));
    MapOptions options;
    options.scale = ColourScale::kLog;
    options.transform.hidden = HiddenTokens::kSpecial;
    options.transform.mass = 0.9;
    options.transform.words = true;
    options.marginals = true;
    options.values = false;
    const HeadsLook heads{QStringLiteral("entropy"), true, 3, true};
    const StreamLook stream{2, 1};
    {
        Settings settings(file);
        CHECK(settings.mapOptions() == MapOptions());
        CHECK(settings.isZoomLinked());
        CHECK(settings.headsLook() == HeadsLook());
        CHECK(settings.streamLook() == StreamLook());
        settings.setMapOptions(options);
        settings.setZoomLinked(false);
        settings.setHeadsLook(heads);
        settings.setStreamLook(stream);
    }
    const Settings again(file);
    CHECK(again.mapOptions() == options);
    CHECK_FALSE(again.isZoomLinked());
    CHECK(again.headsLook() == heads);
    CHECK(again.streamLook() == stream);
}
