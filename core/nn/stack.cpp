#include "core/nn/stack.h"

#include "core/base/workers.h"
#include "core/math/softmax.h"
#include "core/nn/attention.h"
#include "core/nn/feed_forward.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace headlight {

namespace {

Tap::StreamPlace streamPlaceOf(const ForwardContext& context, const LayerRef& layer)
{
    return {layer.stack, layer.layer, context.lanes.size(), context.firstRow};
}

/// Number of this stack's tokens in a lane, without padding.
Index ownLength(const ForwardContext& context, StackKind stack, std::size_t lane)
{
    const LaneLengths& lengths = context.lanes[lane];
    return stack == StackKind::kEncoder ? lengths.source : lengths.target;
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
            x.middleRows(first, each), std::min(each, ownLength(context, spec.kind, lane)), spec.epsilon);
    }
    context.tap.norm(address, statistics);
}

/// The norms of one sub-layer: `norm` comes before it (pre, sandwich) or after the sum (post); `postNorm`
/// normalises its output (sandwich, output).
struct SubLayerNorms
{
    const NormWeights& norm;
    const NormWeights& postNorm;
    NormRef address;
    NormSite postSite = NormSite::kSelfPost;
};

/// x ← x + f(x), with the norms where the stack has them. `tapped` receives f(x) before it is added.
template <typename SubLayer, typename Tapped>
void addResidual(const ForwardContext& context, const StackSpec& spec, const SubLayerNorms& norms, Matrix& x,
                 const SubLayer& subLayer, const Tapped& tapped)
{
    const bool post = spec.placement == NormPlacement::kPost;
    const bool after = spec.placement == NormPlacement::kOutput;
    Matrix input = x;
    if (!post && !after)
        normalizeStream(context, spec, norms.norm, norms.address, input);
    Matrix output = subLayer(input);
    if (spec.placement == NormPlacement::kSandwich || after)
        normalizeStream(context, spec, norms.postNorm,
                        {norms.address.stack, norms.address.layer, norms.postSite}, output);
    if (spec.residualScale != 1.0F)
        output *= spec.residualScale;
    tapped(output);
    if (spec.placement == NormPlacement::kPreOfStream)
        x = std::move(input);
    x += output;
    if (post)
        normalizeStream(context, spec, norms.norm, norms.address, x);
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
    if (!context.tap.edits().padding())
        return;
    for (Index lane = 0; lane < lanes; ++lane) {
        const LaneLengths& lengths = context.lanes[static_cast<std::size_t>(lane)];
        const Index real = spec.kind == StackKind::kEncoder ? lengths.source : lengths.target;
        const Index kept = std::clamp<Index>(real, 0, rows);
        x.middleRows(lane * rows + kept, rows - kept).setZero();
    }
}

/// Restores the rows of `before` on the lanes whose layer is wired this way.
void restoreWired(const ForwardContext& context, WiringForm form, const LayerRef& layer, const Matrix& before,
                  Matrix& x)
{
    const Index each = x.rows() / static_cast<Index>(context.lanes.size());
    for (std::size_t lane = 0; before.size() > 0 && lane < context.lanes.size(); ++lane)
        if (context.tap.edits().wired(form, layer, static_cast<int>(lane)))
            x.middleRows(static_cast<Index>(lane) * each, each)
                = before.middleRows(static_cast<Index>(lane) * each, each);
}

AttentionCall selfCall(const StackSpec& spec, const StackWeights& weights, int layer)
{
    const auto index = static_cast<std::size_t>(layer);
    return {{spec.kind, layer, AttentionKind::kSelf},
            spec.layers[index].self,
            weights.layers[index].self,
            weights.relativeBiasOf(layer),
            spec.norm,
            spec.epsilon,
            weights.relativeRows};
}

/// x ← x + f(norm₁(x)) + g(norm₂(x)); f and g tap their results.
template <typename Attention, typename Feed>
void addBoth(const ForwardContext& context, const StackSpec& spec, int layer, const LayerWeights& with,
             Matrix& x, const Attention& attention, const Feed& feed)
{
    Matrix first = x;
    normalizeStream(context, spec, with.selfNorm, {spec.kind, layer, NormSite::kSelf}, first);
    Matrix second = x;
    const bool own = with.feedForwardNorm.present();
    normalizeStream(context, spec, own ? with.feedForwardNorm : with.selfNorm,
                    {spec.kind, layer, own ? NormSite::kFeedForward : NormSite::kSelf}, second);
    x += attention(first);
    x += feed(second);
}

/// Adds cross-attention over memory; without memory, its keys and values come from the cache.
void addCross(const ForwardContext& context, const StackSpec& spec, int layer, const LayerWeights& with,
              Matrix& x, const Matrix* memory)
{
    const LayerSpec& what = spec.layers[static_cast<std::size_t>(layer)];
    const Matrix cached(0, x.cols());
    const AttentionCall cross{{spec.kind, layer, AttentionKind::kCross},
                              *what.cross,
                              *with.cross,
                              nullptr,
                              spec.norm,
                              spec.epsilon,
                              nullptr};
    addResidual(
        context, spec, {with.crossNorm, NormWeights(), NormRef{spec.kind, layer, NormSite::kCross}}, x,
        [&](const Matrix& input) { return crossAttention(context, cross, input, memory ? *memory : cached); },
        [&](Matrix& output) {
            context.tap.addition(Site::kOutput, cross.layer, streamPlaceOf(context, cross.layer), output);
        });
}

} // namespace

void runLayer(const ForwardContext& context, const StackSpec& spec, const StackWeights& weights, int layer,
              Matrix& x, const Matrix* memory)
{
    const LayerSpec& what = spec.layers[static_cast<std::size_t>(layer)];
    const LayerWeights& with = weights.layers[static_cast<std::size_t>(layer)];
    const AttentionCall self = selfCall(spec, weights, layer);
    const auto attention = [&](const Matrix& input) { return selfAttention(context, self, input); };
    const auto feed = [&](const Matrix& input) {
        if (what.experts)
            return mixtureOfExperts(context, self.layer, what, *with.experts, input);
        return feedForward(what.feedForward, with.feedForward, input, context.workers, [&](Matrix& hidden) {
            context.tap.addition(Site::kFeedForwardHidden, self.layer, streamPlaceOf(context, self.layer),
                                 hidden);
        });
    };

    const auto tapAttention = [&](Matrix& output) {
        context.tap.addition(Site::kOutput, self.layer, streamPlaceOf(context, self.layer), output);
    };
    const auto tapFeed = [&](Matrix& output) {
        context.tap.addition(Site::kFeedForwardOutput, self.layer, streamPlaceOf(context, self.layer),
                             output);
    };
    const auto normAt = [&](NormSite site) { return NormRef{spec.kind, layer, site}; };

    if (spec.parallelResidual) {
        const auto scaled = [&](Matrix output, const auto& tapped) {
            if (spec.residualScale != 1.0F)
                output *= spec.residualScale;
            tapped(output);
            return output;
        };
        addBoth(
            context, spec, layer, with, x,
            [&](const Matrix& input) { return scaled(attention(input), tapAttention); },
            [&](const Matrix& input) { return scaled(feed(input), tapFeed); });
        return;
    }
    addResidual(context, spec, {with.selfNorm, with.selfPostNorm, normAt(NormSite::kSelf)}, x, attention,
                tapAttention);
    const bool stale = what.cross && context.tap.edits().wired(WiringForm::kStaleResidual, self.layer);
    const Matrix beforeCross = stale ? x : Matrix();
    if (what.cross)
        addCross(context, spec, layer, with, x, memory);
    addResidual(context, spec,
                {with.feedForwardNorm, with.feedForwardPostNorm, normAt(NormSite::kFeedForward),
                 NormSite::kFeedForwardPost},
                x, feed, [&](Matrix& output) {
                    tapFeed(output);
                    restoreWired(context, WiringForm::kStaleResidual, self.layer, beforeCross, x);
                });
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
        const bool convolved = layer == 0 && spec.convolution.has_value();
        const LayerRef address{spec.kind, layer, AttentionKind::kSelf};
        const bool skipped = context.tap.edits().wired(WiringForm::kSkippedLayer, address);
        const Matrix before = convolved || skipped ? x : Matrix();
        runLayer(context, spec, weights, layer, x, memory);
        if (convolved)
            addConvolution(context, spec, weights.convolution, before, x);
        if (context.stop.stop_requested()) // in the middle of the layer
            return std::nullopt;
        restoreWired(context, WiringForm::kSkippedLayer, address, before, x);
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
