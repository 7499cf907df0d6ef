#include "core/grad/backward_pass.h"

#include "core/grad/adjoints.h"
#include "core/nn/layer_plan.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace headlight {

namespace {

using Values = std::vector<Matrix>;

void addTo(Matrix& sum, Matrix more)
{
    if (sum.rows() == 0)
        sum = std::move(more);
    else
        sum += more;
}

Index realRows(const BackwardPass& pass, StackKind stack, Index rows)
{
    const LaneLengths& lengths = pass.forward.lanes.front();
    return std::clamp<Index>(lengths.of(stack), 0, rows);
}

void blankBeyond(Index real, Matrix& rows)
{
    rows.bottomRows(rows.rows() - real).setZero();
}

/// A norm of the stream [n × d_model], from ∂m/∂output to ∂m/∂x.
Matrix normBack(const BackwardPass& pass, const StackSpec& spec, const NormWeights& norm, const Matrix& x,
                const Matrix& gradient)
{
    if (spec.normScope == NormScope::kMatrix)
        return normalizeTogetherBack(x, gradient, realRows(pass, spec.kind, x.rows()), spec.epsilon);
    return normalizeBack(x, gradient, spec.norm, norm.gain, spec.epsilon);
}

/// ∂m/∂ the rows of a stream, or of what is added to it, before patches of them. A patch is affine in each
/// number.
void editRowsBack(const BackwardPass& pass, Site site, const LayerRef& layer, Matrix& gradient)
{
    Matrix slopes = Matrix::Ones(gradient.rows(), gradient.cols());
    Matrix offsets = Matrix::Zero(gradient.rows(), gradient.cols());
    pass.edits().editRows(site, layer, 1, 0, slopes);
    pass.edits().editRows(site, layer, 1, 0, offsets);
    gradient.array() *= (slopes - offsets).array();
}

/// One layer, from ∂m/∂ the stream after it to ∂m/∂ the stream before it.
struct LayerWalk
{
    const BackwardPass& pass;
    const StackSpec& spec;
    const StackWeights& weights;
    int layer;
    const Matrix* memory;
    const LayerSpec& what = spec.layers[static_cast<std::size_t>(layer)];
    const LayerWeights& with = weights.layers[static_cast<std::size_t>(layer)];
    LayerPlan plan = layerPlan(spec, layer, with,
                               [this](WiringForm form) { return pass.edits().wired(form, middlePlace()); });
    Values values = Values(plan.steps.size() + 1);
    Values gradients = Values(plan.steps.size() + 1);

    Matrix walk(Matrix gradient, StackGradient& stack)
    {
        runAgain();
        gradients.back() = std::move(gradient);
        for (std::size_t i = plan.steps.size(); i-- > 0;) {
            const LayerStep& step = plan.steps[i];
            Matrix& made = gradients[i + 1];
            if (made.rows() == 0) // an edit leaves the value unread
                made = Matrix::Zero(values.front().rows(), values.front().cols());
            keepSum(i + 1, made, stack);
            if (static_cast<int>(i) + 1 == plan.middle()) {
                if (pass.plan.wants(Site::kResidualMiddle, middlePlace()))
                    *pass.gradient.matrix(Site::kResidualMiddle, middlePlace()) = made;
                editRowsBack(pass, Site::kResidualMiddle, middlePlace(), made);
            }
            back(step, made, stack);
            made = {};
            values[i + 1] = {};
        }
        return std::move(gradients.front());
    }

    LayerRef at(const LayerStep& step) const
    {
        return {spec.kind, layer, step.attention.value_or(AttentionKind::kSelf)};
    }
    LayerRef middlePlace() const { return {spec.kind, layer, AttentionKind::kSelf}; }
    const Matrix& read(const LayerStep& step, std::size_t place) const
    {
        return values[static_cast<std::size_t>(step.reads[place])];
    }
    void add(const LayerStep& step, std::size_t place, Matrix gradient)
    {
        addTo(gradients[static_cast<std::size_t>(step.reads[place])], std::move(gradient));
    }
    bool readByNorm(std::size_t value) const
    {
        return std::any_of(plan.steps.begin(), plan.steps.end(), [value](const LayerStep& step) {
            return step.kind == LayerStep::Kind::kNorm && step.reads[0] == static_cast<int>(value);
        });
    }

    AttentionCall call(const LayerStep& step) const
    {
        const LayerRef place = at(step);
        if (place.kind == AttentionKind::kSelf)
            return {place,     what.self,    with.self,           weights.relativeBiasOf(layer),
                    spec.norm, spec.epsilon, weights.relativeRows};
        return {place, *what.cross, *with.cross, nullptr, spec.norm, spec.epsilon, nullptr};
    }

    /// The values of the plan: recorded ones where there are some. What attention or a feed-forward makes
    /// before its update is computed only if a norm reads it.
    void runAgain()
    {
        values.front() = pass.record.residual[static_cast<std::size_t>(layer)];
        for (std::size_t i = 0; i < plan.steps.size(); ++i) {
            const LayerStep& step = plan.steps[i];
            Matrix& made = values[i + 1];
            switch (step.kind) {
            case LayerStep::Kind::kNorm:
                made = read(step, 0);
                if (spec.normScope == NormScope::kMatrix)
                    normalizeTogether(made, realRows(pass, spec.kind, made.rows()), spec.epsilon);
                else
                    normalize(made, spec.norm, with.norm(step.norm).gain, with.norm(step.norm).bias,
                              spec.epsilon);
                break;
            case LayerStep::Kind::kAttention:
                if (readByNorm(i + 1))
                    made = projectedHeads(step);
                break;
            case LayerStep::Kind::kFeedForward:
                if (readByNorm(i + 1))
                    made = feedAgain(step);
                break;
            case LayerStep::Kind::kScale: // only its update reads it
            case LayerStep::Kind::kConvolution: // last: no step reads it but an edit of the wiring
                break;
            case LayerStep::Kind::kUpdate:
                made = *pass.record.matrix(step.attention ? Site::kOutput : Site::kFeedForwardOutput,
                                           at(step));
                break;
            case LayerStep::Kind::kSum:
                made = read(step, 0);
                for (std::size_t place = 1; place < step.reads.size() && step.reads[place] >= 0; ++place)
                    made += read(step, place);
                break;
            case LayerStep::Kind::kRewire:
                made = read(step, pass.edits().wired(step.form, at(step), 0) ? 1 : 0);
                break;
            }
            if (static_cast<int>(i) + 1 == plan.middle())
                pass.edits().editRows(Site::kResidualMiddle, middlePlace(), 1, 0, made);
        }
    }

    Matrix projectedHeads(const LayerStep& step) const
    {
        const AttentionCall own = call(step);
        const std::vector<Matrix>& heads
            = (own.layer.kind == AttentionKind::kCross ? pass.record.cross
                                                       : pass.record.self)[static_cast<std::size_t>(layer)]
                  .headOutput;
        Matrix packed(heads.front().rows(), heads.front().cols() * std::ssize(heads));
        for (std::size_t head = 0; head < heads.size(); ++head)
            packed.middleCols(static_cast<Index>(head) * heads[head].cols(), heads[head].cols())
                = heads[head];
        return own.weights.output.apply(packed, pass.workers());
    }

    Matrix feedAgain(const LayerStep& step) const
    {
        if (what.experts)
            return mixtureOfExperts(pass.forward, at(step), what, *with.experts, read(step, 0));
        return feedForward(
            what.feedForward, with.feedForward, read(step, 0), pass.workers(),
            [&](Matrix& hidden) { pass.edits().dropOut(Site::kFeedForwardHidden, at(step), 1, 0, hidden); });
    }

    /// Keeps the gradient of the value that a sub-layer after the first one adds to.
    void keepSum(std::size_t value, const Matrix& gradient, StackGradient& stack) const
    {
        if (!pass.plan.sites.has(Site::kResidual) || spec.parallelResidual)
            return;
        for (std::size_t i = value; i < plan.steps.size(); ++i) {
            const LayerStep& step = plan.steps[i];
            if (step.kind != LayerStep::Kind::kSum || step.reads[0] != static_cast<int>(value)
                || step.attention == AttentionKind::kSelf)
                continue;
            const bool afterCross = !step.attention && what.cross;
            stack.sums[{spec.kind, layer, afterCross ? AttentionKind::kCross : AttentionKind::kSelf}]
                = gradient;
            return;
        }
    }

    /// One step backwards: adds to ∂m/∂ the values that it reads.
    void back(const LayerStep& step, const Matrix& made, StackGradient& stack)
    {
        switch (step.kind) {
        case LayerStep::Kind::kNorm:
            add(step, 0, normBack(pass, spec, with.norm(step.norm), read(step, 0), made));
            return;
        case LayerStep::Kind::kAttention: {
            AttentionGradient own
                = attentionBack(pass, call(step), read(step, 0),
                                step.attention == AttentionKind::kCross ? memory : nullptr, made);
            add(step, 0, std::move(own.input));
            if (own.memory.rows() > 0)
                addTo(stack.memory, std::move(own.memory));
            return;
        }
        case LayerStep::Kind::kFeedForward:
            add(step, 0, feedForwardBack(pass, at(step), what, with, read(step, 0), made));
            return;
        case LayerStep::Kind::kScale:
            add(step, 0, made * step.factor);
            return;
        case LayerStep::Kind::kUpdate:
            updateBack(step, made);
            return;
        case LayerStep::Kind::kSum:
            for (std::size_t i = 0; i < step.reads.size() && step.reads[i] >= 0; ++i)
                add(step, i, made);
            return;
        case LayerStep::Kind::kConvolution:
            convolutionBack(step, made);
            return;
        case LayerStep::Kind::kRewire:
            add(step, pass.edits().wired(step.form, at(step), 0) ? 1 : 0, made);
            return;
        }
    }

    void updateBack(const LayerStep& step, const Matrix& made)
    {
        const Site site = step.attention ? Site::kOutput : Site::kFeedForwardOutput;
        if (pass.plan.wants(site, at(step)))
            *pass.gradient.matrix(site, at(step)) = made;
        Matrix before = made;
        editRowsBack(pass, site, at(step), before);
        // dropout multiplies each number by a factor that does not depend on it
        pass.edits().dropOut(site, at(step), 1, 0, before);
        add(step, 0, std::move(before));
    }

    /// Calls use(tap, first row of the result, first row of the input, rows) for every tap.
    void eachTap(Index rows, const auto& use) const
    {
        const auto reach = static_cast<Index>(weights.convolution.taps.size() / 2);
        for (std::size_t tap = 0; tap < weights.convolution.taps.size(); ++tap) {
            const Index shift = static_cast<Index>(tap) - reach;
            if (const Index count = rows - std::abs(shift); count > 0)
                use(weights.convolution.taps[tap], std::max<Index>(0, -shift), std::max<Index>(0, shift),
                    count);
        }
    }

    /// norm(x + act(conv(input))) backwards.
    void convolutionBack(const LayerStep& step, Matrix made)
    {
        const ConvolutionWeights& convolution = weights.convolution;
        const Matrix& input = read(step, 1);
        const Activation activation = spec.convolution->activation;
        if (pass.edits().padding())
            blankBeyond(realRows(pass, spec.kind, made.rows()), made);
        Matrix units = convolution.bias.replicate(input.rows(), 1);
        eachTap(input.rows(), [&](const WeightMatrix& tap, Index to, Index from, Index count) {
            Matrix part(count, units.cols());
            tap.multiply(input.middleRows(from, count), part, pass.workers());
            units.middleRows(to, count) += part;
        });
        if (convolution.norm.present()) {
            Matrix sum = units;
            activate(sum, activation);
            sum += read(step, 0);
            made = normalizeBack(sum, made, spec.norm, convolution.norm.gain, spec.epsilon);
        }
        add(step, 0, made);
        activateBack(units, activation, made);
        Matrix back = Matrix::Zero(input.rows(), input.cols());
        eachTap(input.rows(), [&](const WeightMatrix& tap, Index to, Index from, Index count) {
            Matrix part(count, back.cols());
            tap.multiplyBack(made.middleRows(to, count), part, pass.workers());
            back.middleRows(from, count) += part;
        });
        add(step, 1, std::move(back));
    }
};

/// embed() backwards: from ∂m/∂ the stream before layer 0 to ∂m/∂ the embeddings.
Matrix embedBack(const BackwardPass& pass, const StackSpec& spec, const StackWeights& weights,
                 Matrix gradient)
{
    const auto projectBack = [&](EmbeddingProjection place) {
        if (spec.projection == place && weights.projectIn.present())
            gradient = weights.projectIn.applyBack(gradient, pass.workers());
    };
    if (spec.blankPadding && pass.edits().padding())
        blankBeyond(realRows(pass, spec.kind, gradient.rows()), gradient);
    projectBack(EmbeddingProjection::kLast);
    pass.edits().dropOut(Site::kEmbeddings, {spec.kind, 0, AttentionKind::kSelf}, 1, 0, gradient);
    if (weights.embeddingNorm.present()) {
        Matrix sum = pass.record.embeddings;
        for (const Matrix* added : {&pass.record.positions, &pass.record.segments})
            if (added->rows() > 0)
                sum += *added;
        if (spec.projection == EmbeddingProjection::kBeforeNorm && weights.projectIn.present())
            sum = weights.projectIn.apply(sum, pass.workers());
        gradient = normalizeBack(sum, gradient, spec.norm, weights.embeddingNorm.gain, spec.epsilon);
    }
    projectBack(EmbeddingProjection::kBeforeNorm);
    return gradient;
}

} // namespace

SiteSet sitesForBackwardPass()
{
    return {Site::kEmbeddings,
            Site::kPositions,
            Site::kSegments,
            Site::kQuery,
            Site::kKey,
            Site::kValue,
            Site::kBias,
            Site::kMask,
            Site::kHeadOutput,
            Site::kResidual,
            Site::kFinal,
            Site::kOutput,
            Site::kFeedForwardOutput};
}

std::optional<StackGradient> stackBack(const BackwardPass& pass, const ArchSpec& arch, StackKind kind,
                                       const StackWeights& weights, const Matrix* memory, Matrix gradient)
{
    const StackSpec& spec = *arch.stack(kind);
    const auto layers = static_cast<int>(spec.layers.size());
    StackChunk& kept = pass.gradient;
    kept.rows = pass.record.rows;
    kept.resize(spec.layers.size(), memory != nullptr);
    const SiteSet& sites = pass.plan.sites;
    if (sites.has(Site::kFinal))
        kept.final = gradient;
    if (weights.projectOut.present())
        gradient = weights.projectOut.applyBack(gradient, pass.workers());
    if (weights.finalNorm.present())
        gradient = normBack(pass, spec, weights.finalNorm, pass.record.residual.back(), gradient);
    StackGradient stack;
    for (int layer = layers; layer >= 0; --layer) {
        if (sites.has(Site::kResidual))
            kept.residual[static_cast<std::size_t>(layer)] = gradient;
        editRowsBack(pass, Site::kResidual, {kind, layer, AttentionKind::kSelf}, gradient);
        if (layer == 0)
            break;
        if (pass.forward.stop.stop_requested())
            return std::nullopt;
        gradient = LayerWalk{pass, spec, weights, layer - 1, memory}.walk(std::move(gradient), stack);
        if (pass.forward.layerDone)
            pass.forward.layerDone();
    }
    if (pass.forward.stop.stop_requested()) // in the middle of the last layer
        return std::nullopt;
    stack.embeddings = embedBack(pass, spec, weights, std::move(gradient));
    for (const auto& [site, matrix, added] :
         {std::tuple{Site::kEmbeddings, &kept.embeddings, true},
          std::tuple{Site::kPositions, &kept.positions, pass.record.positions.rows() > 0},
          std::tuple{Site::kSegments, &kept.segments, pass.record.segments.rows() > 0}})
        if (sites.has(site) && added)
            *matrix = stack.embeddings;
    return stack;
}

Matrix headBack(const HeadSpec& spec, const HeadWeights& weights, const StackSpec& stack,
                const MatrixView& rows, const MatrixView& logits, Matrix gradient, Workers* workers)
{
    if (spec.softcap != 0.0F) // the slope of cap · tanh(z / cap) is 1 − tanh²
        gradient.array() *= 1.0F - (logits.array() / spec.softcap).square();
    gradient = weights.projection.applyBack(gradient, workers);
    if (spec.scale != 1.0F)
        gradient *= spec.scale;
    if (!spec.transform)
        return gradient;
    const Matrix units = weights.transform.apply(rows, workers);
    if (weights.transformNorm.present()) {
        Matrix active = units;
        activate(active, spec.activation);
        gradient = normalizeBack(active, gradient, stack.norm, weights.transformNorm.gain, stack.epsilon);
    }
    activateBack(units, spec.activation, gradient);
    return weights.transform.applyBack(gradient, workers);
}

} // namespace headlight
