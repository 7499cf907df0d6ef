#include "tests/support/catch.h"
#include "ui/state/focus.h"
#include "ui/state/map_options.h"

#include <QJsonArray>

using namespace headlight;

namespace {

MapOptions unusual()
{
    MapOptions options;
    options.heads = HeadsTogether::kMaximum;
    options.transform = {HiddenTokens::kSpecial, true, true, 0.85};
    options.scale = ColourScale::kRow;
    options.range = WeightRange::kMaximum;
    options.sharedScale = false;
    options.marginals = true;
    options.values = false;
    options.nextTokens = false;
    return options;
}

} // namespace

TEST_CASE("map options: come back from JSON as they were", "[state]")
{
    CHECK(mapOptionsFromJson(toJson(unusual())) == unusual());
    CHECK(mapOptionsFromJson(toJson(MapOptions())) == MapOptions());
    CHECK(toJson(unusual())[QStringLiteral("hide")].toString() == QStringLiteral("special"));
}

TEST_CASE("map options: what is absent or not understood has its default", "[state]")
{
    CHECK(mapOptionsFromJson({}) == MapOptions());
    const QJsonObject odd{{QStringLiteral("heads"), 7},
                          {QStringLiteral("scale"), QStringLiteral("cubic")},
                          {QStringLiteral("mass"), -2},
                          {QStringLiteral("words"), QJsonArray()},
                          {QStringLiteral("values"), QStringLiteral("no")}};
    CHECK(mapOptionsFromJson(odd) == MapOptions());
}

TEST_CASE("map options: every word is read back", "[state]")
{
    for (const MapKind kind : {MapKind::kWeights, MapKind::kScores, MapKind::kMask, MapKind::kProducts,
                               MapKind::kMasked, MapKind::kBias, MapKind::kNormWeighted, MapKind::kKept})
        CHECK(fromWord<MapKind>(wordOf(kind)) == kind);
    for (const HeadsTogether heads : {HeadsTogether::kBeside, HeadsTogether::kMean, HeadsTogether::kMaximum})
        CHECK(fromWord<HeadsTogether>(wordOf(heads)) == heads);
    CHECK_FALSE(fromWord<MapKind>(QStringLiteral("nothing")));
}

TEST_CASE("focus: how maps are looked at is told once", "[state]")
{
    Focus focus;
    int told = 0;
    QObject::connect(&focus, &Focus::changed, &focus,
                     [&told](ViewChanges what) { told += what == ViewChange::kMapOptions ? 1 : 100; });
    focus.setMapOptions(MapOptions());
    CHECK(told == 0);
    focus.setMapOptions(unusual());
    focus.setMapOptions(unusual());
    CHECK(told == 1);
    CHECK(focus.mapOptions() == unusual());
}
