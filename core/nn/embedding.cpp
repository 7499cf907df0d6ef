#include "core/nn/embedding.h"

#include "core/base/text_list.h"
#include "core/math/positions.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace headlight {

namespace {

Matrix lookUp(const StackWeights& weights, const TokenBatch& batch, float scale)
{
    const Index width = weights.embedding.columns();
    Matrix rows(batch.lanes() * batch.length(), width);
    Index row = 0;
    for (const auto& lane : batch.ids)
        for (const std::int32_t id : lane)
            weights.embedding.copyRow(id, {rows.row(row++).data(), static_cast<std::size_t>(width)});
    rows *= scale;
    return rows;
}

Matrix segmentRows(const Matrix& table, const TokenBatch& batch)
{
    Matrix rows(batch.lanes() * batch.length(), table.cols());
    for (Index lane = 0; lane < batch.lanes(); ++lane) {
        for (Index i = 0; i < batch.length(); ++i) {
            const auto l = static_cast<std::size_t>(lane);
            const Index segment = batch.segments.empty() ? 0 : batch.segments[l][static_cast<std::size_t>(i)];
            rows.row(lane * batch.length() + i) = table.row(segment);
        }
    }
    return rows;
}

/// Sinusoids for rows in any order; rows before the first usable row (padding) are zero.
Matrix countedSinusoids(const PositionSpec& spec, const std::vector<Index>& rows, Index width)
{
    Matrix positions = Matrix::Zero(static_cast<Index>(rows.size()), width);
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i] >= spec.offset)
            positions.row(static_cast<Index>(i)) = sinusoids(spec.scheme, rows[i], 1, width);
    return positions;
}

/// What positions add to all lanes [lanes·n × width].
Matrix positionsOfLanes(const ForwardContext& context, const PositionSpec& spec, StackKind kind,
                        const Matrix& learned, const TokenBatch& batch,
                        std::pair<Index, std::int64_t> widthPad)
{
    const auto [width, padId] = widthPad;
    Matrix positions(batch.lanes() * batch.length(), width);
    for (Index lane = 0; lane < batch.lanes(); ++lane) {
        const auto index = static_cast<std::size_t>(lane);
        const Index real = context.lanes[index].of(kind);
        const std::vector<std::int32_t>& ids = batch.ids[index];
        Index* const counted = context.cache ? &(*context.cache)[index].counted : nullptr;
        const auto rows = positionRows(spec, ids, context.firstRow, real, padId, counted ? *counted : 0);
        if (counted != nullptr)
            *counted += std::count_if(ids.begin(), ids.end(),
                                      [id = padId](std::int32_t one) { return one != id; });
        positions.middleRows(lane * batch.length(), batch.length())
            = addedPositions(spec, learned, rows, width);
    }
    return positions;
}

} // namespace

Matrix sinusoids(PositionScheme scheme, Index first, Index length, Index width)
{
    switch (scheme) {
    case PositionScheme::kSinusoidalHalves:
        return sinusoidalHalves(first, length, width);
    case PositionScheme::kSinusoidalStretched:
        return sinusoidalStretched(first, length, width);
    case PositionScheme::kSinusoidalSteep:
        return sinusoidalSteep(first, length, width);
    case PositionScheme::kSinusoidalSteepOwn:
        return sinusoidalSteepOwn(first, length, width);
    default:
        return sinusoidalInterleaved(first, length, width);
    }
}

PositionSpec editedPositions(const PositionSpec& own, const EditPlan& edits, StackKind stack)
{
    using Scheme = std::optional<PositionScheme>;
    constexpr std::array<Scheme, kWordsOf<PositionTable>.size()> kSchemes{
        // in the order of PositionTable
        Scheme(),
        PositionScheme::kNone,
        PositionScheme::kSinusoidalInterleaved,
        PositionScheme::kSinusoidalHalves,
        PositionScheme::kSinusoidalSteep,
        PositionScheme::kSinusoidalSteepOwn,
        PositionScheme::kLearned};
    PositionSpec spec = own;
    const PositionScheme scheme = nameIn(kSchemes, edits.positionTable(stack)).value_or(own.scheme);
    if (scheme != own.scheme) // a table of a different kind starts at its first row and counts by index
        spec = {scheme, PositionCounting::kIndex, 0, 0, 0};
    spec.offset += edits.positionShift(stack);
    return spec;
}

std::vector<Index> positionRows(const PositionSpec& spec, const std::vector<std::int32_t>& ids,
                                Index firstRow, Index realLength, std::int64_t padId, Index counted)
{
    std::vector<Index> rows;
    rows.reserve(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const Index index = firstRow + static_cast<Index>(i);
        switch (spec.counting) {
        case PositionCounting::kIndex:
            rows.push_back(spec.offset + index);
            break;
        case PositionCounting::kRealTokens:
            rows.push_back(index < realLength ? spec.offset + index : spec.offset - 1);
            break;
        case PositionCounting::kNonPadIds:
            rows.push_back(ids[i] == padId ? spec.offset - 1 : spec.offset + counted++);
            break;
        }
    }
    return rows;
}

Matrix addedPositions(const PositionSpec& spec, const Matrix& learned, const std::vector<Index>& rows,
                      Index width)
{
    const auto length = static_cast<Index>(rows.size());
    if (spec.scheme == PositionScheme::kNone)
        return {};
    if (spec.scheme != PositionScheme::kLearned)
        return spec.counting == PositionCounting::kNonPadIds
            ? countedSinusoids(spec, rows, width)
            : sinusoids(spec.scheme, rows.empty() ? 0 : rows.front(), length, width);
    Matrix positions(length, learned.cols());
    for (Index i = 0; i < length; ++i)
        positions.row(i) = learned.row(rows[static_cast<std::size_t>(i)]);
    return positions;
}

void blankPadding(const ForwardContext& context, StackKind kind, Matrix& x)
{
    const Index each = x.rows() / static_cast<Index>(context.lanes.size());
    Index first = 0;
    for (const LaneLengths& lengths : context.lanes) {
        const Index kept = std::clamp<Index>(lengths.of(kind) - context.firstRow, 0, each);
        x.middleRows(first + kept, each - kept).setZero();
        first += each;
    }
}

Matrix embed(const ForwardContext& context, const ArchSpec& arch, StackKind kind, const StackWeights& weights,
             const TokenBatch& batch)
{
    const StackSpec& spec = *arch.stack(kind);
    Matrix x = lookUp(weights, batch, spec.embeddingScale);
    const auto project = [&](EmbeddingProjection place) {
        if (spec.projection == place && weights.projectIn.present())
            x = weights.projectIn.apply(x, context.workers);
    };
    project(EmbeddingProjection::kFirst);
    const Tap::StreamPlace place{kind, 0, context.lanes.size(), context.firstRow};
    context.tap.stream(Site::kEmbeddings, place, x);

    const PositionSpec positionSpec = editedPositions(spec.positions, context.tap.edits(), kind);
    if (positionSpec.scheme != PositionScheme::kNone) {
        Matrix positions
            = positionsOfLanes(context, positionSpec, kind, weights.positions, batch, {x.cols(), arch.padId});
        context.tap.stream(Site::kPositions, place, positions);
        x += positions;
    }
    if (weights.segments.rows() > 0) {
        Matrix segments = segmentRows(weights.segments, batch);
        context.tap.stream(Site::kSegments, place, segments);
        x += segments;
    }
    project(EmbeddingProjection::kBeforeNorm);
    if (weights.embeddingNorm.present())
        context.tap.norm(
            {kind, 0, NormSite::kEmbedding},
            normalize(x, spec.norm, weights.embeddingNorm.gain, weights.embeddingNorm.bias, spec.epsilon));
    context.tap.edits().dropOut(Site::kEmbeddings, {kind, 0, AttentionKind::kSelf}, context.lanes.size(),
                                context.firstRow, x);
    project(EmbeddingProjection::kLast);
    if (spec.blankPadding && context.tap.edits().padding())
        blankPadding(context, kind, x);
    return x;
}

} // namespace headlight
