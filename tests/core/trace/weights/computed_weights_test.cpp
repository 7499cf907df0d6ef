// Weights by blocks of queries and keys against the full matrix: tiles of them, and rectangles of rows whose
// norms are kept.
#include "core/trace/weights/computed_weights.h"
#include "core/trace/weights/row_norms.h"
#include "tests/support/catch.h"
#include "tests/support/synthetic_trace.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr HeadRef kComputedHead{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
constexpr Index kLaneTokens = 301; // neither whole groups of lanes nor whole blocks of keys
constexpr Index kHeadWidth = 11;

/// What one head is computed from, and of how many calls.
struct HeadCase
{
    std::string name;
    std::optional<Mask> mask;
    ScoreRule rule = {};
    std::optional<ScoreBias> bias = {};
    bool sink = false;
    std::vector<Index> steps = {kLaneTokens}; ///< queries of each call
    Index notANumber = -1; ///< a query of which a number is none
};

/// Operands alone, as a chain of calls.
Trace traceOfHead(const HeadCase& each)
{
    SyntheticOptions options;
    options.source = 0;
    options.target = static_cast<int>(kLaneTokens);
    TraceInfo info = syntheticInfo(options);
    info.decoderSelf.assign(info.decoderSelf.size(), each.rule);
    const Matrix queries = noiseMatrix(7, 1, kLaneTokens, kHeadWidth, 3.0F);
    const Matrix keys = noiseMatrix(7, 2, kLaneTokens, kHeadWidth, 3.0F);
    std::shared_ptr<const TraceChunk> leaf;
    Index first = 0;
    for (const Index rows : each.steps) {
        AttentionChunk attention;
        attention.firstQuery = attention.firstKey = first;
        attention.queries = rows;
        attention.keys = first + rows;
        attention.query.assign(4, queries.middleRows(first, rows));
        attention.key.assign(4, keys.middleRows(first, rows));
        if (each.notANumber >= first && each.notANumber < first + rows)
            attention.query[1](each.notANumber - first, 2) = std::numeric_limits<float>::quiet_NaN();
        if (each.mask && each.steps.size() == 1)
            attention.mask = {*each.mask};
        else if (each.mask)
            attention.mask = {Mask(rows, first + rows, first).causal()};
        if (each.bias)
            attention.bias = {*each.bias};
        if (each.sink)
            attention.sink = (noiseMatrix(7, 3, 4, rows).array() + 1.0F) / 2.5F;
        auto chunk = std::make_shared<TraceChunk>();
        chunk->parent = leaf;
        chunk->decoder.emplace();
        chunk->decoder->firstRow = first;
        chunk->decoder->rows = rows;
        chunk->decoder->self = {std::move(attention)};
        leaf = chunk;
        first += rows;
    }
    const auto tokens
        = std::make_shared<const std::vector<TokenLabel>>(syntheticTokens(options.target, true));
    return {std::make_shared<const TraceInfo>(std::move(info)), leaf, nullptr, tokens};
}

std::vector<HeadCase> headCases()
{
    ScoreRule rule;
    rule.scale = 0.25F;
    const Mask plain(kLaneTokens, kLaneTokens);
    const Mask causal = Mask(plain).causal();
    Mask edited = Mask(causal).window(90);
    edited.edit({20, 140, 5, 200, true});
    edited.edit({30, 40, 0, kLaneTokens, false}); // rows without a key
    ByteMatrix cells(kLaneTokens, kLaneTokens);
    for (Index i = 0; i < cells.size(); ++i)
        cells.data()[i] = i * 7919 % 5 < 2 ? 1 : 0;
    const ScoreBias::Extent extent{0, kLaneTokens, kLaneTokens};
    ScoreRule capped = rule;
    capped.softcap = 2.0F;
    Matrix never = noiseMatrix(7, 4, kLaneTokens, kLaneTokens);
    for (Index row = 0; row < kLaneTokens; ++row)
        never.row(row).head(row / 2).setConstant(-std::numeric_limits<float>::infinity());
    return {{"no mask", std::nullopt, rule},
            {"everything", plain, rule},
            {"causal", causal, rule},
            {"window", Mask(causal).window(33), rule},
            {"padding", Mask(causal).keyLimit(170), rule},
            {"edits", edited, rule},
            {"cells", Mask(plain).explicitCells(cells), rule},
            {"ALiBi", causal, rule, ScoreBias(0.03F, extent)},
            {"matrix", causal, rule, ScoreBias(noiseMatrix(7, 5, kLaneTokens, kLaneTokens))},
            {"minus infinity", plain, rule, ScoreBias(never)},
            {"softcap", causal, capped, ScoreBias(0.01F, extent)},
            {"sink", causal, rule, std::nullopt, true},
            {"steps", causal, rule, std::nullopt, false, {200, 1, 1, 30, 69}},
            {"not a number", causal, rule, std::nullopt, false, {kLaneTokens}, 130}};
}

/// The tiles of a rectangle, and the room for them.
struct Tiles
{
    Index query, key, rows, columns, tileRows, tileColumns;
    Matrix largest = {}, shares = {};
    ByteMatrix states = {};

    WeightTiles view()
    {
        const Index down = (rows + tileRows - 1) / tileRows;
        const Index across = (columns + tileColumns - 1) / tileColumns;
        largest.resize(down, across);
        shares.resize(down, across);
        states.resize(down, across);
        return {query, key, rows, columns, tileRows, tileColumns, largest, shares, states};
    }
};

struct ExpectedTile
{
    float largest = std::numeric_limits<float>::quiet_NaN();
    float share = std::numeric_limits<float>::quiet_NaN();
    TileState state = TileState::kMissing;
};

ExpectedTile expectedTile(const Matrix& weights, const Eigen::VectorXf& mostOfRow, const Matrix& mask,
                          const Tiles& tiles, Index down, Index across)
{
    ExpectedTile tile;
    for (Index q = down * tiles.tileRows; q < std::min((down + 1) * tiles.tileRows, tiles.rows); ++q)
        for (Index k = across * tiles.tileColumns;
             k < std::min((across + 1) * tiles.tileColumns, tiles.columns); ++k) {
            const float weight = weights(tiles.query + q, tiles.key + k);
            const bool masked = mask(tiles.query + q, tiles.key + k) == 0.0F;
            const TileState state = std::isnan(weight) ? TileState::kMissing
                : masked                               ? TileState::kMasked
                                                       : TileState::kNumber;
            if (state == TileState::kMissing)
                continue;
            const float most = mostOfRow[tiles.query + q];
            const float share = most > 0.0F ? weight / most : 0.0F;
            tile.largest = state < tile.state ? weight : std::max(tile.largest, weight);
            tile.share = state < tile.state ? share : std::max(tile.share, share);
            tile.state = std::min(tile.state, state);
        }
    return tile;
}

void checkTiles(const HeadCase& each, const AttentionMap& map, const Matrix& weights, Tiles tiles)
{
    INFO(each.name << ", tiles of " << tiles.tileRows << " x " << tiles.tileColumns << " from " << tiles.query
                   << ", " << tiles.key);
    REQUIRE(map.canPool(MapKind::kWeights));
    WeightTiles view = tiles.view();
    const WeightLimits limits = map.pool(MapKind::kWeights, view);
    const Matrix mask
        = map.has(MapKind::kMask) ? map.whole(MapKind::kMask) : Matrix::Ones(kLaneTokens, kLaneTokens).eval();
    const Eigen::VectorXf mostOfRow = weights.rowwise().maxCoeff();
    for (Index down = 0; down < tiles.largest.rows(); ++down)
        for (Index across = 0; across < tiles.largest.cols(); ++across) {
            const ExpectedTile expected = expectedTile(weights, mostOfRow, mask, tiles, down, across);
            const float largest = tiles.largest(down, across);
            const bool same = static_cast<int>(tiles.states(down, across)) == static_cast<int>(expected.state)
                && (expected.state == TileState::kMissing ? std::isnan(largest)
                                                          : std::abs(largest - expected.largest) <= 1e-6F
                            && std::abs(tiles.shares(down, across) - expected.share) <= 1e-5F);
            if (!same) // an assertion for each of the million tiles would take longer than they do
                FAIL("tile " << down << ", " << across << ": " << largest << ", share "
                             << tiles.shares(down, across) << ", expected " << expected.largest << ", share "
                             << expected.share);
        }
    const auto part = weights.block(tiles.query, tiles.key, tiles.rows, tiles.columns);
    const auto partMask = mask.block(tiles.query, tiles.key, tiles.rows, tiles.columns);
    float least = std::numeric_limits<float>::infinity();
    float most = -least;
    bool missing = false;
    bool masked = false;
    for (Index q = 0; q < tiles.rows; ++q)
        for (Index k = 0; k < tiles.columns; ++k) {
            missing = missing || std::isnan(part(q, k));
            masked = masked || (!std::isnan(part(q, k)) && partMask(q, k) == 0.0F);
            if (std::isnan(part(q, k)) || partMask(q, k) == 0.0F)
                continue;
            least = std::min(least, part(q, k));
            most = std::max(most, part(q, k));
        }
    CHECK(limits.missing == missing);
    CHECK(limits.masked == masked);
    REQUIRE(limits.known == (least <= most));
    if (limits.known) {
        CHECK(std::abs(limits.least - least) <= 1e-6F);
        CHECK(std::abs(limits.most - most) <= 1e-6F);
    }
}

} // namespace

TEST_CASE("computed weights: tiles are those of the full matrix", "[trace]")
{
    for (const HeadCase& each : headCases()) {
        // Of a trace of its own, of which no norms are kept: rows by the functions of the pass.
        const Matrix weights = traceOfHead(each).attention(kComputedHead).whole(MapKind::kWeights);
        for (const auto& [tileRows, tileColumns] :
             {std::pair<Index, Index>{1, 2}, {7, 5}, {64, 96}, {90, 130}, {kLaneTokens, kLaneTokens}}) {
            const Trace trace = traceOfHead(each);
            const AttentionMap map = trace.attention(kComputedHead);
            checkTiles(each, map, weights, {0, 0, kLaneTokens, kLaneTokens, tileRows, tileColumns});
            checkTiles(each, map, weights,
                       {0, 0, kLaneTokens, kLaneTokens, tileRows, tileColumns}); // norms known
            checkTiles(each, traceOfHead(each).attention(kComputedHead), weights,
                       {77, 101, 150, 140, tileRows, tileColumns});
        }
    }
}

TEST_CASE("computed weights: columns and rectangles need no rows if the norms are known", "[trace]")
{
    for (const bool byPart : {false, true})
        for (const HeadCase& each : headCases()) {
            INFO(each.name);
            const Matrix expected = traceOfHead(each).attention(kComputedHead).whole(MapKind::kWeights);
            const Trace trace = traceOfHead(each);
            const AttentionMap map = trace.attention(kComputedHead);
            CHECK_FALSE(map.isNormalised(MapKind::kWeights));
            if (byPart) // many of its rows
                CHECK(map.block(MapKind::kWeights, 0, 40, kLaneTokens, 77).rows() == kLaneTokens);
            else
                map.normalise(MapKind::kWeights);
            REQUIRE(map.isNormalised(MapKind::kWeights));
            CHECK(trace.attention(kComputedHead).isNormalised(MapKind::kWeights)); // kept with the trace
            CHECK_FALSE(trace.attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 2})
                            .isNormalised(MapKind::kWeights));
            const auto agree = [&](Index query, Index key, Index rows, Index columns) {
                const Matrix found = map.block(MapKind::kWeights, query, key, rows, columns);
                for (Index q = 0; q < rows; ++q)
                    for (Index k = 0; k < columns; ++k) {
                        const float wanted = expected(query + q, key + k);
                        if (std::isnan(wanted) ? !std::isnan(found(q, k))
                                               : !(std::abs(found(q, k) - wanted) <= 1e-6F))
                            FAIL("row " << query + q << ", key " << key + k << ": " << found(q, k)
                                        << ", expected " << wanted);
                    }
            };
            for (const Index key : {0, 1, 63, 150, 300})
                agree(0, key, kLaneTokens, 1);
            agree(0, 40, kLaneTokens, 77);
            agree(100, 40, 130, 77);
            agree(299, 299, 2, 2);
        }
}

TEST_CASE("computed weights: a picture of the whole map leaves its norms behind, a stopped one some",
          "[trace]")
{
    HeadCase causal;
    causal.mask = Mask(kLaneTokens, kLaneTokens).causal();
    const Trace trace = traceOfHead(causal);
    const AttentionMap map = trace.attention(kComputedHead);
    Tiles tiles{0, 0, kLaneTokens, kLaneTokens, 50, 50};
    WeightTiles view = tiles.view();
    std::stop_source stop;
    stop.request_stop();
    map.pool(MapKind::kWeights, view, stop.get_token());
    map.normalise(MapKind::kWeights, stop.get_token());
    CHECK_FALSE(map.isNormalised(MapKind::kWeights));
    map.pool(MapKind::kWeights, view);
    CHECK(map.isNormalised(MapKind::kWeights));
    CHECK(map.isNormalised(MapKind::kMask)); // never computed of whole rows
}

TEST_CASE("computed weights: other forms of attention are read row by row", "[trace]")
{
    HeadCase each;
    each.mask = Mask(kLaneTokens, kLaneTokens).causal();
    for (int form = 0; form < 3; ++form) {
        each.rule = {};
        if (form == 0)
            each.rule.form = ScoreForm::kCosine;
        else if (form == 1)
            each.rule.rows = RowForm::kShare;
        else
            each.rule.maskValue = -1e9F;
        const Trace trace = traceOfHead(each);
        const AttentionMap map = trace.attention(kComputedHead);
        CHECK_FALSE(map.canPool(MapKind::kWeights));
        map.normalise(MapKind::kWeights);
        CHECK_FALSE(map.isNormalised(MapKind::kWeights));
        const Matrix whole = map.whole(MapKind::kWeights);
        CHECK(map.block(MapKind::kWeights, 0, 9, kLaneTokens, 1).isApprox(whole.col(9)));
    }
}

TEST_CASE("row norms: kept up to a number of bytes, the ones used last; gone with their trace", "[trace]")
{
    RowNormsCache cache(3 * 100 * sizeof(RowNorm));
    auto record = std::make_shared<int>(0);
    const auto key = [&](int head) { return RowNormsCache::Key{record, record.get(), head, {}}; };
    const auto first = cache.of(key(0), 100);
    CHECK(cache.of(key(0), 100) == first);
    CHECK_FALSE(first->complete());
    for (Index row = 0; row < 100; ++row)
        first->set(row, {1.0F, 2.0F});
    first->set(7, {1.0F, 3.0F});
    CHECK(first->complete());
    CHECK((*first)[7].factor == 3.0F);
    cache.of(key(1), 100);
    cache.of(key(2), 100);
    CHECK(cache.find(key(0)) == first); // used: the second one is the oldest now
    cache.of(key(3), 100);
    CHECK(cache.find(key(1)) == nullptr);
    CHECK(cache.find(key(0)) == first);
    CHECK(cache.bytes() == 3 * 100 * sizeof(RowNorm));
    ScoreRule otherRule;
    otherRule.scale = 2.0F;
    CHECK(cache.find({record, record.get(), 0, otherRule}) == nullptr);
    record.reset();
    auto next = std::make_shared<int>(0);
    cache.of({next, next.get(), 0, {}}, 100);
    CHECK(cache.bytes() == 100 * sizeof(RowNorm));
}
