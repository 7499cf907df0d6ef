#include "core/math/score_lanes.h"

#include <array>
#include <cstddef>

namespace headlight {

namespace {

namespace simd = Eigen::internal; // Eigen has no public functions for packets

/// As many numbers as one instruction handles. A struct, because a vector type loses its attributes as a
/// template argument.
struct Packet
{
    using Numbers = simd::packet_traits<float>::type;
    Numbers numbers;
};
constexpr Index kPacket = simd::packet_traits<float>::size;

/// A tile of products stays in registers: 32 with AVX-512, else 16, one of which holds a product where no
/// multiplication is fused with an addition.
#if defined(EIGEN_VECTORIZE_AVX512)
constexpr std::size_t kTilePackets = 4;
constexpr std::size_t kTileKeys = 6;
#elif defined(EIGEN_VECTORIZE_FMA)
constexpr std::size_t kTilePackets = 2;
constexpr std::size_t kTileKeys = 6;
#else
constexpr std::size_t kTilePackets = 2;
constexpr std::size_t kTileKeys = 4;
#endif
constexpr Index kTileLanes = static_cast<Index>(kTilePackets) * kPacket;
static_assert(kLanes % kTileLanes == 0);

/// How many packets are side by side in a tile.
using Packets = std::array<Packet, kTilePackets>;

inline Packets filled(float value)
{
    Packets packets;
    packets.fill({simd::pset1<Packet::Numbers>(value)});
    return packets;
}

inline Packets loaded(const float* from)
{
    Packets packets;
    for (Packet& packet : packets) {
        packet.numbers = simd::pload<Packet::Numbers>(from);
        from += kPacket;
    }
    return packets;
}

inline void store(const Packets& packets, float* to)
{
    for (const Packet& packet : packets) {
        simd::pstore(to, packet.numbers);
        to += kPacket;
    }
}

struct KeyRows
{
    const float* first;
    Index stride;
};

/// Multiplies kKeys keys with kTileLanes of the queries.
template <std::size_t kKeys>
void scoreTile(const float* queries, Index width, const KeyRows& keys, float* scores)
{
    std::array<Packets, kKeys> sums;
    sums.fill(filled(0.0F));
    for (Index i = 0; i < width; ++i) {
        const Packets query = loaded(queries + i * kLanes);
#pragma GCC unroll 8
        for (std::size_t k = 0; k < kKeys; ++k) {
            const Packet key{
                simd::pset1<Packet::Numbers>(keys.first[static_cast<Index>(k) * keys.stride + i])};
#pragma GCC unroll 4
            for (std::size_t p = 0; p < kTilePackets; ++p)
                sums[k][p].numbers = simd::pmadd(query[p].numbers, key.numbers, sums[k][p].numbers);
        }
    }
    for (std::size_t k = 0; k < kKeys; ++k)
        store(sums[k], scores + static_cast<Index>(k) * kLanes);
}

template <std::size_t kKeys>
void scoreAllLanes(const LaneBlock& queries, const KeyRows& keys, float* scores)
{
    for (Index lane = 0; lane < kLanes; lane += kTileLanes)
        scoreTile<kKeys>(queries.data() + lane, queries.rows(), keys, scores + lane);
}

/// Combines the scores of `count` keys, starting with `first`, with `kept`, lane by lane.
void join(const LaneBlock& scores, Index first, Index count, LaneRow& kept, auto choose)
{
    for (Index lane = 0; lane < kLanes; lane += kTileLanes) {
        Packets chosen = loaded(kept.data() + lane);
        for (Index row = first; row < first + count; ++row) {
            const Packets here = loaded(scores.data() + row * kLanes + lane);
            for (std::size_t p = 0; p < kTilePackets; ++p)
                chosen[p].numbers = choose(here[p].numbers, chosen[p].numbers);
        }
        store(chosen, kept.data() + lane);
    }
}

} // namespace

void scoreLanes(const LaneBlock& queries, const MatrixView& keys, LaneBlock& scores)
{
    constexpr auto kStep = static_cast<Index>(kTileKeys);
    Index key = 0;
    for (; key + kStep <= keys.rows(); key += kStep)
        scoreAllLanes<kTileKeys>(queries, {keys.data() + key * keys.outerStride(), keys.outerStride()},
                                 scores.data() + key * kLanes);
    for (; key < keys.rows(); ++key)
        scoreAllLanes<1>(queries, {keys.data() + key * keys.outerStride(), keys.outerStride()},
                         scores.data() + key * kLanes);
}

void joinLargest(const LaneBlock& scores, Index first, Index count, LaneRow& largest)
{
    join(scores, first, count, largest, [](const auto& a, const auto& b) { return simd::pmax(a, b); });
}

void joinLeast(const LaneBlock& scores, Index first, Index count, LaneRow& least)
{
    join(scores, first, count, least, [](const auto& a, const auto& b) { return simd::pmin(a, b); });
}

LaneRow sumExponentials(const LaneBlock& scores, Index count, const LaneRow& largest)
{
    LaneRow sums;
    const Packet tiny{
        simd::pset1<Packet::Numbers>(-87.0F)}; // smallest argument whose exponential is a normal number
    for (Index lane = 0; lane < kLanes; lane += kTileLanes) {
        const Packets most = loaded(largest.data() + lane);
        Packets sum = filled(0.0F);
        for (Index row = 0; row < count; ++row) {
            const Packets here = loaded(scores.data() + row * kLanes + lane);
            for (std::size_t p = 0; p < kTilePackets; ++p) {
                const Packet below{simd::psub(here[p].numbers, most[p].numbers)};
                sum[p].numbers
                    = simd::padd(sum[p].numbers, simd::pexp(simd::pmax(below.numbers, tiny.numbers)));
            }
        }
        store(sum, sums.data() + lane);
    }
    return sums;
}

} // namespace headlight
