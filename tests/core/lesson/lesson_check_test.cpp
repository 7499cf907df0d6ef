#include "core/lesson/lesson_check.h"

#include "core/model/builtin_model.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>

using namespace headlight;
namespace fs = std::filesystem;

namespace {

Result<std::shared_ptr<const Model>> builtin(const std::string& name)
{
    static std::map<std::string, std::shared_ptr<const Model>> known;
    if (known[name] == nullptr) {
        ASSIGN_OR_RETURN(const auto folder, builtinModelFolder(name));
        ASSIGN_OR_RETURN(known[name], loadModel(folder, {}, {}));
    }
    return known[name];
}

Lesson lessonWith(const std::string& state, const std::string& check)
{
    const auto lesson = lessonFromText(
        R"({"format": "headlight-lesson", "title": "A", "model": "en-fr", "text": "My brother is a doctor.",
            "steps": [{"title": "x", "say": "x", "state": )"
            + state + R"(, "check": [)" + check + "]}]}",
        "a.json");
    if (!lesson)
        FAIL(lesson.error().describe());
    return *lesson;
}

std::vector<std::string> faults(const Lesson& lesson)
{
    const auto found = faultsOf(lesson, builtin, {});
    if (!found)
        FAIL(found.error().describe());
    return *found;
}

} // namespace

TEST_CASE("lessons: all that the program's lessons say holds", "[lesson]")
{
    int checks = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(test::kSourceRoot) / "resources/lessons")) {
        if (entry.path().filename() == "learn.json")
            continue;
        INFO(entry.path());
        std::ifstream in(entry.path(), std::ios::binary);
        std::stringstream all;
        all << in.rdbuf();
        const auto lesson = lessonFromText(all.str(), entry.path().string());
        REQUIRE(lesson);
        for (const LessonStep& step : lesson->steps)
            checks += static_cast<int>(step.check.size());
        for (const std::string& fault : faults(*lesson))
            FAIL_CHECK(fault);
    }
    CHECK(checks > 150);
}

TEST_CASE("lessons: each lesson of the course has a task, a prediction, a question, a summary and a source",
          "[lesson]")
{
    int lessons = 0, texts = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(test::kSourceRoot) / "resources/lessons")) {
        std::ifstream in(entry.path(), std::ios::binary);
        std::stringstream all;
        all << in.rdbuf();
        const auto lesson = lessonFromText(all.str(), entry.path().string());
        if (!lesson) // learn.json
            continue;
        texts += lesson->kind == LessonKind::kIntroduction ? 1 : 0;
        if (lesson->kind != LessonKind::kCourse)
            continue;
        ++lessons;
        INFO(lesson->title);
        int tasks = 0, predictions = 0, questions = 0;
        for (const LessonStep& step : lesson->steps) {
            tasks += step.task.empty() ? 0 : 1;
            predictions += step.predict ? 1 : 0;
            questions += step.question ? 1 : 0;
        }
        CHECK(tasks >= 1);
        CHECK(predictions >= 1);
        CHECK(questions >= 1);
        CHECK_FALSE(lesson->summary.empty());
        CHECK(lesson->source.find("section") != std::string::npos);
    }
    CHECK(lessons == 14);
    CHECK(texts == 5);
}

TEST_CASE("lessons: what no longer holds is named with what was found", "[lesson]")
{
    const std::string state = R"({"head": "decoder.0.self.0", "view": "heatmap"})";
    CHECK(faults(lessonWith(state, R"j({"output": "Mon frère est médecin."},
        {"formula": "at(weights('decoder.0.self.0'), 0, 1)", "value": "0"},
        {"formula": "shape(query('decoder.0.self.0'))", "value": "[6, 48]", "digits": 0},
        {"formula": "width()", "value": "192"}, {"formula": "steps()", "value": "6"})j"))
              .empty());
    const auto output = faults(lessonWith(state, R"({"output": "Ma sœur."})"));
    REQUIRE(output.size() == 1);
    CHECK(output[0]
          == "steps[0].check[0]: found the output \"Mon frère est médecin.\", expected \"Ma sœur.\"");
    const auto number = faults(lessonWith(state, R"j({"formula": "width()", "value": "193", "digits": 0})j"));
    REQUIRE(number.size() == 1);
    CHECK(number[0] == "steps[0].check[0]: found 192, expected 193");
    const auto head = faults(lessonWith(R"({"head": "decoder.9.self.0", "view": "heatmap"})", ""));
    REQUIRE(head.size() == 1);
    CHECK(head[0].find("found the head decoder.9.self.0") != std::string::npos);
    const auto broken = faults(lessonWith(state, R"j({"formula": "p('chat', 99)", "value": "0"})j"));
    REQUIRE(broken.size() == 1);
    CHECK(broken[0].find("found p('chat', 99)") != std::string::npos);
    const auto sheet = faults(lessonWith(R"({"view": "matrices", "sheet": "X = [1]\nY = X @"})", ""));
    REQUIRE(sheet.size() == 1);
    CHECK(sheet[0].find("steps[0].state.sheet: Y: ") != std::string::npos);
    const auto open = faults(lessonWith(R"({"view": "matrices", "sheet": "X = [1]\nY = [2"})", ""));
    REQUIRE(open.size() == 1);
    CHECK(open[0].find("steps[0].state.sheet: line 2") != std::string::npos);
}

TEST_CASE("lessons: a check sees the state's edits, and the run before them", "[lesson]")
{
    const std::string state = R"({"head": "decoder.0.self.0", "view": "heatmap",
        "edits": [{"type": "causal", "stack": "decoder", "value": "off"}]})";
    const Lesson lesson = lessonWith(state, R"j({"output": "Mon est médecin."},
        {"name": "off", "formula": "at(weights('decoder.0.self.0'), 0, 1)", "value": "0"},
        {"name": "on", "formula": "before(at(weights('decoder.0.self.0'), 0, 1))", "value": "0"})j");
    const auto values = checkStep(lesson, lesson.steps.front(), builtin, {});
    REQUIRE(values);
    REQUIRE(values->size() == 3);
    CHECK((*values)[0].holds);
    CHECK_FALSE((*values)[1].holds);
    CHECK((*values)[1].name == "off");
    CHECK((*values)[1].value(0, 0) > 0.01);
    CHECK((*values)[2].holds);
}

TEST_CASE("lessons: a line of several is padded to the longest", "[lesson]")
{
    const auto lesson = lessonFromText(
        R"j({"format": "headlight-lesson", "title": "A", "steps": [{"title": "x", "say": "x",
            "state": {"model": "en-fr", "text": "The black cat sleeps on the chair.\nThank you.", "line": 1},
            "check": [{"output": "Merci."}, {"formula": "tokens('encoder')", "value": "10", "digits": 0}]}]})j",
        "a.json");
    REQUIRE(lesson);
    CHECK(faults(*lesson).empty());
}

TEST_CASE("lessons: statistics of a head and written tokens are functions of formulas", "[lesson]")
{
    const auto checked = [](const char* formula, const char* value) {
        return faults(
            lessonWith("{}", std::string(R"({"formula": ")") + formula + R"(", "value": ")" + value + "\"}"));
    };
    // "Mon frère est médecin."
    CHECK(checked("writes('Mon', 0)", "1").empty());
    CHECK(checked("writes('Mon', 1)", "0").empty());
    CHECK(checked("writes('Mon', 999)", "0").empty());
    CHECK(checked("at(logits(3, 0), 0, 0) - max(logits(3, 0))", "0").empty());
    CHECK(checked("columns(logits(3, 0))", "3").empty());
    CHECK(checked("logits(3, 99)", "0").at(0).find("found logits(3, 99)") != std::string::npos);
    CHECK(checked("logits(0, 0)", "0").at(0).find("found logits(0, 0)") != std::string::npos);
    CHECK(checked("statistic('entropy', 'encoder.0.self.0')", "-1").at(0).find("expected -1.00")
          != std::string::npos);
    CHECK(checked("statistic('nonsense', 'encoder.0.self.0')", "1")
              .at(0)
              .find("found no statistic \"nonsense\"")
          != std::string::npos);
    CHECK(checked("statistic('entropy', 'encoder.9.self.0')", "1").at(0).find("encoder.9.self.0")
          != std::string::npos);
}
