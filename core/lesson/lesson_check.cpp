#include "core/lesson/lesson_check.h"

#include "core/analysis/head_statistics.h"
#include "core/lesson/matrix_sheet.h"
#include "core/math/softmax.h"
#include "core/run/execute.h"
#include "core/run/lanes.h"
#include "core/run/sweep.h"
#include "core/session/stored_types.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <optional>
#include <sstream>
#include <utility>

namespace headlight {

namespace {

/// A state that was run once: what the model wrote, and everything about the pass over it.
class StateRun
{
public:
    static Result<StateRun> of(std::shared_ptr<const Model> model, const Lesson& lesson,
                               const LessonState& state, bool edited, const Job& job)
    {
        StateRun run;
        run.m_model = std::move(model);
        run.m_job = job;
        if (edited)
            run.m_edits = state.edits;
        ASSIGN_OR_RETURN(LaneInput lane,
                         laneOf(*run.m_model, state.text.empty() ? lesson.text : state.text, state.line));
        if (!run.m_model->isEncoderOnly()) {
            ASSIGN_OR_RETURN(run.m_decoded, decoded(run, lane, state));
            if (!run.m_decoded.steps.empty())
                continueWith(*run.m_model, lane, run.m_decoded.steps.back().trace);
        }
        RunRequest request;
        request.model = run.m_model;
        request.lanes.push_back(lane);
        request.interventions = run.m_edits;
        for (int site = 0; site < kSiteCount; ++site)
            request.plan.sites.add(static_cast<Site>(site));
        request.plan.logits = run.m_model->hasLogits() ? LogitRows::kAll : LogitRows::kNone;
        ASSIGN_OR_RETURN(RunResult result, execute(request, job));
        run.m_trace = std::move(result.traces.at(0));
        run.m_lane = std::move(lane);
        return run;
    }

    const std::string& output() const { return m_decoded.text; }
    AttentionMap attention(const HeadRef& head) const { return m_trace.attention(head); }

    Result<double> effectWithout(const HeadRef& head) const
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

    Result<FormulaValue> answer(const FormulaCall& call) const;

private:
    static Result<LaneInput> laneOf(const Model& model, const std::string& text, int shown)
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
    static Result<DecodedLane> decoded(const StateRun& run, const LaneInput& lane, const LessonState& state)
    {
        DecodeRequest request;
        request.model = run.m_model;
        request.lanes.push_back(lane);
        request.forced = writtenIds(*run.m_model, state.forced);
        request.interventions = run.m_edits;
        request.plan.sites.add(Site::kWeights);
        request.options = state.decoding;
        ASSIGN_OR_RETURN(auto lanes, decode(request, run.m_job, {}));
        return std::move(lanes.at(0));
    }
    /// Adds what the model wrote to its input, without the last token, which it has not read.
    static void continueWith(const Model& model, LaneInput& lane, const Trace& trace)
    {
        if (model.isEncoderDecoder())
            lane.target = trace.tokens(StackKind::kDecoder);
        else
            lane.source = trace.tokens(StackKind::kDecoder);
        lane.segments.resize(lane.segments.empty() ? 0 : lane.source.size(), 0);
    }

    Result<FormulaValue> probability(const std::string& token, Index row) const;
    Result<FormulaValue> ofRun(const FormulaCall& call) const;
    bool writes(const std::string& word, std::size_t step) const;
    Result<FormulaValue> statistic(const std::string& name, const HeadRef& head) const;
    Result<FormulaValue> ofHead(const std::string& name, const HeadRef& head) const;
    Result<FormulaValue> ofStack(const std::string& name, StackKind stack, int layer) const;

    std::shared_ptr<const Model> m_model;
    Job m_job;
    Interventions m_edits;
    DecodedLane m_decoded;
    LaneInput m_lane;
    Trace m_trace;
};

FormulaValue single(double value)
{
    return FormulaValue::Constant(1, 1, value);
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

Result<FormulaValue> StateRun::probability(const std::string& token, Index row) const
{
    const std::vector<TokenId> ids = writtenIds(*m_model, token);
    const RowVector logits = row < static_cast<Index>(std::max(m_trace.tokens(StackKind::kEncoder).size(),
                                                               m_trace.tokens(StackKind::kDecoder).size()))
        ? m_trace.logits(row)
        : RowVector();
    if (ids.empty() || logits.size() <= ids.front())
        return badArgument("formula", "found p('", token, "', ", row,
                           "), expected a token of the vocabulary and a row with a prediction");
    RowVector logs(logits.size());
    const auto size = static_cast<std::size_t>(logits.size());
    logSoftmax({logits.data(), size}, {logs.data(), size});
    return single(std::exp(static_cast<double>(logs[ids.front()])));
}

Result<FormulaValue> StateRun::statistic(const std::string& name, const HeadRef& head) const
{
    if (m_trace.info().headsOf(patternOf(head)).empty())
        return badArgument("formula", "found the head ", toString(head), ", expected one of the model");
    const auto value = headStatistics(m_trace.attention(head))[name];
    if (!value)
        return badArgument("formula", "found no statistic \"", name, "\" of ", toString(head),
                           R"(, expected one that "headlight metrics" prints for it)");
    return single(*value);
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
        return single(static_cast<double>(m_trace.tokens(stack).size()));
    if (name == "layers")
        return single(shape->layers);
    if (name == "heads")
        return single(info.heads(stack));
    if (name == "residual")
        return cellsOf(m_trace.residual(stack, layer), name);
    if (name == "hidden" && layer < shape->layers)
        return cellsOf(m_trace.feedForwardHidden(stack, layer), name);
    if (const auto site = kSites.find(name); site != kSites.end())
        return cellsOf(m_trace.stackMatrix(site->second, stack), name);
    return badArgument("formula", "found ", name, " of a stack, expected a function of a stack");
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

Result<FormulaValue> StateRun::ofRun(const FormulaCall& call) const
{
    const std::vector<float>& logs = m_decoded.logProbabilities;
    if (call.name == "width")
        return single(m_trace.info().modelWidth);
    if (call.name == "vocabulary")
        return single(static_cast<double>(m_trace.info().vocabulary));
    if (call.name == "steps")
        return single(static_cast<double>(m_decoded.ids.size()));
    if (call.name == "loss" && !logs.empty())
        return single(-std::accumulate(logs.begin(), logs.end(), 0.0) / static_cast<double>(logs.size()));
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
        return single(std::exp(static_cast<double>(logs[static_cast<std::size_t>(*step)])));
    }
    const std::string* const text = textAt(call, 0);
    if (text == nullptr || call.arguments.size() > 2)
        return unknown(call);
    const auto place = numberAt(call, 1);
    if (call.name == "p" && place)
        return probability(*text, *place);
    if (call.name == "writes" && place)
        return single(writes(*text, static_cast<std::size_t>(*place)) ? 1 : 0);
    HeadRef head;
    if (const std::string* const of = textAt(call, 1);
        of != nullptr && call.name == "statistic" && !StoredAs<HeadRef>::restore(*of, head))
        return statistic(*text, head);
    if (call.arguments.size() == 1 && !StoredAs<HeadRef>::restore(*text, head))
        return ofHead(call.name, head);
    if ((*text == "encoder" || *text == "decoder") && (call.arguments.size() == 1 || place))
        return ofStack(call.name, *text == "encoder" ? StackKind::kEncoder : StackKind::kDecoder,
                       place.value_or(0));
    return unknown(call);
}

bool StateRun::writes(const std::string& word, std::size_t step) const
{
    const Tokenizers& tokenizers = m_model->tokenizers();
    const auto& tokenizer = m_model->isEncoderDecoder() ? tokenizers.target : tokenizers.source;
    return tokenizer != nullptr && step < m_decoded.ids.size()
        && tokenizer->word(m_decoded.ids[step]) == word;
}

bool sameCells(const FormulaValue& found, const FormulaValue& expected, int digits)
{
    if (found.rows() != expected.rows() || found.cols() != expected.cols())
        return false;
    // A text may round or cut its last digit.
    const double most = 0.5000001 * std::pow(10.0, -digits);
    for (Eigen::Index i = 0; i < found.size(); ++i) {
        const double a = found.reshaped()[i], b = expected.reshaped()[i];
        if (!(a == b || std::abs(a - b) <= most || (std::isnan(a) && std::isnan(b))))
            return false;
    }
    return true;
}

/// Runs states, each once, and computes checks about them.
class Checker
{
public:
    Checker(const Lesson& lesson, const ModelByName& models, const Job& job)
        : m_lesson(lesson)
        , m_models(models)
        , m_job(job)
    { }

    Result<CheckedValue> check(const LessonCheck& check, const LessonStep& step)
    {
        const LessonState none;
        const LessonState& state = check.state ? *check.state : step.state ? *step.state : none;
        CheckedValue value{check.name, {}, check.digits, true, {}};
        if (check.output) {
            ASSIGN_OR_RETURN(const StateRun* const run, runOf(state, true));
            if (run->output() != *check.output)
                value.fault = "found the output \"" + run->output() + "\", expected \"" + *check.output + '"';
        } else {
            ASSIGN_OR_RETURN(value.value, computed(check, state));
            ASSIGN_OR_RETURN(const FormulaValue expected, this->expected(check));
            if (!sameCells(value.value, expected, check.digits))
                value.fault = "found " + formulaText(value.value, check.digits) + ", expected "
                    + formulaText(expected, check.digits);
        }
        value.holds = value.fault.empty();
        return value;
    }

    /// What is wrong with the head and the cell to which a state points; empty = nothing.
    Result<std::string> faultOfPlace(const LessonState& state)
    {
        if (!state.head)
            return std::string();
        ASSIGN_OR_RETURN(const auto model, m_models(modelOf(m_lesson, state)));
        if (model->traceInfo().headsOf(patternOf(*state.head)).empty())
            return "found the head " + toString(*state.head) + ", expected one of the model " + model->name();
        if (state.pin == LessonPin{})
            return std::string();
        ASSIGN_OR_RETURN(const StateRun* const run, runOf(state, true));
        const AttentionMap map = run->attention(*state.head);
        const auto fault = [](const char* what, const std::optional<int>& place, Index count) {
            return place && *place >= count
                ? concat("found the pinned ", what, ' ', *place, ", expected 0 to ", count - 1)
                : std::string();
        };
        const std::string query = fault("query", state.pin.query, map.queries());
        return query.empty() ? fault("key", state.pin.key, map.keys()) : query;
    }

private:
    Result<FormulaValue> expected(const LessonCheck& check) const
    {
        if (check.formula)
            return evaluate(check.value, {});
        return single(check.weight ? *check.weight : *check.effect);
    }
    Result<FormulaValue> computed(const LessonCheck& check, const LessonState& state)
    {
        if (check.formula)
            return evaluate(*check.formula, [&](const FormulaCall& call) -> Result<FormulaValue> {
                ASSIGN_OR_RETURN(const StateRun* const run, runOf(state, !call.before));
                return run->answer(call);
            });
        ASSIGN_OR_RETURN(const StateRun* const run, runOf(state, true));
        if (check.effect) {
            ASSIGN_OR_RETURN(const double effect, run->effectWithout(*check.head));
            return single(effect);
        }
        return evaluate(concat("at(weights('", toString(*check.head), "'), ", *check.pin.query, ", ",
                               *check.pin.key, ")"),
                        [run](const FormulaCall& call) { return run->answer(call); });
    }
    Result<const StateRun*> runOf(const LessonState& state, bool edited)
    {
        for (const auto& [known, wasEdited, run] : m_runs)
            if (known == state && wasEdited == edited)
                return run.get();
        ASSIGN_OR_RETURN(const auto model, m_models(modelOf(m_lesson, state)));
        ASSIGN_OR_RETURN(StateRun run, StateRun::of(model, m_lesson, state, edited, m_job));
        m_runs.push_back({state, edited, std::make_unique<const StateRun>(std::move(run))});
        return m_runs.back().run.get();
    }

    struct Known
    {
        LessonState state;
        bool edited = false;
        std::unique_ptr<const StateRun> run;
    };
    const Lesson& m_lesson;
    const ModelByName& m_models;
    const Job& m_job;
    std::vector<Known> m_runs;
};

} // namespace

ModelByName modelsOf(const Lesson& lesson, OpenModels& known, const Job& job)
{
    return [&lesson, &known, job](const std::string& name) -> Result<std::shared_ptr<const Model>> {
        if (const auto any = known.find({}); name.empty() && any != known.end())
            return any->second;
        ASSIGN_OR_RETURN(const auto folder, modelFolderOf(lesson, name.empty() ? "en-fr" : name));
        if (known[folder] == nullptr) {
            ASSIGN_OR_RETURN(known[folder], loadModel(folder, {}, job));
        }
        return known[folder];
    };
}

const std::string& modelOf(const Lesson& lesson, const LessonState& state)
{
    return state.model.empty() ? lesson.model : state.model;
}

std::vector<TokenId> writtenIds(const Model& model, const std::string& text)
{
    const Tokenizers& tokenizers = model.tokenizers();
    const auto& tokenizer = model.isEncoderDecoder() ? tokenizers.target : tokenizers.source;
    std::vector<TokenId> ids;
    if (text.empty() || tokenizer == nullptr)
        return ids;
    EncodeOptions options;
    options.addSpecial = false;
    if (const auto tokens = tokenizer->encode(text, std::nullopt, options))
        for (const Token& token : *tokens)
            ids.push_back(token.id);
    return ids;
}

Result<std::vector<CheckedValue>> checkStep(const Lesson& lesson, const LessonStep& step,
                                            const ModelByName& models, const Job& job)
{
    Checker checker(lesson, models, job);
    std::vector<CheckedValue> values;
    for (const LessonCheck& each : step.check) {
        ASSIGN_OR_RETURN(CheckedValue value, checker.check(each, step));
        values.push_back(std::move(value));
    }
    return values;
}

namespace {

/// What is wrong with the sheet of Matrices of a state, if it has one.
void addSheetFaults(const std::optional<LessonState>& state, const std::string& path,
                    std::vector<std::string>& faults)
{
    if (!state || state->sheet.empty())
        return;
    const auto sheet = MatrixSheet::parse(state->sheet, path);
    if (!sheet) {
        faults.push_back(sheet.error().describe());
        return;
    }
    for (const SheetValue& each : compute(*sheet))
        if (!each.error.empty())
            faults.push_back(concat(path, ": ", each.name, ": ", each.error));
}

/// The numbers that a step's words name and no check gives.
void addNameFaults(const LessonStep& step, const std::string& path, std::vector<std::string>& faults)
{
    std::vector<std::string> texts{step.say, step.task, step.reveal};
    for (const auto& asked : {step.predict, step.question})
        if (asked) {
            texts.insert(texts.end(), {asked->ask, asked->hint});
            for (const LessonAnswer& each : asked->answers)
                texts.push_back(each.say);
        }
    for (const LessonRow& row : step.rows)
        texts.push_back(row.here);
    const auto inName = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (const std::string_view text : texts)
        for (auto open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
            const std::string_view rest = text.substr(open + 1);
            const auto length
                = static_cast<std::size_t>(std::ranges::find_if_not(rest, inName) - rest.begin());
            const std::string_view name = rest.substr(0, length);
            const bool named = length > 0 && std::isdigit(static_cast<unsigned char>(name[0])) == 0
                && rest.substr(length).starts_with('}'); // a head has points in its name
            if (!named)
                continue;
            if (std::ranges::find(step.check, name, &LessonCheck::name) == step.check.end())
                faults.push_back(concat(path, ": found {", name, "}, expected the name of a check"));
        }
}

/// The states that point at a head or a cell: a step's own, its question's and what follows.
std::vector<std::pair<std::string, LessonState>> placesOf(const LessonStep& step, const LessonState& shown)
{
    std::vector<std::pair<std::string, LessonState>> places;
    if (step.state)
        places.emplace_back(".state", *step.state);
    if (step.question) {
        LessonState& asked = places.emplace_back(".question", shown).second;
        asked.head = step.question->head ? step.question->head : shown.head;
        asked.pin = step.question->pin;
    }
    if (step.then)
        places.emplace_back(".then", *step.then);
    return places;
}

} // namespace

Result<std::vector<std::string>> faultsOf(const Lesson& lesson, const ModelByName& models, const Job& job)
{
    std::vector<std::string> faults;
    std::string path; // of the step
    const auto add = [&](const std::string& where, const Result<std::string>& found) -> Result<void> {
        if (!found && found.error().code == ErrorCode::kCancelled)
            return found.error();
        if (const std::string fault = found ? *found : found.error().describe(); !fault.empty())
            faults.push_back(concat(path, where, ": ", fault));
        return {};
    };
    LessonState shown; // by the step, or by one before it
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        path = concat("steps[", i, "]");
        addSheetFaults(step.state, path + ".state.sheet", faults);
        addSheetFaults(step.then, path + ".then.sheet", faults);
        addNameFaults(step, path, faults);
        Checker checker(lesson, models, job);
        shown = step.state.value_or(shown);
        if (lesson.kind != LessonKind::kTour)
            for (const auto& [where, place] : placesOf(step, shown))
                RETURN_IF_ERROR(add(where, checker.faultOfPlace(place)));
        for (std::size_t k = 0; k < step.check.size(); ++k) {
            const auto value = checker.check(step.check[k], step);
            RETURN_IF_ERROR(
                add(concat(".check[", k, "]"), value ? Result<std::string>(value->fault) : value.error()));
        }
        shown = step.then.value_or(shown);
    }
    return faults;
}

std::string formulaText(const FormulaValue& value, int digits)
{
    std::string text;
    for (Eigen::Index r = 0; r < value.rows(); ++r) {
        text += r == 0 ? "" : " | ";
        for (Eigen::Index c = 0; c < value.cols(); ++c) {
            std::array<char, 64> cell{};
            const double rounded = std::abs(value(r, c)) < 0.5 * std::pow(10.0, -digits) ? 0.0 : value(r, c);
            std::snprintf(cell.data(), cell.size(), "%.*f", digits, rounded);
            text += concat(c == 0 ? "" : " ", cell.data());
        }
    }
    return text;
}

} // namespace headlight
