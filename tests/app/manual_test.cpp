// The manual page and the completions match --help, and the shells can read them.

#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace {

using headlight::test::runProgram;

const std::vector<std::string>& commandNames()
{
    static const std::vector<std::string> kNames{
        "tokenize", "trace",    "generate", "render",   "metrics", "sweep",  "merge",     "effect",
        "who",      "circuits", "cells",    "gradient", "models",  "course", "thumbnail", "bench"};
    return kNames;
}

/// The options listed by `headlight COMMAND --help`: the first word of each line that begins with two spaces.
std::vector<std::string> helpOptions(const std::string& command)
{
    std::istringstream help(runProgram({command, "--help"}).out);
    std::vector<std::string> options;
    for (std::string line; std::getline(help, line);) {
        if (!line.starts_with("  -"))
            continue;
        std::istringstream names(line.substr(2, line.find(' ', 2) - 2));
        for (std::string name; std::getline(names, name, ',');)
            options.push_back(name);
    }
    return options;
}

std::string between(const std::string& text, const std::string& from, const std::string& to)
{
    const std::size_t begin = text.find(from);
    if (begin == std::string::npos)
        return {};
    return text.substr(begin, text.find(to, begin + from.size()) - begin);
}

std::string roffName(const std::string& option)
{
    std::string escaped;
    for (const char letter : option)
        escaped += letter == '-' ? std::string("\\-") : std::string(1, letter);
    return escaped;
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("manual: page and completions have every option of --help", "[app][manual]")
{
    const std::string man = runProgram({"--manual", "man"}).out;
    const std::string bash = runProgram({"--manual", "bash"}).out;
    const std::string zsh = runProgram({"--manual", "zsh"}).out;
    const std::string fish = runProgram({"--manual", "fish"}).out;
    for (const std::string& command : commandNames()) {
        INFO(command);
        const std::vector<std::string> options = helpOptions(command);
        REQUIRE(options.size() > 2);
        const std::string page = between(man, ".SS headlight " + command + "\n", ".S");
        const std::string words = between(bash, "        " + command + ")\n", ";;\n        ");
        const std::string arguments = between(zsh, "        " + command + ")\n", " ;;\n");
        for (const std::string& option : options) {
            INFO(option);
            CHECK(contains(page, roffName(option)));
            CHECK(contains(bash.substr(bash.find("        " + command + ")\n")), option + " "));
            CHECK(contains(arguments, "'*" + option + "["));
            const std::string letters = option.substr(option.find_first_not_of('-'));
            CHECK(contains(fish, (option.starts_with("--") ? " -l " : " -s ") + letters));
        }
        CHECK_FALSE(words.empty());
    }
}

TEST_CASE("manual: the shells and man read what is printed", "[app][manual]")
{
    const headlight::test::TemporaryFolder folder;
    struct Reader
    {
        const char *kind, *tool, *command;
    };
    const std::vector<Reader> readers{{"man", "groff", "groff -man -Tutf8 -ww "},
                                      {"bash", "bash", "bash -n "},
                                      {"zsh", "zsh", "zsh -n "},
                                      {"fish", "fish", "fish --no-execute "}};
    for (const Reader& reader : readers) {
        INFO(reader.kind);
        const auto printed = runProgram({"--manual", reader.kind});
        CHECK(printed.status == 0);
        CHECK(printed.err.empty());
        if (std::system(("command -v " + std::string(reader.tool) + " >/dev/null").c_str()) != 0) {
            WARN(std::string(reader.tool) + " is not installed: not checked");
            continue;
        }
        const std::filesystem::path file = folder.write(reader.kind, printed.out);
        // Nothing may appear on standard error.
        const std::string check = std::string(reader.command) + "'" + file.string() + "' 2>&1 >/dev/null";
        CHECK(std::system(("test -z \"$(" + check + ")\"").c_str()) == 0);
    }
    // roff escapes replace non-ASCII characters: old formatters read bytes as Latin-1.
    const std::string page = runProgram({"--manual", "man"}).out;
    CHECK(std::all_of(page.begin(), page.end(), [](char letter) { return (letter & 0x80) == 0; }));
    const auto wrong = runProgram({"--manual", "troff"});
    CHECK(wrong.status == 2);
    CHECK(contains(wrong.err, "expected one of man|bash|zsh|fish"));
}

TEST_CASE("manual: bash completes commands, options and the words of an option", "[app][manual]")
{
    const headlight::test::TemporaryFolder folder;
    const std::string completions = runProgram({"--manual", "bash"}).out;
    // Exits with 0 if `expected` completes the last word.
    const auto completes = [&](const std::string& words, const std::string& expected) {
        const std::filesystem::path script = folder.write(
            "complete",
            completions + "COMP_WORDS=(headlight " + words
                + ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_headlight\n[[ \"${COMPREPLY[*]}\" == \""
                + expected + "\" ]]\n");
        return std::system(("bash '" + script.string() + "'").c_str()) == 0;
    };
    CHECK(completes("gene", "generate"));
    CHECK(completes("generate --caus", "--causal"));
    CHECK(completes("trace --logits la", "last"));
    CHECK_FALSE(completes("trace --logits la", "all"));
}
