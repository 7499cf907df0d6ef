#include "core/analysis/block_account.h"

#include "core/model/adapter/adapter_switch.h"
#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

float largestDifference(const RowVector& one, const RowVector& other)
{
    return (one - other).cwiseAbs().maxCoeff();
}

/// The model's parts for one layer; all null without a model.
struct LayerKnowledge
{
    const StackSpec* spec = nullptr;
    const LayerSpec* layer = nullptr;
    const StackWeights* stackWeights = nullptr;
    const LayerWeights* weights = nullptr;

    NormPlacement placement() const { return spec != nullptr ? spec->placement : NormPlacement::kPost; }
};

LayerKnowledge knowledgeOf(const Model* model, StackKind stack, int layer)
{
    LayerKnowledge known;
    if (model == nullptr)
        return known;
    const StackSpec* const spec = model->spec().stack(stack);
    const auto& weights = stack == StackKind::kEncoder ? model->weights().encoder : model->weights().decoder;
    const auto index = static_cast<std::size_t>(layer);
    if (spec == nullptr || !weights || index >= spec->layers.size() || index >= weights->layers.size())
        return known;
    return {spec, &spec->layers[index], &*weights, &weights->layers[index]};
}

/// Walks through the layer like the engine, with the recorded vectors of one position.
class BlockWalk
{
public:
    BlockWalk(const Trace& trace, LayerKnowledge known, BlockAccount& account)
        : m_trace(trace)
        , m_known(known)
        , m_account(account)
    { }

    void walk()
    {
        m_stream = rowOf(m_trace.residual(m_account.stack, m_account.layer));
        add(BlockStep::kInput, m_stream, true);
        if (m_known.spec == nullptr)
            walkRecorded();
        else if (m_known.spec->parallelResidual)
            walkParallel();
        else
            walkInTurn();
        compareWithNext();
        finalNorm();
    }

private:
    RowVector rowOf(const Matrix& matrix) const
    {
        return m_account.position < matrix.rows() ? RowVector(matrix.row(m_account.position)) : RowVector();
    }

    LayerRef layerRef(AttentionKind kind) const { return {m_account.stack, m_account.layer, kind}; }

    BlockStage& add(BlockStep step, RowVector values, bool recorded)
    {
        BlockStage& stage = m_account.stages.emplace_back();
        stage.step = step;
        stage.recorded = recorded && values.size() > 0;
        stage.values = std::move(values);
        return stage;
    }

    /// Without a model the places of the norms are unknown, so only recorded values are listed.
    void walkRecorded()
    {
        const StackShape& shape = *m_trace.info().stack(m_account.stack);
        for (const AttentionKind kind : {AttentionKind::kSelf, AttentionKind::kCross}) {
            if (kind == AttentionKind::kCross && !shape.cross)
                continue;
            heads(kind);
            attentionOutput(kind);
            recordedNorm(kind == AttentionKind::kSelf ? NormSite::kSelf : NormSite::kCross);
        }
        units();
        feedForwardOutput();
        recordedNorm(NormSite::kFeedForward);
        m_stream = {};
    }

    void recordedNorm(NormSite site)
    {
        if (rowOf(m_trace.norm(refOf(site))).size() == 2)
            norm(site, {}, {});
    }

    void walkInTurn()
    {
        subLayer(AttentionKind::kSelf);
        if (m_known.layer->cross)
            subLayer(AttentionKind::kCross);
        const LayerWeights& weights = *m_known.weights;
        around(std::nullopt, NormSite::kFeedForward, weights.feedForwardNorm, NormSite::kFeedForwardPost,
               weights.feedForwardPostNorm);
    }

    void subLayer(AttentionKind kind)
    {
        static const NormWeights kNone;
        const LayerWeights& weights = *m_known.weights;
        const bool self = kind == AttentionKind::kSelf;
        around(kind, self ? NormSite::kSelf : NormSite::kCross, self ? weights.selfNorm : weights.crossNorm,
               NormSite::kSelfPost, self ? weights.selfPostNorm : kNone);
    }

    /// Walks through a sub-layer, attention or feed-forward, with its norms and its sum.
    void around(std::optional<AttentionKind> attention, NormSite site, const NormWeights& weights,
                NormSite postSite, const NormWeights& postWeights)
    {
        const NormPlacement placement = m_known.placement();
        const bool first = placement == NormPlacement::kPre || placement == NormPlacement::kSandwich
            || placement == NormPlacement::kPreOfStream;
        if (first && weights.present()) {
            const RowVector normed = norm(site, m_stream, weights);
            if (placement == NormPlacement::kPreOfStream)
                m_stream = normed;
        }
        const RowVector added = subLayerOutput(attention, postSite, postWeights);
        sum(attention, {added});
        if (placement == NormPlacement::kPost && weights.present())
            m_stream = norm(site, m_stream, weights);
    }

    /// What the sub-layer adds to the stream.
    RowVector subLayerOutput(std::optional<AttentionKind> attention, NormSite postSite,
                             const NormWeights& postWeights)
    {
        if (attention)
            heads(*attention);
        else
            units();
        const NormPlacement placement = m_known.placement();
        const bool after = placement == NormPlacement::kSandwich || placement == NormPlacement::kOutput;
        if (after && postWeights.present())
            norm(postSite, {}, postWeights);
        return attention ? attentionOutput(*attention) : feedForwardOutput();
    }

    void walkParallel()
    {
        static const NormWeights kNone;
        const LayerWeights& weights = *m_known.weights;
        const RowVector input = m_stream;
        if (weights.selfNorm.present())
            norm(NormSite::kSelf, input, weights.selfNorm);
        const RowVector attention = subLayerOutput(AttentionKind::kSelf, NormSite::kSelfPost, kNone);
        if (weights.feedForwardNorm.present())
            norm(NormSite::kFeedForward, input, weights.feedForwardNorm);
        const RowVector fed = subLayerOutput(std::nullopt, NormSite::kFeedForwardPost, kNone);
        sum(std::nullopt, {attention, fed});
    }

    NormRef refOf(NormSite site) const { return {m_account.stack, m_account.layer, site}; }

    /// `input` may be empty (unknown). Returns the normalised row, which may be empty too.
    RowVector norm(NormSite site, const RowVector& input, const NormWeights& weights,
                   BlockStep step = BlockStep::kNorm)
    {
        BlockNorm met;
        met.site = site;
        if (m_known.spec != nullptr) {
            met.rootMeanSquare = m_known.spec->norm != NormKind::kLayerNorm;
            met.wholeMatrix = m_known.spec->normScope == NormScope::kMatrix;
            met.epsilon = m_known.spec->epsilon;
            met.gain = weights.gain;
            met.bias = weights.bias;
            if (m_known.spec->norm == NormKind::kRmsNormPlusOne && met.gain.size() > 0)
                met.gain.array() += 1.0F;
        }
        const RowVector recorded = rowOf(m_trace.norm(
            step == BlockStep::kFinalNorm ? NormRef{m_account.stack, 0, NormSite::kFinal} : refOf(site)));
        if (recorded.size() == 2) {
            met.known = true;
            met.mean = recorded[0];
            met.deviation = recorded[1];
        }
        RowVector normed;
        if (met.known && input.size() > 0 && m_known.spec != nullptr)
            normed = applied(met, input);
        BlockStage& stage = add(step, normed, false);
        if (met.known && input.size() > 0 && !met.wholeMatrix && m_known.spec != nullptr)
            stage.apart = statisticsApart(met, input);
        stage.norm = std::move(met);
        return normed;
    }

    static RowVector applied(const BlockNorm& norm, const RowVector& input)
    {
        const double deviation = norm.deviation;
        const double factor = 1.0 / std::sqrt(deviation * deviation + static_cast<double>(norm.epsilon));
        RowVector normed
            = ((input.cast<double>().array() - static_cast<double>(norm.mean)) * factor).cast<float>();
        if (norm.gain.size() == normed.size())
            normed.array() *= norm.gain.array();
        if (norm.bias.size() == normed.size())
            normed += norm.bias;
        return normed;
    }

    static float statisticsApart(const BlockNorm& norm, const RowVector& input)
    {
        const Eigen::RowVectorXd row = input.cast<double>();
        const double mean = norm.rootMeanSquare ? 0.0 : row.mean();
        const double deviation
            = std::sqrt((row.array() - mean).square().sum() / static_cast<double>(row.size()));
        return static_cast<float>(std::max(std::abs(mean - static_cast<double>(norm.mean)),
                                           std::abs(deviation - static_cast<double>(norm.deviation))));
    }

    void heads(AttentionKind kind)
    {
        const int count = m_trace.info().heads(m_account.stack);
        RowVector joined;
        for (int head = 0; head < count; ++head) {
            const RowVector own = rowOf(
                m_trace.headMatrix(Site::kHeadOutput, {m_account.stack, m_account.layer, kind, head}));
            if (own.size() == 0) {
                joined = {};
                break;
            }
            RowVector more(joined.size() + own.size());
            more << joined, own;
            joined = std::move(more);
        }
        BlockStage& stage = add(BlockStep::kHeads, joined, true);
        stage.attention = kind;
        stage.parts = count;
    }

    RowVector attentionOutput(AttentionKind kind)
    {
        const RowVector before = m_account.stages.back().step == BlockStep::kHeads
            ? m_account.stages.back().values
            : RowVector(); // a norm of its own comes in between
        BlockStage& stage = add(BlockStep::kOutput, rowOf(m_trace.output(layerRef(kind))), true);
        stage.attention = kind;
        if (m_known.weights != nullptr && (kind == AttentionKind::kSelf || m_known.weights->cross))
            check(stage, before,
                  kind == AttentionKind::kSelf ? m_known.weights->self.output
                                               : m_known.weights->cross->output);
        return stage.values;
    }

    void units()
    {
        const bool mixture = m_known.layer != nullptr
            ? m_known.layer->experts.has_value()
            : m_trace.info().stack(m_account.stack)->expertsOf(m_account.layer) > 0;
        if (mixture) {
            experts();
            return;
        }
        if (m_known.layer != nullptr && m_known.layer->feedForward.linear)
            return; // a single matrix has no units
        BlockStage& stage = add(BlockStep::kHidden,
                                rowOf(m_trace.feedForwardHidden(m_account.stack, m_account.layer)), true);
        stage.active = (stage.values.array() > 0.0F).count();
        if (m_known.layer != nullptr) {
            stage.activation = m_known.layer->feedForward.activation;
            stage.gated = m_known.layer->feedForward.gated;
        }
    }

    void experts()
    {
        BlockStage& stage
            = add(BlockStep::kExperts, rowOf(m_trace.router(m_account.stack, m_account.layer)), true);
        const IndexMatrix chosen = m_trace.experts(m_account.stack, m_account.layer);
        if (m_account.position >= chosen.rows())
            return;
        for (Index i = 0; i < chosen.cols(); ++i) {
            const Index expert = chosen(m_account.position, i);
            if (expert >= 0 && expert < stage.values.size())
                stage.experts.push_back({expert, stage.values[expert]});
        }
    }

    RowVector feedForwardOutput()
    {
        const RowVector before = m_account.stages.back().step == BlockStep::kHidden
            ? m_account.stages.back().values
            : RowVector();
        BlockStage& stage = add(BlockStep::kFeedForward,
                                rowOf(m_trace.feedForwardOutput(m_account.stack, m_account.layer)), true);
        if (m_known.weights != nullptr)
            check(stage, before, m_known.weights->feedForward.down);
        return stage.values;
    }

    /// Compares the recorded row with the matrix times the preceding row.
    void check(BlockStage& stage, const RowVector& before, const Linear& matrix) const
    {
        if (m_known.spec == nullptr || before.size() == 0 || stage.values.size() == 0 || !matrix.present()
            || matrix.weight.columns() != before.size() || matrix.weight.rows() != stage.values.size())
            return;
        const RowVector made = matrix.apply(Matrix(before), nullptr).row(0) * m_known.spec->residualScale;
        stage.apart = largestDifference(made, stage.values);
    }

    void sum(std::optional<AttentionKind> attention, const std::vector<RowVector>& added)
    {
        for (const RowVector& part : added) {
            if (part.size() != m_stream.size() || part.size() == 0)
                m_stream = {};
            else
                m_stream += part;
        }
        add(BlockStep::kSum, m_stream, false).attention = attention;
    }

    /// The stream after the layer is recorded; the last stage must match it.
    void compareWithNext()
    {
        if (m_account.convolved || m_stream.size() == 0)
            return;
        const RowVector next = rowOf(m_trace.residual(m_account.stack, m_account.layer + 1));
        if (next.size() != m_stream.size())
            return;
        BlockStage& stage = m_account.stages.back();
        stage.apart = largestDifference(m_stream, next);
        stage.values = next;
        stage.recorded = true;
    }

    void finalNorm()
    {
        if (!m_account.last || !m_account.hasFinalNorm)
            return;
        const RowVector input = rowOf(m_trace.residual(m_account.stack, m_account.layer + 1));
        const RowVector made
            = norm(NormSite::kFinal, input, m_known.stackWeights->finalNorm, BlockStep::kFinalNorm);
        const RowVector recorded = rowOf(m_trace.stackMatrix(Site::kFinal, m_account.stack));
        if (recorded.size() == 0 || recorded.size() != made.size()
            || m_known.stackWeights->projectOut.present())
            return; // the recorded stream has been projected
        BlockStage& stage = m_account.stages.back();
        stage.apart = std::max(stage.apart.value_or(0.0F), largestDifference(made, recorded));
        stage.values = recorded;
        stage.recorded = true;
    }

    const Trace& m_trace;
    LayerKnowledge m_known;
    BlockAccount& m_account;
    RowVector m_stream; ///< empty = unknown from here on
};

} // namespace

std::optional<BlockAccount> blockAccount(const Trace& trace, const Model* model, StackKind stack, int layer,
                                         Index position)
{
    const StackShape* const shape = trace.isNull() ? nullptr : trace.info().stack(stack);
    if (shape == nullptr || layer < 0 || layer >= shape->layers || position < 0
        || position >= static_cast<Index>(trace.tokens(stack).size()))
        return std::nullopt;
    const LayerKnowledge known
        = knowledgeOf(model != nullptr ? &modelOf(*model, trace.info()) : nullptr, stack, layer);
    BlockAccount account;
    account.stack = stack;
    account.layer = layer;
    account.position = position;
    account.last = layer + 1 == shape->layers;
    account.withModel = known.spec != nullptr;
    account.hasFinalNorm = known.stackWeights != nullptr && known.stackWeights->finalNorm.present();
    account.convolved = known.spec != nullptr && layer == 0 && known.spec->convolution.has_value();
    BlockWalk(trace, known, account).walk();
    return account;
}

} // namespace headlight
