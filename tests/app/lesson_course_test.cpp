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
    CHECK(holds.out == right + ": 1 steps hold\n");
    CHECK(holds.err.empty());
    const auto fails = runProgram({"course", "check", right, wrong});
    CHECK(fails.status == 1);
    CHECK(fails.out.find(wrong + ": steps[0].check[0]: found 192, expected 191") != std::string::npos);
    CHECK(fails.err.find("found 1 statement") != std::string::npos);
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
