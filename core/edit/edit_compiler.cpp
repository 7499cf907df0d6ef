#include "core/base/text_list.h"
#include "core/edit/edit_plan.h"
#include "core/edit/edit_targets.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace headlight {

namespace {

constexpr Index kNoEnd = std::numeric_limits<Index>::max();

HeadPattern patternOf(StackKind stack, AttentionKind kind)
{
    return {.stack = stack, .layers = {0, -1}, .kind = kind, .heads = {0, -1}};
}

float inverseRoot(int width)
{
    return 1.0F / std::sqrt(static_cast<float>(std::max(width, 1)));
}

/// Whether masked keys may get weight.
bool looksPastMasks(const ScoreRule& rule)
{
    return std::isfinite(rule.maskValue) || rule.emptyRow == EmptyRow::kUniform;
}

/// The mean over all tokens but padding; null if there is none.
std::shared_ptr<const Matrix> meanRow(const std::vector<Trace>& traces, Site site, const HeadRef& head)
{
    Eigen::RowVectorXd sum;
    Index count = 0;
    for (const Trace& trace : traces) {
        const Matrix rows = trace.headMatrix(site, head);
        const auto& tokens = trace.tokens(head.stack);
        for (Index row = 0; row < rows.rows(); ++row) {
            const auto index = static_cast<std::size_t>(row);
            if (index < tokens.size() && tokens[index].padding)
                continue;
            if (count++ == 0)
                sum = rows.row(row).cast<double>();
            else
                sum += rows.row(row).cast<double>();
        }
    }
    if (count == 0)
        return nullptr;
    return std::make_shared<const Matrix>((sum / static_cast<double>(count)).cast<float>());
}

} // namespace

/// Compiles the entries into a plan, one after another; stops at the first error.
class EditCompiler
{
public:
    EditCompiler(const Interventions& all, const TraceInfo& model, const SequenceLengths& lengths)
        : m_model(model)
        , m_targets(model, lengths)
    {
        m_plan.m_masks = all.masks;
        const bool mixes = model.decoder && model.decoder->mixesRows;
        // If masked scores are finite, a row may put weight on keys that do not exist yet.
        const bool reaches = std::ranges::any_of(model.decoderSelf, looksPastMasks);
        m_plan.m_keepsPast = !mixes && !reaches
            && m_plan.causal(StackKind::kDecoder, model.decoder && model.decoder->causal);
    }

    /// lane -1 = the edit applies to all lanes.
    Result<void> add(const Intervention& edit, int lane, const std::vector<Trace>* runs, int sentence)
    {
        m_lane = lane;
        m_runs = runs;
        m_sentence = sentence;
        if (!isEnabled(edit))
            return {};
        m_targets.setEdit(edit);
        if (referenceOf(edit) != nullptr && m_runs == nullptr)
            return m_targets.fault("its reference was not run");
        RETURN_IF_ERROR(checkRanges(edit));
        return std::visit([this](const auto& one) { return compile(one); }, edit);
    }

    EditPlan take() { return std::move(m_plan); }

private:
    /// Refuses an edit of heads of which the model has only some.
    Result<void> checkRanges(const Intervention& edit) const
    {
        const HeadPattern* const where = whereOf(edit);
        if (where == nullptr)
            return {};
        const auto* const patch = std::get_if<ActivationPatch>(&edit);
        const bool ofStream = patch != nullptr && isOfStream(patch->site);
        if (ofStream ? m_model.rowsOf(patch->site, *where).empty() : m_model.headsOf(*where).empty())
            return {}; // that it matches nothing is another error
        const auto checked = m_model.checkRanges(*where, patch ? std::optional(patch->site) : std::nullopt);
        return checked ? checked : Result<void>(m_targets.fault(checked.error().message));
    }

    void addMask(const HeadPattern& where, Mask::Change change)
    {
        const auto* const edit = std::get_if<Mask::Edit>(&change);
        // It lets some query see a key that comes later.
        if (edit != nullptr && edit->allow && edit->keyEnd - 1 > edit->queryBegin)
            for (const LayerRef& layer : m_model.layersOf(where))
                if (layer.stack == StackKind::kDecoder && layer.kind == AttentionKind::kSelf)
                    m_plan.m_keepsPast = false;
        m_plan.m_maskChanges.push_back({where, m_lane, std::move(change)});
    }

    /// Calls `change` for each head of the pattern until one is an error; an error if there is no head.
    Result<void> eachHead(const HeadPattern& where, const auto& change)
    {
        const std::vector<HeadRef> heads = m_model.headsOf(where);
        if (heads.empty())
            return m_targets.noHead(where);
        for (const HeadRef& head : heads)
            RETURN_IF_ERROR(change(head));
        return {};
    }

    void addHead(Site site, const HeadRef& head, HeadChange change)
    {
        change.lane = m_lane;
        m_plan.m_heads[{site, head}].push_back(std::move(change));
    }

    /// The traces from which lanes take their rows: one per lane, or one for all.
    std::vector<Trace> sources() const
    {
        if (m_sentence >= 0 && m_runs->size() > 1)
            return {m_runs->at(static_cast<std::size_t>(m_sentence))};
        return *m_runs;
    }

    Result<void> compile(const HeadOff& edit) { return changeHeads(edit.where, {.factor = 0.0F}); }
    Result<void> compile(const HeadScale& edit) { return changeHeads(edit.where, {.factor = edit.factor}); }

    Result<void> compile(const ExpertOff& edit)
    {
        RETURN_IF_ERROR(m_targets.checkExperts(edit.where));
        m_plan.m_experts.push_back({edit.where, m_lane});
        return {};
    }

    Result<void> changeHeads(const HeadPattern& where, const HeadChange& change,
                             Site site = Site::kHeadOutput)
    {
        return eachHead(where, [&](const HeadRef& head) {
            addHead(site, head, change);
            return Result<void>();
        });
    }

    Result<void> compile(const MaskEdit& edit)
    {
        const std::vector<LayerRef> layers = m_model.layersOf(edit.where);
        if (layers.empty())
            return m_targets.noHead(edit.where);
        for (const LayerRef& layer : layers)
            for (const auto& [what, begin, stack] :
                 {std::tuple{"query", edit.queryBegin, layer.stack},
                  std::tuple{"key", edit.keyBegin, EditTargets::keysStack(layer)}})
                RETURN_IF_ERROR(m_targets.checkIndex(what, begin, m_targets.tokens(stack), toString(layer)));
        addMask(edit.where, maskChange(edit));
        return {};
    }

    Result<void> compile(const MaskShape& edit)
    {
        if (m_model.headsOf(edit.where).empty())
            return m_targets.noHead(edit.where);
        if (edit.size < 1)
            return m_targets.fault("found a size below 1");
        addMask(edit.where, maskChange(edit));
        return {};
    }

    Result<void> compile(const TokenHidden& edit)
    {
        RETURN_IF_ERROR(m_targets.checkStack(edit.stack));
        RETURN_IF_ERROR(m_targets.checkIndex("token", edit.token, m_targets.tokens(edit.stack),
                                             concat("the ", stackName(edit.stack))));
        const Mask::Edit column{0, kNoEnd, edit.token, edit.token + 1, false};
        addMask(patternOf(edit.stack, AttentionKind::kSelf), column);
        if (edit.stack == StackKind::kEncoder && m_model.decoder && m_model.decoder->cross)
            addMask(patternOf(StackKind::kDecoder, AttentionKind::kCross), column);
        return {};
    }

    Result<void> compile(const HeadMean& edit)
    {
        return eachHead(edit.where, [&](const HeadRef& head) -> Result<void> {
            const auto mean = meanRow(*m_runs, Site::kHeadOutput, head);
            if (!mean)
                return m_targets.fault("the reference has no numbers for ", toString(head));
            addHead(Site::kHeadOutput, head, {.kind = HeadChange::Kind::kConstant, .rows = {mean}});
            return {};
        });
    }

    Result<void> compile(const PatternEdit& edit)
    {
        if (edit.form == PatternForm::kFrozen)
            return freezePattern(edit.where, {});
        return changeHeads(edit.where, {.kind = HeadChange::Kind::kPattern, .form = edit.form},
                           Site::kWeights);
    }

    struct RowPair
    {
        Index source = -1, target = -1; ///< -1 = all rows
    };
    /// Takes the weights of the reference.
    Result<void> freezePattern(const HeadPattern& where, const RowPair& pair)
    {
        return eachHead(where, [&](const HeadRef& head) -> Result<void> {
            std::vector<Matrix> all;
            for (const Trace& trace : sources()) {
                all.push_back(trace.attention(head).whole(MapKind::kWeights));
                const StackKind keysOf = EditTargets::keysStack(head.layerRef());
                const Index keys = m_targets.tokens(keysOf);
                if (keysOf == StackKind::kEncoder && keys != all.back().cols())
                    return m_targets.fault("the reference has ", all.back().cols(), " tokens, the input ",
                                           keys, "; a frozen pattern needs the same number");
            }
            ASSIGN_OR_RETURN(auto change, patchRows(pair, std::move(all), head.stack, toString(head)));
            change.kind = HeadChange::Kind::kPattern;
            change.form = PatternForm::kFrozen;
            addHead(Site::kWeights, head, std::move(change));
            return {};
        });
    }

    /// The rows of the reference that a patch writes, per lane.
    Result<HeadChange> patchRows(const RowPair& pair, std::vector<Matrix> all, StackKind stack,
                                 const std::string& name) const
    {
        HeadChange change{.kind = HeadChange::Kind::kRows, .lane = m_lane, .target = pair.target};
        if (pair.target >= 0)
            RETURN_IF_ERROR(m_targets.checkIndex("position", pair.target, m_targets.tokens(stack), name));
        for (Matrix& rows : all) {
            if (pair.source >= 0) {
                RETURN_IF_ERROR(m_targets.checkIndex("position", pair.source, rows.rows(), "the reference"));
                rows = Matrix(rows.row(pair.source));
            }
            change.rows.push_back(std::make_shared<const Matrix>(std::move(rows)));
        }
        return change;
    }

    Result<void> compile(const ActivationPatch& edit)
    {
        if ((edit.source < 0) != (edit.target < 0))
            return m_targets.fault("found one position, expected two, or none to patch every position");
        if (isOfStream(edit.site))
            return patchStream(edit);
        if (edit.site == Site::kWeights)
            return freezePattern(edit.where, {edit.source, edit.target});
        const bool ofKeys = factsOf(edit.site).perKey;
        std::optional<HeadRef> done;
        return eachHead(edit.where, [&](const HeadRef& head) -> Result<void> {
            HeadRef address = head;
            if (ofKeys)
                address.head = m_model.stack(head.stack)->kvHeadOf(head.head);
            if (done == address)
                return {}; // another head of the same group
            done = address;
            auto all = listFrom(sources(), [&](const Trace& one) { return one.headMatrix(edit.site, head); });
            const StackKind rowsOf = ofKeys ? EditTargets::keysStack(head.layerRef()) : head.stack;
            ASSIGN_OR_RETURN(auto change,
                             patchRows({edit.source, edit.target}, std::move(all), rowsOf, toString(head)));
            addHead(edit.site, address, std::move(change));
            return {};
        });
    }

    Result<void> patchStream(const ActivationPatch& edit)
    {
        const std::vector<LayerRef> places = m_model.rowsOf(edit.site, edit.where);
        for (const LayerRef& layer : places) {
            std::vector<Matrix> all;
            for (const Trace& trace : sources()) {
                all.push_back(trace.stream(edit.site, layer));
                if (all.back().rows() == 0)
                    return m_targets.fault("the layer has no such stream, because its attention and its "
                                           "feed-forward layer add to the same one; expected residual");
            }
            ASSIGN_OR_RETURN(auto change,
                             patchRows({edit.source, edit.target}, std::move(all), layer.stack,
                                       concat("the ", stackName(layer.stack))));
            m_plan.m_rows[{edit.site, layer}].push_back(std::move(change));
        }
        return places.empty() ? Result<void>(m_targets.noHead(edit.where)) : Result<void>();
    }

    Result<void> compile(const PositionEdit& edit)
    {
        RETURN_IF_ERROR(m_targets.checkStack(edit.stack));
        (edit.stack == StackKind::kEncoder ? m_plan.m_encoderPositions : m_plan.m_decoderPositions) = edit;
        return {};
    }

    /// Changes the rule of every head that the pattern matches; `change` receives the shape of its stack.
    Result<void> changeRules(const HeadPattern& where, const auto& change)
    {
        return eachHead(where, [&](const HeadRef& head) -> Result<void> {
            const ScoreRule& own = m_model.scoreRule(head.layerRef());
            ScoreRule rule = m_plan.scoreRule(head, static_cast<std::size_t>(m_lane), own);
            change(rule, *m_model.stack(head.stack));
            m_plan.m_rules[head].emplace_back(m_lane, rule);
            const bool grows = head.stack == StackKind::kDecoder && head.kind == AttentionKind::kSelf;
            m_plan.m_keepsPast = m_plan.m_keepsPast && !(grows && looksPastMasks(rule));
            return {};
        });
    }

    Result<void> compile(const ScoreScale& edit)
    {
        return changeRules(edit.where, [&](ScoreRule& rule, const StackShape& shape) {
            const int width = edit.form == ScaleForm::kKeyWidth ? shape.headWidth : m_model.modelWidth;
            rule.scale = edit.form == ScaleForm::kNumber ? edit.factor
                : edit.form == ScaleForm::kNone          ? 1.0F
                                                         : inverseRoot(width);
        });
    }

    Result<void> compile(const ScoreSimilarity& edit)
    {
        return changeRules(edit.where, [&](ScoreRule& rule, const StackShape& shape) {
            rule.form = edit.form == SimilarityForm::kCosine ? ScoreForm::kCosine
                : edit.form == SimilarityForm::kAdditive     ? ScoreForm::kAdditive
                                                             : ScoreForm::kDot;
            rule.scale = edit.form == SimilarityForm::kScaled ? inverseRoot(shape.headWidth) : 1.0F;
        });
    }

    Result<void> compile(const RowNormalisation& edit)
    {
        return changeRules(edit.where, [&](ScoreRule& rule, const StackShape&) { rule.rows = edit.form; });
    }

    Result<void> compile(const MaskFill& edit)
    {
        return changeRules(edit.where, [&](ScoreRule& rule, const StackShape&) {
            rule.maskValue
                = edit.form == MaskFillForm::kBillion ? -1e9F : -std::numeric_limits<float>::infinity();
            rule.emptyRow = edit.empty;
        });
    }

    Result<void> compile(const Dropout& edit)
    {
        for (const float rate : {edit.embeddings, edit.weights, edit.sublayers, edit.hidden})
            if (!(rate >= 0.0F && rate < 1.0F))
                return m_targets.fault("found a rate outside the range, expected at least 0 and below 1");
        if (edit.runs < 1 || edit.runs > Dropout::kMostRuns)
            return m_targets.fault("runs: found ", edit.runs, ", expected 1 to ", Dropout::kMostRuns);
        m_plan.m_dropouts.emplace_back(m_lane, edit);
        if (edit.weights == 0.0F)
            return {};
        for (const HeadRef& head : m_model.headsOf(kEveryHead))
            addHead(Site::kWeights, head,
                    {.kind = HeadChange::Kind::kDropout,
                     .factor = edit.weights,
                     .seed = dropoutSeed(edit.seed, Site::kWeights, head.layerRef(), head.head)});
        return changeRules(kEveryHead,
                           [&](ScoreRule& rule, const StackShape&) { rule.dropout = edit.weights; });
    }

    Result<void> compile(const Wiring& edit)
    {
        RETURN_IF_ERROR(m_targets.checkStack(edit.stack));
        const StackShape* const shape = m_model.stack(edit.stack);
        const std::string stack(stackName(edit.stack));
        if (edit.layer >= shape->layers)
            return m_targets.fault("the ", stack, " has layers 0 to ", shape->layers - 1);
        if (edit.form == WiringForm::kStaleResidual && !shape->cross)
            return m_targets.fault("the ", stack, " has no cross-attention");
        m_plan.m_wirings.emplace_back(m_lane, edit);
        return {};
    }

    /// The model to run is chosen earlier (core/model/adapter/adapter.h).
    Result<void> compile(const AdapterOff& /*edit*/) const
    {
        if (m_model.adapter.empty())
            return m_targets.fault("the model has no adapter. Open one first");
        if (m_lane >= 0)
            return m_targets.fault("is for all sentences of a batch, not for one of them");
        return {};
    }

    const TraceInfo& m_model;
    EditTargets m_targets;
    EditPlan m_plan;
    int m_lane = -1;
    const std::vector<Trace>* m_runs = nullptr;
    int m_sentence = -1;
};

Mask::Change maskChange(const MaskEdit& edit)
{
    const auto endOf = [](Index end) { return end < 0 ? kNoEnd : end; };
    return Mask::Edit{edit.queryBegin, endOf(edit.queryEnd), edit.keyBegin, endOf(edit.keyEnd), edit.allow};
}

Mask::Change maskChange(const MaskShape& edit)
{
    if (edit.form == MaskForm::kWindow)
        return Mask::Window{edit.size};
    if (edit.form == MaskForm::kBlocks)
        return Mask::Blocks{edit.size, edit.starts};
    return Mask::Edit{0, edit.size, 0, edit.size, true};
}

Result<EditPlan> EditPlan::compile(const Interventions& interventions, const TraceInfo& model,
                                   const SequenceLengths& lengths, const ReferenceRuns& references)
{
    return compileVariants(interventions, model, lengths, references, {{}, references});
}

Result<EditPlan> EditPlan::compileVariants(const Interventions& interventions, const TraceInfo& model,
                                           const SequenceLengths& lengths, const ReferenceRuns& references,
                                           const Variants& variants)
{
    EditCompiler compiler(interventions, model, lengths);
    for (std::size_t i = 0; i < interventions.list.size(); ++i)
        RETURN_IF_ERROR(compiler.add(interventions.list[i], -1, references.of(i), references.lane));
    for (std::size_t i = 0; i < variants.edits.size(); ++i)
        RETURN_IF_ERROR(compiler.add(variants.edits[i],
                                     static_cast<int>(variants.lanes.empty() ? i : variants.lanes[i]),
                                     variants.references.of(i), variants.references.lane));
    return compiler.take();
}

} // namespace headlight
