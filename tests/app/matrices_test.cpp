#include "core/lesson/matrix_sheet.h"
#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/python.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using headlight::test::Finished;
using headlight::test::runProgram;
using headlight::test::TemporaryFolder;
using namespace headlight;
using nlohmann::json;

namespace {

const std::vector<std::string> kExamples{"rows", "columns", "cross", "heads", "dictionary", "text-one"};

std::string printed(const std::vector<std::string>& arguments)
{
    std::vector<std::string> all{"matrices"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Finished finished = runProgram(all);
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    return finished.out;
}

} // namespace

TEST_CASE("matrices: prints what a sheet computes", "[app]")
{
    const TemporaryFolder folder;
    const std::string path = (folder / "sheet.txt").string();
    std::ofstream(path) << "Q = [8, -5]\nK = [5, -3; 6, -1; -4, 8]\nS = Q @ transposed(K)\n";
    CHECK(printed({path}).ends_with("S = Q @ transposed(K)  [1 x 3]\n   55.0000   53.0000  -72.0000\n"));
    CHECK(json::parse(printed({path, "--as", "json"}))["S"]["values"] == json::array({{55, 53, -72}}));
    CHECK(printed({path, "--as", "sheet"}).find("**S** = `Q @ transposed(K)`   1 × 3") != std::string::npos);
    CHECK(printed({path, "--as", "sheet"}).find("−72") == std::string::npos);
    CHECK(printed({path, "--as", "solution"}).find("−72") != std::string::npos);
    // JSON has no infinity.
    CHECK(json::parse(printed({"--example", "rows", "--as", "json"}))["M"]["values"][0]
          == json::array({0, "-inf", "-inf"}));
    std::ofstream(path) << "X = [nan, 1; inf, 2]\nY = X - X\n";
    CHECK(printed({path, "--as", "json"}).find("[[null,1.0],[\"inf\",2.0]]") != std::string::npos);
    CHECK(printed({path}).ends_with("       nan    0.0000\n       nan    0.0000\n"));
    CHECK(printed({path, "--as", "numpy"}).find("[[np.nan, 1], [np.inf, 2]]") != std::string::npos);
}

TEST_CASE("matrices: a fault names the file, the line, what was found and what was expected", "[app]")
{
    const TemporaryFolder folder;
    const std::string path = (folder / "sheet.txt").string();
    std::ofstream(path) << "X = [1, 2]\nY = X @ X\n";
    const Finished wrong = runProgram({"matrices", path});
    CHECK(wrong.status == 1);
    CHECK(wrong.err.find(path + ": Y: ") != std::string::npos);
    CHECK(wrong.err.find("found [1 x 2] @ [1 x 2], expected") != std::string::npos);
    std::ofstream(path) << "X = [1, 2;\n     1e400, 3]\n";
    CHECK(runProgram({"matrices", path}).err.find(path + ": line 2, column 6: found \"1e400\"")
          != std::string::npos);
    CHECK(runProgram({"matrices"}).status == 2);
    CHECK(runProgram({"matrices", path, "--example", "rows"}).status == 2);
    CHECK(runProgram({"matrices", "/no/such/sheet.txt"}).status == 1);
}

TEST_CASE("matrices: NumPy and PyTorch compute the same numbers with the printed code", "[app]")
{
    for (const char* const library : {"numpy", "torch"}) {
        const std::string python = headlight::test::pythonWith(library);
        if (python.empty()) {
            WARN("skipped: " << library << " is not installed (package python3-" << library << ")");
            continue;
        }
        const TemporaryFolder folder;
        for (const std::string& example : kExamples) {
            const json ours = json::parse(printed({"--example", example, "--as", "json"}));
            const std::string script = (folder / "script.py").string(), out = (folder / "out.json").string();
            json names = json::array();
            for (const auto& each : ours.items())
                names.push_back(each.key());
            std::ofstream(script)
                << printed({"--example", example, "--as", library}) << "import json\nnames = " << names.dump()
                << "\ndef finite(x):\n    return x if abs(x) < 1e300 else None\n"
                   "json.dump({name: [[finite(x) for x in row] for row in globals()[name].tolist()]"
                   " for name in names}, open('"
                << out << "', 'w'))\n";
            INFO(library << ", " << example);
            std::string command = python;
            command.append(" ").append(script).append(" > /dev/null");
            REQUIRE(std::system(command.c_str()) == 0);
            const json theirs = json::parse(std::ifstream(out), nullptr, true, true);
            for (const auto& line : ours.items()) {
                const auto& rows = line.value()["values"];
                INFO(line.key());
                REQUIRE(theirs[line.key()].size() == rows.size());
                for (std::size_t r = 0; r < rows.size(); ++r)
                    for (std::size_t c = 0; c < rows[r].size(); ++c)
                        if (rows[r][c].is_number())
                            CHECK(std::abs(rows[r][c].get<double>() - theirs[line.key()][r][c].get<double>())
                                  < 1e-12);
            }
        }
    }
}
