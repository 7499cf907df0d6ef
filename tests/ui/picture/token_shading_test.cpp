#include "ui/picture/token_shading.h"

#include "core/model/model.h"
#include "tests/support/catch.h"
#include "tests/support/edited_runs.h"
#include "tests/support/paths.h"
#include "tests/support/synthetic_trace.h"

#include <cmath>
#include <filesystem>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr HeadRef kEncoderHead{StackKind::kEncoder, 1, AttentionKind::kSelf, 2};
constexpr HeadRef kDecoderHead{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
constexpr HeadRef kCrossHead{StackKind::kDecoder, 1, AttentionKind::kCross, 3};

} // namespace

TEST_CASE("token shading: a row's numbers are those of the matrix", "[models]")
{
    const Trace trace = syntheticTrace();
    const AttentionMap map = trace.attention(kCrossHead);
    const auto shading
        = shadingOf(trace, kCrossHead, MapKind::kWeights, {2, std::nullopt}, ReadingDirection::kLooksAt);
    REQUIRE(shading);
    CHECK(shading->stack == StackKind::kEncoder);
    CHECK(shading->originStack == StackKind::kDecoder);
    REQUIRE(shading->values.size() == static_cast<std::size_t>(map.keys()));
    for (int key = 0; key < static_cast<int>(map.keys()); ++key)
        CHECK(shading->values[static_cast<std::size_t>(key)] == map.at(MapKind::kWeights, 2, key));
}

TEST_CASE("token shading: a column's numbers are those of the matrix", "[models]")
{
    const Trace trace = syntheticTrace();
    const AttentionMap map = trace.attention(kCrossHead);
    const auto shading
        = shadingOf(trace, kCrossHead, MapKind::kWeights, {std::nullopt, 4}, ReadingDirection::kLooksAt);
    REQUIRE(shading);
    CHECK(shading->direction == ReadingDirection::kLookedAtBy);
    CHECK(shading->stack == StackKind::kDecoder);
    REQUIRE(shading->values.size() == static_cast<std::size_t>(map.queries()));
    for (int query = 0; query < static_cast<int>(map.queries()); ++query)
        CHECK(shading->values[static_cast<std::size_t>(query)] == map.at(MapKind::kWeights, query, 4));
}

TEST_CASE("token shading: where the cell has both, the direction decides", "[models]")
{
    const Trace trace = syntheticTrace();
    const auto row = shadingOf(trace, kEncoderHead, MapKind::kWeights, {1, 3}, ReadingDirection::kLooksAt);
    const auto column
        = shadingOf(trace, kEncoderHead, MapKind::kWeights, {1, 3}, ReadingDirection::kLookedAtBy);
    REQUIRE(row);
    REQUIRE(column);
    CHECK(row->origin == 1);
    CHECK(column->origin == 3);
    CHECK(row->values != column->values);
}

TEST_CASE("token shading: masked tokens have no strength, the strongest has 1", "[models]")
{
    const Trace trace = syntheticTrace();
    const auto shading
        = shadingOf(trace, kDecoderHead, MapKind::kWeights, {2, std::nullopt}, ReadingDirection::kLooksAt);
    REQUIRE(shading);
    CHECK(shading->low == 0.0F);
    for (const int later : {3, 4}) {
        CHECK_FALSE(shading->isAllowed(later));
        CHECK_FALSE(shading->strength(later).has_value());
    }
    const std::vector<int> order = shading->strongest(10);
    REQUIRE(order.size() == 3);
    CHECK(shading->strength(order.front()) == 1.0F);
    CHECK(*shading->strength(order[1]) >= *shading->strength(order[2]));
}

TEST_CASE("token shading: a row that is masked by a number has its equal weights", "[models]")
{
    const auto text0
        = loadModel(std::filesystem::path(test::kSourceRoot) / "resources/models/texts/text-0", {}, {});
    REQUIRE(text0);
    const auto edits = test::only(MaskEdit{test::where("encoder.0.self.0"), 2, 3, 0, 4, false});
    const Trace trace = test::runTiny(*text0, {{{5, 9, 14, 3}, {0, 7}}}, edits).front();
    const HeadRef head{StackKind::kEncoder, 0, AttentionKind::kSelf, 0};
    const auto shading
        = shadingOf(trace, head, MapKind::kWeights, {2, std::nullopt}, ReadingDirection::kLooksAt);
    REQUIRE(shading);
    CHECK(shading->strongest(10).size() == 4);
    for (int key = 0; key < 4; ++key)
        CHECK(shading->strength(key) == 1.0F);
    const auto scores
        = shadingOf(trace, head, MapKind::kScores, {2, std::nullopt}, ReadingDirection::kLooksAt);
    CHECK((!scores || scores->strongest(10).empty()));
}

TEST_CASE("token shading: small weights stay visible on a logarithmic ramp, none stays none", "[models]")
{
    CHECK(weightRamp(0) == 0);
    CHECK(weightRamp(1) == Approx(1));
    CHECK(weightRamp(0.01) > 0.08);
    CHECK(weightRamp(0.5) == Approx(0.05 + 0.95 * std::log10(5.5)));
    const auto shading = shadingOf(syntheticTrace(), kEncoderHead, MapKind::kWeights, {0, std::nullopt},
                                   ReadingDirection::kLooksAt);
    REQUIRE(shading);
    for (int i = 0; i < 6; ++i)
        CHECK(*shading->strength(i)
              == Approx(weightRamp(
                  static_cast<double>(shading->values[static_cast<std::size_t>(i)] / shading->high))));
}

TEST_CASE("token shading: scores run from the lowest to the highest", "[models]")
{
    const Trace trace = syntheticTrace();
    const auto shading
        = shadingOf(trace, kEncoderHead, MapKind::kScores, {0, std::nullopt}, ReadingDirection::kLooksAt);
    REQUIRE(shading);
    const std::vector<int> order = shading->strongest(6);
    CHECK(shading->low == shading->values[static_cast<std::size_t>(order.back())]);
    CHECK(*shading->strength(order.back()) == 0.0F);
    CHECK(*shading->strength(order.front()) == 1.0F);
}

TEST_CASE("token shading: nothing for what does not exist", "[models]")
{
    const Trace trace = syntheticTrace();
    const auto none = [&](const HeadRef& head, const Cell& cell) {
        return !shadingOf(trace, head, MapKind::kWeights, cell, ReadingDirection::kLooksAt).has_value();
    };
    CHECK(none(kEncoderHead, {}));
    CHECK(none(kEncoderHead, {99, std::nullopt}));
    CHECK(none(kEncoderHead, {-1, std::nullopt}));
    CHECK(none({StackKind::kEncoder, 7, AttentionKind::kSelf, 0}, {0, std::nullopt}));
    CHECK(!shadingOf({}, kEncoderHead, MapKind::kWeights, {0, 0}, ReadingDirection::kLooksAt).has_value());
}

TEST_CASE("token shading: a token stands for a query or a key as the head says", "[models]")
{
    const auto cell = [](const HeadRef& head, StackKind stack, ReadingDirection direction) {
        return cellOfToken(head, stack, 3, direction);
    };
    const Cell query{3, std::nullopt};
    const Cell key{std::nullopt, 3};
    CHECK(cell(kEncoderHead, StackKind::kEncoder, ReadingDirection::kLooksAt) == query);
    CHECK(cell(kEncoderHead, StackKind::kEncoder, ReadingDirection::kLookedAtBy) == key);
    CHECK(cell(kEncoderHead, StackKind::kDecoder, ReadingDirection::kLooksAt).empty());
    CHECK(cell(kCrossHead, StackKind::kDecoder, ReadingDirection::kLookedAtBy) == query);
    CHECK(cell(kCrossHead, StackKind::kEncoder, ReadingDirection::kLooksAt) == key);
    CHECK(cell(kDecoderHead, StackKind::kEncoder, ReadingDirection::kLooksAt).empty());
}

TEST_CASE("token shading: a cell means its query, or its key if it has no query of the stack", "[models]")
{
    const Cell both{2, 4}, key{std::nullopt, 4};
    CHECK(tokenOfCell(kEncoderHead, StackKind::kEncoder, both) == 2);
    CHECK(tokenOfCell(kEncoderHead, StackKind::kEncoder, key) == 4);
    CHECK_FALSE(tokenOfCell(kEncoderHead, StackKind::kDecoder, both));
    CHECK(tokenOfCell(kCrossHead, StackKind::kDecoder, both) == 2);
    CHECK_FALSE(tokenOfCell(kCrossHead, StackKind::kDecoder, key));
    CHECK(tokenOfCell(kCrossHead, StackKind::kEncoder, both) == 4);
}
