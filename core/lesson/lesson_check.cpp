#include "core/lesson/lesson_check.h"

#include "core/lesson/matrix_sheet.h"
#include "core/lesson/state_run.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <utility>

namespace headlight {

namespace {

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
        return oneCell(check.weight ? *check.weight : *check.effect);
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
            return oneCell(effect);
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

/// What is wrong with the sheet of Matrices of a state, if it has one.
static void addSheetFaults(const std::optional<LessonState>& state, const std::string& path,
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

/// The states that point at a head or a cell: a step's own, its question's and what follows.
static std::vector<std::pair<std::string, LessonState>> placesOf(const LessonStep& step,
                                                                 const LessonState& shown)
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

std::vector<std::string> unknownNames(const LessonStep& step)
{
    std::vector<std::string> unknown;
    std::vector<std::string> texts{step.say, step.task, step.reveal};
    for (const auto& asked : {step.predict, step.question})
        if (asked) {
            texts.insert(texts.end(), {asked->ask, asked->hint});
            for (const LessonAnswer& each : asked->answers)
                texts.insert(texts.end(), {each.say, each.why});
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
                unknown.emplace_back(name);
        }
    return unknown;
}

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
        for (const std::string& name : unknownNames(step))
            faults.push_back(concat(path, ": found {", name, "}, expected the name of a check"));
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

std::string formulaText(const FormulaValue& value, int digits, std::string_view betweenNumbers,
                        std::string_view betweenRows)
{
    std::string text;
    for (Eigen::Index r = 0; r < value.rows(); ++r) {
        text += r == 0 ? "" : betweenRows;
        for (Eigen::Index c = 0; c < value.cols(); ++c) {
            const double rounded = std::abs(value(r, c)) < 0.5 * std::pow(10.0, -digits) ? 0.0 : value(r, c);
            text += concat(c == 0 ? "" : betweenNumbers, formatted("%.*f", digits, rounded));
        }
    }
    return text;
}

} // namespace headlight
