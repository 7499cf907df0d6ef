#include "core/edit/edit_plan.h"

#include "core/math/layers.h"

#include <algorithm>
#include <iterator>
#include <variant>

namespace headlight {

namespace {

/// Sets row `row` of a pattern in place; allowed has one entry per key.
void setRow(PatternForm form, Index position, const std::vector<std::uint8_t>& allowed,
            Eigen::Ref<RowVector> row)
{
    row.setZero();
    const Index keys = row.size();
    if (form == PatternForm::kUniform) {
        const auto count = std::ranges::count(allowed, std::uint8_t{1});
        for (Index key = 0; key < keys && count > 0; ++key)
            if (allowed[static_cast<std::size_t>(key)] != 0)
                row[key] = 1.0F / static_cast<float>(count);
        return;
    }
    Index key = 0;
    if (form == PatternForm::kIdentity)
        key = position;
    else if (form == PatternForm::kPrevious)
        key = std::max<Index>(0, position - 1);
    if (key < keys && allowed[static_cast<std::size_t>(key)] != 0)
        row[key] = 1.0F;
}

} // namespace

void HeadChange::applyPattern(const Matrix* frozen, const RowPlace& place, MatrixSpan values) const
{
    std::vector<std::uint8_t> allowed(static_cast<std::size_t>(values.cols()), 1);
    for (Index row = 0; row < values.rows(); ++row) {
        const Index position = place.first + row;
        if (place.mask != nullptr)
            place.mask->fillRow(place.maskRow + row, 0, allowed);
        if (form != PatternForm::kFrozen) {
            RowVector changed(values.cols());
            setRow(form, position, allowed, changed);
            values.row(row) = changed;
            continue;
        }
        const Index source = target < 0 ? position : position - target;
        if (frozen == nullptr || source < 0 || source >= frozen->rows())
            continue;
        const Index known = std::min(values.cols(), frozen->cols());
        values.row(row).setZero();
        for (Index key = 0; key < known; ++key)
            if (allowed[static_cast<std::size_t>(key)] != 0)
                values(row, key) = (*frozen)(source, key);
    }
}

void HeadChange::apply(std::size_t ofLane, const RowPlace& place, MatrixSpan values) const
{
    const auto given
        = [&]() -> const Matrix& { return *(rows.size() == 1 ? rows.front() : rows.at(ofLane)); };
    switch (kind) {
    case Kind::kScale:
        if (factor == 0.0F)
            values.setZero(); // drops the previous values
        else
            values *= factor;
        break;
    case Kind::kConstant:
        values.rowwise() = given().row(0);
        break;
    case Kind::kRows: {
        const Matrix& from = given();
        const Index begin = target < 0 ? 0 : target;
        for (Index row = 0; row < values.rows(); ++row) {
            const Index source = place.first + row - begin;
            if (source >= 0 && source < from.rows())
                values.row(row) = from.row(source);
        }
        break;
    }
    case Kind::kPattern:
        applyPattern(rows.empty() ? nullptr : &given(), place, values);
        break;
    case Kind::kDropout:
        dropOut(values, factor, seed, place.first);
        break;
    }
}

std::uint64_t dropoutSeed(Index seed, Site site, const LayerRef& layer, int head)
{
    auto mixed = static_cast<std::uint64_t>(seed);
    for (const int part : {static_cast<int>(site), static_cast<int>(layer.stack), layer.layer,
                           static_cast<int>(layer.kind), head})
        mixed = mixedSeed(mixed, static_cast<std::uint64_t>(part));
    return mixed;
}

bool EditPlan::causal(StackKind stack, bool architecture) const
{
    const Toggle toggle = stack == StackKind::kEncoder ? m_masks.encoderCausal : m_masks.decoderCausal;
    return toggle == Toggle::kAuto ? architecture : toggle == Toggle::kOn;
}

bool EditPlan::editsMasks(const LayerRef& layer, int heads) const
{
    return std::ranges::any_of(m_maskChanges, [&](const MaskChange& change) {
        for (int head = 0; head < heads; ++head)
            if (change.where.matches({layer.stack, layer.layer, layer.kind, head}))
                return true;
        return false;
    });
}

void EditPlan::applyTo(Mask& mask, const HeadRef& head, std::size_t lane) const
{
    for (const MaskChange& change : m_maskChanges)
        if ((change.lane < 0 || static_cast<std::size_t>(change.lane) == lane) && change.where.matches(head))
            mask.change(change.change);
}

bool EditPlan::edits(Site site, const LayerRef& layer) const
{
    const auto first = m_heads.lower_bound({site, HeadRef{layer.stack, layer.layer, layer.kind, 0}});
    return first != m_heads.end() && first->first.first == site && first->first.second.layerRef() == layer;
}

ScoreRule EditPlan::scoreRule(const HeadRef& head, std::size_t lane, const ScoreRule& own) const
{
    const auto found = m_rules.find(head);
    if (found == m_rules.end())
        return own;
    ScoreRule rule = own;
    for (const auto& [ofLane, changed] : found->second)
        if (ofLane < 0 || static_cast<std::size_t>(ofLane) == lane)
            rule = changed;
    return rule;
}

void EditPlan::dropOut(Site site, const LayerRef& layer, std::size_t lanes, Index firstRow,
                       MatrixSpan rows) const
{
    const Index each = rows.rows() / static_cast<Index>(lanes);
    for (const auto& [ofLane, dropout] : m_dropouts) {
        const float rate = site == Site::kEmbeddings ? dropout.embeddings
            : site == Site::kFeedForwardHidden       ? dropout.hidden
                                                     : dropout.sublayers;
        const std::uint64_t seed = dropoutSeed(dropout.seed, site, layer, 0);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            if (ofLane < 0 || static_cast<std::size_t>(ofLane) == lane)
                headlight::dropOut(rows.middleRows(static_cast<Index>(lane) * each, each), rate, seed,
                                   firstRow);
    }
}

bool EditPlan::wired(WiringForm form, const LayerRef& layer, int lane) const
{
    return std::ranges::any_of(m_wirings, [&](const auto& entry) {
        const auto& [ofLane, wiring] = entry;
        return wiring.form == form && wiring.stack == layer.stack
            && (wiring.layer < 0 || wiring.layer == layer.layer)
            && (lane < 0 || ofLane < 0 || ofLane == lane);
    });
}

void EditPlan::edit(Site site, const HeadRef& head, std::size_t lane, const RowPlace& place,
                    MatrixSpan values) const
{
    const auto found = m_heads.find({site, head});
    if (found == m_heads.end())
        return;
    for (const HeadChange& change : found->second)
        if (change.concerns(lane))
            change.apply(lane, place, values);
}

bool EditPlan::expertOff(const ExpertRef& expert, std::size_t lane) const
{
    return std::ranges::any_of(m_experts, [&](const ExpertChange& change) {
        return (change.lane < 0 || static_cast<std::size_t>(change.lane) == lane)
            && change.where.matches(expert);
    });
}

void EditPlan::editRows(Site site, const LayerRef& layer, std::size_t lanes, Index firstRow,
                        MatrixSpan rows) const
{
    const auto found = m_rows.find({site, layer});
    if (found == m_rows.end())
        return;
    const Index each = rows.rows() / static_cast<Index>(lanes);
    for (const HeadChange& change : found->second)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            if (change.concerns(lane))
                change.apply(lane, {firstRow, nullptr, 0},
                             rows.middleRows(static_cast<Index>(lane) * each, each));
}

std::map<HeadRef, ScoreRule> editedRules(const Interventions& interventions, const TraceInfo& model)
{
    const auto changesRules = [](const Intervention& edit) {
        return std::holds_alternative<ScoreScale>(edit) || std::holds_alternative<ScoreSimilarity>(edit)
            || std::holds_alternative<RowNormalisation>(edit) || std::holds_alternative<MaskFill>(edit)
            || std::holds_alternative<Dropout>(edit);
    };
    Interventions some;
    std::copy_if(interventions.list.begin(), interventions.list.end(), std::back_inserter(some.list),
                 changesRules);
    std::map<HeadRef, ScoreRule> rules;
    if (some.list.empty())
        return rules;
    const auto plan = EditPlan::compile(some, model, {0, -1});
    for (const HeadRef& head : plan ? model.headsOf(kEveryHead) : std::vector<HeadRef>()) {
        const ScoreRule& own = model.scoreRule(head.layerRef());
        if (const ScoreRule rule = plan->scoreRule(head, 0, own); !(rule == own))
            rules.emplace(head, rule);
    }
    return rules;
}

} // namespace headlight
