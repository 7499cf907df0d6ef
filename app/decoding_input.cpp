#include "app/decoding_input.h"

#include "core/base/text_list.h"
#include "core/run/lanes.h"
#include "core/run/repeated_runs.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

/// If --target-text or --target-ids was given, forces the decoder to produce its tokens after the first one,
/// plus one step to show what it would say next.
void forceTarget(DecodeRequest& request)
{
    std::vector<TokenLabel>& target = request.lanes.front().target;
    for (std::size_t i = 1; i < target.size(); ++i)
        request.forced.push_back(static_cast<TokenId>(target[i].id));
    target.resize(std::min<std::size_t>(target.size(), 1));
    request.options.maxNewTokens = static_cast<int>(request.forced.size()) + 1;
    request.options.strategy = Strategy::kGreedy;
}

} // namespace

void DecodingInput::addTo(CommandLine& line)
{
    line.text("--step", step, "decode, and draw the step that chose token N (from 0), or all steps", "N|all");
    line.number("--beam-node", beamNode, 0, 1 << 30,
                "with --strategy beam, instead of --step: node of the tree (see generate --json --tree)");
    line.text("--force", force, "with --step: ids that the output begins with, such as 1,2,3", "LIST");
    strategy.addTo(line);
}

Result<void> DecodingInput::settle(const PassOptions& pass)
{
    if (step && beamNode)
        return usageError({}, "--beam-node and --step exclude each other. Give one of them");
    if (!wanted() && (force || !strategy.plain()))
        return usageError(force ? "--force" : "--strategy",
                          "has no effect without --step or --beam-node. Give one of them");
    if (force && pass.input.hasTargets())
        return usageError("--force", "excludes --target-text and --target-ids. Give one of them");
    if (film && pass.repeats > 1)
        return usageError("--film", "excludes --repeats");
    RETURN_IF_ERROR(pass.settleRepeats());
    if (step && *step != "all") {
        m_step = parseNumber<int>(*step);
        if (!m_step || *m_step < 0)
            return usageError("--step", "found \"", *step, "\", expected a number from 0, or all");
    }
    RETURN_IF_ERROR(strategy.settle(pass.model));
    if (beamNode && strategy.decoding.strategy != Strategy::kBeam)
        return usageError("--beam-node", "needs --strategy beam");
    return {};
}

Result<DecodeRequest> DecodingInput::request(const std::shared_ptr<const Model>& model,
                                             const PassOptions& pass, int item, const RecordPlan& plan) const
{
    if (model->isEncoderOnly())
        return usageError(film       ? "--film"
                              : step ? "--step"
                                     : "--beam-node",
                          "needs a model that generates text");
    ASSIGN_OR_RETURN(auto interventions,
                     pass.edits.interventions(model, [&] { return pass.knownLanes(model); }));
    ASSIGN_OR_RETURN(auto lanes, pass.input.lanes(*model));
    if (item >= static_cast<int>(lanes.size()))
        return usageError("--item", "found ", item, ", expected an input from 0 to ", lanes.size() - 1);
    DecodeRequest request;
    request.model = model;
    request.lanes = {lanes[static_cast<std::size_t>(item)]};
    std::size_t longest = 0;
    for (const LaneInput& lane : lanes)
        longest = std::max(longest, lane.source.size());
    if (!model->isDecoderOnly()) // a decoder-only model continues its text directly
        padLane(*model, request.lanes.front(), longest);
    request.interventions = std::move(interventions);
    request.plan = plan;
    request.options = strategy.decoding;
    request.options.maxNewTokens = pass.maxNewTokens;
    request.options.targetLanguage = pass.input.targetLanguage;
    if (pass.input.hasTargets())
        forceTarget(request);
    if (force) {
        ASSIGN_OR_RETURN(request.forced, parseIds("--force", *force));
    }
    return request;
}

Result<DecodingInput::Decoded> DecodingInput::decodeItem(const PassOptions& pass, int item,
                                                         const RecordPlan& plan) const
{
    ASSIGN_OR_RETURN(const auto model, pass.model.load());
    ASSIGN_OR_RETURN(auto asked, request(model, pass, item, plan));
    ASSIGN_OR_RETURN(auto lanes, decode(asked, pass.model.job(), {}));
    return Decoded{std::move(asked), std::move(lanes.front())};
}

Result<DecodingFrame> DecodingInput::frame(const PassOptions& pass, int item, const RecordPlan& plan) const
{
    ASSIGN_OR_RETURN(const auto decoded, decodeItem(pass, item, plan));
    auto frame = pick(decoded.lane);
    if (!frame || pass.repeats == 1)
        return frame;
    const DecodeRequest& asked = decoded.asked; // of passes over the decoded tokens, the mean or the spread
    const RunRequest run{asked.model,
                         {continuedLane(*asked.model, asked.lanes.front(), frame->trace)},
                         asked.interventions,
                         asked.plan};
    ASSIGN_OR_RETURN(auto runs, repeatedRuns(run, pass.repeats, pass.model.job()));
    frame->trace = std::move((pass.spread ? runs.spread : runs.mean).front());
    return frame;
}

Result<std::vector<DecodingFrame>> DecodingInput::frames(const PassOptions& pass, int item,
                                                         const RecordPlan& plan) const
{
    ASSIGN_OR_RETURN(const auto decoded, decodeItem(pass, item, plan));
    const DecodedLane& lane = decoded.lane;
    const Model& model = *decoded.asked.model;
    const auto& vocabulary = model.isEncoderDecoder() ? model.tokenizers().target : model.tokenizers().source;
    std::vector<DecodingFrame> frames;
    std::vector<TokenId> ids;
    std::string plain;
    const auto add = [&](const Trace& trace, const TokenLabel& token) {
        ids.push_back(static_cast<TokenId>(token.id));
        plain += token.text + ' ';
        frames.push_back({trace, token, vocabulary ? vocabulary->decode(ids, false) : plain});
    };
    if (!beamNode) {
        for (const DecodeStep& each : lane.steps)
            add(each.trace, each.token);
        return frames;
    }
    RETURN_IF_ERROR(pickNode(lane));
    for (const int each : lane.tree->path(*beamNode)) {
        const BeamNode& node = lane.tree->nodes[static_cast<std::size_t>(each)];
        add(node.trace, node.label);
    }
    return frames;
}

Result<const BeamNode*> DecodingInput::pickNode(const DecodedLane& lane) const
{
    const std::size_t nodes = lane.tree ? lane.tree->nodes.size() : 0;
    if (static_cast<std::size_t>(*beamNode) < nodes)
        return &lane.tree->nodes[static_cast<std::size_t>(*beamNode)];
    return usageError("--beam-node", "found ", *beamNode, ", expected a node from 0 to ", nodes - 1);
}

Result<DecodingFrame> DecodingInput::pick(const DecodedLane& lane) const
{
    if (beamNode) {
        ASSIGN_OR_RETURN(const auto node, pickNode(lane));
        return DecodingFrame{node->trace, node->label, {}};
    }
    if (lane.steps.empty())
        return Error{ErrorCode::kBadArgument, "the output has no step, so there is nothing to draw"};
    const std::size_t at = m_step ? static_cast<std::size_t>(*m_step) : lane.steps.size() - 1;
    if (at >= lane.steps.size())
        return usageError("--step", "found ", *step, ", expected a step from 0 to ", lane.steps.size() - 1);
    return DecodingFrame{lane.steps[at].trace, lane.steps[at].token, {}};
}

void StrategyOptions::addTo(CommandLine& line)
{
    for (const OptionEntry& entry : formEntries(decoding))
        line.option(entry);
}

Result<void> StrategyOptions::settle(const ModelOptions& model)
{
    DecodeOptions usual;
    for (const std::string& idle : idleOptions(formEntries(decoding), formEntries(usual)))
        model.job().warning(idle);
    warnOfIdle(model.job(),
               {{decoding.strategy == Strategy::kBeam && decoding.beamGroups == 1
                     && decoding.diversityPenalty != usual.diversityPenalty,
                 "--diversity-penalty"}},
               "without --beam-groups");
    if (decoding.beams % decoding.beamGroups != 0)
        return usageError("--beam-groups", "found ", decoding.beamGroups, ", expected a number that divides ",
                          decoding.beams, ", the number of beams");
    if (decoding.nBest > decoding.beams)
        return usageError("--n-best", "found ", decoding.nBest, ", expected at most ", decoding.beams,
                          ", the number of beams");
    return {};
}

} // namespace headlight
