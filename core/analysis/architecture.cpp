#include "core/analysis/architecture.h"

#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"
#include "core/trace/trace.h"

#include <iterator>

namespace headlight {

namespace {

std::int64_t sizeOf(const WeightMatrix& weight)
{
    return std::int64_t{weight.rows()} * weight.columns();
}

std::int64_t sizeOf(const Linear& linear)
{
    return sizeOf(linear.weight) + linear.bias.size();
}

std::int64_t sizeOf(const NormWeights& norm)
{
    return norm.gain.size() + norm.bias.size();
}

/// 0 if both share the same numbers.
std::int64_t ownSize(const Linear& linear, const Linear& other)
{
    return linear.weight.sharesNumbersWith(other.weight) ? 0 : sizeOf(linear);
}

std::int64_t sizeOf(const AttentionWeights& attention)
{
    return sizeOf(attention.query) + sizeOf(attention.key) + sizeOf(attention.value)
        + sizeOf(attention.output) + sizeOf(attention.queryNorm) + sizeOf(attention.keyNorm)
        + ownSize(attention.positionQuery, attention.query) + ownSize(attention.positionKey, attention.key)
        + attention.sinks.size();
}

std::int64_t sizeOf(const FeedForwardWeights& weights)
{
    return sizeOf(weights.up) + sizeOf(weights.gate) + sizeOf(weights.down);
}

FeedForwardFacts feedForwardFacts(const LayerSpec& spec, const LayerWeights& weights)
{
    const FeedForwardSpec& feed = spec.feedForward;
    FeedForwardFacts facts{feed.width, static_cast<int>(weights.feedForward.up.weight.columns()),
                           feed.gated || feed.interleaved, feed.activation, sizeOf(weights.feedForward)};
    if (!spec.experts || !weights.experts)
        return facts;
    facts.width = static_cast<int>(weights.experts->router.weight.columns());
    facts.experts = spec.experts->count;
    facts.perToken = spec.experts->perToken;
    facts.sharedInner = spec.experts->shared ? spec.experts->shared->width : 0;
    facts.parameters = sizeOf(weights.experts->router) + sizeOf(weights.experts->shared)
        + sizeOf(weights.experts->sharedGate);
    for (const FeedForwardWeights& expert : weights.experts->experts)
        facts.parameters += sizeOf(expert);
    return facts;
}

NormFacts normFacts(const StackSpec& stack, const NormWeights& weights)
{
    return {weights.present(), stack.norm, sizeOf(weights)};
}

AttentionFacts attentionFacts(const AttentionSpec& spec, const AttentionWeights& weights)
{
    return {.heads = spec.heads,
            .kvHeads = spec.kvHeads,
            .headWidth = spec.headWidth,
            .valueWidth = spec.valueWidth,
            .width = static_cast<int>(weights.query.weight.columns()),
            .causal = spec.causal,
            .window = spec.window,
            .softcap = spec.softcap,
            .positions = positionMethod(spec),
            .normalisesHeads = weights.queryNorm.present(),
            .sinks = weights.sinks.size() > 0,
            .parameters = sizeOf(weights)};
}

LayerFacts layerFacts(const StackSpec& stack, int layer, const LayerWeights& weights)
{
    const LayerSpec& spec = stack.layers[static_cast<std::size_t>(layer)];
    LayerFacts facts;
    facts.self = attentionFacts(spec.self, weights.self);
    if (spec.cross && weights.cross)
        facts.cross = attentionFacts(*spec.cross, *weights.cross);
    facts.feedForward = feedForwardFacts(spec, weights);
    facts.plan = layerPlan(stack, layer, weights);
    facts.parameters
        = facts.self.parameters + (facts.cross ? facts.cross->parameters : 0) + facts.feedForward.parameters;
    for (const NormSite site : {NormSite::kSelf, NormSite::kCross, NormSite::kFeedForward,
                                NormSite::kSelfPost, NormSite::kFeedForwardPost})
        if (weights.norm(site).present()) {
            facts.norms[site] = normFacts(stack, weights.norm(site));
            facts.parameters += facts.norms[site].parameters;
        }
    if (weights.relativeBias)
        facts.parameters += weights.relativeBias->size();
    return facts;
}

/// Avoids counting weights twice: a layer that reuses the weights of an earlier one has none of its own.
void markShared(StackFacts& facts, const std::vector<LayerWeights>& weights)
{
    for (std::size_t i = 1; i < facts.layers.size(); ++i) {
        for (std::size_t before = 0; before < i && facts.layers[i].sharedWith < 0; ++before) {
            const WeightMatrix& own = weights[i].self.query.weight;
            if (own.empty() || !own.sharesNumbersWith(weights[before].self.query.weight))
                continue;
            LayerFacts& layer = facts.layers[i];
            layer.sharedWith = static_cast<int>(before);
            layer.parameters = layer.self.parameters = layer.feedForward.parameters = 0;
            for (auto& [site, norm] : layer.norms)
                norm.parameters = 0;
        }
    }
}

/// Whether two tables share the same storage.
bool sameNumbers(const WeightMatrix& one, const WeightMatrix& other)
{
    return !one.empty() && one.sharesNumbersWith(other);
}

StackFacts stackFacts(const StackSpec& spec, const StackWeights& weights, const StackWeights* other)
{
    StackFacts facts;
    facts.kind = spec.kind;
    facts.vocabulary = weights.embedding.rows();
    facts.embeddingWidth = static_cast<int>(weights.embedding.columns());
    facts.embeddingScale = spec.embeddingScale;
    facts.embeddingShared = other != nullptr && sameNumbers(weights.embedding, other->embedding);
    facts.embeddingParameters = facts.embeddingShared ? 0 : sizeOf(weights.embedding);
    facts.positions = positionMethod(spec);
    facts.positionRows = weights.positions.rows();
    facts.positionParameters = weights.positions.size()
        + (weights.relativeBias ? weights.relativeBias->size() : 0)
        + (weights.relativeRows ? weights.relativeRows->size() : 0) + sizeOf(weights.relativeNorm);
    facts.segments = spec.segments;
    facts.segmentParameters = weights.segments.size();
    facts.embeddingNorm = normFacts(spec, weights.embeddingNorm);
    facts.finalNorm = normFacts(spec, weights.finalNorm);
    facts.projectionParameters = sizeOf(weights.projectIn) + sizeOf(weights.projectOut);
    for (std::size_t i = 0; i < spec.layers.size() && i < weights.layers.size(); ++i)
        facts.layers.push_back(layerFacts(spec, static_cast<int>(i), weights.layers[i]));
    markShared(facts, weights.layers);
    facts.convolution = spec.convolution ? spec.convolution->taps : 0;
    facts.convolutionParameters = weights.convolution.bias.size() + sizeOf(weights.convolution.norm);
    for (const WeightMatrix& tap : weights.convolution.taps)
        facts.convolutionParameters += sizeOf(tap);
    return facts;
}

std::int64_t sumOf(const StackFacts& stack)
{
    std::int64_t sum = stack.embeddingParameters + stack.positionParameters + stack.segmentParameters
        + stack.embeddingNorm.parameters + stack.finalNorm.parameters + stack.projectionParameters
        + stack.convolutionParameters;
    for (const LayerFacts& layer : stack.layers)
        sum += layer.parameters;
    return sum;
}

HeadFacts headFacts(const HeadSpec& spec, const HeadWeights& weights, const ModelWeights& model)
{
    HeadFacts facts{.present = spec.present};
    if (!spec.present)
        return facts;
    facts.transform = spec.transform;
    facts.vocabulary = weights.projection.weight.rows();
    facts.softcap = spec.softcap;
    for (const auto* stack : {&model.encoder, &model.decoder})
        facts.tied = facts.tied || (*stack && sameNumbers(weights.projection.weight, (*stack)->embedding));
    facts.parameters = sizeOf(weights.transform) + sizeOf(weights.transformNorm)
        + weights.projection.bias.size() + (facts.tied ? 0 : sizeOf(weights.projection.weight));
    return facts;
}

StackFacts stackOfTrace(const Trace& trace, StackKind kind, const StackShape& shape)
{
    StackFacts stack;
    stack.kind = kind;
    stack.embeddingWidth = trace.info().modelWidth;
    stack.positions = trace.stackMatrix(Site::kPositions, kind).size() > 0 ? PositionMethod::kUnknown
                                                                           : PositionMethod::kNone;
    stack.segments = trace.stackMatrix(Site::kSegments, kind).size() > 0 ? 1 : 0;
    LayerFacts layer;
    layer.self.heads = shape.heads;
    layer.self.kvHeads = shape.kvHeads;
    layer.self.headWidth = shape.headWidth;
    layer.self.width = trace.info().modelWidth;
    layer.self.causal = shape.causal;
    StackSpec paper;
    paper.layers.resize(1);
    if (shape.cross) {
        layer.cross = layer.self;
        paper.layers.front().cross.emplace();
    }
    layer.plan = layerPlan(paper, 0, LayerWeights());
    for (int i = 0; i < shape.layers; ++i) {
        if (trace.has(Site::kBias, {kind, i, AttentionKind::kSelf}))
            layer.self.positions = PositionMethod::kRelativeBias;
        stack.layers.push_back(layer);
    }
    return stack;
}

} // namespace

LayerSet Architecture::layers() const
{
    LayerSet all;
    for (const StackKind kind : {StackKind::kEncoder, StackKind::kDecoder})
        for (int layer = 0; stack(kind) != nullptr && layer < std::ssize(stack(kind)->layers); ++layer)
            all.emplace(kind, layer);
    return all;
}

Architecture architectureOf(const Model& model)
{
    const ArchSpec& spec = model.spec();
    const ModelWeights& weights = model.weights();
    Architecture facts;
    facts.name = model.name();
    facts.family = model.family();
    facts.width = spec.width;
    if (spec.encoder && weights.encoder)
        facts.encoder = stackFacts(*spec.encoder, *weights.encoder, nullptr);
    if (spec.decoder && weights.decoder)
        facts.decoder
            = stackFacts(*spec.decoder, *weights.decoder, weights.encoder ? &*weights.encoder : nullptr);
    facts.head = headFacts(spec.head, weights.head, weights);
    facts.parameters = facts.head.parameters + (facts.encoder ? sumOf(*facts.encoder) : 0)
        + (facts.decoder ? sumOf(*facts.decoder) : 0);
    return facts;
}

Architecture architectureOf(const Trace& trace)
{
    Architecture facts;
    const TraceInfo& info = trace.info();
    facts.name = info.model;
    facts.width = info.modelWidth;
    if (info.encoder)
        facts.encoder = stackOfTrace(trace, StackKind::kEncoder, *info.encoder);
    if (info.decoder)
        facts.decoder = stackOfTrace(trace, StackKind::kDecoder, *info.decoder);
    facts.head.present = info.vocabulary > 0;
    facts.head.vocabulary = info.vocabulary;
    for (auto* const stack : {&facts.encoder, &facts.decoder})
        if (*stack && trace.stackMatrix(Site::kFinal, (*stack)->kind).size() > 0)
            (*stack)->finalNorm.present = true;
    return facts;
}

} // namespace headlight
