// The commands that the README shows, run by a shell as a reader would, with the answers that it prints.
#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/chat_folder.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
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

/// What stands behind "$ " in the README's blocks of code.
std::vector<Recipe> recipesOf(const std::string& readme)
{
    std::vector<Recipe> recipes;
    bool inBlock = false, goesOn = false, answers = false;
    for (const std::string& line : linesOf(readme)) {
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

TEST_CASE("README: every command runs and answers what is printed below it", "[app][readme]")
{
    const TemporaryFolder folder;
    const ChatFolder model;
    std::filesystem::create_symlink(headlight::test::programPath(), folder / "headlight");
    std::filesystem::create_directory_symlink(model.path(), folder / "FOLDER");
    folder.write("talk.json", R"([{"role": "user", "content": "The black cat"}])");

    const std::vector<Recipe> recipes
        = recipesOf(contentOf(std::filesystem::path(headlight::test::kSourceRoot) / "README.md"));
    CHECK(recipes.size() > 20);
    const std::string run = "cd '" + folder.path().string()
        + "' && QT_QPA_PLATFORM=offscreen bash recipe </dev/null >answer 2>&1";
    for (const Recipe& recipe : recipes) {
        folder.write("recipe", recipe.command + '\n');
        const bool succeeded = std::system(run.c_str()) == 0;
        const std::string answer = contentOf(folder / "answer");
        INFO(recipe.command << '\n' << answer);
        CHECK(succeeded == !isRefusal(recipe));
        const std::vector<std::string> lines = linesOf(answer);
        for (const std::string& expected : recipe.answer)
            CHECK(std::find(lines.begin(), lines.end(), expected) != lines.end());
    }
}
