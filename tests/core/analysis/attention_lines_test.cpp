#include "core/analysis/attention_lines.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_trace.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

using namespace headlight;

namespace {

std::vector<AttentionMap> mapsOf(const Trace& trace, int heads)
{
    std::vector<AttentionMap> maps;
    maps.reserve(static_cast<std::size_t>(heads));
    for (int head = 0; head < heads; ++head)
        maps.push_back(trace.attention({StackKind::kEncoder, 0, AttentionKind::kSelf, head}));
    return maps;
}

/// The same by sorting the whole row.
std::set<Index> massByLoop(const AttentionMap& map, Index query, double share)
{
    std::vector<std::pair<float, Index>> all;
    double sum = 0;
    for (Index key = 0; key < map.keys(); ++key) {
        const float weight = map.at(MapKind::kWeights, query, key);
        if (weight > 0)
            all.emplace_back(-weight, key);
        sum += static_cast<double>(weight);
    }
    std::sort(all.begin(), all.end());
    std::set<Index> kept;
    double covered = 0;
    for (const auto& [negative, key] : all) {
        if (covered >= (share - 1e-6) * sum)
            break;
        covered -= static_cast<double>(negative);
        kept.insert(key);
    }
    return kept;
}

} // namespace

TEST_CASE("attention lines: the mass rule keeps the largest weights of each row", "[analysis][lines]")
{
    testing::SyntheticOptions options;
    options.source = 40;
    options.target = 0;
    const std::vector<AttentionMap> maps = mapsOf(testing::syntheticTrace(options), 2);
    for (const double share : {0.0, 0.5, 0.9, 1.0}) {
        const LineSet set = attentionLines(maps, {share, 100000});
        CHECK_FALSE(set.limited());
        CHECK(set.threshold == 0);
        std::size_t expected = 0;
        for (std::size_t head = 0; head < maps.size(); ++head) {
            for (Index query = 0; query < 40; ++query) {
                const std::set<Index> kept = massByLoop(maps[head], query, share);
                expected += kept.size();
                std::set<Index> found;
                for (const AttentionLine& line : set.lines)
                    if (line.head == static_cast<int>(head) && line.query == query)
                        found.insert(line.key);
                CHECK(found == kept);
            }
        }
        CHECK(set.lines.size() == expected);
        for (const AttentionLine& line : set.lines)
            CHECK(line.weight
                  == maps[static_cast<std::size_t>(line.head)].at(MapKind::kWeights, line.query, line.key));
    }
}

TEST_CASE("attention lines: the limit keeps the largest of all heads, and says from where on",
          "[analysis][lines]")
{
    testing::SyntheticOptions options;
    options.source = 120;
    options.target = 0;
    const std::vector<AttentionMap> maps = mapsOf(testing::syntheticTrace(options), 3);
    const LineSet all = attentionLines(maps, {0.95, 1000000});
    const LineSet some = attentionLines(maps, {0.95, 50});
    REQUIRE(some.lines.size() == 50);
    CHECK(some.limited());
    CHECK(some.found == all.lines.size());
    const std::vector<AttentionLine> strongest(all.lines.end() - 50, all.lines.end());
    CHECK(some.lines == strongest);
    CHECK(some.threshold == strongest.front().weight);
    CHECK(std::is_sorted(some.lines.begin(), some.lines.end(),
                         [](const AttentionLine& a, const AttentionLine& b) { return a.weight < b.weight; }));
}

TEST_CASE("attention lines: rows of nothing have no lines", "[analysis][lines]")
{
    const std::vector<float> zeros(5, 0.0F);
    CHECK(massOfRow(zeros, 1.0).empty());
    const std::vector<float> mixed{0.0F, std::numeric_limits<float>::quiet_NaN(), 0.75F, 0.25F};
    CHECK(massOfRow(mixed, 1.0) == std::vector<Index>{2, 3});
    CHECK(massOfRow(mixed, 0.75) == std::vector<Index>{2});
    CHECK(attentionLines({}, {}).lines.empty());
    CHECK(attentionLines(std::vector<AttentionMap>(2), {}).lines.empty());
}

TEST_CASE("attention lines: equal weights are kept in order, so that a picture never flickers",
          "[analysis][lines]")
{
    const std::vector<float> uniform(100, 0.01F);
    const std::vector<Index> half = massOfRow(uniform, 0.5);
    REQUIRE(half.size() == 50);
    for (Index i = 0; i < 50; ++i)
        CHECK(half[static_cast<std::size_t>(i)] == i);
}

TEST_CASE("attention lines: the heaviest of a row are the first of its mass, and all of it is counted",
          "[analysis][lines]")
{
    std::uint32_t state = 5;
    const auto random
        = [&state] { return static_cast<float>((state = state * 1664525U + 1013904223U) >> 8U); };
    std::vector<float> row(3000);
    for (const int kind : {0, 1, 2}) { // of many sizes, nearly alike, many alike
        for (float& weight : row)
            weight = kind == 0 ? std::exp2(-random() / 1e6F)
                : kind == 1    ? 1 + random() / 1e9F
                               : random() > 8e6F;
        row[7] = std::numeric_limits<float>::quiet_NaN();
        row[8] = -1;
        for (const double share : {0.1, 0.5, 0.9, 1.0})
            for (const std::size_t limit : {std::size_t{0}, std::size_t{1}, std::size_t{100}, row.size()}) {
                const std::vector<Index> all = massOfRow(row, share);
                const HeaviestOfRow some = heaviestOfRow(row, share, limit);
                CAPTURE(kind, share, limit);
                // Sums in another order: one key more or less.
                CHECK(std::abs(static_cast<double>(some.found) - static_cast<double>(all.size())) <= 1);
                REQUIRE(some.keys.size() == std::min(limit, some.found));
                const std::size_t both = std::min(some.keys.size(), all.size());
                CHECK(std::equal(some.keys.begin(), some.keys.begin() + static_cast<std::ptrdiff_t>(both),
                                 all.begin()));
            }
    }
    CHECK(heaviestOfRow({}, 0.9, 10).found == 0);
}

TEST_CASE("attention lines: a stopped search gives nothing", "[analysis][lines]")
{
    std::stop_source stop;
    stop.request_stop();
    CHECK(attentionLines(mapsOf(testing::syntheticTrace(), 1), {}, stop.get_token()).lines.empty());
}
