// The commands that README and manual show, run by a shell as a reader would, with the answers that they
// print.
#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/chat_folder.h"
#include "tests/support/paths.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using headlight::test::ChatFolder;
using headlight::test::contentOf;
using headlight::test::TemporaryFolder;

struct Recipe
{
    std::string command; ///< all lines of it, for a shell
    std::vector<std::string> answer; ///< lines below it up to the next command or empty line
};

std::vector<std::string> linesOf(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

/// What stands behind "$ " in a page's blocks of code.
std::vector<Recipe> recipesOf(const std::string& page)
{
    std::vector<Recipe> recipes;
    bool inBlock = false, goesOn = false, answers = false;
    for (const std::string& line : linesOf(page)) {
        const bool fence = line.starts_with("```");
        if (fence)
            inBlock = !inBlock;
        if (fence || !inBlock || line.empty()) {
            answers = false;
        } else if (line.starts_with("$ ")) {
            recipes.push_back({line.substr(2), {}});
            answers = true;
        } else if (goesOn) {
            recipes.back().command += '\n' + line;
        } else if (answers) {
            recipes.back().answer.push_back(line);
        }
        goesOn = inBlock && line.ends_with('\\');
    }
    return recipes;
}

bool isRefusal(const Recipe& recipe)
{
    return !recipe.answer.empty() && recipe.answer.front().starts_with("headlight ");
}

} // namespace

namespace {

namespace fs = std::filesystem;

/// README and every page of the manual, in the order of their names.
std::vector<fs::path> documents()
{
    const fs::path root = headlight::test::kSourceRoot;
    std::vector<fs::path> found{root / "README.md"};
    for (const auto& entry : fs::recursive_directory_iterator(root / "resources/docs"))
        if (entry.path().extension() == ".md")
            found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace

TEST_CASE("manual: every command runs and answers what is printed below it", "[app][readme]")
{
    const TemporaryFolder folder;
    const ChatFolder model;
    fs::create_symlink(headlight::test::programPath(), folder / "headlight");
    fs::create_directory_symlink(model.path(), folder / "FOLDER");
    folder.write("sheet.txt", "X = [1, 2; 3, 4]\nA = softmax(X @ transposed(X))\n");
    folder.write("talk.json", R"([{"role": "user", "content": "The black cat"}])");

    std::size_t commands = 0;
    const std::string run = "cd '" + folder.path().string()
        + "' && QT_QPA_PLATFORM=offscreen bash recipe </dev/null >answer 2>&1";
    for (const fs::path& document : documents()) {
        if (headlight::test::kSanitized && document.filename() != "README.md")
            continue; // those of the manual take ten minutes there
        for (const Recipe& recipe : recipesOf(contentOf(document))) {
            ++commands;
            folder.write("recipe", recipe.command + '\n');
            const bool succeeded = std::system(run.c_str()) == 0;
            const std::string answer = contentOf(folder / "answer");
            INFO(document.string() << '\n' << recipe.command << '\n' << answer);
            CHECK(succeeded == !isRefusal(recipe));
            const std::vector<std::string> lines = linesOf(answer);
            for (const std::string& expected : recipe.answer)
                CHECK(std::find(lines.begin(), lines.end(), expected) != lines.end());
        }
    }
    CHECK(commands > (headlight::test::kSanitized ? 5 : 20));
}

TEST_CASE("manual: commands within a sentence exist, with their options", "[app][readme]")
{
    const std::regex command(R"(`(?:\./)?headlight ([a-z]+)( [^`\n]*)?`)"), option(R"( (--?[a-zA-Z][\w-]*))");
    const std::set<std::string> script{"test", "package",
                                       "resources"}; // of the file at the root, and a folder
    std::map<std::string, std::string> help;
    std::size_t options = 0;
    for (const fs::path& document : documents()) {
        const std::string page = contentOf(document);
        for (std::sregex_iterator at(page.begin(), page.end(), command), end; at != end; ++at) {
            const std::string name = (*at)[1], rest = (*at)[2];
            if (script.contains(name))
                continue;
            INFO(document.string() << ": " << at->str());
            if (!help.contains(name)) {
                const auto printed = headlight::test::runProgram({name, "--help"});
                REQUIRE(printed.status == 0);
                help[name] = printed.out;
            }
            for (std::sregex_iterator each(rest.begin(), rest.end(), option); each != end; ++each) {
                const std::regex known("[ ,]" + (*each)[1].str() + "[ ,\n]");
                CHECK(std::regex_search(help[name], known));
                ++options;
            }
        }
    }
    CHECK(options > 15);
}

TEST_CASE("manual: every link leads to a file of the project", "[app][readme]")
{
    const std::regex link(R"(\]\(([^)#\s]+)(#[^)]*)?\))");
    std::size_t links = 0;
    for (const fs::path& document : documents()) {
        const std::string page = contentOf(document);
        for (std::sregex_iterator at(page.begin(), page.end(), link), end; at != end; ++at) {
            const std::string target = (*at)[1];
            if (target.find("://") != std::string::npos)
                continue;
            ++links;
            INFO(document.string() << " links to " << target);
            CHECK(fs::exists(document.parent_path() / target));
        }
    }
    CHECK(links > 80);
}

TEST_CASE("README: a page that is read in one go", "[app][readme]")
{
    CHECK(linesOf(contentOf(fs::path(headlight::test::kSourceRoot) / "README.md")).size() <= 200);
}
