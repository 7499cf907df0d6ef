#include "core/trace/recorded_attention.h"

#include "core/base/workers.h"
#include "core/math/score_lanes.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

/// Rows that one thread normalises at a time: whole groups of lanes.
constexpr Index kRowsPerThread = 4 * kLanes;
/// A part of so many rows, which have so many weights in all, is computed from the rows' norms. These are
/// found without storing the weights beside the part.
constexpr Index kNormedRows = kLanes / 4;
constexpr Index kNormedWeights = Index{1} << 16;

} // namespace

RecordedAttention::RecordedAttention(const Trace& trace, const HeadRef& head)
    : m_info(trace.sharedInfo())
    , m_head(std::make_shared<const RecordedHead>(trace, head))
{
    for (const AttentionChunk* chunk : m_head->chunks) {
        m_calls.emplace_back(m_head, *chunk);
        m_queries = std::max(m_queries, chunk->firstQuery + chunk->queries);
        m_keys = std::max(m_keys, chunk->keys);
    }
}

void RecordedAttention::eachCall(Index query, Index rows, const auto& use) const
{
    for (const RecordedCall& call : m_calls) {
        const Index begin = std::max(query, call.firstQuery());
        const Index end = std::min(query + rows, call.firstQuery() + call.queries());
        if (begin < end)
            use(call, begin, end - begin);
    }
}

bool RecordedAttention::has(MapKind kind) const
{
    return !m_calls.empty()
        && std::ranges::all_of(m_calls, [kind](const RecordedCall& call) { return call.has(kind); });
}

// A call's recording keeps its identity when the same pass records further layers.
AttentionSource::Record RecordedAttention::record() const
{
    if (m_head->effects)
        return {m_head->leaf, m_head->effects};
    if (m_calls.size() == 1)
        return {std::shared_ptr<const void>(m_head->leaf, &m_calls.front().chunk()), m_info};
    return {m_head->leaf, m_info};
}

int RecordedAttention::effort(MapKind kind) const
{
    constexpr int kComputed = 3; // a dot product of about 64 numbers and an exponential
    const bool scores = kind == MapKind::kScores || kind == MapKind::kProducts;
    const bool given
        = scores || kind == MapKind::kWeights || kind == MapKind::kNormWeighted || isOfEffects(kind);
    if (!given)
        return kind == MapKind::kMasked ? kComputed : 1;
    const MapKind base = scores ? MapKind::kScores : MapKind::kWeights;
    const bool all = std::ranges::all_of(
        m_calls, [base](const RecordedCall& call) { return call.recorded(base) != nullptr; });
    return all ? 1 : kComputed;
}

bool RecordedAttention::isComputed() const
{
    Index next = 0;
    for (const RecordedCall& call : m_calls) {
        const bool given = call.recorded(MapKind::kWeights) || call.recorded(MapKind::kScores);
        if (given || !call.hasOperands() || call.firstQuery() != next)
            return false;
        next += call.queries();
    }
    return next > 0 && ComputedWeights::canCompute(m_head->rule);
}

ComputedWeights RecordedAttention::computed() const
{
    std::vector<OperandRows> calls;
    for (const RecordedCall& call : m_calls)
        if (call.queries() > 0)
            calls.push_back(call.operands());
    return {std::move(calls), m_head->keys, m_head->rule};
}

bool RecordedAttention::isNormalised(MapKind kind) const
{
    if (effort(kind) == 1 || (kind != MapKind::kWeights && kind != MapKind::kNormWeighted))
        return true;
    return std::ranges::all_of(m_calls, [](const RecordedCall& call) { return call.isNormalised(); });
}

void RecordedAttention::normalise(MapKind kind, const std::stop_token& stop) const
{
    if (isNormalised(kind) || !isComputed())
        return;
    const ComputedWeights weights = computed();
    const auto parts = static_cast<std::size_t>((m_queries + kRowsPerThread - 1) / kRowsPerThread);
    Workers().forEach(parts, [&](std::size_t part) {
        const Index first = static_cast<Index>(part) * kRowsPerThread;
        weights.normalise(first, std::min(kRowsPerThread, m_queries - first), stop);
    });
}

bool RecordedAttention::canPool(MapKind kind) const
{
    if (kind != MapKind::kWeights || !isComputed())
        return false;
    // Where some calls have a mask and others none, nobody can say what of it is masked.
    return m_calls.size() == 1
        || std::ranges::all_of(m_calls, [](const RecordedCall& call) { return call.hasMask(); });
}

WeightLimits RecordedAttention::pool(MapKind /*kind*/, WeightTiles& tiles, const std::stop_token& stop) const
{
    return computed().pool(tiles, stop);
}

RowExpectation RecordedAttention::expectedRow(Index query) const
{
    RowExpectation expected;
    eachCall(query, 1, [&](const RecordedCall& call, Index, Index) {
        expected = expectedOf(call.chunk(), m_head->ref.head, query - call.firstQuery(), m_head->rule);
    });
    return expected;
}

bool RecordedAttention::hasSink() const
{
    return std::ranges::any_of(
        m_calls, [this](const RecordedCall& call) { return m_head->ref.head < call.chunk().sink.rows(); });
}

void RecordedAttention::read(MapKind kind, Index query, Index key, MatrixSpan out) const
{
    if (kind == MapKind::kMask) {
        ByteMatrix mask = ByteMatrix::Zero(out.rows(), out.cols());
        readTruth(kind, query, key, mask);
        out = mask.cast<float>();
        return;
    }
    const bool isLong
        = out.cols() < m_keys && out.rows() >= kNormedRows && out.rows() * m_keys >= kNormedWeights;
    if (isLong && (kind == MapKind::kWeights || kind == MapKind::kNormWeighted) && isComputed())
        computed().normalise(query, out.rows(), {});
    eachCall(query, out.rows(), [&](const RecordedCall& call, Index begin, Index rows) {
        call.read(kind, begin - call.firstQuery(), key, out.middleRows(begin - query, rows));
    });
}

void RecordedAttention::readTruth(MapKind kind, Index query, Index key, ByteSpan out) const
{
    if (kind != MapKind::kMask)
        return AttentionSource::readTruth(kind, query, key, out);
    eachCall(query, out.rows(), [&](const RecordedCall& call, Index begin, Index rows) {
        call.readMask(begin - call.firstQuery(), key, out.middleRows(begin - query, rows));
    });
}

Mask::KeyRange RecordedAttention::reach(Index query, Index rows) const
{
    Mask::KeyRange all{m_keys, 0};
    eachCall(query, rows, [&](const RecordedCall& call, Index begin, Index count) {
        // Recorded weights may be anywhere: if a mask contradicts them, readers must see it.
        const Mask::KeyRange keys = call.recorded(MapKind::kWeights) != nullptr
            ? Mask::KeyRange{0, call.chunk().keys}
            : call.reach(begin - call.firstQuery(), count);
        if (keys.begin < keys.end)
            all = {std::min(all.begin, keys.begin), std::max(all.end, keys.end)};
    });
    return all.begin < all.end ? all : Mask::KeyRange{0, 0};
}

} // namespace headlight
