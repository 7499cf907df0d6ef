#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>

using headlight::test::Finished;
using headlight::test::kPaper;
using headlight::test::runProgram;
using nlohmann::json;

namespace {

const std::string kGpt2 = std::string(headlight::test::kTestData) + "/models/gpt2";

Finished swept(const std::string& model, const std::vector<std::string>& more)
{
    std::vector<std::string> arguments{"sweep", "--model", model};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runProgram(arguments);
}

json sweptJson(const std::string& model, std::vector<std::string> more)
{
    more.emplace_back("--json");
    const Finished finished = swept(model, more);
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    return json::parse(finished.out);
}

} // namespace

TEST_CASE("sweep: every head of the pattern, in the order of addresses", "[app]")
{
    const json result
        = sweptJson(kPaper, {"--ids", "5,6,7,8", "--target-ids", "0,5,6", "--heads", "decoder.*.cross.*"});
    REQUIRE_FALSE(result["points"].empty());
    CHECK(result["rows"] == json::array({0, 1, 2}));
    CHECK(result["points"][0]["name"] == "decoder.0.cross.0");
    CHECK(result["points"][0]["edit"] == json({{"type", "head_off"}, {"where", "decoder.0.cross.0"}}));
    for (const json& point : result["points"]) {
        CHECK(point["kl"].get<double>() >= 0.0);
        CHECK(point["logprob"].get<double>()
              == Approx(result["logprob"].get<double>() + point["change"].get<double>()).margin(1e-6));
    }
    // An ablation given for all runs is active in the base, so trying it again changes nothing.
    const json again = sweptJson(kPaper,
                                 {"--ids", "5,6,7,8", "--target-ids", "0,5,6", "--heads", "decoder.0.cross.0",
                                  "--ablate", "decoder.0.cross.0"});
    CHECK(std::abs(again["points"][0]["change"].get<double>()) < 1e-4);
    CHECK(again["logprob"].get<double>()
          == Approx(result["points"][0]["logprob"].get<double>()).margin(1e-3));
}

TEST_CASE("sweep: patches over layers and positions, hidden tokens", "[app]")
{
    const json patched = sweptJson(kGpt2,
                                   {"--ids", "5,6,7,8", "--patch", "residual", "--reference-ids", "9,6,7,8",
                                    "--row", "3", "--token", "11"});
    const std::size_t layers = patched["points"].size() / 4;
    CHECK(layers >= 2);
    CHECK(patched["tokens"] == json::array({11}));
    // At the last position, the other input's stream differs only by what attention has brought there; at the
    // first position of layer 0, it is the whole difference between the two inputs.
    CHECK(patched["points"][0]["kl"].get<double>() > 0.0);
    CHECK(std::abs(patched["points"][1]["kl"].get<double>()) < 1e-6); // same token in the same place
    const json hidden = sweptJson(kGpt2, {"--ids", "5,6,7,8", "--hide", "decoder"});
    CHECK(hidden["points"].size() == 4);
    CHECK(hidden["rows"] == json::array({3}));
}

TEST_CASE("sweep: the reference's target may be text or ids, beside text or ids", "[app]")
{
    const auto idsOf = [](std::vector<std::string> given, std::string ids) {
        given.insert(given.begin(), "tokenize");
        const json tokens = json::parse(runProgram(given).out);
        for (const json& id : tokens["ids"])
            ids += (ids.empty() ? "" : ",") + id.dump();
        return ids;
    };
    const std::string text = "The dog sleeps.", target = "Un chat mange.";
    const std::string textIds = idsOf({"--text", text}, "");
    const std::string targetIds
        = idsOf({"--text", target, "--target", "--no-special"}, "0"); // after the start token
    const auto pointsOf = [](std::vector<std::string> more) {
        more.insert(more.begin(),
                    {"--text", "The cat sleeps.", "--target-text", "Le chat dort.", "--patch", "head_output",
                     "--where", "decoder.0.self.*"});
        return sweptJson("en-fr", more)["points"];
    };
    const auto changesOf = [&pointsOf](const std::vector<std::string>& more) {
        std::vector<double> changes;
        for (const json& point : pointsOf(more))
            changes.push_back(point["change"].get<double>());
        return changes;
    };
    const auto expected = changesOf({"--reference-text", text, "--reference-target", target});
    CHECK(changesOf({"--reference-text", text, "--reference-target-ids", targetIds}) == expected);
    CHECK(changesOf({"--reference-ids", textIds, "--reference-target", target}) == expected);
    CHECK(changesOf({"--reference-ids", textIds, "--reference-target-ids", targetIds}) == expected);
    CHECK(changesOf({"--reference-text", text}) != expected);
}

TEST_CASE("sweep: an encoder-only model is measured at its masks", "[app]")
{
    const std::vector<std::string> given{"--text", "The [MASK] sleeps on the [MASK].", "--heads",
                                         "encoder.0.self.*"};
    const auto with = [&given](const std::string& row) {
        std::vector<std::string> all = given;
        all.insert(all.end(), {"--row", row});
        return all;
    };
    const json result = sweptJson("en-bert", with("masks"));
    REQUIRE(result["rows"].size() == 2);
    CHECK(result["points"].size() == 4);
    // The two masks together equal the sum of both separately.
    double sum = 0;
    for (const json& row : result["rows"])
        sum += sweptJson("en-bert", with(std::to_string(row.get<int>())))["logprob"].get<double>();
    CHECK(result["logprob"].get<double>() == Approx(sum).margin(1e-5));
    // In other words: what stands at these rows is the mask, which nobody wants to know.
    std::vector<std::string> rows = with("masks");
    std::replace(rows.begin(), rows.end(), std::string("--row"), std::string("--rows"));
    CHECK(sweptJson("en-bert", rows)["tokens"] == result["tokens"]);
    // A mask is the same row by its number, among all, and after either option.
    const auto tokenAt = [&given](const std::string& option, const std::string& of, std::size_t place) {
        std::vector<std::string> all = given;
        all.insert(all.end(), {option, of});
        return sweptJson("en-bert", all)["tokens"][place];
    };
    const std::string mask = std::to_string(result["rows"][0].get<int>());
    CHECK(tokenAt("--row", mask, 0) == result["tokens"][0]);
    CHECK(tokenAt("--rows", mask, 0) == result["tokens"][0]);
    CHECK(tokenAt("--rows", "all", result["rows"][0].get<std::size_t>()) == result["tokens"][0]);
    const Finished none = swept("en-bert", {"--text", "The cat sleeps.", "--row", "masks"});
    CHECK(none.status == 2);
    CHECK(none.err.find("no token of the input is a mask") != std::string::npos);
}

TEST_CASE("sweep: a masked word has no loss without a token", "[app]")
{
    const auto with = [](std::vector<std::string> more) {
        more.insert(more.end(),
                    {"--text", "The [MASK] sleeps.", "--heads", "encoder.0.self.0", "--metric", "loss"});
        return more;
    };
    const json all = sweptJson("en-bert", with({"--rows", "all"}));
    CHECK(all["default_token"] == "own");
    const std::vector<int> rows = all["rows"];
    REQUIRE(rows.size() >= 4);
    CHECK(rows[0] == 0);
    CHECK(rows[1] == 1);
    CHECK(rows[2] == 3); // [MASK] is left out
    CHECK(all["tokens"].size() == rows.size());
    CHECK(all["base"]["mean"].get<double>()
          == Approx(-all["logprob"].get<double>() / static_cast<double>(rows.size())));
    const json listed = sweptJson("en-bert", with({"--row", "1-3"}));
    CHECK(listed["rows"] == json::array({1, 3}));
    CHECK(listed["default_token"] == "own");
    // The same as rows without the mask.
    CHECK(listed["base"]["mean"].get<double>()
          == Approx(sweptJson("en-bert", with({"--rows", "1,3"}))["base"]["mean"].get<double>()));
    for (const char* const row : {"2", "masks"})
        for (const char* const option : {"--row", "--rows"}) {
            const Finished refused = swept("en-bert", with({option, row}));
            INFO(refused.err);
            CHECK(refused.status == 2);
            CHECK(refused.err.find(std::string(option) + ": found \"" + row
                                   + "\", but the token there is masked")
                  != std::string::npos);
            CHECK(refused.err.find("Give a token (--token), or other rows") != std::string::npos);
        }
    const json named = sweptJson("en-bert", with({"--rows", "masks", "--token", "12"}));
    CHECK(named["tokens"] == json::array({12}));
    CHECK_FALSE(named.contains("default_token"));
    // cells and gradient say the same.
    for (const std::string command : {"cells", "gradient"}) {
        const Finished refused
            = runProgram({command, "--model", "en-bert", "--text", "The [MASK] sleeps.", "--of", "loss",
                          "--row", "2", "-o", command == "cells" ? "no.csv" : "no.safetensors"});
        INFO(refused.err);
        CHECK(refused.status == 2);
        CHECK(refused.err.find("--row: found \"2\", but the token there is masked") != std::string::npos);
    }
}

TEST_CASE("sweep: faults are named before anything runs", "[app]")
{
    const auto fails = [](const std::vector<std::string>& more, int status, const std::string& part) {
        const Finished finished = swept(kGpt2, more);
        INFO(finished.err);
        CHECK(finished.status == status);
        CHECK(finished.err.find(part) != std::string::npos);
        CHECK(finished.out.empty());
    };
    fails({}, 2, "--text");
    fails({"--ids", "5,6", "--heads", "encoder.0.self.0"}, 2, "matches no head");
    fails({"--ids", "5,6", "--patch", "weights"}, 2, "expected residual");
    fails({"--ids", "5,6", "--heads", "decoder.0.self.0", "--repeats", "4"}, 2, "--repeats");
    fails({"--ids", "5,6", "--spread"}, 2, "--spread: is for one pass");
    fails({"--ids", "5,6", "--heads", "decoder.0-9.self.*"}, 2,
          "--heads: found decoder.0-9.self.*, expected layers from 0 to 1");
    fails({"--ids", "5,6", "--ablate", "decoder.0.self.1-7"}, 2,
          "--ablate: found decoder.0.self.1-7, expected heads from 0 to 3");
    fails({"--ids", "5,6", "--patch", "q"}, 2, "--reference-text");
    fails({"--ids", "5,6", "--row", "2"}, 2, "0 to 1");
    fails({"--ids", "5,6", "--row", "masks"}, 2, "needs an encoder-only model");
    fails({"--ids", "5,6", "--hide", "encoder"}, 2, "has no encoder");
    fails({"--ids", "5,6", "--heads", "*.*.*.*", "--hide", "decoder"}, 2, "exclude each other");
    fails({"--ids", "5,6", "--heads", "*.*.*.*", "--reference-ids", "5"}, 2,
          "--reference-ids: needs --patch");
    fails({"--ids", "5,6", "--where", "decoder.0.self.*"}, 2, "--where: needs --patch");
    fails({"--ids", "5,6", "--patch", "q", "--reference-ids", "5,7", "--reference-target-ids", "5"}, 1,
          "needs a model with an encoder and a decoder");
    fails({"--ids", "5,6", "--patch", "q", "--reference-ids", "5,7", "--positions", "0-1,9"}, 2,
          "--positions: found 9, expected each, all, or positions from 0 to 1");
    fails({"--ids", "5,6", "--reference-ids", "5,7", "--sender", "decoder.1.self.0", "--receiver",
           "decoder.1.self.1.k"},
          2, "--receiver: found decoder.1.self.1.k, which reads nothing that decoder.1.self.0 writes");
    // Cross-attention has no residual stream: an empty table would look like a result.
    const Finished empty = swept(kPaper,
                                 {"--ids", "5,6", "--target-ids", "0,5", "--patch", "residual", "--where",
                                  "decoder.*.cross.*", "--reference-ids", "5,7"});
    CHECK(empty.status == 2);
    CHECK(empty.out.empty());
    CHECK(empty.err.find("--where: found decoder.*.cross.*, but cross-attention has no residual stream")
          != std::string::npos);
}

TEST_CASE("sweep: only heads that a receiver can read are senders of its paths", "[app]")
{
    const auto pathsTo = [](const std::string& receiver) {
        std::vector<std::string> names;
        const json result = sweptJson(kPaper,
                                      {"--ids", "5,6", "--target-ids", "0,5", "--reference-ids", "5,7",
                                       "--sender", "*.*.*.0", "--receiver", receiver});
        for (const json& point : result["points"])
            names.push_back(point["name"].get<std::string>());
        std::sort(names.begin(), names.end());
        return names;
    };
    using Names = std::vector<std::string>;
    CHECK(pathsTo("decoder.1.self.0.k")
          == Names{"decoder.0.cross.0 -> decoder.1.self.0.k", "decoder.0.self.0 -> decoder.1.self.0.k"});
    CHECK(pathsTo("decoder.0.cross.0.q") == Names{"decoder.0.self.0 -> decoder.0.cross.0.q"});
    CHECK(pathsTo("decoder.0.cross.0.v")
          == Names{"encoder.0.self.0 -> decoder.0.cross.0.v", "encoder.1.self.0 -> decoder.0.cross.0.v"});
}

TEST_CASE("sweep: a table for people", "[app]")
{
    const Finished finished
        = swept(kGpt2, {"--ids", "5,6,7,8", "--heads", "decoder.0.self.*", "--sort", "kl"});
    REQUIRE(finished.status == 0);
    CHECK(finished.out.find("log-probability") != std::string::npos);
    CHECK(finished.out.find("decoder.0.self.0") != std::string::npos);
}

TEST_CASE("sweep: pairs of unequal lengths and the measure of a recovery are told", "[app]")
{
    const headlight::test::TemporaryFolder folder;
    folder.write("pairs.jsonl",
                 R"({"clean": {"ids": [5, 6, 7]}, "corrupted": {"ids": [5, 9, 7]}})"
                 "\n"
                 R"({"clean": {"ids": [5, 6, 7]}, "corrupted": {"ids": [5, 9, 7, 8]}})"
                 "\n");
    const auto run = [&](std::vector<std::string> more) {
        more.insert(more.end(), {"--pairs", (folder / "pairs.jsonl").string(), "--row", "2"});
        const Finished finished = swept(kGpt2, more);
        INFO(finished.err);
        CHECK(finished.status == 0);
        return finished;
    };
    const Finished whole = run({"--by", "pair", "--json"});
    CHECK(whole.err.find("1 of 2 pairs have unequal lengths") != std::string::npos);
    CHECK(json::parse(whole.out)["unequal_pairs"] == 1);
    // Every shard says the same, so that they join to the same bytes.
    std::vector<std::string> merge{"merge", "--json"};
    for (const std::string part : {"1/2", "2/2"}) {
        merge.push_back((folder / part.substr(0, 1)).string());
        run({"--by", "pair", "--json", "--shard", part, "-o", merge.back()});
    }
    CHECK(runProgram(merge).out == whole.out);
    CHECK(run({"--patch", "q"}).err.find("unequal") == std::string::npos);
    const Finished recovered = run({"--by", "pair", "--metric", "recovery", "--token", "11"});
    CHECK(recovered.out.starts_with("# logprob without edits: "));
    CHECK(recovered.out.find(", recovery of logprob\n") != std::string::npos);
    const Finished one = swept(kGpt2,
                               {"--ids", "5,6,7", "--reference-ids", "5,9,7,8", "--by", "pair", "--metric",
                                "recovery", "--row", "2", "--token", "11", "--minus", "12"});
    CHECK(one.err.find("the two inputs have unequal lengths") != std::string::npos);
    CHECK(one.out.find(": logit-difference ") != std::string::npos);
    CHECK(one.out.find("  recovery        KL  best") != std::string::npos);
}

TEST_CASE("edits: the list itself may stand in the place of the file", "[app]")
{
    const auto generated = [](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"generate", "--model",          kGpt2, "--ids", "5,6,7",
                                           "--json",   "--max-new-tokens", "4"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Finished finished = runProgram(arguments);
        INFO(finished.err);
        REQUIRE(finished.status == 0);
        return json::parse(finished.out)["logprobs"];
    };
    CHECK(generated({"--edit", R"([{"type":"head_off","where":"decoder.0.self.*"}])"})
          == generated({"--ablate", "decoder.0.self.*"}));
    CHECK(generated({"--edit", R"([{"type":"positions","stack":"decoder","shift":2}])"}) != generated({}));
    CHECK(generated({"--edit", R"([{"type":"head_off","where":"decoder.0.self.*","enabled":false}])"})
          == generated({}));
}

TEST_CASE("sweep: a file that ends in .csv gets the columns of the address", "[app]")
{
    const headlight::test::TemporaryFolder folder;
    const auto linesOf
        = [&](std::vector<std::string> more,
              const std::string& head = "stack,layer,kind,head,position,logprob,change,kl,best") {
              const std::string file = (folder / "sweep.csv").string();
              more.insert(more.end(), {"-o", file});
              const Finished finished = swept(kPaper, more);
              INFO(finished.err);
              REQUIRE(finished.status == 0);
              std::ifstream stream(file);
              std::vector<std::string> lines;
              for (std::string line; std::getline(stream, line);)
                  lines.push_back(line);
              REQUIRE(lines.size() > 1);
              CHECK(lines.front() == head);
              for (const std::string& line : lines)
                  CHECK(std::count(line.begin(), line.end(), ',') == 8);
              return lines;
          };
    const std::vector<std::string> input{"--ids", "5,6,7,8", "--target-ids", "0,5,6"};
    auto heads = input;
    heads.insert(heads.end(), {"--heads", "decoder.*.cross.*"});
    const auto lines = linesOf(heads);
    CHECK(lines.size() == 9);
    CHECK(lines[1].starts_with("decoder,0,cross,0,,-"));
    CHECK(lines[8].starts_with("decoder,1,cross,3,,-"));
    // With a second token the measure is a difference of logits, not a log-probability.
    auto against = heads;
    against.insert(against.end(), {"--row", "2", "--token", "7", "--minus", "8"});
    linesOf(against, "stack,layer,kind,head,position,token,value,se,n");
    auto hidden = input;
    hidden.insert(hidden.end(), {"--hide", "encoder"});
    CHECK(linesOf(hidden)[4].starts_with("encoder,,,,3,-"));
    auto patched = input;
    patched.insert(patched.end(), {"--patch", "residual", "--reference-ids", "9,9,9,9"});
    CHECK(linesOf(patched)[2].starts_with("encoder,0,"));
}
