#include "core/nn/stack.h"

#include "core/base/workers.h"
#include "core/math/softmax.h"
#include "core/nn/attention.h"
#include "core/nn/feed_forward.h"
#include "core/nn/layer_plan.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace headlight {

namespace {

Tap::StreamPlace streamPlaceOf(const ForwardContext& context, const LayerRef& layer)
{
    return {layer.stack, layer.layer, context.lanes.size(), context.firstRow};
}

/// Normalises a stream [lanes·n × d_model] if there is a norm, and records its statistics.
void normalizeStream(const ForwardContext& context, const StackSpec& spec, const NormWeights& norm,
                     const NormRef& address, Matrix& x)
{
    if (!norm.present())
        return;
    if (spec.normScope == NormScope::kRow) {
        context.tap.norm(address, normalize(x, spec.norm, norm.gain, norm.bias, spec.epsilon));
        return;
    }
    const Index each = x.rows() / static_cast<Index>(context.lanes.size());
    Matrix statistics(x.rows(), 2);
    for (std::size_t lane = 0; lane < context.lanes.size(); ++lane) {
        const Index first = static_cast<Index>(lane) * each;
        statistics.middleRows(first, each) = normalizeTogether(
            x.middleRows(first, each), std::min(each, context.lanes[lane].of(spec.kind)), spec.epsilon);
    }
    context.tap.norm(address, statistics);
}

/// x ← norm(x + act(conv(input))), lane by lane; beyond a sentence the input and the result are zero.
void addConvolution(const ForwardContext& context, const StackSpec& spec, const ConvolutionWeights& weights,
                    const Matrix& input, Matrix& x)
{
    const auto lanes = static_cast<Index>(context.lanes.size());
    const Index rows = x.rows() / lanes;
    const auto reach = static_cast<Index>(weights.taps.size() / 2);
    Matrix sum = weights.bias.replicate(x.rows(), 1);
    for (std::size_t tap = 0; tap < weights.taps.size(); ++tap) {
        const Index shift = static_cast<Index>(tap) - reach;
        Matrix moved = Matrix::Zero(x.rows(), x.cols());
        const Index count = rows - std::abs(shift);
        if (count <= 0)
            continue; // no row has a neighbour that far away
        for (Index lane = 0; lane < lanes; ++lane)
            moved.middleRows(lane * rows + std::max<Index>(0, -shift), count)
                = input.middleRows(lane * rows + std::max<Index>(0, shift), count);
        Matrix part(x.rows(), x.cols());
        weights.taps[tap].multiply(moved, part, context.workers);
        sum += part;
    }
    activate(sum, spec.convolution->activation);
    x += sum;
    if (weights.norm.present())
        normalize(x, spec.norm, weights.norm.gain, weights.norm.bias, spec.epsilon);
    if (context.tap.edits().padding())
        blankPadding(context, spec.kind, x);
}

/// Puts the rows of `instead` in place of those of x on the lanes whose layer is wired this way.
void rewire(const ForwardContext& context, WiringForm form, const LayerRef& layer, const Matrix& instead,
            Matrix& x)
{
    const Index each = x.rows() / static_cast<Index>(context.lanes.size());
    for (std::size_t lane = 0; lane < context.lanes.size(); ++lane)
        if (context.tap.edits().wired(form, layer, static_cast<int>(lane)))
            x.middleRows(static_cast<Index>(lane) * each, each)
                = instead.middleRows(static_cast<Index>(lane) * each, each);
}

/// Without memory, the keys and values of cross-attention come from the cache.
Matrix attention(const ForwardContext& context, const StackSpec& spec, const StackWeights& weights,
                 const LayerRef& layer, const Matrix& x, const Matrix* memory)
{
    const LayerSpec& what = spec.layers[static_cast<std::size_t>(layer.layer)];
    const LayerWeights& with = weights.layers[static_cast<std::size_t>(layer.layer)];
    if (layer.kind == AttentionKind::kSelf)
        return selfAttention(context,
                             {layer, what.self, with.self, weights.relativeBiasOf(layer.layer), spec.norm,
                              spec.epsilon, weights.relativeRows,
                              placesQueriesAndKeys(spec, weights) ? &weights.positions : nullptr},
                             x);
    const Matrix cached(0, x.cols());
    return crossAttention(
        context, {layer, *what.cross, *with.cross, nullptr, spec.norm, spec.epsilon, nullptr, nullptr}, x,
        memory ? *memory : cached);
}

Matrix feed(const ForwardContext& context, const LayerSpec& what, const LayerWeights& with,
            const LayerRef& layer, const Matrix& x)
{
    if (what.experts)
        return mixtureOfExperts(context, layer, what, *with.experts, x);
    return feedForward(what.feedForward, with.feedForward, x, context.workers, [&](Matrix& hidden) {
        context.tap.addition(Site::kFeedForwardHidden, layer, streamPlaceOf(context, layer), hidden);
    });
}

} // namespace

void runLayer(const ForwardContext& given, const StackSpec& spec, const StackWeights& weights, int layer,
              Matrix& x, const Matrix* memory)
{
    std::optional<ForwardContext> narrow;
    const ForwardContext* context = &given;
    const LayerSpec& what = spec.layers[static_cast<std::size_t>(layer)];
    const LayerWeights& with = weights.layers[static_cast<std::size_t>(layer)];
    const LayerPlan plan = layerPlan(spec, layer, with, [&](WiringForm form) {
        return context->tap.edits().wired(form, {spec.kind, layer, AttentionKind::kSelf});
    });
    const int middle = plan.middle();
    std::vector<Matrix> values(plan.steps.size() + 1);
    values.front() = std::move(x);
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        const LayerStep& step = plan.steps[i];
        const LayerRef at{spec.kind, layer, step.attention.value_or(AttentionKind::kSelf)};
        const auto read = [&](std::size_t place) -> Matrix& {
            return values[static_cast<std::size_t>(step.reads[place])];
        };
        Matrix& made = values[i + 1];
        // Most steps change the value that they read, in its own memory if no later step reads it.
        if (step.kind != LayerStep::Kind::kAttention && step.kind != LayerStep::Kind::kFeedForward) {
            if (plan.isReadAfter(i, step.reads[0]))
                made = read(0);
            else
                made = std::move(read(0));
        }
        switch (step.kind) {
        case LayerStep::Kind::kNorm:
            normalizeStream(*context, spec, with.norm(step.norm), {spec.kind, layer, step.norm}, made);
            break;
        case LayerStep::Kind::kAttention:
            made = attention(*context, spec, weights, at, read(0), memory);
            if (context->wanted) {
                for (Matrix& value : values)
                    if (&value != &made && value.rows() > 0)
                        value = wantedRows(*context, value);
                narrow.emplace(narrowed(*context));
                context = &*narrow;
            }
            break;
        case LayerStep::Kind::kFeedForward:
            made = feed(*context, what, with, at, read(0));
            break;
        case LayerStep::Kind::kScale:
            made *= step.factor;
            break;
        case LayerStep::Kind::kUpdate:
            context->tap.addition(step.attention ? Site::kOutput : Site::kFeedForwardOutput, at,
                                  streamPlaceOf(*context, at), made);
            break;
        case LayerStep::Kind::kSum:
            for (std::size_t place = 1; place < step.reads.size() && step.reads[place] >= 0; ++place)
                made += read(place);
            break;
        case LayerStep::Kind::kConvolution:
            addConvolution(*context, spec, weights.convolution, read(1), made);
            break;
        case LayerStep::Kind::kRewire:
            rewire(*context, step.form, at, read(1), made);
            break;
        }
        if (static_cast<int>(i) + 1 == middle)
            context->tap.stream(Site::kResidualMiddle, streamPlaceOf(*context, at), made);
        for (const int value : step.reads)
            if (value >= 0 && !plan.isReadAfter(i, value))
                values[static_cast<std::size_t>(value)] = Matrix();
    }
    x = std::move(values.back());
}

std::optional<Matrix> runStack(const ForwardContext& context, const ArchSpec& arch, StackKind kind,
                               const StackWeights& weights, const TokenBatch& batch, const Matrix* memory)
{
    const StackSpec& spec = *arch.stack(kind);
    const auto layers = static_cast<int>(spec.layers.size());
    const bool cross = !spec.layers.empty() && spec.layers.front().cross.has_value();
    context.tap.beginStack(kind, context.firstRow, batch.length(), layers, cross);
    Matrix x = embed(context, arch, kind, weights, batch);
    return runLayersFrom(context, spec, weights, {0, std::move(x)}, memory);
}

std::optional<Matrix> runLayersFrom(const ForwardContext& context, const StackSpec& spec,
                                    const StackWeights& weights, LayerInput input, const Matrix* memory)
{
    const auto layers = static_cast<int>(spec.layers.size());
    const auto place = [&](int layer) {
        return Tap::StreamPlace{spec.kind, layer, context.lanes.size(), context.firstRow};
    };
    Matrix x = std::move(input.stream);
    context.tap.stream(Site::kResidual, place(input.layer), x);
    for (int layer = input.layer; layer < layers; ++layer) {
        if (context.stop.stop_requested())
            return std::nullopt;
        if (layer + 1 == layers && input.wanted) {
            ForwardContext last = context;
            last.wanted = input.wanted;
            runLayer(last, spec, weights, layer, x, memory);
        } else {
            runLayer(context, spec, weights, layer, x, memory);
        }
        if (context.stop.stop_requested()) // in the middle of the layer
            return std::nullopt;
        context.tap.stream(Site::kResidual, place(layer + 1), x);
        if (context.layerDone)
            context.layerDone();
    }
    normalizeStream(context, spec, weights.finalNorm, {spec.kind, 0, NormSite::kFinal}, x);
    if (weights.projectOut.present())
        x = weights.projectOut.apply(x, context.workers);
    context.tap.stream(Site::kFinal, place(0), x);
    return x;
}

Matrix finishStack(const StackSpec& spec, const StackWeights& weights, Matrix stream, Index length,
                   Workers* workers)
{
    const NormWeights& norm = weights.finalNorm;
    if (norm.present() && spec.normScope == NormScope::kMatrix)
        normalizeTogether(stream, std::min(length, stream.rows()), spec.epsilon);
    else if (norm.present())
        normalize(stream, spec.norm, norm.gain, norm.bias, spec.epsilon);
    if (weights.projectOut.present())
        return weights.projectOut.apply(stream, workers);
    return stream;
}

Matrix applyHead(const HeadSpec& spec, const HeadWeights& weights, const StackSpec& stack,
                 const MatrixView& rows, Workers* workers, Matrix* normalized)
{
    Matrix x = rows;
    if (spec.transform) {
        x = weights.transform.apply(x, workers);
        activate(x, spec.activation);
        if (weights.transformNorm.present()) {
            Matrix statistics = normalize(x, stack.norm, weights.transformNorm.gain,
                                          weights.transformNorm.bias, stack.epsilon);
            if (normalized != nullptr)
                *normalized = std::move(statistics);
        }
    }
    if (spec.scale != 1.0F)
        x *= spec.scale;
    Matrix logits = weights.projection.apply(x, workers);
    softCap(logits, spec.softcap);
    return logits;
}

} // namespace headlight
