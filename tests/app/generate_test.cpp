#include "core/io/safetensors.h"
#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/language_folder.h"
#include "tests/support/model_folder.h"
#include "tests/support/paths.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <set>

using headlight::test::kPaper;
using namespace headlight;
using headlight::test::Finished;
using headlight::test::runProgram;
using nlohmann::json;

namespace {

json generated(const std::vector<std::string>& more)
{
    std::vector<std::string> arguments{"generate", "--model", kPaper, "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished finished = runProgram(arguments);
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    return json::parse(finished.out);
}

std::vector<std::int64_t> goldenIds(const std::string& name)
{
    const auto golden = SafetensorsFile::open(kPaper + "/goldens.safetensors");
    REQUIRE(golden.has_value());
    return toIntegers(*golden->tensor(name));
}

std::string goldenInput()
{
    std::string text;
    for (const std::int64_t id : goldenIds("input_ids"))
        text += (text.empty() ? "" : ",") + std::to_string(id);
    return text;
}

} // namespace

TEST_CASE("generate: greedy and beam search give the reference's tokens", "[app]")
{
    const json greedy = generated({"--ids", goldenInput(), "--max-new-tokens", "12"});
    CHECK(greedy["ids"].get<std::vector<std::int64_t>>() == goldenIds("greedy_ids"));
    CHECK(greedy["text"].is_null());
    CHECK(greedy["logprobs"].size() == greedy["ids"].size());

    const json beam = generated({"--ids", goldenInput(), "--max-new-tokens", "12", "--strategy", "beam"});
    CHECK(beam["ids"].get<std::vector<std::int64_t>>() == goldenIds("beam4_ids"));
    REQUIRE(beam["beams"].size() == 4);
    CHECK(beam["beams"][0]["ids"] == beam["ids"]);
    CHECK(beam["beams"][0]["score"].get<double>() >= beam["beams"][1]["score"].get<double>());

    const json one
        = generated({"--ids", goldenInput(), "--max-new-tokens", "12", "--strategy", "beam", "--beams", "1"});
    CHECK(one["ids"] == greedy["ids"]);
}

TEST_CASE("generate: the text alone without --json, ids where there is no tokenizer", "[app]")
{
    const json object = generated({"--ids", "5,6,7"});
    std::string expected;
    for (const json& id : object["ids"])
        expected += (expected.empty() ? "" : " ") + id.dump();
    CHECK(runProgram({"generate", "--model", kPaper, "--ids", "5,6,7"}).out == expected + "\n");
}

TEST_CASE("generate: it stops where it was told to", "[app]")
{
    const json none = generated({"--ids", "5,6,7", "--max-new-tokens", "0"});
    CHECK(none["ids"].empty());
    CHECK(none["stop"] == "length");
    const json one = generated({"--ids", "5,6,7", "--max-new-tokens", "1"});
    CHECK(one["ids"].size() == 1);
    CHECK(one["stop"] == "length");
    const json whole = generated({"--ids", "5,6,7"});
    CHECK(whole["stop"] == "eos");
    CHECK(whole["ids"].back() == 1);
}

TEST_CASE("generate: a seed gives the same sample again", "[app]")
{
    const std::vector<std::string> options{"--ids",         "5,6,7", "--strategy", "sample",
                                           "--temperature", "2",     "--top-k",    "50",
                                           "--top-p",       "0.99",  "--min-p",    "0.001"};
    const auto sampled = [&](const std::string& seed) {
        std::vector<std::string> all = options;
        all.insert(all.end(), {"--seed", seed});
        return generated(all)["ids"];
    };
    CHECK(sampled("7") == sampled("7"));
    bool differs = false;
    for (const char* seed : {"1", "2", "3", "4", "5"})
        differs = differs || sampled(seed) != sampled("7");
    CHECK(differs);
}

TEST_CASE("generate: sampling options without sampling are a warning", "[app]")
{
    const Finished finished = runProgram({"generate", "--model", kPaper, "--ids", "5", "--top-k", "3"});
    CHECK(finished.status == 0);
    CHECK(finished.err.find("--top-k has no effect without --strategy sample") != std::string::npos);
    CHECK(finished.err.find("--top-p") == std::string::npos);
    CHECK(runProgram({"generate", "--model", kPaper, "--ids", "5", "--top-k", "3", "--quiet"}).err.empty());
}

TEST_CASE("generate: a diversity penalty without groups is a warning", "[app]")
{
    const Finished finished = runProgram(
        {"generate", "--model", kPaper, "--ids", "5", "--strategy", "beam", "--diversity-penalty", "3"});
    CHECK(finished.status == 0);
    CHECK(finished.err.find("--diversity-penalty has no effect without --beam-groups") != std::string::npos);
}

TEST_CASE("generate: the tree of a beam search on request", "[app]")
{
    const json beam
        = generated({"--ids", goldenInput(), "--max-new-tokens", "12", "--strategy", "beam", "--tree"});
    REQUIRE(beam["beams"].size() == 4);
    const json& nodes = beam["tree"]["nodes"];
    for (std::size_t i = 0; i < 4; ++i) {
        std::vector<std::int64_t> ids;
        for (int node = beam["tree"]["results"][i]; node >= 0;
             node = nodes[static_cast<std::size_t>(node)]["parent"])
            ids.insert(ids.begin(), nodes[static_cast<std::size_t>(node)]["id"].get<std::int64_t>());
        CHECK(ids == beam["beams"][i]["ids"].get<std::vector<std::int64_t>>());
        const json& last = nodes[beam["tree"]["results"][i].get<std::size_t>()];
        CHECK(last["score"] == beam["beams"][i]["score"]);
        CHECK(last["state"] == "finished");
    }
    CHECK_FALSE(generated({"--ids", "5,6,7", "--strategy", "beam"}).contains("tree"));
    CHECK(generated({"--ids", "5,6,7", "--tree"})["tree"].is_null());
    CHECK(runProgram({"generate", "--model", kPaper, "--ids", "5", "--tree"}).status == 2);
}

TEST_CASE("generate: diverse beams, the n best, and numbers that do not fit", "[app]")
{
    const auto beams = [&](const std::vector<std::string>& more) {
        std::vector<std::string> all{"--ids", goldenInput(), "--max-new-tokens", "12", "--strategy", "beam"};
        all.insert(all.end(), more.begin(), more.end());
        return generated(all)["beams"];
    };
    const json plain = beams({});
    CHECK(beams({"--beam-groups", "1", "--early-stopping", "false", "--n-best", "4"}) == plain);
    CHECK(beams({"--n-best", "2"}) == json{plain[0], plain[1]});
    const json diverse = beams({"--beam-groups", "4", "--diversity-penalty", "50"});
    std::set<std::int64_t> first;
    for (const json& one : diverse)
        first.insert(one["ids"][0].get<std::int64_t>());
    CHECK(first.size() == 4); // with such a penalty, no two groups begin alike
    const auto wrong = [&](const std::vector<std::string>& more) {
        std::vector<std::string> all{"generate", "--model", kPaper, "--ids", "5", "--strategy", "beam"};
        all.insert(all.end(), more.begin(), more.end());
        return runProgram(all);
    };
    CHECK(wrong({"--beam-groups", "3"}).status == 2);
    CHECK(wrong({"--beam-groups", "3"}).err.find("divides") != std::string::npos);
    CHECK(wrong({"--n-best", "5"}).status == 2);
    CHECK(wrong({"--early-stopping", "perhaps"}).status == 2);
}

TEST_CASE("generate: typical sampling is reproducible", "[app]")
{
    const std::vector<std::string> options{"--ids",         "5,6,7", "--strategy", "sample",
                                           "--temperature", "3",     "--seed",     "11"};
    std::vector<std::string> typical = options;
    typical.insert(typical.end(), {"--typical-p", "0.2"});
    CHECK(generated(typical)["ids"] == generated(typical)["ids"]);
    std::vector<std::string> all = options;
    all.insert(all.end(), {"--typical-p", "1"});
    CHECK(generated(all)["ids"] == generated(options)["ids"]);
}

TEST_CASE("generate: several inputs give one line each", "[app]")
{
    const Finished finished
        = runProgram({"generate", "--model", kPaper, "--ids", "5,6,7", "--ids", "9", "--json"});
    REQUIRE(finished.status == 0);
    const std::size_t line = finished.out.find('\n');
    REQUIRE(line != std::string::npos);
    CHECK(json::parse(finished.out.substr(0, line)) == generated({"--ids", "5,6,7"}));
    CHECK(json::parse(finished.out.substr(line + 1)) == generated({"--ids", "9"}));
}

TEST_CASE("generate: an ablated head changes the answer's probabilities", "[app]")
{
    const json plain = generated({"--ids", "5,6,7"});
    const json ablated = generated({"--ids", "5,6,7", "--ablate", "decoder.*.cross.*"});
    CHECK(plain["logprobs"] != ablated["logprobs"]);
    CHECK_FALSE(plain.contains("edits"));
    CHECK(ablated["edits"][0]["where"] == "decoder.*.cross.*");
}

TEST_CASE("metrics: one line per head, and the same from a trace", "[app]")
{
    const Finished table
        = runProgram({"metrics", "--model", kPaper, "--ids", "5,6,7", "--target-ids", "0,8"});
    REQUIRE(table.status == 0);
    CHECK(std::count(table.out.begin(), table.out.end(), '\n') == 1 + 3 * 2 * 4);
    const Finished objects
        = runProgram({"metrics", "--model", kPaper, "--ids", "5,6,7", "--target-ids", "0,8", "--json"});
    const json first = json::parse(objects.out.substr(0, objects.out.find('\n')));
    CHECK(first["head"] == "encoder.0.self.0");
    CHECK(first["queries"] == 3);
    CHECK(first["entropy"].get<double>() >= 0);
    CHECK(first["entropy"].get<double>() <= 1.585);
}

TEST_CASE("bench: the numbers as JSON", "[app]")
{
    const Finished finished = runProgram({"bench", "--model", kPaper, "--seconds", "0", "--json", "--sweep"});
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    const json report = json::parse(finished.out);
    CHECK(report["product_gflops"].get<double>() > 0);
    CHECK(report["forward"].size() >= 1);
    CHECK(report["decoding"]["tokens"] == 32);
    CHECK(report["sweep"]["heads"].get<int>() > 0);
    CHECK(report["explaining"]["gradient_passes"].get<double>() > 0);
    CHECK(report["explaining"]["effect_passes"].get<double>() > 0);
}

TEST_CASE("bench: a long trace in the window, the palette's search included", "[app]")
{
    if (headlight::test::kSanitized) // the window's own tests do all of this there
        return;
    const Finished finished = runProgram({"bench", "--ui", "--long", "--longest", "512", "--json"});
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    const json report = json::parse(finished.out);
    CHECK(report["tokens"] == 512);
    CHECK(std::any_of(report["actions"].begin(), report["actions"].end(), [](const json& action) {
        return action["what"] == "typing in the palette" && action["times"].get<int>() > 0;
    }));
}

namespace {

/// The paper's transformer with a weight that is not a number.
struct BrokenModel
{
    headlight::test::ModelFolder folder{"paper-transformer"};

    BrokenModel()
    {
        folder.tensors.at("model.encoder.layers.0.self_attn.k_proj.weight").values[0]
            = std::numeric_limits<float>::quiet_NaN();
        REQUIRE(folder.open());
    }
    std::string path() const { return folder.folder.path().string(); }
};

} // namespace

TEST_CASE("generate: weights that are no numbers give a warning and no text", "[app]")
{
    const BrokenModel broken;
    const Finished text = runProgram({"generate", "--model", broken.path(), "--ids", "5,6,7"});
    CHECK(text.status == 0);
    CHECK(text.out == "\n");
    CHECK(text.err.find("encoder layer 0") != std::string::npos);
    CHECK(text.err.find("k_proj.weight has NaN at [0, 0]") != std::string::npos);
    const Finished object = runProgram({"generate", "--model", broken.path(), "--ids", "5,6,7", "--json"});
    CHECK(json::parse(object.out)["stop"] == "nan");
    CHECK(json::parse(object.out)["ids"].empty());
}

TEST_CASE("metrics: heads without numbers say so", "[app]")
{
    const BrokenModel broken;
    const std::vector<std::string> input{"metrics", "--model",      broken.path(), "--ids",
                                         "5,6,7",   "--target-ids", "0,8"};
    const Finished table = runProgram(input);
    CHECK(table.status == 0);
    CHECK(table.err.find("k_proj.weight") != std::string::npos);
    const std::string head = table.out.substr(table.out.find("encoder.0.self.0"));
    CHECK(head.substr(0, head.find('\n')).find("nan") != std::string::npos);
    CHECK(head.substr(0, head.find('\n')).ends_with("3 invalid rows left out"));
    auto asJson = input;
    asJson.emplace_back("--json");
    const Finished objects = runProgram(asJson);
    const json first = json::parse(objects.out.substr(0, objects.out.find('\n')));
    CHECK(first["entropy"].is_null());
    CHECK(first["queries"] == 0);
    CHECK(first["left_out"] == 3);
}

TEST_CASE("metrics: a trace says that it was recorded with edits", "[app]")
{
    const headlight::test::TemporaryFolder folder;
    const std::string file = (folder / "edited.safetensors").string();
    const std::vector<std::string> trace{"trace",        "--model", kPaper, "--ids", "5,6,7",
                                         "--target-ids", "0,8",     "-o",   file};
    REQUIRE(runProgram(trace).status == 0);
    CHECK(runProgram({"metrics", "--trace", file}).err.empty());
    auto edited = trace;
    edited.insert(edited.end(), {"--ablate", "encoder.0.self.1"});
    REQUIRE(runProgram(edited).status == 0);
    const Finished told = runProgram({"metrics", "--trace", file});
    CHECK(told.status == 0);
    CHECK(told.err.find("recorded with edits") != std::string::npos);
    CHECK(told.err.find("encoder.0.self.1") != std::string::npos);
    const auto first = [](std::vector<std::string> more) {
        more.insert(more.begin(), {"metrics", "--json"});
        const std::string out = runProgram(more).out;
        return json::parse(out.substr(0, out.find('\n')));
    };
    CHECK(first({"--trace", file})["edits"][0]["where"] == "encoder.0.self.1");
    CHECK_FALSE(first({"--model", kPaper, "--ids", "5,6"}).contains("edits"));
    CHECK(first({"--model", kPaper, "--ids", "5,6", "--ablate", "encoder.0.self.1"})["edits"]
          == first({"--trace", file})["edits"]);
}

TEST_CASE("generate: the target language is the first token of the output", "[app]")
{
    const test::LanguageFolder folder;
    const std::vector<std::string> plain{"generate", "--model", folder.path().string(), "--text",
                                         "a b",      "--json",  "--max-new-tokens",     "3"};
    const auto with = [&](const std::string& language) {
        std::vector<std::string> arguments = plain;
        arguments.insert(arguments.end(), {"--target-language", language});
        return runProgram(arguments);
    };
    const Finished german = with("de");
    REQUIRE(german.status == 0);
    CHECK(json::parse(german.out)["ids"][0] == test::LanguageFolder::language(7));
    const Finished unknown = with("fr");
    CHECK(unknown.status == 2);
    CHECK(unknown.err.find("found \"fr\", expected en, ha, is, ja, cs, ru, zh, de") != std::string::npos);
    const Finished none
        = runProgram({"generate", "--model", kPaper, "--ids", goldenInput(), "--target-language", "de"});
    CHECK(none.status == 2);
    CHECK(none.err.find("no language tokens") != std::string::npos);
}
