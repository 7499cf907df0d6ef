#include "tests/support/catch.h"
#include "tests/support/drawn_map.h"
#include "tests/support/synthetic_trace.h"
#include "ui/widgets/map_reading.h"

#include <QElapsedTimer>
#include <QSignalSpy>

#include <memory>
#include <vector>

using namespace headlight;
using namespace headlight::testing;

namespace {

std::shared_ptr<const CellGrid> gridOf(const CellReader& reader)
{
    return std::make_shared<const CellGrid>(reader.read(reader.whole(), 100, 100));
}

} // namespace

TEST_CASE("grid cache: it gives what was kept of the same record, head and tiles, up to its bytes", "[long]")
{
    SyntheticOptions options;
    const Trace trace = syntheticTrace(options);
    std::vector<HeadRef> heads;
    heads.reserve(4);
    for (int head = 0; head < 4; ++head)
        heads.push_back({StackKind::kEncoder, 0, AttentionKind::kSelf, head});
    const CellReader first(trace.attention(heads[0]), MapKind::kWeights);
    const auto grid = gridOf(first);
    const std::size_t each = static_cast<std::size_t>(grid->values.size()) * 5;
    GridCache cache(2 * each);
    const GridCache::Key key = GridCache::keyOf(first, *grid);
    CHECK_FALSE(cache.find(key));
    cache.keep(key, grid);
    CHECK(cache.find(key) == grid);
    CHECK(cache.bytes() == each);
    // Requesting the same head's map again gives another object with the same record.
    const CellReader again(trace.attention(heads[0]), MapKind::kWeights, CellReader::Keep::kNothing);
    CHECK(cache.find(GridCache::keyOf(again, *grid)) == grid);
    const CellReader scores(trace.attention(heads[0]), MapKind::kScores);
    CHECK_FALSE(cache.find(GridCache::keyOf(scores, *grid)));
    options.seed = 9;
    const Trace other = syntheticTrace(options);
    const CellReader elsewhere(other.attention(heads[0]), MapKind::kWeights);
    CHECK_FALSE(cache.find(GridCache::keyOf(elsewhere, *grid)));
    for (const int head : {1, 2}) {
        const CellReader reader(trace.attention(heads[static_cast<std::size_t>(head)]), MapKind::kWeights);
        cache.keep(GridCache::keyOf(reader, *grid), gridOf(reader));
    }
    CHECK(cache.bytes() == 2 * each);
    CHECK_FALSE(cache.find(key)); // the least recently used one
    CellGrid preview = *grid;
    preview.sampled = true;
    cache.keep(key, std::make_shared<const CellGrid>(preview));
    CHECK_FALSE(cache.find(key));
    const CellReader unknown(drawnMap(6, 6), MapKind::kWeights);
    cache.keep(GridCache::keyOf(unknown, *grid), grid);
    CHECK_FALSE(cache.find(GridCache::keyOf(unknown, *grid)));
}

TEST_CASE("grid cache: it keeps no recording alive, and drops the grids of one that is gone")
{
    GridCache cache(std::size_t{1} << 20U);
    auto early = std::make_unique<Trace>(syntheticTrace({}));
    const std::weak_ptr<const void> record = early->leaf();
    const auto keep = [&cache](const Trace& trace) {
        const HeadRef head{StackKind::kEncoder, 0, AttentionKind::kSelf, 0};
        const CellReader reader(trace.attention(head), MapKind::kWeights);
        const auto grid = gridOf(reader);
        cache.keep(GridCache::keyOf(reader, *grid), grid);
    };
    keep(*early);
    const std::size_t each = cache.bytes();
    CHECK(each > 0);
    early.reset();
    CHECK(record.expired());
    const Trace late = syntheticTrace({});
    keep(late);
    CHECK(cache.bytes() == each);
}

TEST_CASE("map reading: a long map shows exact rows first, then all of it", "[long]")
{
    MapReading reading;
    std::vector<bool> sampled;
    QObject::connect(&reading, &MapReading::mapRead, &reading, [&] {
        REQUIRE(reading.grid() != nullptr);
        sampled.push_back(reading.grid()->sampled);
        CHECK(reading.limits().known);
    });
    QSignalSpy finished(&reading, &MapReading::finished);
    reading.read({drawnMap(6000, 6000), MapKind::kWeights, {}});
    CHECK(reading.grid() == nullptr);
    REQUIRE(finished.wait(60000));
    CHECK(sampled == std::vector<bool>{true, false});
    CHECK_FALSE(reading.isReading());
}
