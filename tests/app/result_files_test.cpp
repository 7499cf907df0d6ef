// The ending of -o chooses the format of a result, by one rule for all commands.
#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

using headlight::test::contentOf;
using headlight::test::Finished;
using headlight::test::kPaper;
using headlight::test::runProgram;
using headlight::test::TemporaryFolder;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

Words joined(Words words, const Words& more)
{
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

Words onPaper(const std::string& command, const Words& more = {})
{
    return joined({command, "--model", kPaper, "--ids", "5,6,7", "--target-ids", "0,8"}, more);
}

/// A command that prints its result as a text or as JSON, and its other formats.
struct Printed
{
    Words command;
    Words others; ///< endings
    bool hasJson = true; ///< with --json
};

const std::vector<Printed>& printedResults()
{
    static const std::vector<Printed> kAll{
        {onPaper("sweep", {"--heads", "decoder.0.self.*"}), {".csv", ".npz", ".png", ".svg", ".pdf"}},
        {onPaper("cells", {"--heads", "decoder.0.cross.0"}), {".csv", ".png", ".svg", ".pdf"}},
        {onPaper("metrics"), {}},
        {onPaper("metrics", {"--rollout"}), {}},
        {onPaper("effect"), {}},
        {onPaper("who", {"--head", "decoder.0.self.0", "--query", "1", "--key", "0"}), {}},
        {{"circuits", "--model", kPaper, "--head", "decoder.0.self.0"}, {}},
        {{"generate", "--model", kPaper, "--ids", "5,6,7", "--max-new-tokens", "2"}, {}},
        {{"models", "--families"}, {}},
        {{"matrices", "--example", "rows"}, {}, false}};
    return kAll;
}

const Words kKnown{".json", ".csv", ".npz", ".npy", ".png", ".svg", ".pdf", ".html", ".safetensors"};

bool has(const Words& words, const std::string& word)
{
    return std::ranges::find(words, word) != words.end();
}

} // namespace

TEST_CASE("result files: FILE.json is what --json prints, FILE.txt what is printed without", "[app][output]")
{
    const TemporaryFolder folder;
    for (const Printed& each : printedResults()) {
        INFO(each.command.front());
        const Words asJson = each.hasJson ? Words{"--json"} : Words{"--as", "json"};
        const std::string wanted = runProgram(joined(each.command, asJson)).out;
        const std::string table = runProgram(each.command).out;
        REQUIRE(wanted.starts_with('{'));
        CHECK_FALSE(table.starts_with('{'));
        for (const std::string name : {"a.json", "a.JSON", "a.jsonl"}) {
            const std::string file = (folder / name).string();
            const Finished written = runProgram(joined(each.command, {"-o", file}));
            INFO(name << ": " << written.err);
            CHECK(written.status == 0);
            CHECK(contentOf(file) == wanted);
        }
        for (const std::string name : {"a.txt", "a.unknown", "a"}) {
            const std::string file = (folder / name).string();
            CHECK(runProgram(joined(each.command, {"-o", file})).status == 0);
            CHECK(contentOf(file) == table);
            CHECK(runProgram(joined(joined(each.command, asJson), {"-o", file})).status == 0);
            CHECK(contentOf(file) == wanted);
        }
    }
}

TEST_CASE("result files: an ending that a command does not write is refused", "[app][output]")
{
    const TemporaryFolder folder;
    const auto refused = [&folder](const Words& command, const std::string& ending, const std::string& part) {
        const std::string file = (folder / ("a" + ending)).string();
        const Finished finished = runProgram(joined(command, {"-o", file}));
        INFO(command.front() << " -o a" << ending << ": " << finished.err);
        CHECK(finished.status == 2);
        CHECK(finished.out.empty());
        CHECK(finished.err.find(part) != std::string::npos);
        CHECK_FALSE(std::filesystem::exists(file));
    };
    for (const Printed& each : printedResults())
        for (const std::string& ending : kKnown) {
            if (ending == ".json")
                continue;
            if (!has(each.others, ending))
                refused(each.command, ending, "expected a name with .json");
            else if (each.hasJson)
                refused(joined(each.command, {"--json"}), ending, "--json: excludes -o");
        }
    refused({"matrices", "--example", "rows", "--as", "numpy"}, ".json", "--as: found numpy");
    // What the file is called says what it has, also where there is only one format.
    const std::vector<std::pair<Words, std::string>> files{
        {onPaper("trace"), ".safetensors"},
        {onPaper("gradient"), ".safetensors"},
        {{"thumbnail", "--session", "a.headlight"}, ".png"},
        {{"course", "hand-out", "a.headlight"}, ".pdf"}};
    for (const auto& [command, own] : files)
        for (const std::string& ending : joined(kKnown, {".txt"}))
            if (ending != own)
                refused(command, ending, "expected a name with ");
    for (const std::string ending : {".html", ".safetensors", ".txt", ".bmp", ""})
        refused(onPaper("render", {"--head", "encoder.0.self.0"}), ending,
                "expected a name with .png, .svg, .pdf, .csv, .npy, .npz or .json");
    refused({"tokenize", "--text", "a"}, ".csv", "expected a name with .json");
    refused({"course", "results", folder.path().string()}, ".json", "expected a name with .csv");
    refused({"course", "check", "--all"}, ".csv", "expected a name with .txt: the result is a text");
    refused({"merge", "a"}, ".html", "expected a name with .json");
    refused({"bench", "--seconds", "0"}, ".csv", "expected a name with .json");
}

TEST_CASE("result files: the help names the endings of each command", "[app][output]")
{
    const auto help = [](const std::string& command) {
        std::string text = runProgram({command, "--help"}).out, words;
        for (const char letter : text) // the lines are wrapped
            if (const bool space = letter == ' ' || letter == '\n'; !space || !words.ends_with(' '))
                words += space ? ' ' : letter;
        return words;
    };
    for (const std::string command :
         {"sweep", "cells", "merge", "metrics", "effect", "who", "circuits", "generate", "models", "bench"}) {
        INFO(command);
        CHECK(help(command).find("FILE.json or FILE.jsonl has the JSON of --json") != std::string::npos);
    }
    CHECK(help("cells").find("FILE.csv has all cells; FILE.png, FILE.svg or FILE.pdf has a plot")
          != std::string::npos);
    CHECK(help("sweep").find("with --check also run, run_se") != std::string::npos);
    CHECK(help("sweep").find("made again after a stop") != std::string::npos);
}

TEST_CASE("result files: the table of checked estimates has the runs", "[app][output]")
{
    const TemporaryFolder folder;
    const Words command{"sweep",
                        "--model",
                        kPaper,
                        "--ids",
                        "5,6,7",
                        "--target-ids",
                        "0,8",
                        "--ids",
                        "7,9",
                        "--target-ids",
                        "0,6,5",
                        "--by",
                        "mean",
                        "--metric",
                        "loss",
                        "--heads",
                        "decoder.0.self.*",
                        "--estimate"};
    const auto table = [&](const std::string& name, const Words& more) {
        const std::string file = (folder / name).string();
        const Finished finished = runProgram(joined(command, joined(more, {"-o", file})));
        INFO(finished.err);
        REQUIRE(finished.status == 0);
        return contentOf(file);
    };
    CHECK(table("plain.csv", {}).starts_with("stack,layer,kind,head,position,token,value,se,n\n"));
    const std::string checked = table("checked.csv", {"--check"});
    CHECK(checked.starts_with("stack,layer,kind,head,position,token,value,se,n,run,run_se\n"));
    const json result = json::parse(table("checked.json", {"--check"}));
    const std::string row = checked.substr(
        checked.find('\n') + 1, checked.find('\n', checked.find('\n') + 1) - checked.find('\n') - 1);
    Words fields;
    for (std::size_t begin = 0; begin <= row.size();) {
        const std::size_t end = std::min(row.find(',', begin), row.size());
        fields.push_back(row.substr(begin, end - begin));
        begin = end + 1;
    }
    REQUIRE(fields.size() == 11);
    const json& point = result["points"][0];
    CHECK(std::stod(fields[6]) == Approx(point["mean"].get<double>()));
    CHECK(std::stod(fields[9]) == Approx(point["runs"]["mean"].get<double>()));
    CHECK(std::stod(fields[10]) == Approx(point["runs"]["se"].get<double>()));
}

TEST_CASE("results: cells name their inputs and what m is without a mask", "[app][output]")
{
    const Words inputs{"--model", kPaper, "--ids", "5,6,7", "--target-ids", "0,8", "--of", "loss"};
    const auto cells = [&](const Words& more) {
        const Finished finished
            = runProgram(joined(joined({"cells", "--json", "--heads", "decoder.0.cross.0"}, inputs), more));
        INFO(finished.err);
        REQUIRE(finished.status == 0);
        return json::parse(finished.out);
    };
    const json one = cells({}), two = cells({"--ids", "7,9", "--target-ids", "0,6,5"});
    CHECK(one["inputs_digest"].get<std::string>().size() == 64);
    CHECK(one["inputs_digest"] != two["inputs_digest"]);
    REQUIRE(two["inputs"].size() == 2);
    CHECK(two["inputs"][0]["value"].get<double>() == Approx(one["inputs"][0]["value"].get<double>()));
    const TemporaryFolder folder;
    const Finished gradient
        = runProgram(joined(joined({"gradient"}, inputs), {"-o", (folder / "a.safetensors").string()}));
    REQUIRE(gradient.status == 0);
    CHECK(one["inputs"][0]["value"].get<double>()
          == Approx(json::parse(gradient.out)["value"].get<double>()));
}

TEST_CASE("results: what is printed of one of several inputs is under its name", "[app][output]")
{
    const TemporaryFolder folder;
    const std::string texts = folder.write("texts.txt", "The black cat\nA dog runs.\n").string();
    const std::vector<Words> commands{
        {"effect", "--top", "1"},
        {"who", "--top", "1", "--head", "decoder.0.self.0", "--query", "1", "--key", "0"},
        {"metrics"},
        {"metrics", "--rollout"}};
    for (const Words& command : commands) {
        INFO(command.front());
        const Words all = joined(command, {"--model", "en-gpt"});
        const Finished several = runProgram(joined(all, {"--text-file", texts}));
        INFO(several.err);
        REQUIRE(several.status == 0);
        CHECK(several.out.starts_with("# input 0: The black cat\n"));
        CHECK(several.out.find("\n\n# input 1: A dog runs.\n") != std::string::npos);
        const Finished alone = runProgram(joined(all, {"--text", "The black cat"}));
        REQUIRE(alone.status == 0);
        CHECK(alone.out.find("The black cat\n") == std::string::npos);
        const Finished objects = runProgram(joined(all, {"--text-file", texts, "--json"}));
        CHECK(objects.out.starts_with('{'));
        CHECK(json::parse(objects.out.substr(objects.out.rfind("\n{") + 1))["item"] == 1);
    }
    const Finished ids = runProgram({"effect", "--model", kPaper, "--ids", "5,6", "--target-ids", "0",
                                     "--ids", "7", "--target-ids", "0"});
    CHECK(ids.out.find("# input 1: ids 7\n") != std::string::npos);
}
