#include "core/nn/attention.h"

#include "core/base/workers.h"
#include "core/math/blockwise_attention.h"
#include "core/math/matrix_product.h"
#include "core/math/positions.h"
#include "core/math/softmax.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace headlight {

namespace {

/// Queries per block for row-wise computation, so that a long input needs no [n × n] memory.
constexpr Index kQueryBlock = 128;
/// Multiply-adds of a sub-layer below which all heads run on one thread.
constexpr double kParallelAttention = 1e6;

/// One lane's operands: rows of the packed matrices.
struct LaneOperands
{
    MatrixSpan query; ///< [n × heads·d_k]
    MatrixView key; ///< [m × kvHeads·d_k]
    MatrixView value; ///< [m × kvHeads·d_v]
};

/// Normalises queries or keys [lanes·n × heads·d_k] if there is a norm, and records its statistics.
void normalizeHeads(const ForwardContext& context, const AttentionCall& call, NormSite site,
                    MatrixSpan packed, int heads)
{
    const NormWeights& norm = site == NormSite::kQuery ? call.weights.queryNorm : call.weights.keyNorm;
    if (!norm.present())
        return;
    const bool whole = call.spec.headNorm == HeadNorm::kWhole;
    const Index norms = whole ? 1 : heads;
    const Index width = packed.cols() / norms;
    const bool shared = norm.gain.size() == width;
    Matrix statistics(packed.rows(), 2 * norms);
    for (Index head = 0; head < norms; ++head) {
        const RowVector gain = shared ? norm.gain : RowVector(norm.gain.segment(head * width, width));
        const Matrix one
            = normalize(packed.middleCols(head * width, width), call.headNorm, gain, norm.bias, call.epsilon);
        statistics.col(head) = one.col(0);
        statistics.col(norms + head) = one.col(1);
    }
    if (call.layer.kind == AttentionKind::kSelf) // no known family has such norms in cross-attention
        context.tap.norm({call.layer.stack, call.layer.layer, site}, statistics);
}

/// Whether all lanes have the same rows, as the variants of a sweep before their first edit.
bool lanesAreEqual(const MatrixView& x, Index lanes)
{
    const Index rows = x.rows() / lanes;
    const std::size_t bytes = sizeof(float) * static_cast<std::size_t>(x.cols());
    for (Index row = rows; row < x.rows(); ++row)
        if (std::memcmp(x.row(row).data(), x.row(row % rows).data(), bytes) != 0)
            return false;
    return lanes > 1;
}

/// Projects for a sub-layer, and clips if the spec says so.
Matrix project(const ForwardContext& context, const AttentionCall& call, const Linear& linear,
               const MatrixView& x)
{
    const auto lanes = static_cast<Index>(context.lanes.size());
    Matrix packed = lanesAreEqual(x, lanes)
        ? Matrix(linear.apply(x.topRows(x.rows() / lanes), context.workers).replicate(lanes, 1))
        : linear.apply(x, context.workers);
    if (const float clip = call.spec.clip; clip > 0.0F) // + 0 · x keeps NaN
        packed = packed.cwiseMin(clip).cwiseMax(-clip) + packed * 0.0F;
    return packed;
}

void rotateHeads(const ForwardContext& context, const AttentionCall& call, MatrixSpan packed, int heads)
{
    const AttentionSpec& spec = call.spec;
    const EditPlan& edits = context.tap.edits();
    if (!spec.rotary || edits.positionTable(call.layer.stack) == PositionTable::kNone)
        return;
    const auto lanes = static_cast<Index>(context.lanes.size());
    const Index firstRow = context.firstRow + edits.positionShift(call.layer.stack);
    const Index width = packed.cols() / heads;
    const Index rows = packed.rows() / lanes;
    for (Index lane = 0; lane < lanes; ++lane)
        for (Index head = 0; head < heads; ++head)
            rotate(packed.block(lane * rows, head * width, rows, width), firstRow,
                   spec.rotary->inverseFrequencies, spec.rotary->interleaved, spec.rotary->scale);
}

/// The masks of one lane: one for all heads, or one per head if edits treat heads differently.
std::vector<Mask> laneMasks(const ForwardContext& context, const AttentionCall& call, std::size_t lane,
                            Index queries, Index keys)
{
    const EditPlan& edits = context.tap.edits();
    const LaneLengths& lengths = context.lanes[lane];
    const bool self = call.layer.kind == AttentionKind::kSelf;
    const bool fromEncoder = !self || call.layer.stack == StackKind::kEncoder;
    Mask base(queries, keys, context.firstRow);
    if (self && edits.causal(call.layer.stack, call.spec.causal))
        base.causal();
    if (call.spec.window > 0)
        base.window(call.spec.window);
    if (edits.padding()) {
        base.keyLimit(fromEncoder ? lengths.source : lengths.target);
        for (const Index key : fromEncoder ? lengths.hiddenSource : lengths.hiddenTarget)
            base.edit({0, std::numeric_limits<Index>::max(), key, key + 1, false});
    }
    const bool edited = edits.editsMasks(call.layer, call.spec.heads);
    std::vector<Mask> masks(edited ? static_cast<std::size_t>(call.spec.heads) : 1, base);
    for (std::size_t head = 0; edited && head < masks.size(); ++head)
        edits.applyTo(masks[head],
                      {call.layer.stack, call.layer.layer, call.layer.kind, static_cast<int>(head)}, lane);
    return masks;
}

/// softmax(q·kᵀ·scale …)·v of one head on one lane, row by row: used if a matrix is kept or edited, or if
/// masked keys have an effect. Works in blocks of queries; matrices to keep are computed in place.
void attendRows(const ForwardContext& context, const HeadRef& head, std::size_t lane,
                const LaneOperands& operands, const ScoreRule& rule, ScoreContext scoring, MatrixSpan out)
{
    const Tap& tap = context.tap;
    const LayerRef layer = head.layerRef();
    const bool edited = tap.edits().edits(Site::kWeights, layer);
    const bool keepsScores = tap.records(Site::kScores, layer);
    const bool keepsWeights = tap.records(Site::kWeights, layer);
    const bool skips = !edited && scoring.mask != nullptr && leavesMaskedKeysOut(scoring);
    const Index rows = operands.query.rows();
    const Index keys = operands.key.rows();
    Matrix keptScores(keepsScores ? rows : 0, keys);
    Matrix weights(keepsWeights ? rows : std::min(rows, kQueryBlock), keys);
    for (Index first = 0; first < rows && !context.stop.stop_requested(); first += kQueryBlock) {
        const Index count = std::min(kQueryBlock, rows - first);
        const Index firstKept = keepsWeights ? first : 0;
        MatrixSpan whole = weights.middleRows(firstKept, count);
        const Mask::KeyRange reach = skips ? scoring.mask->reach(first, count) : Mask::KeyRange{0, keys};
        const Index reached = reach.end - reach.begin;
        MatrixSpan part = weights.block(firstKept, reach.begin, count, reached);
        whole.leftCols(reach.begin).setZero(); // keys that no query of the block may attend to
        whole.rightCols(keys - reach.end).setZero();
        const MatrixView queries = operands.query.middleRows(first, count);
        if (keepsScores) { // those of masked keys, too
            scoreKeys(rule, queries, operands.key, keptScores.middleRows(first, count));
            part = keptScores.block(first, reach.begin, count, reached);
        } else {
            scoreKeys(rule, queries, operands.key.middleRows(reach.begin, reached), part);
        }
        scoring.firstRow = first;
        scoring.firstKey = reach.begin;
        scoresToWeights(part, scoring);
        if (keepsWeights || edited)
            tap.edit(Site::kWeights, head, lane, {context.firstRow + first, scoring.mask, first}, whole);
        for (Index row = 0; edited && !scoring.sinkShares.empty() && row < count; ++row)
            scoring.sinkShares[static_cast<std::size_t>(first + row)]
                = std::max(0.0F, 1.0F - part.row(row).sum());
        multiply(part, operands.value.middleRows(reach.begin, reached), out.middleRows(first, count));
    }
    if (keepsScores)
        tap.keep(Site::kScores, head, lane, std::move(keptScores));
    if (keepsWeights)
        tap.keep(Site::kWeights, head, lane, std::move(weights));
}

/// Computes one head on one lane and taps its output.
void attendHead(const ForwardContext& context, const HeadRef& head, std::size_t lane,
                const LaneOperands& operands, const ScoreRule& rule, const ScoreContext& scoring,
                MatrixSpan out)
{
    const Tap& tap = context.tap;
    const LayerRef layer = head.layerRef();
    if (tap.records(Site::kScores, layer) || tap.touches(Site::kWeights, layer) || !canAttendBlockwise(rule))
        attendRows(context, head, lane, operands, rule, scoring, out);
    else
        attendBlockwise({operands.query, operands.key, operands.value}, rule, scoring, out,
                        [&] { return context.stop.stop_requested(); });
    tap.head(Site::kHeadOutput, head, lane, {context.firstRow, nullptr, 0}, out);
}

/// Data shared by all heads and lanes of a call.
struct Operands
{
    Matrix query; ///< [lanes·n × heads·d_k]
    std::vector<LaneOperands> lanes;
};

/// Opens the record of one lane and taps its new queries, keys and values, the first of which has position
/// `firstKey`. Keys and values have no rows if they are already known.
void tapOperands(const ForwardContext& context, const AttentionCall& call, std::size_t lane, MatrixSpan query,
                 MatrixSpan key, MatrixSpan value, Index firstKey)
{
    const Tap& tap = context.tap;
    const AttentionSpec& spec = call.spec;
    tap.beginAttention(
        call.layer, lane,
        {context.firstRow, query.rows(), firstKey, firstKey + key.rows(), call.weights.sinks.size() > 0},
        spec);
    const bool oneHead = tap.edits().wired(WiringForm::kOneHead, call.layer, static_cast<int>(lane));
    const auto tapHeads = [&](Site site, MatrixSpan packed, std::pair<int, Index> heads, Index firstRow) {
        const auto [count, width] = heads;
        if (packed.rows() == 0)
            return;
        for (int head = 1; oneHead && head < count; ++head)
            packed.middleCols(head * width, width) = packed.leftCols(width);
        if (!tap.touches(site, call.layer))
            return;
        for (int head = 0; head < count; ++head)
            tap.head(site, {call.layer.stack, call.layer.layer, call.layer.kind, head}, lane,
                     {firstRow, nullptr, 0}, packed.middleCols(head * width, width));
    };
    tapHeads(Site::kQuery, query, {spec.heads, spec.headWidth}, context.firstRow);
    tapHeads(Site::kKey, key, {spec.kvHeads, spec.headWidth}, firstKey);
    tapHeads(Site::kValue, value, {spec.kvHeads, spec.valueWidth}, firstKey);
}

/// Biases added to the scores of each lane: one per head, or none.
std::vector<std::vector<ScoreBias>> laneBiases(const ForwardContext& context, const AttentionCall& call,
                                               const Operands& operands)
{
    const AttentionSpec& spec = call.spec;
    std::vector<std::vector<ScoreBias>> biases(operands.lanes.size());
    if (context.tap.edits().positionTable(call.layer.stack) == PositionTable::kNone)
        return biases;
    const ScoreBias::Extent extent{context.firstRow,
                                   operands.query.rows() / static_cast<Index>(operands.lanes.size()),
                                   operands.lanes.front().key.rows()};
    if (!spec.disentangled || !call.relativeRows || extent.queries == 0 || extent.keys == 0)
        return std::vector(biases.size(), scoreBias(spec, call.relativeBias, extent));
    const auto tables = disentangledTables(context, call, extent);
    for (std::size_t lane = 0; lane < biases.size(); ++lane) {
        for (int head = 0; head < spec.heads; ++head) {
            const Index query = Index{head} * spec.headWidth;
            const Index key = Index{head / (spec.heads / spec.kvHeads)} * spec.headWidth;
            biases[lane].emplace_back(std::make_shared<const DisentangledTerms>(DisentangledTerms{
                                          *spec.disentangled, tables, query, spec.headWidth, spec.scale,
                                          operands.lanes[lane].query.middleCols(query, spec.headWidth),
                                          operands.lanes[lane].key.middleCols(key, spec.headWidth)}),
                                      extent);
        }
    }
    return biases;
}

Matrix attend(const ForwardContext& context, const AttentionCall& call, Operands& operands)
{
    const AttentionSpec& spec = call.spec;
    const std::size_t lanes = operands.lanes.size();
    const Index rows = operands.query.rows() / static_cast<Index>(lanes);
    const Index keys = operands.lanes.front().key.rows();
    const std::vector<std::vector<ScoreBias>> biases = laneBiases(context, call, operands);
    std::vector<std::vector<Mask>> masks(lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        masks[lane] = laneMasks(context, call, lane, rows, keys);
        context.tap.masks(call.layer, lane, masks[lane]);
        if (!biases[lane].empty())
            context.tap.bias(call.layer, lane, biases[lane]);
    }

    const auto heads = static_cast<std::size_t>(spec.heads);
    Matrix output(operands.query.rows(), Index{spec.heads} * spec.valueWidth);
    const auto one = [&](std::size_t task) {
        const std::size_t lane = task / heads;
        const std::size_t head = task % heads;
        const Index group = static_cast<Index>(head) / (spec.heads / spec.kvHeads);
        LaneOperands& packed = operands.lanes[lane];
        const LaneOperands own{
            packed.query.middleCols(static_cast<Index>(head) * spec.headWidth, spec.headWidth),
            packed.key.middleCols(group * spec.headWidth, spec.headWidth),
            packed.value.middleCols(group * spec.valueWidth, spec.valueWidth)};
        const Mask& mask = masks[lane][masks[lane].size() == 1 ? 0 : head];
        const std::vector<ScoreBias>& bias = biases[lane];
        const HeadRef address{call.layer.stack, call.layer.layer, call.layer.kind, static_cast<int>(head)};
        const ScoreRule rule = context.tap.edits().scoreRule(address, lane, scoreRule(spec));
        ScoreContext scoring = scoreContext(rule, bias.empty() ? nullptr : &bias[head], &mask, 0);
        if (call.weights.sinks.size() > 0) {
            scoring.sink = call.weights.sinks[static_cast<Index>(head)];
            scoring.sinkShares = context.tap.sinkShares(address, lane);
        }
        attendHead(context, address, lane, own, rule, scoring,
                   output.block(static_cast<Index>(lane) * rows, static_cast<Index>(head) * spec.valueWidth,
                                rows, spec.valueWidth));
    };
    const double work = static_cast<double>(output.rows()) * static_cast<double>(keys)
        * static_cast<double>(output.cols() + operands.query.cols());
    inParts(work > kParallelAttention ? context.workers : nullptr, lanes * heads, one);
    return call.weights.output.apply(output, context.workers);
}

Matrix projectQueries(const ForwardContext& context, const AttentionCall& call, const MatrixView& x)
{
    Matrix query = project(context, call, call.weights.query, x);
    normalizeHeads(context, call, NormSite::kQuery, query, call.spec.heads);
    rotateHeads(context, call, query, call.spec.heads);
    return query;
}

} // namespace

void KeyValues::append(const MatrixView& keys, const MatrixView& values)
{
    const Index wanted = length + keys.rows();
    if (wanted > key.rows()) {
        const Index capacity = std::max<Index>(wanted, 2 * key.rows());
        key.conservativeResize(capacity, keys.cols());
        value.conservativeResize(capacity, values.cols());
    }
    key.middleRows(length, keys.rows()) = keys;
    value.middleRows(length, values.rows()) = values;
    length = wanted;
}

ScoreRule scoreRule(const AttentionSpec& spec)
{
    return {.scale = spec.scale,
            .softcap = spec.softcap,
            .maskValue = spec.maskValue,
            .emptyRow = std::isfinite(spec.maskValue) ? EmptyRow::kUniform : EmptyRow::kZero};
}

std::vector<ScoreBias> scoreBias(const AttentionSpec& spec, const std::shared_ptr<const Matrix>& relativeBias,
                                 const ScoreBias::Extent& extent)
{
    std::vector<ScoreBias> perHead;
    for (int head = 0; head < spec.heads; ++head) {
        const float slope = spec.alibi ? spec.alibi->slopes[static_cast<std::size_t>(head)] : 0.0F;
        if (spec.alibi && spec.alibi->rounded)
            perHead.push_back(ScoreBias::byRoundedKey(slope, spec.scale, extent));
        else if (spec.alibi)
            perHead.emplace_back(slope, extent);
        else if (spec.relative && relativeBias)
            perHead.emplace_back(relativeBias, head, *spec.relative, extent);
    }
    return perHead;
}

std::shared_ptr<const DisentangledTables> disentangledTables(const ForwardContext& context,
                                                             const AttentionCall& call,
                                                             const ScoreBias::Extent& extent)
{
    const DisentangledSpec& spec = *call.spec.disentangled;
    auto tables = std::make_shared<DisentangledTables>();
    tables->firstRow = disentangledRow(extent.firstQuery - (extent.keys - 1), spec);
    const Index last = disentangledRow(extent.firstQuery + extent.queries - 1, spec);
    const auto rows = call.relativeRows->middleRows(tables->firstRow, last - tables->firstRow + 1);
    if (spec.contentToPosition)
        tables->keys = call.weights.positionKey.apply(rows, context.workers);
    if (spec.positionToContent)
        tables->queries = call.weights.positionQuery.apply(rows, context.workers);
    return tables;
}

ForwardContext narrowed(const ForwardContext& context)
{
    ForwardContext narrow = context;
    narrow.firstRow += context.wanted->first;
    narrow.wanted.reset();
    return narrow;
}

Matrix wantedRows(const ForwardContext& context, const MatrixView& x)
{
    const auto lanes = static_cast<Index>(context.lanes.size());
    const auto [first, count] = *context.wanted;
    Matrix rows(lanes * count, x.cols());
    for (Index lane = 0; lane < lanes; ++lane)
        rows.middleRows(lane * count, count) = x.middleRows(lane * (x.rows() / lanes) + first, count);
    return rows;
}

Matrix selfAttention(const ForwardContext& context, const AttentionCall& call, const MatrixView& x)
{
    const auto lanes = static_cast<Index>(context.lanes.size());
    const Index rows = x.rows() / lanes;
    Matrix placed(0, 0);
    if (call.positions != nullptr) {
        placed = x;
        for (Index lane = 0; lane < lanes; ++lane)
            placed.middleRows(lane * rows, rows) += call.positions->middleRows(context.firstRow, rows);
    }
    const MatrixView compared = call.positions != nullptr ? MatrixView(placed) : MatrixView(x);
    const ForwardContext own = context.wanted ? narrowed(context) : context;
    Operands operands;
    operands.query = context.wanted ? projectQueries(own, call, wantedRows(context, compared))
                                    : projectQueries(context, call, compared);
    const Index queries = operands.query.rows() / lanes;
    Matrix key = project(context, call, call.weights.key, compared);
    Matrix value = project(context, call, call.weights.value, x);
    normalizeHeads(context, call, NormSite::kKey, key, call.spec.kvHeads);
    rotateHeads(context, call, key, call.spec.kvHeads);
    for (Index lane = 0; lane < lanes; ++lane) {
        const MatrixSpan newKeys = key.middleRows(lane * rows, rows);
        const MatrixSpan newValues = value.middleRows(lane * rows, rows);
        const MatrixSpan query = operands.query.middleRows(lane * queries, queries);
        tapOperands(own, call, static_cast<std::size_t>(lane), query, newKeys, newValues, context.firstRow);
        if (!context.cache) {
            operands.lanes.push_back({query, newKeys, newValues});
            continue;
        }
        KeyValues& known = (*context.cache)[static_cast<std::size_t>(lane)]
                               .self[static_cast<std::size_t>(call.layer.layer)];
        known.append(newKeys, newValues);
        operands.lanes.push_back({query, known.key.topRows(known.length), known.value.topRows(known.length)});
    }
    return attend(own, call, operands);
}

Matrix crossAttention(const ForwardContext& context, const AttentionCall& call, const MatrixView& x,
                      const MatrixView& memory)
{
    const auto lanes = static_cast<Index>(context.lanes.size());
    const Index rows = x.rows() / lanes;
    const auto layer = static_cast<std::size_t>(call.layer.layer);
    Operands operands;
    operands.query = projectQueries(context, call, x);
    const bool known = context.cache && context.cache->front().cross[layer];
    Matrix key(0, 0), value(0, 0);
    if (!known) {
        key = project(context, call, call.weights.key, memory);
        normalizeHeads(context, call, NormSite::kKey, key, call.spec.kvHeads);
        value = project(context, call, call.weights.value, memory);
    }
    const Index keys = key.rows() / lanes;
    std::vector<std::shared_ptr<const KeyValues>> held(static_cast<std::size_t>(lanes));
    for (Index lane = 0; lane < lanes; ++lane) {
        const auto index = static_cast<std::size_t>(lane);
        const MatrixSpan query = operands.query.middleRows(lane * rows, rows);
        const MatrixSpan newKeys = key.middleRows(lane * keys, keys);
        const MatrixSpan newValues = value.middleRows(lane * keys, keys);
        if (known)
            held[index] = (*context.cache)[index].cross[layer];
        tapOperands(context, call, index, query, newKeys, newValues, known ? held[index]->length : 0);
        if (!known) {
            auto made = std::make_shared<KeyValues>();
            made->append(newKeys, newValues);
            held[index] = std::move(made);
            if (context.cache)
                (*context.cache)[index].cross[layer] = held[index];
        }
        const Index length = held[index]->length;
        operands.lanes.push_back(
            {query, held[index]->key.topRows(length), held[index]->value.topRows(length)});
    }
    return attend(context, call, operands);
}

} // namespace headlight
