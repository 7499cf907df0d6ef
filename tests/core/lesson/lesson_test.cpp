#include "core/lesson/lesson.h"

#include "core/io/atomic_file.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace headlight;
namespace fs = std::filesystem;

namespace {

const fs::path kLessons = fs::path(test::kSourceRoot) / "resources" / "lessons";

std::string contentOf(const fs::path& path)
{
    std::ifstream in(path, std::ios::binary);
    std::stringstream all;
    all << in.rdbuf();
    return all.str();
}

std::vector<fs::path> shipped()
{
    std::vector<fs::path> all;
    for (const auto& entry : fs::directory_iterator(kLessons))
        if (entry.path().filename() != "learn.json")
            all.push_back(entry.path());
    return all;
}

/// A lesson with this single step.
std::string withStep(const std::string& step)
{
    return R"({"format": "headlight-lesson", "title": "A", "text": "Hello.", "steps": [)" + step + "]}";
}

std::string faultIn(const std::string& text)
{
    const auto read = lessonFromText(text, "bad.json");
    return read ? "" : read.error().describe();
}

} // namespace

TEST_CASE("lessons: the files of the program can be read", "[lesson]")
{
    REQUIRE(shipped().size() >= 7);
    for (const fs::path& path : shipped()) {
        INFO(path);
        const auto lesson = lessonFromText(contentOf(path), path.string());
        if (!lesson)
            FAIL(lesson.error().describe());
        CHECK_FALSE(lesson->say.empty());
        CHECK_FALSE(lesson->name.empty());
        CHECK(lesson->name.find_first_of("0123456789") == std::string::npos);
    }
    const auto learn = learnFromText(contentOf(kLessons / "learn.json"), "learn.json");
    if (!learn)
        FAIL(learn.error().describe());
    CHECK(learn->size() == 8);
}

TEST_CASE("lessons: every member of the form is read", "[lesson]")
{
    const auto read = lessonFromText(
        R"j({"format": "headlight-lesson", "kind": "examples", "title": "T", "say": "S", "others": "U, V",
            "summary": "Z", "source": "3.2.1",
            "picture": "learn", "model": "en-fr", "text": "Hello.", "room": "explain",
            "steps": [{"title": "One", "say": "{n}", "do": "Do it.",
              "predict": {"ask": "What?", "answers": [{"say": "a"}, {"say": "b", "right": true}]},
              "state": {"model": "en-gpt", "text": "Hi.", "line": 1, "forced": "x",
                "decoding": {"strategy": "sample", "maxNewTokens": 20}, "edits": [{"type": "head_off", "where": "decoder.0.cross.3"}], "head": "decoder.1.self.2",
                "map": "scores", "pin": {"query": 3}, "step": 4, "room": "model", "view": "flow", "compare": true,
                "version": "mean", "example": 2, "sweep": "decoder.*.cross.*", "sheet": "X = [1]"},
              "check": [{"name": "n", "weight": 0.5, "head": "decoder.1.self.2", "pin": {"query": 1, "key": 0}},
                        {"output": "Salut."}, {"effect": -1.5, "head": "decoder.1.self.2"},
                        {"formula": "width()", "value": "192", "digits": 0, "state": {"text": "You."}}],
              "rows": [{"what": "W", "here": "{n}"}, {"code": "q @ k.T", "here": "H", "lesson": "errors", "step": 3},
                       {"code": "q", "here": "H", "view": "heatmap", "map": "scores"}],
              "question": {"ask": "Where?", "head": "decoder.1.self.2", "pin": {"key": 4}},
              "then": {"text": "They."},
              "reveal": "R", "at": "rail"}]})j",
        "12-all.of-it.json");
    if (!read)
        FAIL(read.error().describe());
    Lesson wanted;
    wanted.name = "all.of-it";
    wanted.kind = LessonKind::kExamples;
    std::tie(wanted.title, wanted.say, wanted.others, wanted.summary, wanted.source)
        = std::tuple("T", "S", "U, V", "Z", "3.2.1");
    std::tie(wanted.picture, wanted.model, wanted.text, wanted.room)
        = std::tuple("learn", "en-fr", "Hello.", "explain");
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kSelf, 2};
    LessonStep& step = wanted.steps.emplace_back();
    std::tie(step.title, step.say, step.task, step.reveal, step.at)
        = std::tuple("One", "{n}", "Do it.", "R", "rail");
    step.predict = LessonQuestion{"What?", {{"a", false}, {"b", true}}, {}, {}};
    step.question = LessonQuestion{"Where?", {}, head, {{}, 4}};
    step.then.emplace().text = "They.";
    step.rows = {{"W", "", "{n}", "", 0},
                 {"", "q @ k.T", "H", "errors", 3},
                 {"", "q", "H", "", 0, "heatmap", MapKind::kScores}};
    LessonState& state = step.state.emplace();
    std::tie(state.model, state.text, state.forced) = std::tuple("en-gpt", "Hi.", "x");
    std::tie(state.line, state.head, state.map) = std::tuple(1, head, MapKind::kScores);
    std::tie(state.decoding.strategy, state.decoding.maxNewTokens) = std::tuple(Strategy::kSample, 20);
    state.edits.list.emplace_back(
        HeadOff{patternOf(HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 3})});
    std::tie(state.pin.query, state.step) = std::tuple(3, 4);
    std::tie(state.room, state.view, state.compare, state.sweep)
        = std::tuple("model", "flow", true, "decoder.*.cross.*");
    std::tie(state.version, state.example, state.sheet) = std::tuple(RunVersion::kMean, 2, "X = [1]");
    step.check.resize(4);
    std::tie(step.check[0].name, step.check[0].weight, step.check[0].head) = std::tuple("n", 0.5, head);
    step.check[0].pin = {1, 0};
    step.check[1].output = "Salut.";
    std::tie(step.check[2].effect, step.check[2].head) = std::tuple(-1.5, head);
    std::tie(step.check[3].formula, step.check[3].value, step.check[3].digits)
        = std::tuple("width()", "192", 0);
    step.check[3].state.emplace().text = "You.";
    CHECK(*read == wanted);
    const auto older
        = lessonFromText(withStep(R"({"title": "x", "say": "x", "state": {"beams": 3}})"), "a.json");
    REQUIRE(older);
    CHECK(older->steps[0].state->decoding.strategy == Strategy::kBeam);
    CHECK(older->steps[0].state->decoding.beams == 3);
}

TEST_CASE("lessons: a fault names the file, the field, what was found and what was expected", "[lesson]")
{
    const std::string state = R"("state": {"head": "decoder.0.self.0"})";
    const std::vector<std::pair<std::string, std::string>> faults{
        {"[]", "bad.json"},
        {R"({"format": "headlight-session"})",
         R"(format: found "headlight-session", expected "headlight-lesson")"},
        {R"({"format": "headlight-lesson", "title": "A", "steps": []})",
         "steps: found 0 entries, expected 1 to 100"},
        {withStep(R"({"title": "", "say": "x"})"), "steps[0].title: found none, expected a text"},
        {withStep(R"({"title": 3, "say": "x"})"), "steps[0].title: found 3, expected a text"},
        {withStep(R"({"title": "x"})"), "steps[0].say: found none"},
        {withStep(R"({"title": "x", "say": "x", "tell": "y"})"), "steps[0].tell: this member is not known"},
        {withStep(R"({"title": "x", "say": "x", "reveal": "y"})"), "steps[0].state: found none"},
        {withStep(R"({"title": "x", "say": ")" + std::string(4001, 'a') + "\"}"),
         "steps[0].say: found 4001 bytes, expected at most 4000"},
        {withStep(R"({"title": "x", "say": "x", "state": {"head": "decoder.*.self.0"}})"),
         R"(steps[0].state.head: found "decoder.*.self.0", expected a head such as)"},
        {withStep(R"({"title": "x", "say": "x", "state": {"decoding": {"beams": 1025}}})"),
         R"(steps[0].state.decoding.beams: found "1025", expected a whole number from 1 to 1024)"},
        {withStep(R"({"title": "x", "say": "x", "state": {"line": -1}})"), "steps[0].state.line: found -1"},
        {withStep(R"({"title": "x", "say": "x", "state": {"map": "colours"}})"), "steps[0].state.map"},
        {withStep(R"({"title": "x", "say": "x", "state": {"sweep": "all"}})"),
         R"(steps[0].state.sweep: found "all", expected heads such as)"},
        {withStep(R"({"title": "x", "say": "x", "state": {"edits": [{"type": "paint"}]}})"),
         R"(steps[0].state.edits[0].type: found "paint")"},
        {withStep(R"({"title": "x", "say": "x", "state": {"pin": {"query": -2}}})"),
         "steps[0].state.pin.query: found -2"},
        {withStep(R"({"title": "x", "predict": {"ask": "?", "answers": [{"say": "a"}]}, )" + state + "}"),
         "steps[0].predict.answers: found 1 entries, expected 2 to 6"},
        {withStep(R"({"title": "x", "predict": {"ask": "?", "answers": [{"say": "a"}, {"say": "b"}]}, )"
                  + state + "}"),
         "steps[0].predict.answers: found no right answer"},
        {withStep(R"({"title": "x", "say": "x", "check": [{"name": "n"}], )" + state + "}"),
         "steps[0].check[0]: found 0 of output, weight, effect and formula, expected exactly one"},
        {withStep(R"({"title": "x", "say": "x", "check": [{"weight": 1, "head": "decoder.0.self.0"}], )"
                  + state + "}"),
         "steps[0].check[0].pin: found no cell"},
        {withStep(R"({"title": "x", "say": "x", "check": [{"formula": "1"}], )" + state + "}"),
         "steps[0].check[0].value: found none"},
        {withStep(R"({"title": "x", "say": "x", "check": [{"formula": "1", "value": "1", "digits": 10}], )"
                  + state + "}"),
         "steps[0].check[0].digits: found 10, expected 0 to 9"},
        {withStep(R"({"title": "x", "say": "x", "question": {"ask": "?"}, )" + state + "}"),
         "steps[0].question.answers: found 0 entries"},
        {withStep(R"({"title": "x", "say": "x", "then": {"decoding": {"topP": 2}}, )" + state + "}"),
         R"(steps[0].then.decoding.topP: found "2")"},
        {withStep(R"({"title": "x", "say": "x", "then": {"text": "y"}, )" + state + "}"),
         "steps[0].question: found none"},
        {withStep(R"({"title": "x", "say": "x", "rows": [{"what": "a", "code": "b", "here": "c"}], )" + state
                  + "}"),
         "steps[0].rows[0]: found 2 of what and code"},
        {withStep(R"({"title": "x", "say": "x", "rows": [{"what": "a", "here": "c", "step": -1}], )" + state
                  + "}"),
         "steps[0].rows[0].step: found -1, expected 0 to 100"},
    };
    for (const auto& [text, expected] : faults) {
        const std::string fault = faultIn(text);
        INFO(fault);
        CHECK(fault.find("bad.json") != std::string::npos);
        CHECK(fault.find(expected) != std::string::npos);
    }
    const auto learn = learnFromText(
        R"({"format": "headlight-learn", "shelves": [{"title": "A", "entries": [{"title": "x"}]}]})",
        "l.json");
    REQUIRE_FALSE(learn);
    CHECK(learn.error().describe().find("shelves[0].entries[0]: found 0 of command, lesson, model and copied")
          != std::string::npos);
}

TEST_CASE("lessons: a damaged file is an error or a lesson, never a crash", "[lesson]")
{
    std::mt19937 random(7);
    const std::string whole = contentOf(kLessons / "20-alignment.json");
    REQUIRE(faultIn(whole).empty());
    for (std::size_t length = 0; length + 2 < whole.size(); length += 37)
        CHECK_FALSE(faultIn(whole.substr(0, length)).empty());
    for (int round = 0; round < 500; ++round) {
        std::string damaged = whole;
        for (int i = 0; i < 3; ++i)
            damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
        faultIn(damaged);
    }
}

TEST_CASE("lessons: a written lesson is read as it was, and is short", "[lesson]")
{
    for (const fs::path& path : shipped()) {
        INFO(path);
        const auto lesson = lessonFromText(contentOf(path), path.string());
        REQUIRE(lesson);
        const std::string text = toText(*lesson);
        const auto again = lessonFromText(text, path.string());
        if (!again)
            FAIL(again.error().describe());
        CHECK(*again == *lesson);
        for (const char* usual : {"null", "\"beams\": 1,", "\"example\": 0", "\"digits\": 2"})
            CHECK(text.find(usual) == std::string::npos);
    }
}

TEST_CASE("lessons: a user's lesson reaches models beside it and built-in ones, and nothing else", "[lesson]")
{
    for (const char* model : {"../en-fr", "/etc", "a/b", "..", "a\\\\b"}) {
        INFO(model);
        const std::string fault
            = faultIn(R"({"format": "headlight-lesson", "title": "A", "model": ")" + std::string(model)
                      + R"(", "steps": [{"title": "x", "say": "y"}]})");
        CHECK(fault.find("model: found \"") != std::string::npos);
        CHECK(fault.find("expected the name of a built-in model") != std::string::npos);
        CHECK(faultIn(withStep(R"({"title": "x", "say": "y", "state": {"model": ")" + std::string(model)
                               + R"("}})"))
                  .find("steps[0].state.model")
              != std::string::npos);
    }
    const test::TemporaryFolder folder, outside;
    const auto file = folder.write("own/lesson.json", withStep(R"({"title": "x", "say": "y"})"));
    const auto lesson = readLesson(file);
    REQUIRE(lesson);
    CHECK(lesson->name == file.string());
    CHECK(lesson->folder == file.parent_path().string());
    fs::create_directory(folder / "own/beside");
    fs::create_directory_symlink(outside.path(), folder / "own/linked");
    CHECK(*modelFolderOf(*lesson, "beside") == fs::canonical(folder / "own/beside"));
    CHECK_FALSE(modelFolderOf(*lesson, "linked"));
    CHECK(modelFolderOf(*lesson, "en-fr"));
    CHECK_FALSE(readLesson(folder / "none.json"));
}
