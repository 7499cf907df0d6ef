#include "core/base/concat.h"
#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

using headlight::concat;
using headlight::test::contentOf;
using headlight::test::Finished;
using headlight::test::kPaper;
using headlight::test::runProgram;
using headlight::test::TemporaryFolder;

namespace {

struct Case
{
    std::vector<std::string> arguments;
    int status;
    std::string named; ///< what the line on standard error must name
};

void check(const Case& c)
{
    const Finished finished = runProgram(c.arguments);
    std::string all;
    for (const std::string& word : c.arguments)
        all += word + " ";
    INFO(all << "\n" << finished.err);
    CHECK(finished.status == c.status);
    CHECK(finished.out.empty());
    CHECK(std::count(finished.err.begin(), finished.err.end(), '\n') == 1);
    CHECK(finished.err.find(c.named) != std::string::npos);
}

} // namespace

TEST_CASE("command line: a wrong use of it ends with status 2 and one line", "[app]")
{
    const std::vector<Case> cases{
        {{"trace", "--nonsense"}, 2, "--nonsense"},
        {{"trace", "word"}, 2, "word"},
        {{"trace", "--text"}, 2, "--text"},
        {{"render", "--grid", "--text", "The cat."}, 2, "--grid: found the option --text, expected KIND"},
        {{"trace", "--model", kPaper, "--ids", "5"}, 2, "-o"},
        {{"trace", "--model", kPaper, "-o", "x.safetensors"}, 2, "--text"},
        {{"trace", "--model", kPaper, "-o", "x.safetensors", "--ids", "5", "--text", "a"}, 2, "--ids"},
        {{"trace", "--model", kPaper, "-o", "x.safetensors", "--ids", "5,x"}, 2, "\"x\""},
        {{"trace", "--model", kPaper, "-o", "x.safetensors", "--ids", "5,"}, 2, "comma"},
        {{"trace", "--model", kPaper, "-o", "x.safetensors", "--ids", "5", "--record", "weights,colours"},
         2,
         "colours"},
        {{"trace", "--model", kPaper, "-o", "x.safetensors", "--ids", "5", "--ids", "6", "--target-ids", "0"},
         2,
         "once"},
        {{"trace", "--model", kPaper, "-o", "x.safetensors", "--ids", "5", "--causal", "maybe"}, 2, "maybe"},
        {{"trace", "--model", kPaper, "-o", "x.safetensors", "--ids", "5", "--ablate", "encoder.9.self.0"},
         2,
         "encoder.9.self.0"},
        {{"trace", "--model", kPaper, "-o", "x.safetensors", "--ids", "5", "--ablate", "encoder"},
         2,
         "--ablate"},
        {{"trace", "--model", kPaper, "-o", "x.safetensors", "--ids", "5", "--mask", "encoder.0.self.0 4"},
         2,
         "--mask"},
        {{"generate", "--model", kPaper, "--ids", "5", "--strategy", "guess"}, 2, "guess"},
        {{"generate", "--model", kPaper, "--ids", "5", "--beams", "0"}, 2, "--beams"},
        {{"generate", "--model", kPaper, "--ids", "5", "--temperature", "nan"}, 2, "nan"},
        {{"generate", "--model", kPaper, "--ids", "5", "--stdin"}, 2, "--stdin"},
        {{"tokenize", "--model", kPaper}, 2, "--text"},
        {{"metrics"}, 2, "--text"},
        {{"nosuchthing"}, 2, "nosuchthing"},
    };
    for (const Case& c : cases)
        check(c);
}

TEST_CASE("command line: bad input ends with status 1 and one line that names it", "[app]")
{
    const TemporaryFolder folder;
    const std::string broken = folder.write("broken.json", R"([{"type":"paint"}])").string();
    const std::string notTrace = folder.write("not.safetensors", "hello").string();
    const std::string empty = folder.write("empty.json", "").string();
    folder.write("model/config.json", R"({"model_type":"vaswani"})");
    const std::string model = (folder / "model").string();
    const std::string out = (folder / "out.safetensors").string();
    const std::vector<Case> cases{
        {{"trace", "--model", "/nowhere", "-o", out, "--ids", "5"}, 1, "/nowhere"},
        {{"trace", "--model", model, "-o", out, "--ids", "5"}, 1, model},
        {{"trace", "--model", kPaper, "-o", out, "--ids", "500"}, 1, "500"},
        {{"trace", "--model", kPaper, "-o", out, "--text", "a"}, 1, kPaper},
        {{"trace", "--model", kPaper, "-o", "/nowhere/t.safetensors", "--ids", "5"}, 1, "/nowhere"},
        {{"trace", "--model", kPaper, "-o", out, "--ids", "5", "--edit", broken}, 1, "paint"},
        {{"trace", "--model", kPaper, "-o", out, "--ids", "5", "--edit", "/nowhere.json"},
         1,
         "/nowhere.json"},
        {{"tokenize", "--model", kPaper, "--text", "a"}, 1, kPaper},
        {{"models", "--folder", "/nowhere"}, 1, "/nowhere: --folder: no such folder"},
        {{"course", "check", notTrace},
         1,
         notTrace + ": found no { at the beginning, expected a session, a lesson"},
        {{"thumbnail", "--session", notTrace, "-o", (folder / "out.png").string()},
         1,
         notTrace + ": found no { at the beginning, expected a session, a lesson"},
        {{"merge", empty, empty}, 1, empty + ": found an empty file"},
        {{"metrics", "--trace", notTrace}, 1, notTrace},
        {{"metrics", "--trace", kPaper + "/model.safetensors"}, 1, "model.safetensors"},
    };
    for (const Case& c : cases)
        check({c.arguments, c.status, c.named});
    CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("command line: a disk that fills up ends with status 1, and the old file stays", "[app]")
{
    const TemporaryFolder folder;
    const std::vector<std::string> input{"--model",      kPaper, "--ids", "5,6,7,8,9,10,11,12",
                                         "--target-ids", "0,8"};
    const std::vector<std::pair<std::string, std::string>> files{{"render", "f.png"},
                                                                 {"render", "f.pdf"},
                                                                 {"render", "f.svg"},
                                                                 {"render", "f.csv"},
                                                                 {"trace", "t.safetensors"}};
    for (const auto& [command, name] : files) {
        const std::string path = folder.write(name, "old").string();
        std::vector<std::string> arguments{command, "-o", path};
        arguments.insert(arguments.end(), input.begin(), input.end());
        if (command == "render")
            arguments.insert(arguments.end(), {"--head", "encoder.0.self.1"});
        const Finished finished = runProgram(arguments, {}, {}, {.fileBytes = 300});
        INFO(name << ": " << finished.err);
        CHECK(finished.status == 1);
        CHECK(finished.err.find(path) != std::string::npos);
        CHECK(finished.err.find("File too large") != std::string::npos);
        std::ifstream kept(path);
        CHECK(std::string(std::istreambuf_iterator<char>(kept), {}) == "old");
    }
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()),
                        std::filesystem::directory_iterator())
          == static_cast<std::ptrdiff_t>(files.size()));
}

TEST_CASE("command line: without a display the window explains what works without one", "[app]")
{
    const Finished finished = runProgram({});
    CHECK(finished.status == 2);
    CHECK(std::count(finished.err.begin(), finished.err.end(), '\n') == 1);
    for (const char* command : {"tokenize", "trace", "generate", "metrics", "bench"})
        CHECK(finished.err.find(command) != std::string::npos);
}

TEST_CASE("command line: the window takes one thing to open, and Qt's own options", "[app]")
{
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
        {{"--bogus"}, "--bogus"},
        {{"--model", kPaper}, "--model"},
        {{kPaper, "--bogus"}, "--bogus"},
        {{kPaper, kPaper}, kPaper}};
    for (const auto& [words, strange] : cases) {
        const Finished finished = runProgram(words, {}, {"QT_QPA_PLATFORM=offscreen"});
        INFO(finished.err);
        CHECK(finished.status == 2);
        CHECK(finished.err.find("headlight: " + strange + ": ") != std::string::npos);
        CHECK(finished.err.find("--help") != std::string::npos);
    }
    const Finished taken
        = runProgram({"-platform", "offscreen", "-style", "fusion", "--bogus"}, {}, {"QT_QPA_PLATFORM="});
    CHECK(taken.status == 2);
    CHECK(taken.err.find("headlight: --bogus") != std::string::npos);
}

TEST_CASE("command line: help and version go to standard output", "[app]")
{
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"--help"},
                                               {"--version"},
                                               {"trace", "--help"},
                                               {"generate", "-h"},
                                               {"--help", "edit"},
                                               {"trace", "--help", "edit"}}) {
        const Finished finished = runProgram(arguments);
        CHECK(finished.status == 0);
        CHECK_FALSE(finished.out.empty());
        CHECK(finished.err.empty());
    }
}

TEST_CASE("command line: a closed stream does not become one of the files", "[app]")
{
    const TemporaryFolder folder;
    const auto status = [&folder](const std::string& words) {
        const std::string command = concat('\'', headlight::test::programPath(), "' ", words, " 2>'",
                                           (folder / "err").string(), '\'');
        return std::system(command.c_str());
    };
    const std::string made = (folder / "ids.json").string();
    CHECK(status("tokenize --model en-gpt --stdin -o '" + made + "' <&-") == 0);
    CHECK(contentOf(folder / "err").empty());
    CHECK(contentOf(made).empty()); // nothing was asked: the tokenizer's file was not read as questions
    CHECK(status("tokenize --model en-gpt --text a -o '" + made + "' >&-") == 0);
    CHECK(contentOf(made).starts_with(R"({"ids":)"));
    for (const char* const words : {"--help", "--version", "merge --help"}) {
        CHECK(status(std::string(words) + " >/dev/full") != 0);
        CHECK(contentOf(folder / "err") == "headlight: standard output: cannot be written\n");
    }
}

TEST_CASE("command line: the version says the commit", "[app][version]")
{
    const auto lineOf = [](const std::string& command) {
        std::string line(200, '\0');
        FILE* const pipe = ::popen(command.c_str(), "r");
        REQUIRE(pipe != nullptr);
        const bool read = std::fgets(line.data(), static_cast<int>(line.size()), pipe) != nullptr;
        ::pclose(pipe);
        line.resize(read ? line.find_first_of("\n\0", 0, 2) : 0);
        return line;
    };
    const std::string git = "git -C '" + std::string(headlight::test::kSourceRoot) + "' ";
    const std::string commit = lineOf(git + "rev-parse HEAD 2>/dev/null");
    const std::string said = runProgram({"--version"}).out;
    CHECK(said.starts_with("headlight "));
    if (commit.empty()) {
        WARN("not a clone, or git is not installed: the commit is not compared");
        CHECK(said.find(" (commit ") != std::string::npos);
        return;
    }
    CHECK(said.ends_with(" (commit " + commit.substr(0, 12) + ")\n"));
    // An archive of the sources knows the commit without git.
    CHECK(lineOf(git + "archive HEAD app/commit.txt | tar xO").starts_with(commit + " "));
}
