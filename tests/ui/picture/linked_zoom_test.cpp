#include "tests/support/catch.h"
#include "ui/picture/picture_axes.h"

using namespace headlight;

TEST_CASE("linked zoom: words and their tokens are the same part", "[models][zoom]")
{
    const std::optional<TokenGroups> words = TokenGroups({0, 1, 4, 6}, 7); // with 1, 3, 2 and 1 tokens
    const MapZoom::Axis axis = zoomAxis(StackKind::kDecoder, 7, {1, 3.5}, words);
    CHECK(axis.stack == StackKind::kDecoder);
    CHECK(axis.count == 7);
    CHECK(axis.begin == Approx(1));
    CHECK(axis.end == Approx(6.5));
    CHECK(nearlySame(spanOf(axis, words), {1, 3.5}));
    CHECK(nearlySame(spanOf(axis, {}), {1, 6.5}));
    const MapZoom::Axis whole = zoomAxis(StackKind::kDecoder, 7, {0, 4}, words);
    CHECK(nearlySame(AxisSpan{whole.begin, whole.end}, {0, 7}));
    CHECK(nearlySame(spanOf(whole, words), {0, 4}));
}

TEST_CASE("linked zoom: what stands beside a part of B", "[models][zoom]")
{
    // A: a b c d e; B: x b c y e z: three pairs.
    const TokenAlignment alignment({{1, 1}, {2, 2}, {4, 4}}, 5, 6);
    const auto beside = [&](const AxisSpan& span, AlignedAxis to) {
        return alignedSpan(span, alignment, AlignedAxis::kB, to);
    };
    CHECK(nearlySame(beside({0, 6}, AlignedAxis::kA), {0, 5}));
    CHECK(nearlySame(beside({0, 6}, AlignedAxis::kPairs), {0, 3}));
    CHECK(nearlySame(beside({1, 3}, AlignedAxis::kA), {1, 3}));
    CHECK(nearlySame(beside({1.5, 4.25}, AlignedAxis::kA), {1.5, 4.25}));
    CHECK(nearlySame(beside({1.5, 4}, AlignedAxis::kPairs), {0.5, 2}));
    CHECK(nearlySame(beside({3, 6}, AlignedAxis::kPairs), {2, 3}));
    CHECK(nearlySame(beside({3, 4}, AlignedAxis::kA), {0, 5})); // no partner in that part
    CHECK(nearlySame(beside({2, 4.5}, AlignedAxis::kB), {2, 4.5}));
    CHECK(nearlySame(beside({3, 4}, AlignedAxis::kB), {3, 4}));
    CHECK(nearlySame(alignedSpan({0, 2}, alignment, AlignedAxis::kPairs, AlignedAxis::kB), {1, 3}));
}
