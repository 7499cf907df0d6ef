#include "core/trace/recorded_attention.h"
#include "tests/support/catch.h"
#include "tests/support/synthetic_trace.h"

#include <cmath>
#include <memory>
#include <utility>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// The decoder's first self-attention, as recorded and from its operands only.
struct BothForms
{
    Trace recorded, operands;

    explicit BothForms(int tokens)
    {
        SyntheticOptions options;
        options.source = 0;
        options.target = tokens;
        recorded = syntheticTrace(options);
        auto chunk = std::make_shared<TraceChunk>(*recorded.leaf());
        for (AttentionChunk& attention : chunk->decoder->self) {
            attention.weights.clear();
            attention.scores.clear();
        }
        operands = {recorded.sharedInfo(), chunk, nullptr, recorded.axis(StackKind::kDecoder)};
    }
};

constexpr HeadRef kHead{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};

} // namespace

TEST_CASE("recorded attention: operands give the recorded numbers, whole rows and parts of them", "[trace]")
{
    const BothForms forms(90);
    const AttentionMap recorded = forms.recorded.attention(kHead), computed = forms.operands.attention(kHead);
    for (const MapKind kind : {MapKind::kWeights, MapKind::kScores, MapKind::kMasked, MapKind::kProducts}) {
        REQUIRE(computed.has(kind));
        const Matrix expected = recorded.whole(kind);
        const Matrix all = computed.whole(kind);
        const Matrix part = computed.block(kind, 31, 17, 40, 50);
        for (Index q = 0; q < 90; ++q)
            for (Index k = 0; k < 90; ++k)
                if (std::isfinite(expected(q, k)))
                    REQUIRE(all(q, k) == Approx(expected(q, k)).margin(1e-6).epsilon(1e-5));
        CHECK(part.size() == 2000);
        for (Index q = 0; q < 40; ++q)
            for (Index k = 0; k < 50; ++k)
                if (std::isfinite(part(q, k)))
                    REQUIRE(part(q, k) == Approx(all(31 + q, 17 + k)).margin(1e-6).epsilon(1e-5));
    }
}

TEST_CASE("recorded attention: what was not recorded is no number, whichever map asks", "[trace]")
{
    auto chunk = std::make_shared<TraceChunk>(*BothForms(6).recorded.leaf());
    for (AttentionChunk& attention : chunk->decoder->self)
        attention.value.clear();
    const BothForms forms(6);
    const Trace trace(forms.recorded.sharedInfo(), chunk, nullptr, forms.recorded.axis(StackKind::kDecoder));
    const AttentionMap map = trace.attention(kHead);
    for (const MapKind kind : {MapKind::kEffect, MapKind::kIfMasked, MapKind::kNormWeighted}) {
        CHECK_FALSE(map.has(kind));
        CHECK(map.block(kind, 0, 0, 6, 6).array().isNaN().all());
    }
}

TEST_CASE("recorded attention: the mask as bytes is the mask as numbers", "[trace]")
{
    const AttentionMap map = BothForms(23).recorded.attention(kHead);
    ByteMatrix bytes(9, 12);
    map.readTruth(MapKind::kMask, 7, 6, bytes);
    const Matrix numbers = map.block(MapKind::kMask, 7, 6, 9, 12);
    for (Index q = 0; q < 9; ++q) {
        for (Index k = 0; k < 12; ++k) {
            CHECK(static_cast<float>(bytes(q, k)) == numbers(q, k));
            CHECK(bytes(q, k) == (6 + k <= 7 + q ? 1 : 0));
        }
    }
}

TEST_CASE("recorded attention: the mask tells the range of keys before anything is read", "[trace]")
{
    const BothForms forms(90);
    const AttentionMap recorded = forms.recorded.attention(kHead), computed = forms.operands.attention(kHead);
    CHECK(computed.reach(30, 10) == Mask::KeyRange{0, 40}); // causal
    CHECK(computed.reach(0, 90) == Mask::KeyRange{0, 90});
    CHECK(computed.reach(90, 0) == Mask::KeyRange{0, 0});
    CHECK(recorded.reach(30, 10) == Mask::KeyRange{0, 90}); // a file's numbers can be anywhere
    const Matrix whole = computed.whole(MapKind::kWeights);
    // Rectangles with exactly the reached keys, with more, and with fewer.
    for (const auto& [first, columns] : {std::pair<Index, Index>{0, 40}, {0, 60}, {0, 39}, {5, 35}, {45, 10}})
        CHECK(computed.block(MapKind::kWeights, 30, first, 10, columns)
                  .isApprox(whole.block(30, first, 10, columns), 1e-6F));
}

TEST_CASE("recorded attention: computing is more effort than copying", "[trace]")
{
    const BothForms forms(5);
    CHECK(forms.recorded.attention(kHead).effort(MapKind::kWeights) == 1);
    CHECK(forms.operands.attention(kHead).effort(MapKind::kWeights) > 1);
    CHECK(forms.operands.attention(kHead).effort(MapKind::kMask) == 1);
}
