#include "core/run/lanes.h"

#include "core/analysis/map_comparison.h"
#include "core/base/text_list.h"
#include "core/model/forward.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"

#include <algorithm>
#include <string>
#include <utility>

namespace headlight {

namespace {

/// Checks one sequence against the stack that will read it.
Result<void> checkSequence(const Model& model, StackKind stack, const std::vector<TokenLabel>& tokens,
                           const Job& job)
{
    const std::string name(stackName(stack));
    if (tokens.empty())
        return badArgument(name, "the input is empty; expected at least one token");
    const Index rows = model.weights().stack(stack)->embedding.rows();
    for (const TokenLabel& token : tokens)
        if (token.id < 0 || token.id >= rows)
            return Error{ErrorCode::kBadArgument,
                         concat("found token id ", token.id, ", expected ids from 0 to ", rows - 1,
                                ", the size of the model's vocabulary"),
                         (model.folder() / "config.json").string(), name};
    const auto length = static_cast<Index>(tokens.size());
    const std::int64_t limit = model.maxPositions(stack);
    const bool learned = model.spec().stack(stack)->positions.scheme == PositionScheme::kLearned;
    if (limit > 0 && length > limit)
        return Error{ErrorCode::kTooLong,
                     concat("the input has ", length, " tokens, the model's ",
                            learned ? concat("position table has ", limit, " rows")
                                    : concat("rotary positions reach ", limit)),
                     {},
                     name};
    const Index trained = model.spec().stack(stack)->positions.trained;
    if (trained > 0 && length > trained)
        job.warning(concat("the input has ", length, " tokens, more than the ", trained,
                           " that the model was made for"));
    return {};
}

/// Fills ids and axes of one side; `side` picks the tokens of a lane.
void padSide(const Model& model, const std::vector<LaneInput>& lanes, StackKind stack,
             std::vector<TokenLabel> LaneInput::*side, std::pair<TokenBatch&, std::vector<TokenAxis>&> out)
{
    std::size_t longest = 0;
    for (const LaneInput& lane : lanes)
        longest = std::max(longest, (lane.*side).size());
    // A pad id from a settings file may lie outside the table. Nothing attends to padding, so any id will do.
    const TokenId stated = model.generation().padId;
    const TokenId pad = stated >= 0 && stated < model.weights().stack(stack)->embedding.rows() ? stated : 0;
    TokenLabel padding = labelOf(model, stack, pad);
    padding.padding = true;
    for (const LaneInput& lane : lanes) {
        std::vector<TokenLabel> labels = lane.*side;
        labels.resize(longest, padding);
        out.first.ids.push_back(tokenIds(labels));
        out.second.push_back(axisOf(std::move(labels)));
    }
}

Result<void> padSegments(const Model& model, const std::vector<LaneInput>& lanes, TokenBatch& source)
{
    const StackSpec* stack = model.spec().stack(StackKind::kEncoder);
    if (!stack || stack->segments == 0)
        return {};
    for (const LaneInput& lane : lanes) {
        std::vector<std::int32_t> segments = lane.segments;
        if (!segments.empty() && segments.size() != lane.source.size())
            return badArgument("segment-ids", "found ", segments.size(), ", expected ", lane.source.size(),
                               ", one for each token");
        for (const std::int32_t segment : segments)
            if (segment < 0 || segment >= stack->segments)
                return badArgument("segment-ids", "found ", segment, ", expected 0 to ", stack->segments - 1);
        segments.resize(static_cast<std::size_t>(source.length()), 0);
        source.segments.push_back(std::move(segments));
    }
    return {};
}

} // namespace

void padLane(const Model& model, LaneInput& lane, std::size_t length)
{
    if (lane.source.size() >= length)
        return;
    TokenLabel label = labelOf(model, inputStack(model), std::max<TokenId>(model.generation().padId, 0));
    label.padding = true;
    label.special = true;
    if (!lane.segments.empty())
        lane.segments.resize(length, 0);
    lane.source.resize(length, label);
}

TokenAxis axisOf(std::vector<TokenLabel> labels)
{
    return std::make_shared<const std::vector<TokenLabel>>(std::move(labels));
}

Result<PaddedLanes> padLanes(const Model& model, const std::vector<LaneInput>& lanes, const Job& job)
{
    if (lanes.empty())
        return badArgument("text", "no input");
    const bool both = model.isEncoderDecoder();
    const StackKind first = inputStack(model);
    PaddedLanes padded;
    for (const LaneInput& lane : lanes) {
        RETURN_IF_ERROR(checkSequence(model, first, lane.source, job));
        if (both)
            RETURN_IF_ERROR(checkSequence(model, StackKind::kDecoder, lane.target, job));
        const Index source = realTokens(lane.source);
        if (source == 0)
            return badArgument("text", "the input has only padding");
        padded.lengths.push_back({source, both ? static_cast<Index>(lane.target.size()) : source});
    }
    padSide(model, lanes, first, &LaneInput::source, {padded.source, padded.sourceAxes});
    if (both)
        padSide(model, lanes, StackKind::kDecoder, &LaneInput::target, {padded.target, padded.targetAxes});
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        const auto& source = padded.source.ids[lane];
        hidePadIds(model, padded.lengths[lane], source, both ? padded.target.ids[lane] : source);
    }
    RETURN_IF_ERROR(padSegments(model, lanes, padded.source));
    return padded;
}

std::vector<Index> maskedRows(const Model& model, const LaneInput& lane)
{
    const Tokenizer* const tokenizer = model.tokenizers().source.get();
    const auto mask = tokenizer != nullptr ? tokenizer->maskToken() : std::nullopt;
    std::vector<Index> rows;
    for (std::size_t row = 0; mask && row < lane.source.size(); ++row)
        if (lane.source[row].id == *mask)
            rows.push_back(static_cast<Index>(row));
    return rows;
}

std::vector<TokenId> ownTokens(const Model& model, const LaneInput& lane)
{
    std::vector<TokenId> own
        = listFrom(tokensOf(model, lane, StackKind::kDecoder),
                   [](const TokenLabel& token) { return static_cast<TokenId>(token.id); });
    if (model.isEncoderOnly()) {
        for (const Index row : maskedRows(model, lane))
            own[static_cast<std::size_t>(row)] = -1;
    } else if (!own.empty()) {
        own.erase(own.begin());
        own.push_back(-1);
    }
    return own;
}

std::string lackOfLoss(const Model& model)
{
    return concat(model.isEncoderOnly() ? "the token there is masked" : "no token follows there",
                  ", so there is no loss. Give a token (--token), or other rows");
}

std::shared_ptr<const TraceInfo> traceInfo(const Model& model, const Interventions& interventions)
{
    auto info = std::make_shared<TraceInfo>(model.traceInfo());
    info->editsJson = toJson(interventions.active());
    info->editedRules = editedRules(interventions, model.traceInfo());
    const MaskSettings& masks = interventions.masks;
    const auto causal = [&](Toggle toggle, const char* stack) {
        if (toggle != Toggle::kAuto)
            info->edits.push_back(concat("causal mask ", wordOf(toggle), " in the ", stack));
    };
    causal(masks.encoderCausal, "encoder");
    causal(masks.decoderCausal, "decoder");
    if (!masks.padding)
        info->edits.emplace_back("padding mask off");
    for (const Intervention& intervention : interventions.active().list)
        info->edits.push_back(describe(intervention));
    return info;
}

Result<std::vector<Index>> alignedPositions(const std::vector<TokenLabel>& from,
                                            const std::vector<TokenLabel>& to)
{
    const TokenAlignment common = alignTokens(from, to, TokenMatch::kId);
    const Index left = common.leftOutA(), otherLeft = common.leftOutB();
    if (otherLeft > 0 && left > kMostCombinations / otherLeft)
        return badArgument("align", "found ", left, " and ", otherLeft,
                           " tokens between the first and the last difference, expected fewer than "
                           "5000 each. Align by position");
    std::vector<Index> positions(from.size(), -1);
    Index next = 0, otherNext = 0; // after the latest pair of equal tokens
    const auto pair = [&](Index i, Index j) {
        for (Index k = next; i - next == j - otherNext && k < i; ++k)
            positions[static_cast<std::size_t>(k)] = otherNext + k - next;
        if (i < std::ssize(from))
            positions[static_cast<std::size_t>(i)] = j;
        next = i + 1;
        otherNext = j + 1;
    };
    for (const TokenAlignment::Pair& equal : common.pairs())
        pair(equal.a, equal.b);
    pair(std::ssize(from), std::ssize(to));
    return positions;
}

} // namespace headlight
