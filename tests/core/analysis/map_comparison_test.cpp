#include "core/analysis/map_comparison.h"

#include "tests/support/catch.h"
#include "tests/support/drawn_map.h"
#include "tests/support/synthetic_trace.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <sstream>
#include <stop_token>
#include <utility>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// "<s> the ␣cat": one token per word; words in angle brackets are special tokens.
std::vector<TokenLabel> tokens(const std::string& text)
{
    std::vector<TokenLabel> labels;
    std::istringstream in(text);
    for (std::string word; in >> word;) {
        TokenLabel label;
        label.text = word;
        label.special = word.front() == '<';
        labels.push_back(label);
    }
    return labels;
}

/// The length of a longest common subsequence, by trying everything.
std::size_t longestCommon(const std::vector<TokenLabel>& a, const std::vector<TokenLabel>& b,
                          std::size_t i = 0, std::size_t j = 0)
{
    if (i == a.size() || j == b.size())
        return 0;
    if (a[i].text == b[j].text)
        return 1 + longestCommon(a, b, i + 1, j + 1);
    return std::max(longestCommon(a, b, i + 1, j), longestCommon(a, b, i, j + 1));
}

std::string pairsOf(const TokenAlignment& alignment)
{
    std::string text;
    for (const TokenAlignment::Pair& pair : alignment.pairs())
        text += (text.empty() ? "" : " ") + std::to_string(pair.a) + "-" + std::to_string(pair.b);
    return text;
}

AttentionMap mapOf(const SyntheticOptions& options, int head, AttentionKind kind = AttentionKind::kSelf)
{
    return syntheticTrace(options).attention(
        {kind == AttentionKind::kCross ? StackKind::kDecoder : StackKind::kEncoder, 0, kind, head});
}

} // namespace

TEST_CASE("alignment: equal lists are aligned one to one", "[analysis][compare]")
{
    const auto list = tokens("<s> the ␣black ␣cat </s>");
    const TokenAlignment all = alignTokens(list, list, TokenMatch::kExact);
    CHECK(pairsOf(all) == "0-0 1-1 2-2 3-3 4-4");
    CHECK(all.complete());
    CHECK(alignTokens({}, list, TokenMatch::kExact).size() == 0);
    CHECK(alignTokens({}, list, TokenMatch::kExact).leftOutB() == 5);
}

TEST_CASE("alignment: a word more or another word leaves the rest aligned", "[analysis][compare]")
{
    const auto a = tokens("<s> the ␣black ␣cat ␣sleeps </s>");
    CHECK(pairsOf(alignTokens(a, tokens("<s> the ␣cat ␣sleeps </s>"), TokenMatch::kExact))
          == "0-0 1-1 3-2 4-3 5-4");
    CHECK(pairsOf(alignTokens(a, tokens("<s> the ␣white ␣cat ␣sleeps </s>"), TokenMatch::kExact))
          == "0-0 1-1 3-3 4-4 5-5");
    const TokenAlignment none = alignTokens(tokens("a b c"), tokens("d e"), TokenMatch::kExact);
    CHECK(none.size() == 0);
    CHECK(none.leftOutA() == 3);
    CHECK(none.leftOutB() == 2);
    CHECK(none.placeOfA(1) == -1);
}

TEST_CASE("alignment: as long as any common subsequence, and ascending", "[analysis][compare]")
{
    for (unsigned seed = 0; seed < 60; ++seed) {
        const auto list = [seed](std::uint64_t stream, int length) {
            std::vector<TokenLabel> labels(static_cast<std::size_t>(length));
            for (std::size_t i = 0; i < labels.size(); ++i)
                labels[i].text = std::string(
                    1, static_cast<char>('a' + static_cast<int>(1.5F + 1.5F * noise(seed, stream, i, 0))));
            return labels;
        };
        const auto a = list(1, static_cast<int>(seed % 9)), b = list(2, 1 + static_cast<int>(seed % 7));
        const TokenAlignment alignment = alignTokens(a, b, TokenMatch::kExact);
        CHECK(static_cast<std::size_t>(alignment.size()) == longestCommon(a, b));
        for (std::size_t i = 0; i < alignment.pairs().size(); ++i) {
            const auto& pair = alignment.pairs()[i];
            CHECK(a[static_cast<std::size_t>(pair.a)].text == b[static_cast<std::size_t>(pair.b)].text);
            CHECK(alignment.placeOfA(pair.a) == static_cast<Index>(i));
            CHECK(alignment.placeOfB(pair.b) == static_cast<Index>(i));
            if (i > 0) {
                CHECK(pair.a > alignment.pairs()[i - 1].a);
                CHECK(pair.b > alignment.pairs()[i - 1].b);
            }
        }
    }
}

TEST_CASE("alignment: by spelling, tokens of different tokenizers meet", "[analysis][compare]")
{
    const auto a = tokens("<s> ▁the ▁cat </s>"), b = tokens("The the Ġcat ##s </s>");
    CHECK(alignTokens(a, b, TokenMatch::kExact).size() == 1);
    CHECK(pairsOf(alignTokens(a, b, TokenMatch::kSpelling)) == "1-1 2-2 3-4");
    // A special token never matches a typed token with the same spelling.
    auto typed = tokens("x </s>");
    typed[1].special = false;
    CHECK(alignTokens(tokens("y </s>"), typed, TokenMatch::kSpelling).size() == 0);
}

TEST_CASE("comparison: the difference is B minus A at the aligned tokens", "[analysis][compare]")
{
    SyntheticOptions longer, shorter;
    longer.source = 9;
    shorter.source = 7;
    shorter.seed = 5;
    for (const AttentionKind kind : {AttentionKind::kSelf, AttentionKind::kCross}) {
        const AttentionMap a = mapOf(longer, 1, kind), b = mapOf(shorter, 2, kind);
        for (const MapKind map : {MapKind::kWeights, MapKind::kScores}) {
            const MapComparison comparison = compareMaps(a, b, map, TokenMatch::kExact);
            REQUIRE_FALSE(comparison.isNull());
            const auto& queries = comparison.queries().pairs();
            const auto& keys = comparison.keys().pairs();
            REQUIRE(queries.size() >= 5);
            const Matrix found = comparison.difference().whole(MapKind::kScores);
            REQUIRE(found.rows() == static_cast<Index>(queries.size()));
            REQUIRE(found.cols() == static_cast<Index>(keys.size()));
            float largest = 0;
            double sum = 0;
            for (std::size_t q = 0; q < queries.size(); ++q) {
                for (std::size_t k = 0; k < keys.size(); ++k) {
                    const float expected
                        = b.at(map, queries[q].b, keys[k].b) - a.at(map, queries[q].a, keys[k].a);
                    CHECK(found(static_cast<Index>(q), static_cast<Index>(k)) == expected);
                    largest = std::max(largest, std::abs(expected));
                    sum += static_cast<double>(std::abs(expected));
                }
            }
            const MapComparison::Summary summary = comparison.summary();
            CHECK(summary.largest == largest);
            CHECK(summary.cells == found.size());
            CHECK(summary.mean == Approx(sum / static_cast<double>(found.size())));
            CHECK(comparison.difference().queryTokens()[0].text
                  == b.queryTokens()[static_cast<std::size_t>(queries[0].b)].text);
        }
    }
}

TEST_CASE("comparison: the largest differences are those of a whole sort", "[analysis][compare]")
{
    SyntheticOptions options;
    options.source = 30;
    SyntheticOptions other = options;
    other.seed = 9;
    const MapComparison comparison
        = compareMaps(mapOf(options, 0), mapOf(other, 0), MapKind::kWeights, TokenMatch::kExact);
    const Matrix all = comparison.difference().whole(MapKind::kScores);
    std::vector<float> sizes;
    for (const float value : all.reshaped())
        sizes.push_back(std::abs(value));
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    const auto found = comparison.summary(12).places;
    REQUIRE(found.size() == 12);
    for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(std::abs(found[i].difference()) == sizes[i]);
        CHECK(found[i].difference() == all(found[i].query, found[i].key));
        CHECK(found[i].valueA == comparison.a().at(MapKind::kWeights, found[i].queryA, found[i].keyA));
        CHECK(found[i].valueB == comparison.b().at(MapKind::kWeights, found[i].queryB, found[i].keyB));
    }
    CHECK(comparison.summary(0).places.empty());
    // A map does not differ from itself.
    const MapComparison same
        = compareMaps(mapOf(options, 0), mapOf(options, 0), MapKind::kWeights, TokenMatch::kExact);
    CHECK(same.summary(5).places.empty());
    CHECK(same.summary().largest == 0);
}

TEST_CASE("comparison: long maps give the numbers of a plain loop, unless stopped", "[analysis][compare]")
{
    // Every seventh token of A and every fifth of B are without a partner.
    const auto without = [](Index count, Index left, Index offset) {
        std::vector<Index> tokens;
        for (Index i = 0; i < count; ++i)
            if (i % left != offset)
                tokens.push_back(i);
        return tokens;
    };
    const auto aligned = [&](Index countA, Index countB) {
        const std::vector<Index> a = without(countA, 7, 3), b = without(countB, 5, 0);
        std::vector<TokenAlignment::Pair> pairs;
        for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
            pairs.push_back({static_cast<std::int32_t>(a[i]), static_cast<std::int32_t>(b[i])});
        return TokenAlignment(std::move(pairs), countA, countB);
    };
    const auto ruleA = [](Index q, Index k) { return noise(1, 1, std::uint64_t(q), std::uint64_t(k)); };
    const auto ruleB = [](Index q, Index k) {
        return q == 701 && k < 90 ? std::numeric_limits<float>::quiet_NaN()
                                  : noise(1, 2, std::uint64_t(q), std::uint64_t(k));
    };
    const AttentionMap a({}, std::make_shared<const RuleSource>(1400, 1300, false, ruleA), {}, {});
    const AttentionMap b({}, std::make_shared<const RuleSource>(1500, 1200, false, ruleB), {}, {});
    const TokenAlignment queries = aligned(1400, 1500), keys = aligned(1300, 1200);
    const MapComparison comparison(a, b, MapKind::kScores, queries, keys);
    double sum = 0;
    Index cells = 0;
    std::vector<CellDifference> all;
    for (const TokenAlignment::Pair& q : queries.pairs())
        for (const TokenAlignment::Pair& k : keys.pairs()) {
            const float one = ruleA(q.a, k.a), other = ruleB(q.b, k.b);
            if (std::isnan(other))
                continue;
            sum += static_cast<double>(std::abs(other - one));
            ++cells;
            all.push_back({0, 0, q.a, k.a, q.b, k.b, one, other});
        }
    REQUIRE(cells < queries.size() * keys.size());
    std::partial_sort(all.begin(), all.begin() + 30, all.end(), [](const auto& x, const auto& y) {
        return std::abs(x.difference()) > std::abs(y.difference());
    });
    std::vector<int> told;
    const auto found = comparison.summary(30, {}, [&](int percent) { told.push_back(percent); });
    CHECK(found.cells == cells);
    CHECK(found.mean == Approx(sum / static_cast<double>(cells)));
    CHECK(found.largest == std::abs(all.front().difference()));
    REQUIRE(found.places.size() == 30);
    for (std::size_t i = 0; i < 30; ++i) {
        CHECK(found.places[i].queryA == all[i].queryA);
        CHECK(found.places[i].keyB == all[i].keyB);
        CHECK(found.places[i].difference() == all[i].difference());
    }
    CHECK(std::is_sorted(told.begin(), told.end()));
    REQUIRE_FALSE(told.empty());
    CHECK(told.back() == 100);

    std::stop_source stop;
    const auto stopped = comparison.summary(30, stop.get_token(), [&](int) { stop.request_stop(); });
    CHECK(stopped.cells == 0);
    CHECK(stopped.places.empty());
}

TEST_CASE("comparison: the difference is masked if both sides are", "[analysis][compare]")
{
    SyntheticOptions open, causal;
    open.source = causal.source = 0;
    open.causal = false;
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    const AttentionMap a = syntheticTrace(open).attention(head), b = syntheticTrace(causal).attention(head);
    const Matrix one
        = compareMaps(a, b, MapKind::kWeights, TokenMatch::kExact).difference().whole(MapKind::kMask);
    const Matrix both
        = compareMaps(b, b, MapKind::kWeights, TokenMatch::kExact).difference().whole(MapKind::kMask);
    for (Index q = 0; q < 5; ++q) {
        for (Index k = 0; k < 5; ++k) {
            CHECK(one(q, k) == 1);
            CHECK(both(q, k) == (k <= q ? 1 : 0));
        }
    }
}

TEST_CASE("comparison: a map without the numbers gives none", "[analysis][compare]")
{
    const AttentionMap map = mapOf({}, 0);
    CHECK(compareMaps(map, {}, MapKind::kWeights, TokenMatch::kExact).isNull());
    CHECK(compareMaps({}, map, MapKind::kWeights, TokenMatch::kExact).summary(3).places.empty());
    CHECK(MapComparison().summary().cells == 0);
}

TEST_CASE("map comparison: the difference in place keeps B's rows and columns", "[analysis][compare]")
{
    SyntheticOptions shorter, longer;
    shorter.source = 5;
    longer.source = 8;
    longer.seed = 2;
    const AttentionMap a = mapOf(shorter, 1), b = mapOf(longer, 1);
    const MapComparison comparison = compareMaps(a, b, MapKind::kWeights, TokenMatch::kExact);
    const Matrix numbers = differenceInPlace(comparison).whole(MapKind::kScores);
    REQUIRE(numbers.rows() == b.queries());
    REQUIRE(numbers.cols() == b.keys());
    const auto partner = [](const TokenAlignment& alignment, Index token) {
        for (const TokenAlignment::Pair& pair : alignment.pairs())
            if (pair.b == token)
                return static_cast<Index>(pair.a);
        return Index{-1};
    };
    int without = 0;
    for (Index q = 0; q < numbers.rows(); ++q) {
        for (Index k = 0; k < numbers.cols(); ++k) {
            const Index query = partner(comparison.queries(), q), key = partner(comparison.keys(), k);
            const auto at = partnerInA(comparison, q, k);
            if (query < 0 || key < 0) {
                CHECK_FALSE(at.has_value());
                CHECK(std::isnan(numbers(q, k)));
                ++without;
                continue;
            }
            CHECK(at == std::pair<Index, Index>(query, key));
            CHECK(numbers(q, k) == b.at(MapKind::kWeights, q, k) - a.at(MapKind::kWeights, query, key));
        }
    }
    CHECK(without == 8 * 8 - 5 * 5);
    CHECK(differenceInPlace({}).isNull());
}
