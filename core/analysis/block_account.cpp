#include "core/analysis/block_account.h"

#include "core/model/adapter/adapter.h"
#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/nn/layer_plan.h"
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
};

LayerKnowledge knowledgeOf(const Model* model, StackKind stack, int layer)
{
    LayerKnowledge known;
    if (model == nullptr)
        return known;
    const StackSpec* const spec = model->spec().stack(stack);
    const StackWeights* const weights = model->weights().stack(stack);
    const auto index = static_cast<std::size_t>(layer);
    if (spec == nullptr || weights == nullptr || index >= spec->layers.size()
        || index >= weights->layers.size())
        return known;
    return {spec, &spec->layers[index], weights, &weights->layers[index]};
}

/// The layer's plan. Without a model the places of norms and sums are unknown; the plan is then the paper's,
/// with the norms that are recorded.
LayerPlan planOf(const Trace& trace, const LayerKnowledge& known, StackKind stack, int layer)
{
    if (known.spec != nullptr)
        return layerPlan(*known.spec, layer, *known.weights);
    StackSpec paper;
    paper.layers.resize(static_cast<std::size_t>(layer) + 1);
    if (trace.info().stack(stack)->cross)
        paper.layers.back().cross.emplace();
    return layerPlan(paper, layer, [&](NormSite site) {
        return trace.norm({stack, layer, site}).cols() == 2;
    });
}

/// Walks through the steps of the layer with the recorded vectors of one position.
struct BlockWalk
{
    const Trace& trace;
    LayerKnowledge known;
    BlockAccount& account;

    void walk(const LayerPlan& plan)
    {
        std::vector<RowVector> values{rowOf(trace.residual(account.stack, account.layer))};
        add(BlockStep::kInput, values.front(), true);
        for (const LayerStep& step : plan.steps)
            values.push_back(valueOf(step, values));
        compareWithNext(values.back());
        finalNorm();
    }

    RowVector rowOf(const Matrix& matrix) const
    {
        return account.position < matrix.rows() ? RowVector(matrix.row(account.position)) : RowVector();
    }

    LayerRef layerRef(AttentionKind kind) const { return {account.stack, account.layer, kind}; }

    BlockStage& add(BlockStep step, RowVector values, bool recorded)
    {
        BlockStage& stage = account.stages.emplace_back();
        stage.step = step;
        stage.recorded = recorded && values.size() > 0;
        stage.values = std::move(values);
        return stage;
    }

    /// What the step makes of earlier values, with the stages that it adds to the account; empty = unknown.
    RowVector valueOf(const LayerStep& step, const std::vector<RowVector>& values)
    {
        const RowVector& input = values[static_cast<std::size_t>(step.reads[0])];
        switch (step.kind) {
        case LayerStep::Kind::kNorm:
            return norm(step.norm, input,
                        known.weights != nullptr ? known.weights->norm(step.norm) : NormWeights());
        case LayerStep::Kind::kAttention:
            return heads(*step.attention);
        case LayerStep::Kind::kFeedForward:
            return units();
        case LayerStep::Kind::kScale:
            return input * step.factor;
        case LayerStep::Kind::kUpdate:
            return update(step.attention, input);
        case LayerStep::Kind::kSum:
            return known.spec != nullptr ? sum(step, values) : RowVector();
        case LayerStep::Kind::kConvolution:
        case LayerStep::Kind::kRewire:
            break;
        }
        return {};
    }

    NormRef refOf(NormSite site) const { return {account.stack, account.layer, site}; }

    /// `input` may be empty (unknown). Returns the normalised row, which may be empty too.
    RowVector norm(NormSite site, const RowVector& input, const NormWeights& weights,
                   BlockStep step = BlockStep::kNorm)
    {
        BlockNorm met;
        met.site = site;
        if (known.spec != nullptr) {
            met.rootMeanSquare = known.spec->norm != NormKind::kLayerNorm;
            met.wholeMatrix = known.spec->normScope == NormScope::kMatrix;
            met.epsilon = known.spec->epsilon;
            met.gain = weights.gain;
            met.bias = weights.bias;
            if (known.spec->norm == NormKind::kRmsNormPlusOne && met.gain.size() > 0)
                met.gain.array() += 1.0F;
        }
        const RowVector recorded = rowOf(trace.norm(
            step == BlockStep::kFinalNorm ? NormRef{account.stack, 0, NormSite::kFinal} : refOf(site)));
        if (recorded.size() == 2) {
            met.known = true;
            met.mean = recorded[0];
            met.deviation = recorded[1];
        }
        RowVector normed;
        if (met.known && input.size() > 0 && known.spec != nullptr)
            normed = applied(met, input);
        BlockStage& stage = add(step, normed, false);
        if (met.known && input.size() > 0 && !met.wholeMatrix && known.spec != nullptr)
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

    /// The heads' outputs, side by side; returns their product with the output projection.
    RowVector heads(AttentionKind kind)
    {
        const int count = trace.info().heads(account.stack);
        RowVector joined;
        for (int head = 0; head < count; ++head) {
            const RowVector own
                = rowOf(trace.headMatrix(Site::kHeadOutput, {account.stack, account.layer, kind, head}));
            if (own.size() == 0) {
                joined = {};
                break;
            }
            RowVector more(joined.size() + own.size());
            more << joined, own;
            joined = std::move(more);
        }
        BlockStage& stage = add(BlockStep::kHeads, std::move(joined), true);
        stage.attention = kind;
        stage.parts = count;
        if (known.weights == nullptr)
            return {};
        return product(kind == AttentionKind::kSelf ? known.weights->self.output
                                                    : known.weights->cross->output,
                       stage.values);
    }

    /// The row times a matrix; empty if one of them is unknown or they do not fit.
    static RowVector product(const Linear& matrix, const RowVector& row)
    {
        if (row.size() == 0 || !matrix.present() || matrix.weight.columns() != row.size())
            return {};
        return matrix.apply(Matrix(row), nullptr).row(0);
    }

    /// What the sub-layer adds, as recorded, compared with what follows from its heads or units.
    RowVector update(const std::optional<AttentionKind>& attention, const RowVector& made)
    {
        BlockStage& stage = attention
            ? add(BlockStep::kOutput, rowOf(trace.output(layerRef(*attention))), true)
            : add(BlockStep::kFeedForward, rowOf(trace.feedForwardOutput(account.stack, account.layer)),
                  true);
        stage.attention = attention;
        if (made.size() > 0 && made.size() == stage.values.size())
            stage.apart = largestDifference(made, stage.values);
        return stage.values;
    }

    /// The feed-forward's units, or the experts that a mixture chooses; returns what units become.
    RowVector units()
    {
        const bool mixture = known.layer != nullptr
            ? known.layer->experts.has_value()
            : trace.info().stack(account.stack)->expertsOf(account.layer) > 0;
        if (mixture) {
            experts();
            return {};
        }
        if (known.layer != nullptr && known.layer->feedForward.linear)
            return {}; // a single matrix has no units
        BlockStage& stage
            = add(BlockStep::kHidden, rowOf(trace.feedForwardHidden(account.stack, account.layer)), true);
        stage.active = (stage.values.array() > 0.0F).count();
        if (known.layer == nullptr)
            return {};
        stage.activation = known.layer->feedForward.activation;
        stage.gated = known.layer->feedForward.gated;
        return product(known.weights->feedForward.down, stage.values);
    }

    void experts()
    {
        BlockStage& stage = add(BlockStep::kExperts, rowOf(trace.router(account.stack, account.layer)), true);
        const IndexMatrix chosen = trace.experts(account.stack, account.layer);
        if (account.position >= chosen.rows())
            return;
        for (Index i = 0; i < chosen.cols(); ++i) {
            const Index expert = chosen(account.position, i);
            if (expert >= 0 && expert < stage.values.size())
                stage.experts.push_back({expert, stage.values[expert]});
        }
    }

    RowVector sum(const LayerStep& step, const std::vector<RowVector>& values)
    {
        RowVector stream = values[static_cast<std::size_t>(step.reads[0])];
        for (std::size_t i = 1; i < step.reads.size() && step.reads[i] >= 0; ++i) {
            const RowVector& part = values[static_cast<std::size_t>(step.reads[i])];
            if (part.size() != stream.size() || part.size() == 0)
                stream = {};
            else
                stream += part;
        }
        add(BlockStep::kSum, stream, false).attention = step.attention;
        return stream;
    }

    /// The stream after the layer is recorded; the last stage must match it.
    void compareWithNext(const RowVector& stream)
    {
        const RowVector next = rowOf(trace.residual(account.stack, account.layer + 1));
        if (stream.size() == 0 || next.size() != stream.size())
            return;
        BlockStage& stage = account.stages.back();
        stage.apart = largestDifference(stream, next);
        stage.values = next;
        stage.recorded = true;
    }

    void finalNorm()
    {
        if (!account.last || !account.hasFinalNorm)
            return;
        const RowVector input = rowOf(trace.residual(account.stack, account.layer + 1));
        const RowVector made
            = norm(NormSite::kFinal, input, known.stackWeights->finalNorm, BlockStep::kFinalNorm);
        const RowVector recorded = rowOf(trace.stackMatrix(Site::kFinal, account.stack));
        if (recorded.size() == 0 || recorded.size() != made.size()
            || known.stackWeights->projectOut.present())
            return; // the recorded stream has been projected
        BlockStage& stage = account.stages.back();
        stage.apart = std::max(stage.apart.value_or(0.0F), largestDifference(made, recorded));
        stage.values = recorded;
        stage.recorded = true;
    }
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
    const LayerPlan plan = planOf(trace, known, stack, layer);
    account.convolved = plan.has(LayerStep::Kind::kConvolution);
    BlockWalk{trace, known, account}.walk(plan);
    return account;
}

} // namespace headlight
