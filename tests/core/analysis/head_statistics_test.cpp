#include "core/analysis/head_statistics.h"

#include "core/analysis/head_behaviour.h"
#include "tests/support/catch.h"
#include "tests/support/synthetic_trace.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

using namespace headlight;
using namespace headlight::testing;

namespace {

// Hand-made weights.
class FixedWeights : public AttentionSource
{
public:
    explicit FixedWeights(Matrix weights)
        : m_weights(std::move(weights))
    { }
    Index queries() const override { return m_weights.rows(); }
    Index keys() const override { return m_weights.cols(); }
    bool has(MapKind kind) const override { return kind == MapKind::kWeights; }
    void read(MapKind, Index query, Index key, MatrixSpan out) const override
    {
        out = m_weights.block(query, key, out.rows(), out.cols());
    }

private:
    Matrix m_weights;
};

HeadStatistics statisticsOf(const Matrix& weights, AttentionKind kind = AttentionKind::kSelf, int padding = 0)
{
    std::vector<TokenLabel> tokens(static_cast<std::size_t>(weights.rows()));
    for (std::size_t i = tokens.size() - static_cast<std::size_t>(padding); i < tokens.size(); ++i)
        tokens[i].padding = true;
    const auto axis = std::make_shared<const std::vector<TokenLabel>>(tokens);
    const auto keys = kind == AttentionKind::kSelf
        ? axis
        : std::make_shared<const std::vector<TokenLabel>>(static_cast<std::size_t>(weights.cols()));
    return headStatistics(
        {{StackKind::kDecoder, 0, kind, 0}, std::make_shared<FixedWeights>(weights), axis, keys});
}

} // namespace

TEST_CASE("head statistics: uniform attention", "[analysis]")
{
    const HeadStatistics uniform = statisticsOf(Matrix::Constant(4, 4, 0.25F));
    CHECK(uniform.queries == 4);
    CHECK(uniform["entropy"].value() == Approx(2.0));
    CHECK(uniform["max"].value() == Approx(0.25));
    CHECK(uniform["first"].value() == Approx(0.25));
    CHECK(uniform["diagonal"].value() == Approx(0.25));
    CHECK(uniform["previous"].value() == Approx(0.25));
    CHECK(uniform["distance"].value() == Approx(1.25)); // (6 + 4 + 4 + 6) / 16
    // It is at the chance level wherever that is known.
    int known = 0;
    for (std::size_t i = 0; i < uniform.values.size(); ++i)
        if (std::isfinite(uniform.chances[i])) {
            CHECK(uniform.values[i].value() == Approx(uniform.chances[i]));
            ++known;
        }
    CHECK(known == 8); // all but distance, next and alignment
    CHECK(uniform.squares[0] == Approx(4.0)); // of the entropy
}

TEST_CASE("head statistics: a previous-token head", "[analysis]")
{
    Matrix weights = Matrix::Zero(4, 4);
    weights(0, 0) = 1;
    for (Index q = 1; q < 4; ++q)
        weights(q, q - 1) = 1;
    const HeadStatistics previous = statisticsOf(weights);
    CHECK(previous["entropy"].value() == Approx(0.0));
    CHECK(previous["previous"].value() == Approx(1.0));
    CHECK(previous["diagonal"].value() == Approx(0.25));
    CHECK(previous["first"].value() == Approx(0.5));
    CHECK(previous["distance"].value() == Approx(0.75));
}

TEST_CASE("head statistics: padding and rows of zeros are not counted", "[analysis]")
{
    Matrix weights = Matrix::Zero(4, 4);
    weights.row(0) << 1, 0, 0, 0;
    weights.row(1) << 0, 1, 0, 0;
    weights.row(3) << 0, 0, 0.5F, 0.5F; // padding; row 2 has no weights
    const HeadStatistics counted = statisticsOf(weights, AttentionKind::kSelf, 1);
    CHECK(counted.queries == 2);
    CHECK(counted["diagonal"].value() == Approx(1.0));
    CHECK(statisticsOf(Matrix::Zero(3, 3)).queries == 0);
}

TEST_CASE("head statistics: cross-attention has no diagonal", "[analysis]")
{
    const HeadStatistics cross = statisticsOf(Matrix::Constant(2, 8, 0.125F), AttentionKind::kCross);
    CHECK(cross["entropy"].value() == Approx(3.0));
    CHECK_FALSE(cross["diagonal"].has_value());
    CHECK_FALSE(cross["previous"].has_value());
    CHECK_FALSE(cross["distance"].has_value());
}

TEST_CASE("head statistics: a single token and a null map", "[analysis]")
{
    const HeadStatistics one = statisticsOf(Matrix::Constant(1, 1, 1.0F));
    CHECK(one["diagonal"].value() == Approx(1.0));
    CHECK_FALSE(one["previous"].has_value());
    CHECK(headStatistics({}).queries == 0);
}

TEST_CASE("head statistics: the token after, earlier ones of the same token, and what followed those",
          "[analysis]")
{
    SyntheticOptions options;
    options.source = 0;
    options.target = 8;
    const Trace plain = syntheticTrace(options);
    std::vector<TokenLabel> tokens = plain.tokens(StackKind::kDecoder);
    const std::vector<std::int64_t> ids{1, 5, 6, 5, 7, 6, 5, 1};
    for (std::size_t i = 0; i < ids.size(); ++i)
        tokens[i].id = ids[i];
    tokens[7].special = true; // repeats token 0, which is also special
    const Trace trace(plain.sharedInfo(), plain.leaf(), nullptr,
                      std::make_shared<const std::vector<TokenLabel>>(tokens));
    const AttentionMap map = trace.attention({StackKind::kDecoder, 1, AttentionKind::kSelf, 2});
    const HeadStatistics statistics = headStatistics(map);
    double next = 0, duplicate = 0, induction = 0;
    int repeats = 0;
    for (Index q = 0; q < 8; ++q) {
        if (q + 1 < 8)
            next += static_cast<double>(map.at(MapKind::kWeights, q, q + 1));
        bool any = false;
        for (Index k = 0; k < q; ++k) {
            const bool same = ids[static_cast<std::size_t>(k)] == ids[static_cast<std::size_t>(q)] && q != 7;
            if (!same)
                continue;
            any = true;
            duplicate += static_cast<double>(map.at(MapKind::kWeights, q, k));
            induction += static_cast<double>(map.at(MapKind::kWeights, q, k + 1));
        }
        repeats += any ? 1 : 0;
    }
    REQUIRE(repeats == 3);
    REQUIRE((statistics["next"] && statistics["duplicate"] && statistics["induction"]));
    CHECK(*statistics["next"] == Approx(next / 7).margin(1e-9)); // causal: zero
    CHECK(*statistics["duplicate"] == Approx(duplicate / 3));
    CHECK(*statistics["induction"] == Approx(induction / 3));
    // By chance, rows 3, 5 and 6 would have 1, 1 and 2 of their 4, 6 and 7 keys.
    CHECK(statistics.chances[8] == Approx((1.0 / 4 + 1.0 / 6 + 2.0 / 7) / 3));
    // Nothing repeats, so there is no statistic.
    CHECK_FALSE(headStatistics(syntheticTrace().attention(
        {StackKind::kEncoder, 0, AttentionKind::kSelf, 0}))["induction"]
                    .has_value());
}

TEST_CASE("head statistics: in a repetition the token itself is not what followed", "[analysis]")
{
    // "no no no no": each row looks at itself; none looks at what followed an earlier "no".
    const auto tokens = std::make_shared<std::vector<TokenLabel>>(4);
    for (TokenLabel& token : *tokens)
        token.id = 3;
    const auto induction = [&](const Matrix& weights) {
        return headStatistics(AttentionMap({StackKind::kDecoder, 0, AttentionKind::kSelf, 0},
                                           std::make_shared<FixedWeights>(weights), tokens, tokens));
    };
    const Matrix own = Matrix::Identity(4, 4);
    CHECK(induction(own)["induction"] == 0.0);
    CHECK_FALSE(headBehaviour(induction(own)) == HeadBehaviour{8, 1.0});
    CHECK(induction(own).rows[8] == 2); // rows 0 and 1 have no such key
    Matrix before = Matrix::Zero(4, 4);
    before(0, 0) = before(1, 0) = before(2, 1) = before(3, 2) = 1;
    CHECK(induction(before)["induction"] == 1.0);
}

TEST_CASE("head statistics: padding is no next token, and no key to reach", "[analysis]")
{
    Matrix alone = Matrix::Zero(3, 3);
    alone(0, 1) = alone(1, 2) = 1;
    alone.row(2) << 0.25F, 0.25F, 0.5F;
    Matrix padded = Matrix::Zero(5, 5);
    padded.topLeftCorner(3, 3) = alone;
    const HeadStatistics expected = statisticsOf(alone);
    const HeadStatistics found = statisticsOf(padded, AttentionKind::kSelf, 2);
    CHECK(expected["next"] == 1.0);
    CHECK(found.keys == 3);
    CHECK(found.rows == expected.rows);
    for (std::size_t i = 0; i < found.values.size(); ++i) {
        INFO(headStatisticList()[i].name);
        CHECK(found.values[i] == expected.values[i]);
    }
}

TEST_CASE("head statistics: the spread is over the keys that are allowed, not over those above 0",
          "[analysis]")
{
    // Half precision turns the smallest weights into 0.
    Matrix weights = Matrix::Zero(4, 4);
    weights(0, 0) = 1;
    weights.row(1) << 1, 1e-9F, 0, 0;
    weights.row(2) << 0.5F, 0.5F, 1e-9F, 0;
    weights.row(3) << 0.5F, 0.5F, 1e-9F, 1e-9F;
    Matrix half = weights;
    half = (half.array() < 1e-8F).select(0.0F, half);
    const auto spread = [](const Matrix& matrix) { return statisticsOf(matrix)["spread"].value(); };
    CHECK(spread(half) == Approx((1.0 / 2 + 2.0 / 3 + 2.0 / 4) / 3));
    CHECK(spread(half) == Approx(spread(weights)).epsilon(1e-6));
    // A recorded mask says what is allowed.
    const Trace trace = syntheticTrace();
    const AttentionMap map = trace.attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    REQUIRE(map.has(MapKind::kMask));
    double sum = 0;
    for (Index q = 1; q < map.queries(); ++q) {
        double entropy = 0;
        for (Index k = 0; k <= q; ++k)
            entropy -= static_cast<double>(map.at(MapKind::kWeights, q, k))
                * std::log2(static_cast<double>(map.at(MapKind::kWeights, q, k)));
        sum += std::exp2(entropy) / static_cast<double>(q + 1);
    }
    CHECK(headStatistics(map)["spread"].value() == Approx(sum / static_cast<double>(map.queries() - 1)));
}

TEST_CASE("head statistics: rows that are no sound weights are left out and counted", "[analysis]")
{
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const HeadStatistics none = statisticsOf(Matrix::Constant(3, 3, kNan));
    CHECK(none.queries == 0);
    CHECK(none.leftOut == 3);
    for (const std::optional<double>& value : none.values)
        CHECK_FALSE(value.has_value());

    Matrix some = Matrix::Constant(4, 4, 0.25F);
    some.row(1).setConstant(8.0F); // raw scores
    some(2, 0) = kNan;
    some.row(3) << 1.5F, -0.5F, 0, 0;
    const HeadStatistics sound = statisticsOf(some);
    CHECK(sound.queries == 1);
    CHECK(sound.leftOut == 3);
    CHECK(sound["entropy"].value() == Approx(2.0));
    CHECK(statisticsOf(Matrix::Zero(3, 3)).leftOut == 0); // every key is masked
}

TEST_CASE("head statistics: every entry of the list is whole and named once", "[analysis]")
{
    std::set<std::string_view> names;
    for (const HeadStatistic& each : headStatisticList()) {
        CHECK(names.insert(each.name).second);
        CHECK_FALSE((each.unit.empty() || each.formula.empty()));
        CHECK((each.title != nullptr && each.description != nullptr && each.ofRow != nullptr));
    }
    CHECK(headStatistics({}).values.size() == headStatisticList().size());
}

namespace {

/// The definitions as plain loops in double precision.
std::map<std::string_view, double> plainStatistics(const Matrix& weights,
                                                   const std::vector<TokenLabel>& tokens)
{
    std::map<std::string_view, double> sums;
    std::map<std::string_view, int> rows;
    const auto add = [&](std::string_view name, double value) {
        sums[name] += value;
        ++rows[name];
    };
    for (Index q = 0; q < weights.rows(); ++q) {
        double entropy = 0, largest = 0, distance = 0, duplicate = 0, induction = 0;
        int reached = 0;
        bool earlier = false, followed = false;
        for (Index k = 0; k < weights.cols(); ++k) {
            const auto weight = static_cast<double>(weights(q, k));
            entropy -= weight > 0 ? weight * std::log2(weight) : 0;
            reached += weight > 0 ? 1 : 0;
            largest = std::max(largest, weight);
            distance += weight * static_cast<double>(std::abs(q - k));
            if (k < q && tokens[static_cast<std::size_t>(k)].id == tokens[static_cast<std::size_t>(q)].id) {
                earlier = true;
                duplicate += weight;
                if (k + 1 < q) { // what follows the token before is the row itself
                    followed = true;
                    induction += static_cast<double>(weights(q, k + 1));
                }
            }
        }
        add("entropy", entropy);
        add("max", largest);
        add("first", static_cast<double>(weights(q, 0)));
        add("diagonal", static_cast<double>(weights(q, q)));
        if (q > 0)
            add("previous", static_cast<double>(weights(q, q - 1)));
        add("distance", distance);
        if (reached > 1)
            add("spread", std::exp2(entropy) / reached);
        if (earlier)
            add("duplicate", duplicate);
        if (followed)
            add("induction", induction);
    }
    for (auto& [name, sum] : sums)
        sum /= rows[name];
    return sums;
}

} // namespace

TEST_CASE("head statistics: of long rows, by blocks, they are what the definitions say", "[analysis][long]")
{
    // Only queries and keys, so that weights are computed block by block; 700 rows make several blocks, and
    // rows are longer than what is summed at once.
    constexpr Index kTokens = 700;
    for (const Index window : {0, 90}) {
        auto chunk = std::make_shared<TraceChunk>();
        StackChunk& stack = chunk->decoder.emplace();
        stack.rows = kTokens;
        AttentionChunk& attention = stack.self.emplace_back();
        attention.queries = attention.keys = kTokens;
        attention.query = {noiseMatrix(3, 1, kTokens, 8, 3.0F)};
        attention.key = {noiseMatrix(3, 2, kTokens, 8, 3.0F)};
        Mask mask = Mask(kTokens, kTokens).causal();
        if (window > 0)
            mask.window(window);
        attention.mask = {mask};
        auto info = std::make_shared<TraceInfo>();
        StackShape& shape = info->decoder.emplace();
        shape.layers = shape.heads = shape.kvHeads = 1;
        info->decoderSelf.resize(1);
        std::vector<TokenLabel> tokens(static_cast<std::size_t>(kTokens));
        for (std::size_t i = 0; i < tokens.size(); ++i)
            tokens[i].id = static_cast<std::int64_t>(i * i % 97);
        const auto axis = std::make_shared<const std::vector<TokenLabel>>(tokens);
        const Trace trace(info, chunk, axis, axis);
        const AttentionMap map = trace.attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
        const HeadStatistics found = headStatistics(map);
        CHECK(found.queries == kTokens);
        const auto expected = plainStatistics(map.whole(MapKind::kWeights), tokens);
        CHECK(expected.size() == 9);
        for (const auto& [name, value] : expected) {
            INFO(name << ", window " << window);
            CHECK_THAT(found[name].value(), Catch::Matchers::WithinRel(value, 1e-6));
        }
    }
}

TEST_CASE("head statistics: stopped, they count nothing more", "[analysis][long]")
{
    std::stop_source stop;
    stop.request_stop();
    const Matrix weights = Matrix::Constant(600, 600, 1.0F / 600);
    CHECK(statisticsOf(weights).queries == 600);
    const AttentionMap map({StackKind::kDecoder, 0, AttentionKind::kSelf, 0},
                           std::make_shared<FixedWeights>(weights), nullptr, nullptr);
    CHECK(headStatistics(map, stop.get_token()).queries == 0);
}
