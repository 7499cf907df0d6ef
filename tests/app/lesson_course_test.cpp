#include "core/lesson/exercise.h"
#include "core/lesson/lesson.h"
#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <fstream>
#include <string>

using headlight::test::runProgram;
using headlight::test::TemporaryFolder;

namespace {

std::string lessonSaying(const TemporaryFolder& folder, const std::string& name, const std::string& width)
{
    const std::string file = (folder.path() / name).string();
    std::ofstream(file) << R"j({"format": "headlight-lesson", "title": "Width", "model": "en-fr",
        "text": "Hello.", "steps": [{"title": "One", "say": "{d}", "state": {"head": "encoder.0.self.0"},
        "check": [{"name": "d", "formula": "width()", "value": ")j"
                        << width << R"j(", "digits": 0}]}]})j";
    return file;
}

} // namespace

TEST_CASE("course: check says which statements of lessons no longer hold", "[app][lesson]")
{
    const TemporaryFolder folder;
    const std::string right = lessonSaying(folder, "right.json", "192"),
                      wrong = lessonSaying(folder, "wrong.json", "191");
    const auto holds = runProgram({"course", "check", right});
    CHECK(holds.status == 0);
    CHECK(holds.out == right + ": 1 step holds\n");
    CHECK(holds.err.empty());
    const auto fails = runProgram({"course", "check", right, wrong});
    CHECK(fails.status == 1);
    CHECK(fails.out.find(wrong + ": steps[0].check[0]: found 192, expected 191") != std::string::npos);
    CHECK(fails.err.find("found 1 statement that does not hold") != std::string::npos);
}

TEST_CASE("course: check names a place, a view and a number that are not there", "[app][lesson]")
{
    const TemporaryFolder folder;
    const std::string file = folder
                                 .write("far.json", R"({"format": "headlight-lesson", "kind": "course",
        "title": "Far", "model": "en-fr", "text": "The black cat sleeps on the chair.", "steps": [
        {"title": "One", "say": "It is {v}.", "state": {"head": "decoder.0.cross.3", "view": "heatmapp"},
         "question": {"ask": "Where?", "pin": {"query": 2, "key": 40}}}]})")
                                 .string();
    const auto fails = runProgram({"course", "check", file});
    CHECK(fails.status == 1);
    for (const char* fault : {"steps[0]: found {v}, expected the name of a check",
                              "steps[0].question: found the pinned key 40, expected 0 to 9",
                              "steps[0]: found the view \"heatmapp\", expected one of the window"}) {
        INFO(fails.out << fails.err);
        CHECK(fails.out.find(fault) != std::string::npos);
    }
}

TEST_CASE("course: check names a model that is not there, and a text that is empty", "[app][lesson]")
{
    const TemporaryFolder folder;
    const auto check = [&folder](const std::string& model) {
        const std::string lesson = R"({"format": "headlight-lesson", "kind": "course", "title": "Far",
            "model": ")"
            + model + R"(", "steps": [{"title": "One", "say": "It has {v}.", "state": {},
            "check": [{"name": "v", "formula": "1 * width() ", "value": "96"}]}]})";
        return runProgram({"course", "check", folder.write("far.json", lesson).string()});
    };
    const auto unknown = check("text-99");
    CHECK(unknown.status == 1);
    CHECK(unknown.err.find("far.json: model: found \"text-99\", expected a folder beside the lesson or a "
                           "built-in model: en-fr, ")
          != std::string::npos);
    CHECK(check("en-fr").out.find("text: found none, expected a sentence") != std::string::npos);
}

TEST_CASE("course: a wrong command line and a file that is no lesson are refused", "[app][lesson]")
{
    CHECK(runProgram({"course"}).status == 2);
    CHECK(runProgram({"course", "check"}).status == 2);
    CHECK(runProgram({"course", "grade", "x.json"}).status == 2);
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "no.json").string();
    std::ofstream(file) << "[]";
    const auto refused = runProgram({"course", "check", file});
    CHECK(refused.status == 1);
    CHECK(refused.err.find("no.json") != std::string::npos);
    CHECK(runProgram({"course", "check", (folder.path() / "none.json").string()}).status == 1);
}

TEST_CASE("course: results makes one table of what students handed in", "[app][lesson]")
{
    using namespace headlight;
    const TemporaryFolder folder;
    const auto hand = [&](const char* name, const LessonResults& results) {
        (void)folder.write(std::string("in/") + name, toText(results));
    };
    hand("ada.json",
         {"Ada, B.", "Cats", "2026-11-26T10:00:00", {{"One", "How many?", "0,98", true, 2, 12.34, 1}}});
    hand("eve/answers.json", // in a folder of her own
         {"=HYPERLINK(1)", "Cats", "2026-11-26T11:00:00", {{"One", "How many?", "-5", true, 1, 3, 0}}});
    const std::string in = (folder / "in").string();
    const auto table = runProgram({"course", "results", in});
    CHECK(table.status == 0);
    CHECK(table.out
          == "file,student,lesson,begun,step,question,answer,right,tries,seconds,hints\n"
             "ada.json,\"Ada, B.\",Cats,2026-11-26T10:00:00,One,How many?,\"0,98\",yes,2,12.3,1\n"
             "eve/answers.json,'=HYPERLINK(1),Cats,2026-11-26T11:00:00,One,How many?,-5,yes,1,3.0,0\n");

    CHECK(table.err.find("Ada, B., Cats: 1 of 1 right\n") != std::string::npos);

    // The lesson knows better than the student's file.
    Lesson lesson;
    lesson.title = "Cats";
    LessonStep& step = lesson.steps.emplace_back();
    step.title = "One";
    step.say = "Look.";
    step.question = LessonQuestion{"How many?", {}, {}, {}, *keyOf("0.98", 0.01, "s"), {}};
    const auto judged = runProgram(
        {"course", "results", in, "--lesson", folder.write("cats.json", toText(lesson)).string()});
    CHECK(judged.status == 0);
    CHECK(judged.out.find("\"0,98\",yes,") != std::string::npos);
    CHECK(judged.out.find("-5,no,") != std::string::npos);
    CHECK(judged.err.find("=HYPERLINK(1), Cats: 0 of 1 right") != std::string::npos);
    // A lesson beside the answers is no fault, and a second file of a student is said.
    (void)folder.write("twice/cats.json", toText(lesson));
    for (const char* name : {"twice/a.json", "twice/b.json"})
        (void)folder.write(name, toText(LessonResults{"Ada", "Cats", "", {}}));
    const auto twice = runProgram({"course", "results", (folder / "twice").string()});
    CHECK(twice.status == 0);
    CHECK(twice.err.find("in 2 files: a.json, b.json") != std::string::npos);
    // What the lesson does not ask is not judged, and another lesson's answers are left out.
    lesson.steps[0].title = "Another step";
    const auto unknown = runProgram(
        {"course", "results", in, "--lesson", folder.write("cats.json", toText(lesson)).string()});
    CHECK(unknown.status == 1);
    CHECK(unknown.out.find("-5,,1,") != std::string::npos);
    CHECK(unknown.err.find("ada.json: found \"How many?\", expected a question of the lesson")
          != std::string::npos);
    lesson.title = "Dogs";
    const auto foreign = runProgram(
        {"course", "results", in, "--lesson", folder.write("cats.json", toText(lesson)).string()});
    CHECK(foreign.out.find("ada") == std::string::npos);
    CHECK(foreign.err.find("lesson: found \"Cats\", expected \"Dogs\"") != std::string::npos);

    (void)folder.write("in/broken.json", "{");
    const auto partly = runProgram({"course", "results", in});
    CHECK(partly.status == 1);
    CHECK(partly.out == table.out);
    CHECK(partly.err.find("found 1 fault in 3 files") != std::string::npos);
    CHECK(partly.err.find("broken.json") != std::string::npos);
    CHECK(runProgram({"course", "results"}).status == 2);
    CHECK(runProgram({"course", "results", in, "--all"}).status == 2);
    const auto spoken = runProgram({"course", "results", in, "--language", "fr"});
    CHECK(spoken.status == 2);
    CHECK(spoken.err.find("--language: belongs to \"course hand-out") != std::string::npos);
    CHECK(runProgram({"course", "check", "--all", "--lesson", "x.json"}).status == 2);
    CHECK(runProgram({"course", "results", (folder / "none").string()}).status == 1);
}

TEST_CASE("course: hand-out writes the scenes of a session and its sheet without a display", "[app][lesson]")
{
    const TemporaryFolder folder;
    const auto session = [&](const char* name, const std::string& scenes, const std::string& sheet) {
        return folder
            .write(
                name,
                R"({"format": "headlight-session", "version": 1, "model": {"name": "en-fr", "builtin": true},
                "scenes": [)"
                    + scenes + R"(], "sheet": ")" + sheet + "\"}")
            .string();
    };
    const std::string scene
        = R"({"name": "Cats", "model": "en-fr", "document": {"text": "The black cat sleeps."},
        "focus": {"head": "decoder.0.cross.3"}, "room": "explore", "view": "heatmap"})";
    const std::string other
        = R"({"name": "Next", "model": "en-gpt", "document": {"text": "The dog"}, "view": "heatmap"})";
    const std::string pdf = (folder / "out.pdf").string();
    const auto made
        = runProgram({"course", "hand-out",
                      session("a.headlight", scene + ", " + other, "X = [1, 2]\\nY = X + 6"), "-o", pdf});
    INFO(made.err);
    CHECK(made.status == 0);
    CHECK(made.err.empty());
    const std::string content = headlight::test::contentOf(pdf);
    CHECK(content.starts_with("%PDF"));
    CHECK(content.find("/Count 3") != std::string::npos); // a page for each scene, and the sheet
    const std::vector<std::pair<std::string, std::string>> faults{
        {session("b.headlight", "", ""), "scenes: found none"},
        {session("c.headlight", scene, "X = [1"), "c.headlight"},
        {session("d.headlight", R"({"name": "x", "model": "no-such-model"})", ""), "no-such-model"},
        {(folder / "none.headlight").string(), "none.headlight"},
    };
    for (const auto& [file, said] : faults) {
        const auto refused = runProgram({"course", "hand-out", file, "-o", pdf});
        INFO(refused.err);
        CHECK(refused.status == 1);
        CHECK(refused.err.find(said) != std::string::npos);
    }
    const std::string whole = (folder / "a.headlight").string();
    CHECK(runProgram({"course", "hand-out", whole, "-o", (folder / "no/such/folder.pdf").string()}).status
          == 1);
    CHECK(runProgram({"course", "hand-out", whole}).status == 2);
    CHECK(runProgram({"course", "hand-out", "-o", pdf}).status == 2);
    CHECK(runProgram({"course", "check", "--all", "--language", "fr"}).status == 2);
}
