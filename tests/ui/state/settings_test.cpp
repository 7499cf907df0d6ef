#include "tests/support/catch.h"
#include "ui/figure/figure_choices.h"
#include "ui/state/model_settings.h"
#include "ui/state/option_settings.h"
#include "ui/state/window_settings.h"
#include "ui/views/heads/head_values.h"
#include "ui/views/lines/lines_view.h"
#include "ui/views/stream/stream_content.h"
#include "ui/window/look/look_settings.h"

#include <QTemporaryDir>

using namespace headlight;

TEST_CASE("settings: defaults of a first start", "[state]")
{
    const QTemporaryDir folder;
    const Settings settings(folder.filePath(QStringLiteral("new.ini")));
    CHECK(kLastText.of(settings) == QStringLiteral("The black cat sleeps on the chair."));
    CHECK(kLastModel.of(settings).isEmpty());
    CHECK(kColourMapName.of(settings) == QStringLiteral("viridis"));
    CHECK(kThemeName.of(settings) == QStringLiteral("system"));
    CHECK_FALSE(kTourSeen.of(settings));
    CHECK(kRecentModels.of(settings).isEmpty());
}

TEST_CASE("settings: what was set is there at the next start", "[state]")
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("kept.ini"));
    {
        Settings settings(file);
        kLastText.set(settings, QStringLiteral("zwei\nZeilen, mit Komma; und 漢字"));
        kLastTarget.set(settings, QStringLiteral("le chat"));
        kThemeName.set(settings, QStringLiteral("dark"));
        kWindowLayout.set(settings, QByteArray("\0\1\2", 3));
        kTourSeen.set(settings, true);
    }
    const Settings again(file);
    CHECK(kLastText.of(again) == QStringLiteral("zwei\nZeilen, mit Komma; und 漢字"));
    CHECK(kLastTarget.of(again) == QStringLiteral("le chat"));
    CHECK(kThemeName.of(again) == QStringLiteral("dark"));
    CHECK(kWindowLayout.of(again) == QByteArray("\0\1\2", 3));
    CHECK(kTourSeen.of(again));
}

TEST_CASE("settings: recent models, newest first, each once, nine at most", "[state]")
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("recent.ini")));
    for (int i = 0; i < 12; ++i)
        putFirst(settings, kRecentModels, QStringLiteral("/models/%1").arg(i));
    putFirst(settings, kRecentModels, QStringLiteral("/models/5"));
    const QStringList recent = kRecentModels.of(settings);
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
        CHECK(kModelFolders.of(settings).isEmpty());
        CHECK(kHubCacheUsed.of(settings));
        CHECK(kHeldPrecision.of(settings) == HeldPrecision::kWhatFits);
        CHECK_FALSE(largeModelAnswer(settings, large));
        kModelFolders.set(settings, {QStringLiteral("/a, b"), QStringLiteral("/c")});
        kHubCacheUsed.set(settings, false);
        kHeldPrecision.set(settings, HeldPrecision::kHalf);
        setLargeModelAnswer(settings, large, HeldPrecision::kFull);
        setLargeModelAnswer(settings, large, HeldPrecision::kHalf);
        setLargeModelAnswer(settings, QStringLiteral("/other"), HeldPrecision::kWhatFits);
    }
    Settings again(file);
    CHECK(kModelFolders.of(again) == QStringList{QStringLiteral("/a, b"), QStringLiteral("/c")});
    CHECK_FALSE(kHubCacheUsed.of(again));
    CHECK(kHeldPrecision.of(again) == HeldPrecision::kHalf);
    CHECK(largeModelAnswer(again, large) == HeldPrecision::kHalf);
    CHECK(largeModelAnswer(again, QStringLiteral("/other")) == HeldPrecision::kWhatFits);
    forgetLargeModelAnswers(again);
    CHECK_FALSE(largeModelAnswer(again, large));
    CHECK_FALSE(hasLargeModelAnswers(again));
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
    {
        Settings settings(file);
        CHECK(kKeptMapOptions.of(settings) == MapOptions());
        CHECK(kZoomLinked.of(settings));
        CHECK(headsLook(settings) == HeadsLook());
        CHECK(kStreamQuantity.of(settings) == 0);
        kKeptMapOptions.set(settings, options);
        kZoomLinked.set(settings, false);
        keepHeadsLook(settings, heads);
        kStreamQuantity.set(settings, 2);
        kStreamTarget.set(settings, 1);
    }
    const Settings again(file);
    CHECK(kKeptMapOptions.of(again) == options);
    CHECK_FALSE(kZoomLinked.of(again));
    CHECK(headsLook(again) == heads);
    CHECK(kStreamQuantity.of(again) == 2);
    CHECK(kStreamTarget.of(again) == 1);
}

TEST_CASE("settings: a file of before this version is read as it was meant", "[state]")
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("before.ini"));
    QFile ini(file);
    REQUIRE(ini.open(QIODevice::WriteOnly));
    ini.write("[view]\ntheme=contrast-dark\ntextSize=130\ncolourMap=magma\nzoomLinked=false\n"
              "mapOptions=\"@ByteArray({\\\"scale\\\":\\\"log\\\",\\\"marginals\\\":true})\"\n"
              "[lines]\nshare=55\n[recent]\nsessions=/a.headlight, /b.headlight\nmodels=/one\n"
              "[figure]\nwidth=120.5\ntitle=false\n[decoding]\nstrategy=2\nbeams=6\ntopK=40\n"
              "seed=18446744073709551615\n[models]\nprecision=half\nlargeAnswers=full:/big\n");
    ini.close();
    const Settings settings(file);
    CHECK(kThemeName.of(settings) == QStringLiteral("contrast-dark"));
    CHECK(kTextSize.of(settings) == 130);
    CHECK(kColourMapName.of(settings) == QStringLiteral("magma"));
    CHECK_FALSE(kZoomLinked.of(settings));
    CHECK(kKeptMapOptions.of(settings).scale == ColourScale::kLog);
    CHECK(kKeptMapOptions.of(settings).marginals);
    CHECK(kLinesShare.of(settings) == 55);
    CHECK(kRecentSessions.of(settings)
          == QStringList{QStringLiteral("/a.headlight"), QStringLiteral("/b.headlight")});
    CHECK(kRecentModels.of(settings) == QStringList{QStringLiteral("/one")});
    CHECK(figureChoices(settings).millimetres.width() == 120.5);
    CHECK_FALSE(figureChoices(settings).title);
    const DecodeOptions decoding = keptDecoding(settings);
    CHECK(decoding.strategy == Strategy::kBeam);
    CHECK(decoding.beams == 6);
    CHECK(decoding.topK == 40);
    CHECK_FALSE(decoding.topP);
    CHECK(decoding.seed == 18446744073709551615ULL);
    CHECK(kHeldPrecision.of(settings) == HeldPrecision::kHalf);
    CHECK(largeModelAnswer(settings, QStringLiteral("/big")) == HeldPrecision::kFull);
}

TEST_CASE("settings: what cannot be is as if it were absent", "[state]")
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("damaged.ini"));
    QFile ini(file);
    REQUIRE(ini.open(QIODevice::WriteOnly));
    ini.write("[view]\ntheme=plaid\ntextSize=5000\ndisplayScale=large\ncolourMap=mud\nzoomLinked=perhaps\n"
              "mapOptions=none\n[lines]\nshare=-3\n[help]\ntourSeen=maybe\n[figure]\nformat=doc\nwidth=nan\n"
              "dpi=1e9\nbackdrop=sky\n[film]\nmilliseconds=0\n[decoding]\nstrategy=7\nbeams=6\nbeamGroups=4\n"
              "nBest=9\ntemperature=-1\ntopP=2\nseed=x\n[models]\nprecision=double\nhubCache=2\n");
    ini.close();
    const Settings settings(file);
    CHECK(kThemeName.of(settings) == QStringLiteral("system"));
    CHECK(kTextSize.of(settings) == 100);
    CHECK(kDisplayScale.of(settings) == 100);
    CHECK(kColourMapName.of(settings) == QStringLiteral("viridis"));
    CHECK(kZoomLinked.of(settings));
    CHECK(kKeptMapOptions.of(settings) == MapOptions());
    CHECK(kLinesShare.of(settings) == 90);
    CHECK_FALSE(kTourSeen.of(settings));
    CHECK(figureChoices(settings) == FigureChoices());
    CHECK(filmChoices(settings) == FilmChoices());
    DecodeOptions expected;
    expected.beams = 6;
    CHECK(keptDecoding(settings) == expected);
    CHECK(kHeldPrecision.of(settings) == HeldPrecision::kWhatFits);
    CHECK(kHubCacheUsed.of(settings));
}
