#include "tests/support/tiny_model.h"

#include "core/nn/weights.h"
#include "core/trace/trace.h"

#include <cmath>
#include <random>

namespace headlight::test {

namespace {

class TinyModelMaker
{
public:
    explicit TinyModelMaker(const TinyOptions& options)
        : m_options(options)
    { }

    std::shared_ptr<const Model> make()
    {
        auto spec = std::make_shared<ArchSpec>();
        spec->family = "tiny";
        spec->width = m_options.width;
        spec->vocabulary = m_options.vocabulary;
        spec->head.present = true;
        auto weights = std::make_shared<ModelWeights>();
        const WeightMatrix embedding(random(m_options.vocabulary, m_options.width));
        if (!m_options.decoderOnly) {
            spec->encoder = stackSpec(StackKind::kEncoder);
            weights->encoder = stackWeights(*spec->encoder, embedding);
        }
        if (!m_options.encoderOnly) {
            spec->decoder = stackSpec(StackKind::kDecoder);
            weights->decoder = stackWeights(*spec->decoder, embedding);
        }
        weights->head.projection.weight
            = m_options.tied ? embedding : WeightMatrix(random(m_options.vocabulary, m_options.width));
        Model::Parts parts;
        parts.name = "tiny";
        parts.spec = std::move(spec);
        parts.weights = std::move(weights);
        parts.generation.endIds = {1};
        parts.generation.startId = 0;
        parts.generation.padId = 2;
        return std::make_shared<const Model>(std::move(parts));
    }

private:
    Matrix random(Index rows, Index columns)
    {
        // Large enough that attention is far from uniform.
        std::normal_distribution<float> normal(0.0F, 1.6F / std::sqrt(static_cast<float>(columns)));
        Matrix values(rows, columns);
        for (Index i = 0; i < values.size(); ++i)
            values.data()[i] = normal(m_random);
        return values;
    }
    RowVector randomVector(Index size, float around)
    {
        return random(1, size).row(0).array() * 0.3F + around;
    }
    Linear linear(Index out, Index in, bool bias)
    {
        Linear layer;
        layer.weight = WeightMatrix(random(out, in));
        if (bias)
            layer.bias = randomVector(out, 0.0F);
        return layer;
    }
    NormWeights norm() { return {randomVector(m_options.width, 1.0F), randomVector(m_options.width, 0.0F)}; }
    AttentionWeights attention()
    {
        const Index keys = Index{m_options.heads} * m_options.headWidth;
        const Index values = Index{m_options.heads} * m_options.valueWidth;
        AttentionWeights weights;
        weights.query = linear(keys, m_options.width, m_options.attentionBias);
        weights.key = linear(keys, m_options.width, m_options.attentionBias);
        weights.value = linear(values, m_options.width, m_options.attentionBias);
        weights.output = linear(m_options.width, values, m_options.attentionBias);
        return weights;
    }

    FeedForwardWeights feedForward(const FeedForwardSpec& spec)
    {
        FeedForwardWeights weights;
        weights.up = linear(spec.width, m_options.width, true);
        weights.down = linear(m_options.width, spec.width, true);
        return weights;
    }

    StackSpec stackSpec(StackKind kind) const
    {
        LayerSpec layer;
        layer.self.heads = layer.self.kvHeads = m_options.heads;
        layer.self.headWidth = m_options.headWidth;
        layer.self.valueWidth = m_options.valueWidth;
        layer.self.scale = 1.0F / std::sqrt(static_cast<float>(m_options.headWidth));
        layer.self.causal = kind == StackKind::kDecoder;
        layer.feedForward.activation = m_options.activation;
        layer.feedForward.width = m_options.feedForward > 0 ? m_options.feedForward : 2 * m_options.width;
        if (kind == StackKind::kDecoder && !m_options.decoderOnly) {
            layer.cross = layer.self;
            layer.cross->causal = false;
        }
        StackSpec stack;
        stack.kind = kind;
        stack.layers.assign(static_cast<std::size_t>(m_options.layers), layer);
        for (std::size_t i = 1; m_options.experts > 0 && i < stack.layers.size(); ++i) {
            ExpertsSpec& experts = stack.layers[i].experts.emplace();
            experts.count = m_options.experts;
            experts.perToken = 2;
            experts.normalised = true;
        }
        stack.placement = m_options.placement;
        stack.parallelResidual = m_options.parallel;
        stack.positions.scheme = m_options.positions;
        if (m_options.positions == PositionScheme::kLearned)
            stack.positions.maximum = 24;
        stack.embeddingScale = std::sqrt(static_cast<float>(m_options.width));
        return stack;
    }

    StackWeights stackWeights(const StackSpec& spec, const WeightMatrix& embedding)
    {
        StackWeights weights;
        weights.embedding = embedding;
        if (spec.positions.scheme == PositionScheme::kLearned)
            weights.positions = random(spec.positions.maximum, m_options.width);
        for (const LayerSpec& layer : spec.layers) {
            LayerWeights one;
            one.self = attention();
            one.selfNorm = norm();
            if (layer.cross) {
                one.cross = attention();
                one.crossNorm = norm();
            }
            if (m_options.sinks)
                one.self.sinks = randomVector(m_options.heads, 0.5F);
            if (layer.experts) {
                one.experts.emplace().router = linear(layer.experts->count, m_options.width, false);
                for (int i = 0; i < layer.experts->count; ++i)
                    one.experts->experts.push_back(feedForward(layer.feedForward));
            } else {
                one.feedForward = feedForward(layer.feedForward);
            }
            one.feedForwardNorm = norm();
            if (spec.placement == NormPlacement::kSandwich || spec.placement == NormPlacement::kOutput) {
                one.selfPostNorm = norm();
                one.feedForwardPostNorm = norm();
            }
            weights.layers.push_back(std::move(one));
        }
        if (spec.placement != NormPlacement::kPost)
            weights.finalNorm = norm();
        return weights;
    }

    TinyOptions m_options;
    std::mt19937 m_random{11};
};

} // namespace

std::shared_ptr<const Model> tinyModel(const TinyOptions& options)
{
    return TinyModelMaker(options).make();
}

RecordPlan recordAll(MatrixStorage storage)
{
    RecordPlan plan;
    plan.sites = {Site::kEmbeddings,
                  Site::kPositions,
                  Site::kSegments,
                  Site::kQuery,
                  Site::kKey,
                  Site::kValue,
                  Site::kScores,
                  Site::kBias,
                  Site::kMask,
                  Site::kWeights,
                  Site::kHeadOutput,
                  Site::kResidual,
                  Site::kResidualMiddle,
                  Site::kFinal,
                  Site::kLogits,
                  Site::kOutput,
                  Site::kFeedForwardOutput,
                  Site::kRouter,
                  Site::kExperts,
                  Site::kFeedForwardHidden,
                  Site::kNorms};
    plan.logits = LogitRows::kAll;
    plan.storage = storage;
    return plan;
}

std::vector<Trace> runTiny(const std::shared_ptr<const Model>& model,
                           const std::vector<std::pair<Ids, Ids>>& lanes, const Interventions& interventions,
                           MatrixStorage storage)
{
    RunRequest request;
    request.model = model;
    request.interventions = interventions;
    request.plan = recordAll(storage);
    for (const auto& [source, target] : lanes)
        request.lanes.push_back(prepareIds(*model, source, target).value());
    return execute(request, {}).value().traces;
}

std::vector<HeadRef> headsOf(const Trace& trace)
{
    std::vector<HeadRef> heads;
    for (const LayerRef& layer : trace.info().layers())
        for (int head = 0; head < trace.info().heads(layer.stack); ++head)
            heads.push_back({layer.stack, layer.layer, layer.kind, head});
    return heads;
}

} // namespace headlight::test
