#include "tests/support/catch.h"
#include "ui/state/focus.h"
#include "ui/state/option_settings.h"

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

QByteArray toJson(const MapOptions& options)
{
    return StoredSetting<MapOptions>::store(options).toByteArray();
}

MapOptions fromJson(const QByteArray& json)
{
    return StoredSetting<MapOptions>::read(json).value();
}

} // namespace

TEST_CASE("map options: come back from JSON as they were", "[state]")
{
    CHECK(fromJson(toJson(unusual())) == unusual());
    CHECK(fromJson(toJson(MapOptions())) == MapOptions());
    CHECK(toJson(unusual()).contains("\"hide\":\"special\""));
}

TEST_CASE("map options: what is absent or not understood has its default", "[state]")
{
    CHECK(fromJson({}) == MapOptions());
    CHECK(fromJson(R"({"heads":7,"scale":"cubic","mass":-2,"words":[],"values":"no"})") == MapOptions());
}

TEST_CASE("map options: settings of before this version are read as they were meant", "[state]")
{
    CHECK(fromJson(
              R"({"heads":"max","hide":"special","renormalise":true,"words":true,"mass":0.85,"scale":"row",)"
              R"("range":"max","shared_scale":false,"marginals":true,"values":false,"next_tokens":false})")
          == unusual());
}

TEST_CASE("map options: every word is read back", "[state]")
{
    CHECK(fromWord<MapKind>("contentToPosition") == MapKind::kContentToPosition); // in older commands
    for (const MapKind kind :
         {MapKind::kWeights, MapKind::kScores, MapKind::kMask, MapKind::kProducts, MapKind::kMasked,
          MapKind::kBias, MapKind::kNormWeighted, MapKind::kContentToPosition, MapKind::kPositionToContent,
          MapKind::kEffect, MapKind::kIfMasked, MapKind::kKept})
        CHECK(fromWord<MapKind>(wordOf(kind)) == kind);
    for (const HeadsTogether heads : {HeadsTogether::kBeside, HeadsTogether::kMean, HeadsTogether::kMaximum})
        CHECK(fromWord<HeadsTogether>(wordOf(heads)) == heads);
    CHECK_FALSE(fromWord<MapKind>("nothing"));
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
