#include "core/lesson/state_run.h"

#include "core/analysis/head_statistics.h"
#include "core/base/text_list.h"
#include "core/math/softmax.h"
#include "core/run/execute.h"
#include "core/run/sweep.h"
#include "core/session/stored_types.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <sstream>
#include <utility>

namespace headlight {

namespace {

/// A line of a text, padded to the longest one.
Result<LaneInput> shownLine(const Model& model, const std::string& text, int shown)
{
    if (text.empty())
        return badArgument("text", "found none, expected a sentence for the model");
    std::istringstream lines(text);
    std::string line;
    std::size_t longest = 0;
    std::optional<LaneInput> lane;
    for (int number = 0; std::getline(lines, line); ++number) {
        ASSIGN_OR_RETURN(LaneInput each, prepareText(model, {line, std::nullopt, std::nullopt}));
        longest = std::max(longest, each.source.size());
        if (number == shown)
            lane = std::move(each);
    }
    if (!lane)
        return badArgument("line", "found ", shown, ", expected a line of the text, from 0");
    if (!model.isDecoderOnly())
        padLane(model, *lane, longest);
    return *lane;
}

/// Adds what the model wrote to its input, without the last token, which it has not read.
void continueWith(const Model& model, LaneInput& lane, const Trace& trace)
{
    if (model.isEncoderDecoder())
        lane.target = trace.tokens(StackKind::kDecoder);
    else
        lane.source = trace.tokens(StackKind::kDecoder);
    lane.segments.resize(lane.segments.empty() ? 0 : lane.source.size(), 0);
}

Error unknown(const FormulaCall& call)
{
    return badArgument("formula", "found ", call.name, " with ", call.arguments.size(),
                       " arguments, expected a function that resources/docs/lessons.md lists");
}

Result<FormulaValue> cellsOf(const Matrix& matrix, const std::string& what)
{
    if (matrix.size() == 0)
        return badArgument("formula", "found no ", what, " in this model, expected a part that it has");
    return FormulaValue(matrix.cast<double>());
}

/// The argument of a call at a place, if it is a number from 0.
std::optional<int> numberAt(const FormulaCall& call, std::size_t place)
{
    const auto* const value
        = place < call.arguments.size() ? std::get_if<FormulaValue>(&call.arguments[place]) : nullptr;
    if (value == nullptr || value->size() != 1 || !((*value)(0, 0) >= 0) || !((*value)(0, 0) < 1e6))
        return std::nullopt;
    return static_cast<int>((*value)(0, 0));
}

/// The argument of a call at a place, if it is a text.
const std::string* textAt(const FormulaCall& call, std::size_t place)
{
    return place < call.arguments.size() ? std::get_if<std::string>(&call.arguments[place]) : nullptr;
}

} // namespace

std::vector<TokenId> writtenIds(const Model& model, const std::string& text)
{
    const Tokenizers& tokenizers = model.tokenizers();
    const auto& tokenizer = model.isEncoderDecoder() ? tokenizers.target : tokenizers.source;
    if (text.empty() || tokenizer == nullptr)
        return {};
    const auto tokens = tokenizer->encode(text, std::nullopt, {.addSpecial = false});
    return tokens ? listFrom(*tokens, &Token::id) : std::vector<TokenId>();
}

Result<StateRun> StateRun::of(std::shared_ptr<const Model> model, const Lesson& lesson,
                              const LessonState& state, bool edited, const Job& job)
{
    StateRun run;
    run.m_model = std::move(model);
    run.m_job = job;
    if (edited)
        run.m_edits = state.edits;
    ASSIGN_OR_RETURN(run.m_lane,
                     shownLine(*run.m_model, state.text.empty() ? lesson.text : state.text, state.line));
    if (!run.m_model->isEncoderOnly()) {
        ASSIGN_OR_RETURN(run.m_decoded, run.decoded(state));
        if (!run.m_decoded.steps.empty())
            continueWith(*run.m_model, run.m_lane, run.m_decoded.steps.back().trace);
    }
    RunRequest request;
    request.model = run.m_model;
    request.lanes.push_back(run.m_lane);
    request.interventions = run.m_edits;
    for (int site = 0; site < kSiteCount; ++site)
        request.plan.sites.add(static_cast<Site>(site));
    request.plan.logits = run.m_model->hasLogits() ? LogitRows::kAll : LogitRows::kNone;
    ASSIGN_OR_RETURN(RunResult result, execute(request, job));
    run.m_trace = std::move(result.traces.at(0));
    return run;
}

Result<DecodedLane> StateRun::decoded(const LessonState& state) const
{
    DecodeRequest request;
    request.model = m_model;
    request.lanes.push_back(m_lane);
    request.forced = writtenIds(*m_model, state.forced);
    request.interventions = m_edits;
    request.plan.sites.add(Site::kWeights);
    request.options = state.decoding;
    ASSIGN_OR_RETURN(auto lanes, decode(request, m_job, {}));
    return std::move(lanes.at(0));
}

Result<double> StateRun::effectWithout(const HeadRef& head) const
{
    SweepRequest request;
    request.model = m_model;
    request.lane = m_lane;
    request.interventions = m_edits;
    request.variants = headVariants(m_model->traceInfo(), patternOf(head));
    if (request.variants.empty())
        return badArgument("head", "found ", toString(head), ", expected a head of the model");
    ASSIGN_OR_RETURN(const SweepResult result, sweep(request, m_job, {}));
    return result.points.front().change;
}

RowVector StateRun::logits(Index row) const
{
    return row < static_cast<Index>(std::max(m_trace.tokens(StackKind::kEncoder).size(),
                                             m_trace.tokens(StackKind::kDecoder).size()))
        ? m_trace.logits(row)
        : RowVector();
}

Result<FormulaValue> StateRun::probability(const std::string& token, Index row) const
{
    const std::vector<TokenId> ids = writtenIds(*m_model, token);
    const RowVector logits = this->logits(row);
    if (ids.empty() || logits.size() <= ids.front())
        return badArgument("formula", "found p('", token, "', ", row,
                           "), expected a token of the vocabulary and a row with a prediction");
    RowVector logs(logits.size());
    const auto size = static_cast<std::size_t>(logits.size());
    logSoftmax({logits.data(), size}, {logs.data(), size});
    return oneCell(std::exp(static_cast<double>(logs[ids.front()])));
}

Result<FormulaValue> StateRun::statistic(const std::string& name, const HeadRef& head) const
{
    if (m_trace.info().headsOf(patternOf(head)).empty())
        return badArgument("formula", "found the head ", toString(head), ", expected one of the model");
    const auto value = headStatistics(m_trace.attention(head))[name];
    if (!value)
        return badArgument("formula", "found no statistic \"", name, "\" of ", toString(head),
                           R"(, expected one that "headlight metrics" prints for it)");
    return oneCell(*value);
}

Result<FormulaValue> StateRun::ofHead(const std::string& name, const HeadRef& head) const
{
    static const std::map<std::string, Site> kSites{
        {"query", Site::kQuery}, {"key", Site::kKey}, {"value", Site::kValue}, {"head", Site::kHeadOutput}};
    const TraceInfo& info = m_trace.info();
    if (info.headsOf(patternOf(head)).empty())
        return badArgument("formula", "found the head ", toString(head), ", expected one of the model");
    if (name == "output")
        return cellsOf(m_trace.output(head.layerRef()), name);
    if (const auto site = kSites.find(name); site != kSites.end())
        return cellsOf(m_trace.headMatrix(site->second, head), name);
    for (std::size_t kind = 0; kind < kWordsOf<MapKind>.size(); ++kind)
        if (kWordsOf<MapKind>[kind].word == name)
            return cellsOf(m_trace.attention(head).whole(static_cast<MapKind>(kind)), name);
    return badArgument("formula", "found ", name, " of a head, expected a function of a head");
}

Result<FormulaValue> StateRun::ofStack(const std::string& name, StackKind stack, int layer) const
{
    static const std::map<std::string, Site> kSites{
        {"embeddings", Site::kEmbeddings}, {"added", Site::kPositions}, {"final", Site::kFinal}};
    const TraceInfo& info = m_trace.info();
    const StackShape* const shape = info.stack(stack);
    if (shape == nullptr || layer < 0 || layer > shape->layers)
        return badArgument("formula",
                           "found a stack or layer that the model does not have, expected one of it");
    if (name == "tokens")
        return oneCell(static_cast<double>(m_trace.tokens(stack).size()));
    if (name == "layers")
        return oneCell(shape->layers);
    if (name == "heads")
        return oneCell(info.heads(stack));
    if (name == "residual")
        return cellsOf(m_trace.residual(stack, layer), name);
    if (name == "hidden" && layer < shape->layers)
        return cellsOf(m_trace.feedForwardHidden(stack, layer), name);
    if (const auto site = kSites.find(name); site != kSites.end())
        return cellsOf(m_trace.stackMatrix(site->second, stack), name);
    return badArgument("formula", "found ", name, " of a stack, expected a function of a stack");
}

Result<FormulaValue> StateRun::ofRun(const FormulaCall& call) const
{
    const std::vector<float>& logs = m_decoded.logProbabilities;
    if (call.name == "width")
        return oneCell(m_trace.info().modelWidth);
    if (call.name == "vocabulary")
        return oneCell(static_cast<double>(m_trace.info().vocabulary));
    if (call.name == "steps")
        return oneCell(static_cast<double>(m_decoded.ids.size()));
    if (call.name == "loss" && !logs.empty())
        return oneCell(-std::accumulate(logs.begin(), logs.end(), 0.0) / static_cast<double>(logs.size()));
    return unknown(call);
}

Result<FormulaValue> StateRun::answer(const FormulaCall& call) const
{
    if (call.arguments.empty())
        return ofRun(call);
    // The probability that decoding, step by step, gave to the token of a step.
    if (const auto step = numberAt(call, 0); call.name == "step" && step && call.arguments.size() == 1) {
        const std::vector<float>& logs = m_decoded.logProbabilities;
        if (static_cast<std::size_t>(*step) >= logs.size())
            return badArgument("formula", "found step ", *step, ", expected one of the decoding");
        return oneCell(std::exp(static_cast<double>(logs[static_cast<std::size_t>(*step)])));
    }
    const auto place = numberAt(call, 1);
    if (const auto count = numberAt(call, 0); call.name == "logits" && count && place) {
        RowVector all = logits(*place);
        if (*count < 1 || all.size() < *count)
            return badArgument("formula", "found logits(", *count, ", ", *place,
                               "), expected a number of tokens and a row with a prediction");
        std::partial_sort(all.begin(), all.begin() + *count, all.end(), std::greater<>());
        return FormulaValue(all.head(*count).cast<double>());
    }
    const std::string* const text = textAt(call, 0);
    if (text == nullptr || call.arguments.size() > 2)
        return unknown(call);
    if (call.name == "p" && place)
        return probability(*text, *place);
    if (call.name == "writes" && place)
        return oneCell(writes(*text, static_cast<std::size_t>(*place)) ? 1 : 0);
    HeadRef head;
    if (const std::string* const of = textAt(call, 1);
        of != nullptr && call.name == "statistic" && !StoredAs<HeadRef>::restore(*of, head))
        return statistic(*text, head);
    if (call.arguments.size() == 1 && !StoredAs<HeadRef>::restore(*text, head))
        return ofHead(call.name, head);
    if (const auto stack = fromWord<StackKind>(*text); stack && (call.arguments.size() == 1 || place))
        return ofStack(call.name, *stack, place.value_or(0));
    return unknown(call);
}

bool StateRun::writes(const std::string& word, std::size_t step) const
{
    const Tokenizers& tokenizers = m_model->tokenizers();
    const auto& tokenizer = m_model->isEncoderDecoder() ? tokenizers.target : tokenizers.source;
    return tokenizer != nullptr && step < m_decoded.ids.size()
        && tokenizer->word(m_decoded.ids[step]) == word;
}

} // namespace headlight
