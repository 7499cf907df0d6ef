#include "core/analysis/map_transform.h"
#include "tests/support/catch.h"
#include "tests/support/synthetic_trace.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace headlight;
using namespace headlight::testing;

namespace {

const HeadRef kSelf{StackKind::kDecoder, 1, AttentionKind::kSelf, 2};
const HeadRef kCross{StackKind::kDecoder, 0, AttentionKind::kCross, 1};

AttentionMap map(const HeadRef& head, int source = 9, int target = 7)
{
    SyntheticOptions options;
    options.source = source;
    options.target = target;
    return syntheticTrace(options).attention(head);
}

/// The largest weights by sorting: the reference for massThreshold().
std::vector<bool> largestBySorting(const Matrix& weights, Index row, double share)
{
    std::vector<float> sorted;
    for (Index k = 0; k < weights.cols(); ++k)
        sorted.push_back(weights(row, k));
    std::sort(sorted.rbegin(), sorted.rend());
    double sum = 0;
    for (const float weight : sorted)
        sum += static_cast<double>(weight);
    double covered = 0;
    std::size_t count = 0;
    while (count < sorted.size() && (count == 0 || covered < share * sum))
        covered += static_cast<double>(sorted[count++]);
    std::vector<bool> kept;
    for (Index k = 0; k < weights.cols(); ++k)
        kept.push_back(weights(row, k) > 0 && weights(row, k) >= sorted[count - 1]);
    return kept;
}

} // namespace

TEST_CASE("map transform: nothing asked for changes nothing", "[analysis]")
{
    const AttentionMap plain = map(kCross);
    const AttentionMap same = transformed(plain, {});
    CHECK(same.whole(MapKind::kWeights) == plain.whole(MapKind::kWeights));
    CHECK_FALSE(same.has(MapKind::kKept));
    CHECK(transformed({}, {HiddenTokens::kFirst, true, true, 0.5}).isNull());
}

TEST_CASE("map transform: a part of a map has the numbers and tokens of its place", "[analysis]")
{
    const AttentionMap plain = map(kCross);
    const AttentionMap part = partOf(plain, {2, 3, 4, 5});
    REQUIRE(part.queries() == 3);
    REQUIRE(part.keys() == 5);
    CHECK(part.head() == plain.head());
    CHECK(part.whole(MapKind::kWeights) == plain.block(MapKind::kWeights, 2, 4, 3, 5));
    CHECK(part.queryTokens().front().text == plain.queryTokens()[2].text);
    CHECK(part.keyTokens().back().text == plain.keyTokens()[8].text);
    CHECK(partOf(plain, {0, 0, 0, 0}).whole(MapKind::kWeights).size() == 0);
}

TEST_CASE("map transform: the first token hidden, with and without renormalising", "[analysis]")
{
    const AttentionMap plain = map(kSelf);
    const Matrix weights = plain.whole(MapKind::kWeights);
    for (const bool renormalise : {false, true}) {
        const AttentionMap hidden = transformed(plain, {HiddenTokens::kFirst, renormalise, false, 1});
        const Matrix shown = hidden.whole(MapKind::kWeights);
        const Matrix kept = hidden.whole(MapKind::kKept);
        for (Index q = 0; q < weights.rows(); ++q) {
            double left = 0;
            for (Index k = 1; k < weights.cols(); ++k)
                left += static_cast<double>(weights(q, k));
            CHECK(shown(q, 0) == 0.0F);
            CHECK(kept(q, 0) == 0.0F);
            for (Index k = 1; k < weights.cols(); ++k) {
                const double wanted
                    = static_cast<double>(weights(q, k)) / (renormalise && left > 0 ? left : 1);
                CHECK(static_cast<double>(shown(q, k)) == Approx(wanted).margin(1e-7));
                CHECK(kept(q, k) == 1.0F);
            }
            if (renormalise && q > 0)
                CHECK(shown.row(q).sum() == Approx(1.0F));
        }
        // Scores do not change; a rectangle reads like the same part of the whole.
        CHECK(hidden.whole(MapKind::kScores) == plain.whole(MapKind::kScores));
        CHECK(hidden.block(MapKind::kWeights, 2, 1, 3, 4).isApprox(shown.block(2, 1, 3, 4)));
    }
}

TEST_CASE("map transform: special tokens are hidden as keys and as queries", "[analysis]")
{
    const AttentionMap plain = map(kCross);
    const AttentionMap hidden = transformed(plain, {HiddenTokens::kSpecial, false, false, 1});
    for (Index q = 0; q < plain.queries(); ++q) {
        for (Index k = 0; k < plain.keys(); ++k) {
            const bool out = plain.queryTokens()[static_cast<std::size_t>(q)].special
                || plain.keyTokens()[static_cast<std::size_t>(k)].special;
            CHECK(hidden.at(MapKind::kKept, q, k) == (out ? 0.0F : 1.0F));
            CHECK(hidden.at(MapKind::kWeights, q, k) == (out ? 0.0F : plain.at(MapKind::kWeights, q, k)));
        }
    }
    CHECK(plain.queryTokens().front().special);
    CHECK(plain.keyTokens().back().special);
}

TEST_CASE("map transform: of each row the largest weights that cover the share", "[analysis]")
{
    const AttentionMap plain = map(kSelf, 5, 40);
    const Matrix weights = plain.whole(MapKind::kWeights);
    for (const double share : {0.0, 0.3, 0.5, 0.9, 0.999}) {
        INFO("share " << share);
        const AttentionMap largest = transformed(plain, {HiddenTokens::kNone, false, false, share});
        const Matrix shown = largest.whole(MapKind::kWeights);
        for (Index q = 0; q < weights.rows(); ++q) {
            const std::vector<bool> wanted = largestBySorting(weights, q, share);
            for (Index k = 0; k < weights.cols(); ++k) {
                const bool keep = wanted[static_cast<std::size_t>(k)];
                REQUIRE(shown(q, k) == (keep ? weights(q, k) : 0.0F));
                REQUIRE(largest.at(MapKind::kKept, q, k) == (keep ? 1.0F : 0.0F));
            }
        }
    }
    CHECK(massThreshold(std::vector<float>{0, 0}, 0.5) == std::numeric_limits<float>::infinity());
    CHECK(massThreshold(std::vector<float>{0.25F, 0.25F, 0.25F, 0.25F}, 0.3) == 0.25F); // all equal: all stay
    CHECK(massThreshold(std::vector<float>{0.7F, 0.2F, 0.1F}, 1.0) == 0.1F);
}

TEST_CASE("map transform: words sum over keys and average over queries", "[analysis]")
{
    const AttentionMap plain = map(kCross);
    const TokenGroups queries({0, 1, 4}, 7), keys({0, 3, 4, 6}, 9);
    const AttentionMap merged = mergedTokens(plain, queries, keys);
    REQUIRE(merged.queries() == 3);
    REQUIRE(merged.keys() == 4);
    CHECK(merged.keyTokens()[0].text == "␣The␣black␣cat");
    for (const MapKind kind : {MapKind::kWeights, MapKind::kNormWeighted, MapKind::kScores, MapKind::kMask}) {
        const Matrix all = merged.whole(kind);
        for (Index g = 0; g < 3; ++g) {
            for (Index h = 0; h < 4; ++h) {
                double sum = 0, most = 0;
                int cells = 0;
                for (Index q = queries.begin(g); q < queries.end(g); ++q)
                    for (Index k = keys.begin(h); k < keys.end(h); ++k, ++cells) {
                        sum += static_cast<double>(plain.at(kind, q, k));
                        most = std::max(most, static_cast<double>(plain.at(kind, q, k)));
                    }
                const auto rows = static_cast<double>(queries.end(g) - queries.begin(g));
                const double wanted = kind == MapKind::kMask ? most
                    : kind == MapKind::kScores               ? sum / cells
                                                             : sum / rows;
                CHECK(static_cast<double>(all(g, h)) == Approx(wanted).margin(1e-6));
                CHECK(merged.at(kind, g, h) == Approx(all(g, h)));
            }
        }
    }
    for (Index g = 0; g < 3; ++g)
        CHECK(merged.whole(MapKind::kWeights).row(g).sum() == Approx(1.0F));
}

TEST_CASE("map transform: a word of masked and other cells counts the others only", "[analysis]")
{
    const AttentionMap plain = map(kSelf);
    const AttentionMap merged = mergedTokens(plain, TokenGroups({0, 2, 4}, 7), TokenGroups({0, 2, 4}, 7));
    CHECK(merged.at(MapKind::kMask, 0, 0) == 1.0F); // (0,0), (1,0), (1,1) can attend, (0,1) cannot
    CHECK(merged.at(MapKind::kMask, 0, 1) == 0.0F);
    CHECK(merged.at(MapKind::kMasked, 0, 1) == -std::numeric_limits<float>::infinity());
    const float mean = (plain.at(MapKind::kScores, 0, 0) + plain.at(MapKind::kScores, 1, 0)
                        + plain.at(MapKind::kScores, 1, 1))
        / 3;
    CHECK(merged.at(MapKind::kMasked, 0, 0) == Approx(mean));
}

TEST_CASE("map transform: hiding, words and the share work one after another", "[analysis]")
{
    const AttentionMap plain = map(kCross);
    const AttentionMap all = transformed(plain, {HiddenTokens::kFirst, true, true, 0.6});
    const AttentionMap hidden = transformed(plain, {HiddenTokens::kFirst, true, false, 1});
    const TokenGroups keys = wordGroups(plain.keyTokens(), plain.keys());
    const AttentionMap merged = mergedTokens(hidden, wordGroups(plain.queryTokens(), plain.queries()), keys);
    const Matrix weights = merged.whole(MapKind::kWeights);
    for (Index q = 0; q < weights.rows(); ++q) {
        const std::vector<bool> kept = largestBySorting(weights, q, 0.6);
        for (Index k = 0; k < weights.cols(); ++k) {
            CHECK(all.at(MapKind::kWeights, q, k)
                  == (kept[static_cast<std::size_t>(k)] ? weights(q, k) : 0.0F));
            CHECK(all.at(MapKind::kKept, q, k) == (kept[static_cast<std::size_t>(k)] ? 1.0F : 0.0F));
        }
    }
}

TEST_CASE("map transform: mean and maximum of several heads", "[analysis]")
{
    const Trace trace = syntheticTrace();
    std::vector<AttentionMap> maps;
    for (const int head : {0, 1, 3})
        maps.push_back(trace.attention({StackKind::kDecoder, 0, AttentionKind::kSelf, head}));
    const AttentionMap mean = combined(maps, HeadsTogether::kMean);
    const AttentionMap most = combined(maps, HeadsTogether::kMaximum);
    for (Index q = 0; q < mean.queries(); ++q) {
        for (Index k = 0; k < mean.keys(); ++k) {
            double sum = 0;
            float largest = 0;
            for (const AttentionMap& each : maps) {
                sum += static_cast<double>(each.at(MapKind::kWeights, q, k));
                largest = std::max(largest, each.at(MapKind::kWeights, q, k));
            }
            CHECK(static_cast<double>(mean.at(MapKind::kWeights, q, k)) == Approx(sum / 3).margin(1e-7));
            CHECK(most.at(MapKind::kWeights, q, k) == largest);
            CHECK(mean.at(MapKind::kMask, q, k) == maps[0].at(MapKind::kMask, q, k));
        }
    }
    CHECK(mean.queryTokens() == maps[0].queryTokens());
    CHECK(combined({}, HeadsTogether::kMean).isNull());
    maps.push_back(trace.attention({StackKind::kDecoder, 0, AttentionKind::kCross, 0}));
    CHECK(combined(maps, HeadsTogether::kMean).isNull()); // different keys
}

TEST_CASE("map transform: sums of rows and columns", "[analysis]")
{
    const AttentionMap plain = map(kSelf);
    const Matrix weights = plain.whole(MapKind::kWeights);
    const MapSums sums = mapSums(plain, MapKind::kWeights);
    REQUIRE(sums.rows.size() == 7);
    REQUIRE(sums.columns.size() == 7);
    for (Index i = 0; i < 7; ++i) {
        CHECK(sums.rows[static_cast<std::size_t>(i)] == Approx(weights.row(i).sum()));
        CHECK(sums.columns[static_cast<std::size_t>(i)] == Approx(weights.col(i).sum()));
    }
    for (const float sum : mapSums(plain, MapKind::kMasked).rows)
        CHECK(std::isfinite(sum)); // −∞ is left out
    CHECK(mapSums({}, MapKind::kWeights).rows.empty());
}

TEST_CASE("recorded attention: every stage between dot product and weight", "[trace]")
{
    const AttentionMap plain = map(kSelf);
    const SyntheticOptions options;
    const float scale = 1.0F / std::sqrt(static_cast<float>(options.width / options.heads));
    SyntheticOptions shape;
    shape.source = 9;
    shape.target = 7;
    const Matrix values = syntheticTrace(shape).headMatrix(Site::kValue, kSelf);
    REQUIRE(values.rows() == 7);
    CHECK_FALSE(plain.has(MapKind::kBias));
    CHECK_FALSE(plain.has(MapKind::kKept));
    for (Index q = 0; q < 7; ++q) {
        for (Index k = 0; k < 7; ++k) {
            const float score = plain.at(MapKind::kScores, q, k);
            CHECK(plain.at(MapKind::kProducts, q, k) == Approx(score / scale));
            if (k <= q)
                CHECK(plain.at(MapKind::kMasked, q, k) == Approx(score));
            else
                CHECK(plain.at(MapKind::kMasked, q, k) == -std::numeric_limits<float>::infinity());
            double norm = 0;
            for (Index d = 0; d < values.cols(); ++d)
                norm += static_cast<double>(values(k, d)) * static_cast<double>(values(k, d));
            CHECK(static_cast<double>(plain.at(MapKind::kNormWeighted, q, k))
                  == Approx(static_cast<double>(plain.at(MapKind::kWeights, q, k)) * std::sqrt(norm))
                         .margin(1e-7));
        }
    }
    CHECK(plain.block(MapKind::kNormWeighted, 1, 2, 3, 4)
              .isApprox(plain.whole(MapKind::kNormWeighted).block(1, 2, 3, 4)));
}

TEST_CASE("recorded attention: a bias that was not recorded is noticed", "[trace]")
{
    const HeadRef head{StackKind::kEncoder, 0, AttentionKind::kSelf, 0};
    auto chunk = std::make_shared<TraceChunk>(*syntheticTrace().leaf());
    AttentionChunk& attention = chunk->encoder->self[0];
    Matrix biased = attention.scores[0];
    Matrix bias = Matrix::Zero(biased.rows(), biased.cols());
    for (Index q = 0; q < bias.rows(); ++q)
        for (Index k = 0; k < bias.cols(); ++k)
            bias(q, k) = 0.3F * static_cast<float>(q - k);
    biased += bias;
    attention.weights[0] = maskedSoftmax(biased, attention.mask[0]);
    const Trace whole = syntheticTrace();
    const auto mapOf = [&] {
        return Trace(whole.sharedInfo(), std::make_shared<const TraceChunk>(*chunk),
                     whole.axis(StackKind::kEncoder), whole.axis(StackKind::kDecoder))
            .attention(head);
    };
    CHECK_FALSE(mapOf().has(MapKind::kMasked));
    attention.bias.assign(4, Matrix(Matrix::Zero(biased.rows(), biased.cols())));
    attention.bias[0] = bias;
    const AttentionMap full = mapOf();
    REQUIRE(full.has(MapKind::kMasked));
    REQUIRE(full.has(MapKind::kBias));
    CHECK(full.whole(MapKind::kMasked).isApprox(biased));
    CHECK(full.whole(MapKind::kBias) == bias);
}

TEST_CASE("map in place: rows that are still to come are neither computed nor masked", "[analysis]")
{
    const HeadRef cross{StackKind::kDecoder, 0, AttentionKind::kCross, 1};
    SyntheticOptions options;
    options.padding = 1;
    const AttentionMap whole = syntheticTrace(options).attention(cross);
    const AttentionMap part = syntheticTrace(options, 2).attention(cross);
    const AttentionMap placed = mapInPlaceOf(part, whole);
    const Matrix mask = placed.whole(MapKind::kMask);
    REQUIRE(mask.rows() == 5);
    CHECK(mask.topRows(2) == part.whole(MapKind::kMask));
    CHECK((mask.topRows(2).col(5).array() == 0).all()); // padding
    CHECK((mask.bottomRows(3).array() == 1).all());
    CHECK((placed.whole(MapKind::kKept).bottomRows(3).array() == 0).all());
}
