#include "core/base/text_list.h"
#include "core/decode/beam.h"
#include "core/decode/session.h"
#include "core/decode/together.h"
#include "core/model/adapter/adapter.h"
#include "core/model/forward.h"
#include "core/nn/arch_spec.h"
#include "core/run/execute.h"
#include "core/run/lanes.h"
#include "core/run/layer_publisher.h"
#include "core/run/non_finite_report.h"
#include "core/run/pass_estimate.h"
#include "core/run/references.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace headlight {

namespace {

/// Decodes one sentence and converts the session's steps to what callers see.
struct LaneDecoder
{
    using Publish = std::function<void(const DecodeStep&)>;

    const DecodeRequest& request;
    const Job& job;
    const LaneInput& lane;
    const ReferenceRuns& references; ///< of the request's edits; their `lane` is this sentence
    const Model& model = *request.model;
    std::shared_ptr<const TraceInfo> info = traceInfo(model, request.interventions);
    NonFiniteWatch watch = {};
    std::optional<LayerPublisher> publisher = {};

    Result<DecodedLane> run(const Publish& publish)
    {
        ASSIGN_OR_RETURN(auto setup, makeSetup());
        auto decoded = request.options.strategy == Strategy::kBeam ? searchBeams(std::move(setup), publish)
                                                                   : decodeSteps(std::move(setup), publish);
        if (!decoded)
            return decoded;
        for (const DecodeStep& step : decoded->steps) {
            decoded->ids.push_back(step.id());
            decoded->logProbabilities.push_back(step.logProbability);
        }
        if (decoded->stop == StopReason::kNotANumber && !decoded->steps.empty()
            && !decoded->steps.back().forced) {
            decoded->ids.pop_back(); // its step is shown, but no token was chosen in it
            decoded->logProbabilities.pop_back();
        }
        const auto& tokenizer
            = model.isEncoderDecoder() ? model.tokenizers().target : model.tokenizers().source;
        if (tokenizer)
            decoded->text = tokenizer->decode(decoded->ids, true);
        return decoded;
    }

    Result<DecodeSetup> makeSetup()
    {
        if (model.isEncoderOnly() || !model.hasLogits())
            return unsupported(model.folder().string(), "", "cannot generate text: it has no ",
                               model.isEncoderOnly() ? "decoder" : "language-model head");
        RETURN_IF_ERROR(padLanes(model, {lane}, job));
        DecodeSetup setup;
        setup.model = request.model;
        if (model.isEncoderDecoder()) {
            setup.source = tokenIds(lane.source);
            setup.sourcePadding = static_cast<Index>(setup.source.size()) - realTokens(lane.source);
        }
        const auto& prompt = tokensOf(model, lane, StackKind::kDecoder);
        setup.prompt = tokenIds(prompt);
        const SequenceLengths growing{static_cast<Index>(lane.source.size()), -1};
        RETURN_IF_ERROR(checkPositions(model, request.interventions, growing));
        ASSIGN_OR_RETURN(setup.edits,
                         EditPlan::compile(request.interventions, model.traceInfo(), growing, references));
        const SequenceLengths longest{static_cast<Index>(lane.source.size()),
                                      static_cast<Index>(setup.prompt.size()) + request.options.maxNewTokens};
        const int lanes = request.options.strategy == Strategy::kBeam ? request.options.beams : 1;
        // Without the cache every step records the whole text anew, and all steps are kept.
        const bool cached = request.options.useCache && setup.edits.keepsPast();
        const int records = cached ? 1 : std::max(1, request.options.maxNewTokens);
        setup.plan
            = decideStorage(request.plan, model.traceInfo(), longest,
                            static_cast<std::size_t>(std::max(1, lanes)) * static_cast<std::size_t>(records));
        setup.options = request.options;
        setup.keepLogits = request.keepLogits;
        setup.info = info;
        setup.promptLabels = std::make_shared<const TokenList>(axisOf(prompt));
        if (model.isEncoderDecoder())
            setup.sourceLabels = std::make_shared<const TokenList>(axisOf(lane.source));
        setup.watch = &watch;
        publisher.emplace(
            request.layers, job,
            layerWork(model,
                      {static_cast<Index>(lane.source.size()), static_cast<Index>(setup.prompt.size())}),
            info,
            std::vector<LayerPublisher::Axes>{
                {setup.sourceLabels ? setup.sourceLabels : setup.promptLabels, setup.promptLabels}});
        setup.layerDone = [this](std::vector<TraceChunk>& chunks) { publisher->layerDone(chunks); };
        return setup;
    }

    /// Reports non-finite numbers once, to the caller and in everything traced from then on.
    void reportNonFinite()
    {
        if (watch.first && info->warnings.empty())
            info = warnedOf(*info, model, *watch.first, job);
    }

    Result<DecodedLane> decodeSteps(DecodeSetup setup, const Publish& publish)
    {
        ASSIGN_OR_RETURN(auto session, DecodingSession::start(std::move(setup), job));
        DecodedLane decoded;
        while (!session.finished()) {
            const std::size_t made = decoded.steps.size();
            std::optional<TokenId> forced;
            if (made < request.forced.size())
                forced = request.forced[made];
            if (forced && (*forced < 0 || *forced >= model.spec().vocabulary))
                return badArgument("forced", "token id ", *forced, " is not in the vocabulary");
            ASSIGN_OR_RETURN(auto step, session.step(forced, job));
            if (!step)
                break;
            RETURN_IF_ERROR(model.checkFiles());
            reportNonFinite();
            decoded.steps.push_back(*std::move(step));
            decoded.steps.back().trace = decoded.steps.back().trace.describedBy(info);
            if (publish)
                publish(decoded.steps.back());
        }
        decoded.stop = session.stopReason();
        decoded.cached = session.cached();
        return decoded;
    }

    /// Decodes the given tokens first, one step at a time; the beams start after them.
    Result<DecodedLane> searchBeams(DecodeSetup setup, const Publish& publish)
    {
        DecodedLane decoded;
        decoded.cached = setup.options.useCache && setup.edits.keepsPast();
        if (!request.forced.empty()) {
            DecodeSetup prefix = setup;
            prefix.options.strategy = Strategy::kGreedy;
            prefix.options.maxNewTokens
                = std::min(static_cast<int>(request.forced.size()), setup.options.maxNewTokens);
            auto given = decodeSteps(std::move(prefix), publish);
            if (!given || given->stop == StopReason::kEnd)
                return given;
            decoded = std::move(*given);
        }
        for (const DecodeStep& step : decoded.steps) {
            setup.prompt.push_back(step.id());
            setup.promptLabels = std::make_shared<const TokenList>(setup.promptLabels, step.token);
        }
        setup.given = static_cast<int>(decoded.steps.size());
        ASSIGN_OR_RETURN(auto found, beamSearch(setup, job));
        RETURN_IF_ERROR(model.checkFiles());
        reportNonFinite();
        for (const Hypothesis& hypothesis : found.hypotheses)
            decoded.beams.push_back(hypothesisOf(hypothesis, decoded.steps));
        decoded.tree = std::make_shared<const BeamTree>(std::move(found.tree));
        if (found.hypotheses.empty()) {
            if (watch.first)
                decoded.stop = StopReason::kNotANumber;
            return decoded;
        }
        const Hypothesis& best = found.hypotheses.front();
        for (const DecodeStep& step : best.steps) {
            decoded.steps.push_back(step);
            decoded.steps.back().trace = step.trace.describedBy(info);
            if (publish)
                publish(decoded.steps.back());
        }
        decoded.stop = best.ended ? StopReason::kEnd : StopReason::kLength;
        return decoded;
    }

    static BeamHypothesis hypothesisOf(const Hypothesis& hypothesis, const std::vector<DecodeStep>& given)
    {
        BeamHypothesis beam;
        beam.sumLogProbability = hypothesis.sum;
        beam.score = hypothesis.score;
        for (const auto* const steps : {&given, &hypothesis.steps})
            for (const DecodeStep& step : *steps) {
                beam.ids.push_back(step.id());
                beam.logProbabilities.push_back(step.logProbability);
            }
        return beam;
    }
};

constexpr std::size_t kTogether = 32; ///< lanes whose products fill the kernels for a few dozen rows

/// What writeTogether() gives for the lanes; unset where a lane must be decoded by itself.
Result<std::vector<std::optional<WrittenOutput>>> writtenTogether(const DecodeRequest& request,
                                                                  const Job& job)
{
    const std::size_t count = request.lanes.size();
    std::vector<std::optional<WrittenOutput>> all(count);
    const Model& model = *request.model;
    if (!request.idsOnly || count < 2 || !request.forced.empty() || !request.options.useCache
        || request.options.strategy != Strategy::kGreedy || !request.interventions.active().empty()
        || model.isEncoderOnly() || !model.hasLogits())
        return all;
    const auto prompt
        = [&](const LaneInput& lane) { return tokenIds(tokensOf(model, lane, StackKind::kDecoder)); };
    const std::size_t length = prompt(request.lanes.front()).size();
    if (std::ranges::any_of(request.lanes,
                            [&](const LaneInput& lane) { return prompt(lane).size() != length; }))
        return all;
    for (std::size_t first = 0; first < count; first += kTogether) {
        const auto begin = request.lanes.begin() + static_cast<std::ptrdiff_t>(first);
        const std::vector<LaneInput> lanes(
            begin, begin + static_cast<std::ptrdiff_t>(std::min(kTogether, count - first)));
        auto padded = padLanes(model, lanes, job);
        if (!padded)
            continue; // the lane at fault gives its own error
        const SentenceBatch batch{std::move(padded->source), listFrom(lanes, prompt),
                                  std::move(padded->lengths)};
        ASSIGN_OR_RETURN(auto written, writeTogether(request.model, batch, request.options, job));
        std::ranges::move(written, all.begin() + static_cast<std::ptrdiff_t>(first));
    }
    return all;
}

} // namespace

Result<std::vector<DecodedLane>> decode(
    const DecodeRequest& request, const Job& job,
    const std::function<void(std::size_t lane, const DecodeStep&)>& published)
{
    std::vector<DecodedLane> all;
    RETURN_IF_ERROR(request.model->checkFiles());
    ASSIGN_OR_RETURN(
        auto references,
        runReferences(request.model, request.interventions.list, request.lanes, request.references, job));
    DecodeRequest under = request;
    under.model = modelUnder(request.model, request.interventions);
    ASSIGN_OR_RETURN(auto written, writtenTogether(under, job));
    for (std::size_t lane = 0; lane < request.lanes.size(); ++lane) {
        if (written[lane]) {
            DecodedLane& one = all.emplace_back();
            one.ids = std::move(written[lane]->ids);
            one.stop = written[lane]->stop;
            continue;
        }
        const auto begin = std::chrono::steady_clock::now();
        references.lane = static_cast<int>(lane);
        LaneDecoder decoder{under, job, request.lanes[lane], references};
        LaneDecoder::Publish publish;
        if (published)
            publish = [&](const DecodeStep& step) { published(lane, step); };
        ASSIGN_OR_RETURN(auto decoded, decoder.run(publish));
        decoded.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        all.push_back(std::move(decoded));
    }
    return all;
}

void appendOutput(const Model& model, const DecodedLane& output, std::vector<TokenLabel>& target)
{
    const std::size_t end = output.stop == StopReason::kEnd ? 1 : 0;
    for (std::size_t k = 0; k + end < output.ids.size(); ++k)
        target.push_back(labelOf(model, StackKind::kDecoder, output.ids[k]));
}

} // namespace headlight
