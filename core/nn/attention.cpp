#include "core/nn/attention.h"

#include "core/base/workers.h"
#include "core/math/positions.h"
#include "core/math/softmax.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

/// Queries per block where no whole matrix is recorded, so that a long input needs no [n × n] memory.
constexpr Index kQueryBlock = 256;
/// Multiply-adds of a sub-layer below which its heads stay on one thread.
constexpr double kParallelWork = 1e6;

/// One lane's operands: rows of the packed matrices.
struct LaneOperands
{
    MatrixSpan query; ///< [n × heads·d_k]
    MatrixView key; ///< [m × kvHeads·d_k]
    MatrixView value; ///< [m × kvHeads·d_v]
};

void normalizeHeads(const AttentionCall& call, const NormWeights& norm, MatrixSpan packed, int heads)
{
    if (!norm.present())
        return;
    const Index width = packed.cols() / heads;
    for (Index head = 0; head < heads; ++head)
        normalize(packed.middleCols(head * width, width), call.headNorm, norm.gain, norm.bias, call.epsilon);
}

void rotateHeads(const AttentionSpec& spec, MatrixSpan packed, int heads, Index lanes, Index firstRow)
{
    if (!spec.rotary)
        return;
    const Index width = packed.cols() / heads;
    const Index rows = packed.rows() / lanes;
    for (Index lane = 0; lane < lanes; ++lane)
        for (Index head = 0; head < heads; ++head)
            rotate(packed.block(lane * rows, head * width, rows, width), firstRow,
                   spec.rotary->inverseFrequencies, spec.rotary->interleaved, spec.rotary->scale);
}

/// The masks of one lane: one for all heads, or one per head where edits tell them apart.
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
    if (edits.padding())
        base.keyLimit(fromEncoder ? lengths.source : lengths.target);
    const bool edited = edits.editsMasks(call.layer, call.spec.heads);
    std::vector<Mask> masks(edited ? static_cast<std::size_t>(call.spec.heads) : 1, base);
    for (std::size_t head = 0; edited && head < masks.size(); ++head)
        edits.applyTo(masks[head],
                      {call.layer.stack, call.layer.layer, call.layer.kind, static_cast<int>(head)});
    return masks;
}

/// softmax(q·kᵀ·scale …)·v of one head on one lane, in blocks of queries where nothing whole is kept.
void attendHead(const Tap& tap, const HeadRef& head, std::size_t lane, const LaneOperands& operands,
                float scale, ScoreContext scoring, MatrixSpan out)
{
    const LayerRef layer = head.layerRef();
    const bool keepsMatrices = tap.records(Site::kScores, layer) || tap.records(Site::kWeights, layer);
    const Index rows = operands.query.rows();
    const Index block = keepsMatrices ? rows : std::min(rows, kQueryBlock);
    Matrix scores(block, operands.key.rows());
    for (Index first = 0; first < rows; first += block) {
        const Index count = std::min(block, rows - first);
        MatrixSpan part = scores.topRows(count);
        part.noalias() = operands.query.middleRows(first, count) * operands.key.transpose();
        part *= scale;
        if (keepsMatrices)
            tap.head(Site::kScores, head, lane, part);
        scoring.firstRow = first;
        scoresToWeights(part, scoring);
        if (keepsMatrices)
            tap.head(Site::kWeights, head, lane, part);
        out.middleRows(first, count).noalias() = part * operands.value;
    }
    tap.head(Site::kHeadOutput, head, lane, out);
}

/// What all heads and lanes of a call share.
struct Operands
{
    Matrix query; ///< [lanes·n × heads·d_k]
    std::vector<LaneOperands> lanes;
    Index firstNewKey = 0; ///< position of the first key that this call added
};

void recordOperands(const ForwardContext& context, const AttentionCall& call, std::size_t lane,
                    LaneOperands& operands, Index firstNewKey)
{
    const Tap& tap = context.tap;
    const AttentionSpec& spec = call.spec;
    const auto address = [&](Index head) {
        return HeadRef{call.layer.stack, call.layer.layer, call.layer.kind, static_cast<int>(head)};
    };
    if (tap.records(Site::kQuery, call.layer))
        for (Index head = 0; head < spec.heads; ++head)
            tap.head(Site::kQuery, address(head), lane,
                     operands.query.middleCols(head * spec.headWidth, spec.headWidth));
    const Index added = operands.key.rows() - firstNewKey;
    const auto recordKeys = [&](Site site, const MatrixView& packed, Index width) {
        if (added == 0 || !tap.records(site, call.layer))
            return;
        for (Index head = 0; head < spec.kvHeads; ++head) {
            Matrix values = packed.block(firstNewKey, head * width, added, width);
            tap.head(site, address(head), lane, values);
        }
    };
    recordKeys(Site::kKey, operands.key, spec.headWidth);
    recordKeys(Site::kValue, operands.value, spec.valueWidth);
}

Matrix attend(const ForwardContext& context, const AttentionCall& call, Operands& operands)
{
    const AttentionSpec& spec = call.spec;
    const std::size_t lanes = operands.lanes.size();
    const Index rows = operands.query.rows() / static_cast<Index>(lanes);
    const Index keys = operands.lanes.front().key.rows();
    const std::vector<Matrix> bias = scoreBias(spec, call.relativeBias, context.firstRow, rows, keys);

    std::vector<std::vector<Mask>> masks(lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        masks[lane] = laneMasks(context, call, lane, rows, keys);
        context.tap.beginAttention(call.layer, lane, {context.firstRow, rows, operands.firstNewKey, keys},
                                   spec);
        context.tap.masks(call.layer, lane, masks[lane]);
        if (!bias.empty())
            context.tap.bias(call.layer, lane, bias);
        recordOperands(context, call, lane, operands.lanes[lane], operands.firstNewKey);
    }

    const auto heads = static_cast<std::size_t>(spec.heads);
    const Index perGroup = spec.heads / spec.kvHeads;
    Matrix output(operands.query.rows(), Index{spec.heads} * spec.valueWidth);
    const auto one = [&](std::size_t task) {
        const std::size_t lane = task / heads;
        const std::size_t head = task % heads;
        const Index group = static_cast<Index>(head) / perGroup;
        LaneOperands& packed = operands.lanes[lane];
        const LaneOperands own{
            packed.query.middleCols(static_cast<Index>(head) * spec.headWidth, spec.headWidth),
            packed.key.middleCols(group * spec.headWidth, spec.headWidth),
            packed.value.middleCols(group * spec.valueWidth, spec.valueWidth)};
        const Mask& mask = masks[lane][masks[lane].size() == 1 ? 0 : head];
        const HeadRef address{call.layer.stack, call.layer.layer, call.layer.kind, static_cast<int>(head)};
        attendHead(context.tap, address, lane, own, spec.scale,
                   {spec.softcap, bias.empty() ? nullptr : &bias[head], &mask, 0},
                   output.block(static_cast<Index>(lane) * rows, static_cast<Index>(head) * spec.valueWidth,
                                rows, spec.valueWidth));
    };
    const double work = static_cast<double>(output.rows()) * static_cast<double>(keys)
        * static_cast<double>(output.cols() + operands.query.cols());
    if (context.workers && work > kParallelWork)
        context.workers->forEach(lanes * heads, one);
    else
        for (std::size_t task = 0; task < lanes * heads; ++task)
            one(task);
    return call.weights.output.apply(output, context.workers);
}

Matrix projectQueries(const ForwardContext& context, const AttentionCall& call, const MatrixView& x)
{
    Matrix query = call.weights.query.apply(x, context.workers);
    normalizeHeads(call, call.weights.queryNorm, query, call.spec.heads);
    rotateHeads(call.spec, query, call.spec.heads, static_cast<Index>(context.lanes.size()),
                context.firstRow);
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

std::vector<Matrix> scoreBias(const AttentionSpec& spec, const Matrix* relativeBias, Index firstQuery,
                              Index queries, Index keys)
{
    std::vector<Matrix> perHead;
    if (!(spec.relative && relativeBias) && !spec.alibi)
        return perHead;
    perHead.assign(static_cast<std::size_t>(spec.heads), Matrix(queries, keys));
    const std::vector<float> slopes = spec.alibi ? alibiSlopes(spec.heads) : std::vector<float>{};
    for (Index q = 0; q < queries; ++q) {
        for (Index k = 0; k < keys; ++k) {
            const Index distance = k - (firstQuery + q);
            const int bucket = spec.alibi
                ? 0
                : relativeBucket(distance, spec.relative->bidirectional, spec.relative->buckets,
                                 spec.relative->maxDistance);
            for (std::size_t head = 0; head < perHead.size(); ++head)
                perHead[head](q, k) = spec.alibi ? slopes[head] * static_cast<float>(distance)
                                                 : (*relativeBias)(bucket, static_cast<Index>(head));
        }
    }
    return perHead;
}

Matrix selfAttention(const ForwardContext& context, const AttentionCall& call, const MatrixView& x)
{
    const auto lanes = static_cast<Index>(context.lanes.size());
    const Index rows = x.rows() / lanes;
    Operands operands;
    operands.query = projectQueries(context, call, x);
    operands.firstNewKey = context.firstRow;
    Matrix key = call.weights.key.apply(x, context.workers);
    const Matrix value = call.weights.value.apply(x, context.workers);
    normalizeHeads(call, call.weights.keyNorm, key, call.spec.kvHeads);
    rotateHeads(call.spec, key, call.spec.kvHeads, lanes, context.firstRow);
    for (Index lane = 0; lane < lanes; ++lane) {
        const auto newKeys = key.middleRows(lane * rows, rows);
        const auto newValues = value.middleRows(lane * rows, rows);
        MatrixSpan query = operands.query.middleRows(lane * rows, rows);
        if (!context.cache) {
            operands.lanes.push_back({query, newKeys, newValues});
            continue;
        }
        KeyValues& known = (*context.cache)[static_cast<std::size_t>(lane)]
                               .self[static_cast<std::size_t>(call.layer.layer)];
        known.append(newKeys, newValues);
        operands.lanes.push_back({query, known.key.topRows(known.length), known.value.topRows(known.length)});
    }
    return attend(context, call, operands);
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
    std::vector<std::shared_ptr<const KeyValues>> own;
    if (!known) {
        Matrix key = call.weights.key.apply(memory, context.workers);
        normalizeHeads(call, call.weights.keyNorm, key, call.spec.kvHeads);
        const Matrix value = call.weights.value.apply(memory, context.workers);
        const Index keys = memory.rows() / lanes;
        for (Index lane = 0; lane < lanes; ++lane) {
            auto one = std::make_shared<KeyValues>();
            one->append(key.middleRows(lane * keys, keys), value.middleRows(lane * keys, keys));
            own.push_back(std::move(one));
        }
    }
    for (Index lane = 0; lane < lanes; ++lane) {
        const auto index = static_cast<std::size_t>(lane);
        if (context.cache && !known)
            (*context.cache)[index].cross[layer] = own[index];
        const KeyValues& keys = known ? *(*context.cache)[index].cross[layer] : *own[index];
        operands.lanes.push_back({operands.query.middleRows(lane * rows, rows), keys.key.topRows(keys.length),
                                  keys.value.topRows(keys.length)});
        operands.firstNewKey = known ? keys.length : 0;
    }
    return attend(context, call, operands);
}

} // namespace headlight
