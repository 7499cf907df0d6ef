#include "core/lesson/lesson.h"

#include "core/io/mapped_file.h"
#include "core/model/builtin_model.h"
#include "core/options/decode_options.h"
#include "core/options/stored_option.h"
#include "core/session/stored_types.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <system_error>
#include <utility>

namespace headlight {

namespace {

constexpr std::size_t kMostSteps = 100, kMostEntries = 100, kMostChecks = 50, kMostRows = 50;
constexpr std::size_t kLongestText = 4000, kLongestSheet = 1'000'000; ///< bytes
constexpr std::size_t kFewestAnswers = 2, kMostAnswers = 6;
constexpr std::size_t kDigestDigits = 64;
constexpr int kMostLines = 10'000, kMostExamples = 1000, kMostDigits = 9;

/// Reports what is not as lesson.h says, with the path of each field.
class LessonFaults
{
public:
    explicit LessonFaults(FaultReport& report)
        : m_report(report)
    { }

    void check(const Lesson& lesson)
    {
        text("title", lesson.title, true);
        text("say", lesson.say, false);
        text("others", lesson.others, false);
        text("summary", lesson.summary, false);
        text("source", lesson.source, false);
        model("model", lesson.model);
        count("steps", lesson.steps.size(), 1, kMostSteps);
        for (std::size_t i = 0; i < std::min(lesson.steps.size(), kMostSteps); ++i)
            check(lesson.steps[i], concat("steps[", i, "]."));
    }
    void check(const std::vector<LearnShelf>& shelves)
    {
        count("shelves", shelves.size(), 1, kMostEntries);
        for (std::size_t i = 0; i < shelves.size(); ++i) {
            const std::string path = concat("shelves[", i, "].");
            text(path + "title", shelves[i].title, true);
            count(path + "entries", shelves[i].entries.size(), 1, kMostEntries);
            for (std::size_t k = 0; k < shelves[i].entries.size(); ++k) {
                const LearnEntry& entry = shelves[i].entries[k];
                one(concat(path, "entries[", k, "]"), "command, lesson, model and copied",
                    {!entry.command.empty(), !entry.lesson.empty(), !entry.model.empty(),
                     !entry.copied.empty()});
            }
        }
    }

private:
    void check(const LessonStep& step, const std::string& path)
    {
        text(path + "title", step.title, true);
        for (const auto& [name, value] :
             {std::pair("say", &step.say), std::pair("do", &step.task), std::pair("reveal", &step.reveal)})
            text(path + name, *value, false);
        if (step.say.empty() && step.task.empty() && !step.predict)
            m_report.bad(path + "say", "found none, expected what the step says, or a do or predict");
        if (!step.state)
            for (const auto& [name, value] :
                 {std::pair("do", !step.task.empty()), std::pair("predict", step.predict.has_value()),
                  std::pair("then", step.then.has_value()),
                  std::pair("reveal", !step.reveal.empty() && !step.question)})
                if (value)
                    m_report.bad(path + "state", "found none, expected a state for ", name);
        if (step.then && !step.question)
            m_report.bad(path + "question", "found none, expected one that is answered before then");
        if (step.predict)
            check(*step.predict, path + "predict.", false);
        if (step.question)
            check(*step.question, path + "question.", true);
        for (const auto& [name, state] : {std::pair("state.", &step.state), std::pair("then.", &step.then)})
            if (*state)
                check(**state, path + name);
        count(path + "rows", step.rows.size(), 0, kMostRows);
        for (std::size_t i = 0; i < std::min(step.rows.size(), kMostRows); ++i) {
            const LessonRow& row = step.rows[i];
            const std::string place = concat(path, "rows[", i, "]");
            one(place, "what and code", {!row.what.empty(), !row.code.empty()});
            number(place + ".step", row.step, 0, kMostSteps);
            if (!row.lesson.empty() && !row.view.empty())
                m_report.bad(place, "found lesson and view, expected at most one of the two");
            for (const std::string* each : {&row.what, &row.code, &row.here})
                text(place, *each, false);
        }
        count(path + "check", step.check.size(), 0, kMostChecks);
        for (std::size_t i = 0; i < std::min(step.check.size(), kMostChecks); ++i)
            check(step.check[i], concat(path, "check[", i, "]"));
    }
    void check(const LessonState& state, const std::string& path)
    {
        model(path + "model", state.model);
        number(path + "line", state.line, 0, kMostLines);
        number(path + "step", state.step, 0, kMostNewTokens);
        number(path + "example", state.example, 0, kMostExamples);
        pin(path + "pin.", state.pin);
        text(path + "sheet", state.sheet, false, kLongestSheet);
        if (!state.sweep.empty() && !parseHeadPattern(state.sweep))
            m_report.bad(path + "sweep", "found \"", state.sweep,
                         R"(", expected heads such as "decoder.*.cross.*")");
    }
    void check(const LessonQuestion& question, const std::string& path, bool mayPoint)
    {
        text(path + "ask", question.ask, true);
        text(path + "hint", question.hint, false);
        pin(path + "pin.", question.pin);
        if (question.key) {
            check(*question.key, path + "key.");
            count(path + "answers", question.answers.size(), 0, 0);
            return;
        }
        if (mayPoint && question.answers.empty() && (question.head || question.pin != LessonPin{}))
            return;
        count(path + "answers", question.answers.size(), kFewestAnswers, kMostAnswers);
        for (std::size_t i = 0; i < question.answers.size(); ++i) {
            text(concat(path, "answers[", i, "].say"), question.answers[i].say, true);
            text(concat(path, "answers[", i, "].why"), question.answers[i].why, false);
        }
        if (std::ranges::none_of(question.answers, [](const LessonAnswer& each) { return each.right; }))
            m_report.bad(path + "answers", "found no right answer, expected \"right\": true in at least one");
    }
    void check(const AnswerKey& key, const std::string& path)
    {
        if (key.digest.size() != kDigestDigits
            || key.digest.find_first_not_of("0123456789abcdef") != std::string::npos)
            m_report.bad(path + "digest", "found \"", key.digest.substr(0, kDigestDigits),
                         "\", expected 64 hexadecimal digits; write the answer anew in the program");
        if (!(key.tolerance >= 0) || !std::isfinite(key.tolerance))
            m_report.bad(path + "tolerance", "found ", key.tolerance, ", expected 0 or more");
        if (key.salt.empty() || key.salt.size() > kDigestDigits)
            m_report.bad(path + "salt", "found ", key.salt.size(), " bytes, expected 1 to 64");
    }
    void check(const LessonCheck& check, const std::string& path)
    {
        one(path, "output, weight, effect and formula",
            {check.output.has_value(), check.weight.has_value(), check.effect.has_value(),
             check.formula.has_value()});
        number(path + ".digits", check.digits, 0, kMostDigits);
        if (check.formula && check.value.empty())
            m_report.bad(path + ".value", "found none, expected what the formula gives");
        if (check.state)
            this->check(*check.state, path + ".state.");
        if ((check.weight || check.effect) && !check.head)
            m_report.bad(path + ".head", "found none, expected the head of this number");
        if (check.weight && !(check.pin.query && check.pin.key))
            m_report.bad(path + ".pin", "found no cell, expected its query and key");
        pin(path + ".pin.", check.pin);
    }
    void pin(const std::string& path, const LessonPin& pin)
    {
        number(path + "query", pin.query.value_or(0), 0, std::numeric_limits<int>::max());
        number(path + "key", pin.key.value_or(0), 0, std::numeric_limits<int>::max());
    }
    void model(const std::string& path, const std::string& name)
    {
        if (name.find_first_of("/\\") != std::string::npos || name.starts_with('.'))
            m_report.bad(path, "found \"", name,
                         "\", expected the name of a built-in model, or of a folder beside the lesson");
    }
    void text(const std::string& path, const std::string& value, bool required,
              std::size_t most = kLongestText)
    {
        if (required && value.empty())
            m_report.bad(path, "found none, expected a text");
        if (value.size() > most)
            m_report.bad(path, "found ", value.size(), " bytes, expected at most ", most, ": split the step");
    }
    void count(const std::string& path, std::size_t value, std::size_t least, std::size_t most)
    {
        if (value < least || value > most)
            m_report.bad(path, "found ", value, " entries, expected ", least, " to ", most);
    }
    void number(const std::string& path, int value, int least, int most)
    {
        if (value < least || value > most)
            m_report.bad(path, "found ", value, ", expected ", least, " to ", most);
    }
    void one(const std::string& path, const char* names, std::initializer_list<bool> given)
    {
        const auto found = std::ranges::count(given, true);
        if (found != 1)
            m_report.bad(path, "found ", found, " of ", names, ", expected exactly one");
    }

    FaultReport& m_report;
};

/// Reads a file of this format with `read`, then checks the value.
template <typename T>
Result<T> readWhole(std::string_view text, const std::string& file, const char* expected,
                    void (*read)(FieldReader&, T&))
{
    ASSIGN_OR_RETURN(const auto tree, SessionTree::parse(text, file));
    FieldFaults faults(file);
    T value;
    {
        FieldReader visit(tree, faults);
        std::string format;
        visit("format", format);
        if (!faults.report.error() && format != expected)
            faults.report.bad("format", "found \"", format, "\", expected \"", expected, '"');
        read(visit, value);
    }
    for (const std::string& name : faults.unknown)
        faults.report.bad(name, "this member is not known; correct its name or remove it");
    if (!faults.report.error())
        LessonFaults(faults.report).check(value);
    if (faults.report.error())
        return faults.report.summary();
    return value;
}

using Tree = nlohmann::ordered_json;

/// Removes members that a reader would get without them: empty ones, and those that are as in `usual`.
void removeDefaults(Tree& tree, const Tree& usual)
{
    if (tree.is_array())
        for (Tree& each : tree)
            removeDefaults(each, usual);
    if (!tree.is_object())
        return;
    for (auto member = tree.begin(); member != tree.end();) {
        if (member.key() != "edits") // in the form of --edit
            removeDefaults(*member, usual);
        const bool empty = member->is_null() || *member == Tree("") || *member == false
            || (member->is_structured() && member->empty());
        const auto known = usual.find(member.key());
        if (empty || (known != usual.end() && *known == *member))
            member = tree.erase(member);
        else
            ++member;
    }
}

} // namespace

// A structured binding has as many names as its structure has members: a new member stops the compiler here.

template <>
inline constexpr std::array kWordsOf<LessonKind>{EnumWord{"tour"}, EnumWord{"experiment"},
                                                 EnumWord{"examples"}, EnumWord{"course"}, EnumWord{"text"}};

static void fields(auto& visit, LessonPin& pin)
{
    auto& [query, key] = pin;
    visit("query", query, "key", key);
}

static void fields(auto& visit, LessonState& state)
{
    auto& [model, text, line, forced, decoding, edits, head, map, pin, step, room, view, compare, version,
           example, sweep, sheet]
        = state;
    int beams = 1; // how older lessons ask for a beam search
    visit("model", model, "text", text, "line", line, "forced", forced, "beams", beams, "decoding", decoding,
          "edits", edits, "head", head, "map", map, "pin", pin, "step", step, "room", room, "view", view,
          "compare", compare, "version", version, "example", example, "sweep", sweep, "sheet", sheet);
    if (beams > 1)
        std::tie(decoding.strategy, decoding.beams) = std::tuple(Strategy::kBeam, beams);
}

static void fields(auto& visit, LessonAnswer& answer)
{
    auto& [say, right, why] = answer;
    visit("say", say, "right", right, "why", why);
}

static void fields(auto& visit, AnswerKey& key)
{
    auto& [salt, digest, tolerance] = key;
    visit("salt", salt, "digest", digest, "tolerance", tolerance);
}

static void fields(auto& visit, LessonQuestion& question)
{
    auto& [ask, answers, head, pin, key, hint] = question;
    visit("ask", ask, "answers", answers, "head", head, "pin", pin, "key", key, "hint", hint);
}

static void fields(auto& visit, LessonCheck& check)
{
    auto& [name, output, weight, effect, head, pin, formula, value, digits, state] = check;
    visit("name", name, "output", output, "weight", weight, "effect", effect, "head", head, "pin", pin,
          "formula", formula, "value", value, "digits", digits, "state", state);
}

static void fields(auto& visit, LessonRow& row)
{
    auto& [what, code, here, lesson, step, view, map] = row;
    visit("what", what, "code", code, "here", here, "lesson", lesson, "step", step, "view", view, "map", map);
}

static void fields(auto& visit, LessonStep& step)
{
    auto& [title, say, task, predict, state, rows, question, then, check, reveal, at] = step;
    visit("title", title, "say", say, "do", task, "predict", predict, "state", state, "rows", rows,
          "question", question, "then", then, "check", check, "reveal", reveal, "at", at);
}

static void fields(auto& visit, Lesson& lesson)
{
    auto& [name, folder, kind, title, say, others, summary, source, picture, model, text, room, markdown,
           steps]
        = lesson;
    visit("kind", kind, "title", title, "say", say, "others", others, "summary", summary, "source", source,
          "picture", picture, "model", model, "text", text, "room", room, "markdown", markdown, "steps",
          steps);
}

static void fields(auto& visit, LearnEntry& entry)
{
    auto& [command, lesson, model, copied, picture, title, say] = entry;
    visit("command", command, "lesson", lesson, "model", model, "copied", copied, "picture", picture, "title",
          title, "say", say);
}

static void fields(auto& visit, LearnShelf& shelf)
{
    auto& [title, entries] = shelf;
    visit("title", title, "entries", entries);
}

Result<Lesson> lessonFromText(std::string_view text, const std::string& file)
{
    ASSIGN_OR_RETURN(Lesson lesson,
                     readWhole<Lesson>(text, file, "headlight-lesson",
                                       [](FieldReader& visit, Lesson& value) { fields(visit, value); }));
    lesson.name = std::filesystem::path(file).stem().string();
    // "10-tour.json": the number is its place among the others.
    if (const auto number = lesson.name.find_first_not_of("0123456789");
        number != 0 && number != std::string::npos && lesson.name[number] == '-')
        lesson.name.erase(0, number + 1);
    return lesson;
}

Result<Lesson> readLesson(const std::filesystem::path& file)
{
    ASSIGN_OR_RETURN(const auto mapped, MappedFile::open(file));
    ASSIGN_OR_RETURN(Lesson lesson, lessonFromText(mapped.text(), file.string()));
    lesson.name = std::filesystem::absolute(file).lexically_normal().string();
    lesson.folder = std::filesystem::path(lesson.name).parent_path().string();
    return lesson;
}

Result<std::filesystem::path> modelFolderOf(const Lesson& lesson, const std::string& name)
{
    std::error_code error;
    const auto beside = std::filesystem::canonical(std::filesystem::path(lesson.folder) / name, error);
    // A link may lead out of the lesson's folder.
    if (!lesson.folder.empty() && !name.empty() && !error && std::filesystem::is_directory(beside, error)
        && beside.parent_path() == std::filesystem::canonical(lesson.folder, error))
        return beside;
    return builtinModelFolder(name);
}

Result<void> findModels(const Lesson& lesson)
{
    std::vector<std::pair<std::string, std::string>> named{{"model", lesson.model}};
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        for (const auto& [name, state] :
             {std::pair(".state.model", &step.state), {".then.model", &step.then}})
            if (*state)
                named.emplace_back(concat("steps[", i, ']', name), (*state)->model);
    }
    for (const auto& [field, name] : named)
        if (!name.empty() && !modelFolderOf(lesson, name))
            return badFile(
                lesson.name, field, "found \"", name,
                "\", expected a folder beside the lesson or a built-in model: ", namesOfBuiltins());
    return {};
}

bool Lesson::hasExercises() const
{
    return std::ranges::any_of(steps, [](const LessonStep& step) {
        return (step.predict && step.predict->key) || (step.question && step.question->key);
    });
}

std::string toText(const Lesson& lesson)
{
    FieldWriter write, none;
    write("format", std::string("headlight-lesson"));
    Lesson copy = lesson;
    fields(write, copy);
    LessonState state;
    fields(none, state); // the step of a row has the same default
    none("digits", LessonCheck{}.digits);
    none("tolerance", AnswerKey{}.tolerance);
    auto tree = Tree::parse(write.text());
    removeDefaults(tree, Tree::parse(none.text()));
    constexpr int kIndent = 2;
    return tree.dump(kIndent) + '\n';
}

Result<std::vector<LearnShelf>> learnFromText(std::string_view text, const std::string& file)
{
    return readWhole<std::vector<LearnShelf>>(
        text, file, "headlight-learn",
        [](FieldReader& visit, std::vector<LearnShelf>& value) { visit("shelves", value); });
}

} // namespace headlight
