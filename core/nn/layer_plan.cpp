#include "core/nn/layer_plan.h"

#include "core/edit/interventions.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"

#include <algorithm>
#include <initializer_list>

namespace headlight {

namespace {

using StepKind = LayerStep::Kind;

/// A sub-layer with the places of its norms.
struct SubLayer
{
    std::optional<AttentionKind> attention; ///< unset = feed-forward
    NormSite norm = NormSite::kSelf;
    std::optional<NormSite> postNorm; ///< of its output
};
constexpr SubLayer kSelfAttention{AttentionKind::kSelf, NormSite::kSelf, NormSite::kSelfPost};
constexpr SubLayer kCrossAttention{AttentionKind::kCross, NormSite::kCross, std::nullopt};
constexpr SubLayer kFeedForward{std::nullopt, NormSite::kFeedForward, NormSite::kFeedForwardPost};

class PlanMaker
{
public:
    PlanMaker(const StackSpec& spec, const std::function<bool(NormSite)>& hasNorm)
        : m_spec(spec)
        , m_hasNorm(hasNorm)
    { }

    /// Appends a step and returns the value that it makes.
    int add(StepKind kind, std::optional<AttentionKind> attention, std::initializer_list<int> reads)
    {
        LayerStep& step = m_plan.steps.emplace_back();
        step.kind = kind;
        step.attention = attention;
        std::copy(reads.begin(), reads.end(), step.reads.begin());
        return last();
    }

    int last() const { return static_cast<int>(m_plan.steps.size()); }

    int rewire(WiringForm form, int value, int instead)
    {
        const int made = add(StepKind::kRewire, std::nullopt, {value, instead});
        m_plan.steps.back().form = form;
        return made;
    }

    /// x + f(x), with the norms where the stack has them.
    int inTurn(const SubLayer& subLayer, int stream, std::optional<int> staleStream = std::nullopt)
    {
        const bool after = m_spec.placement == NormPlacement::kPost;
        const bool before = !after && m_spec.placement != NormPlacement::kOutput;
        const int input = before ? norm(subLayer, subLayer.norm, stream) : stream;
        const int added = update(subLayer, input);
        int kept = m_spec.placement == NormPlacement::kPreOfStream ? input : stream;
        if (staleStream)
            kept = rewire(WiringForm::kStaleResidual, kept, *staleStream);
        const int sum = add(StepKind::kSum, subLayer.attention, {kept, added});
        return after ? norm(subLayer, subLayer.norm, sum) : sum;
    }

    /// x + f(norm₁(x)) + g(norm₂(x)); without norm₂, both read norm₁(x).
    void parallel(bool feeds)
    {
        const int first = norm(kSelfAttention, NormSite::kSelf, 0);
        const int attention = update(kSelfAttention, first);
        if (!feeds) {
            add(StepKind::kSum, std::nullopt, {0, attention});
            return;
        }
        const bool own = m_hasNorm(NormSite::kFeedForward);
        const int second = own ? norm(kFeedForward, NormSite::kFeedForward, 0) : first;
        add(StepKind::kSum, std::nullopt, {0, attention, update(kFeedForward, second)});
    }

    LayerPlan take() { return std::move(m_plan); }

private:
    /// The normalised value, or the value itself if the layer has no such norm.
    int norm(const SubLayer& subLayer, NormSite site, int value)
    {
        if (!m_hasNorm(site))
            return value;
        const int made = add(StepKind::kNorm, subLayer.attention, {value});
        m_plan.steps.back().norm = site;
        return made;
    }

    /// What the sub-layer adds to the stream.
    int update(const SubLayer& subLayer, int input)
    {
        int value = add(subLayer.attention ? StepKind::kAttention : StepKind::kFeedForward,
                        subLayer.attention, {input});
        const bool normalised
            = m_spec.placement == NormPlacement::kSandwich || m_spec.placement == NormPlacement::kOutput;
        if (normalised && !m_spec.parallelResidual && subLayer.postNorm)
            value = norm(subLayer, *subLayer.postNorm, value);
        if (m_spec.residualScale != 1.0F) {
            value = add(StepKind::kScale, subLayer.attention, {value});
            m_plan.steps.back().factor = m_spec.residualScale;
        }
        return add(StepKind::kUpdate, subLayer.attention, {value});
    }

    const StackSpec& m_spec;
    const std::function<bool(NormSite)>& m_hasNorm;
    LayerPlan m_plan;
};

} // namespace

bool LayerPlan::isReadAfter(std::size_t step, int value) const
{
    return std::any_of(steps.begin() + static_cast<std::ptrdiff_t>(step) + 1, steps.end(),
                       [value](const LayerStep& later) {
                           return std::ranges::find(later.reads, value) != later.reads.end();
                       });
}

int LayerPlan::middle() const
{
    const auto sum = std::find_if(steps.rbegin(), steps.rend(), [](const LayerStep& step) {
        return step.kind == StepKind::kSum && !step.attention;
    });
    if (sum == steps.rend() || sum->reads[2] != LayerStep::kNone || sum->reads[0] == 0)
        return LayerStep::kNone;
    const int stream = sum->reads[0];
    const LayerStep& made = steps[static_cast<std::size_t>(stream) - 1];
    return made.kind == StepKind::kRewire ? made.reads[0] : stream;
}

bool LayerPlan::has(LayerStep::Kind kind) const
{
    return std::ranges::any_of(steps, [kind](const LayerStep& step) { return step.kind == kind; });
}

LayerPlan layerPlan(const StackSpec& spec, int layer, const std::function<bool(NormSite)>& hasNorm,
                    const std::function<bool(WiringForm)>& wired)
{
    const LayerSpec& what = spec.layers[static_cast<std::size_t>(layer)];
    const bool cross = what.cross.has_value();
    const bool feeds = what.feedForward.width > 0;
    PlanMaker maker(spec, hasNorm);
    if (spec.parallelResidual) {
        maker.parallel(feeds);
    } else {
        const int beforeCross = maker.inTurn(kSelfAttention, 0);
        const int stream = cross ? maker.inTurn(kCrossAttention, beforeCross) : beforeCross;
        const bool stale = cross && wired && wired(WiringForm::kStaleResidual);
        if (feeds)
            maker.inTurn(kFeedForward, stream, stale ? std::optional(beforeCross) : std::nullopt);
    }
    if (layer == 0 && spec.convolution)
        maker.add(StepKind::kConvolution, std::nullopt, {maker.last(), 0});
    if (wired && wired(WiringForm::kSkippedLayer))
        maker.rewire(WiringForm::kSkippedLayer, maker.last(), 0);
    return maker.take();
}

LayerPlan layerPlan(const StackSpec& spec, int layer, const LayerWeights& weights,
                    const std::function<bool(WiringForm)>& wired)
{
    return layerPlan(
        spec, layer, [&weights](NormSite site) { return weights.norm(site).present(); }, wired);
}

bool placesQueriesAndKeys(const StackSpec& spec, const StackWeights& weights)
{
    return spec.positions.scheme == PositionScheme::kNone && weights.positions.rows() > 0;
}

} // namespace headlight
