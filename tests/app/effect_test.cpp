#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

using headlight::test::Finished;
using headlight::test::kPaper;
using headlight::test::runProgram;
using nlohmann::json;

namespace {

/// The JSON objects that a command prints.
std::vector<json> printed(const std::vector<std::string>& arguments)
{
    std::vector<std::string> all = arguments;
    all.emplace_back("--json");
    const Finished finished = runProgram(all);
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    std::vector<json> objects;
    std::istringstream stream(finished.out);
    for (std::string line; std::getline(stream, line);)
        objects.push_back(json::parse(line));
    return objects;
}

double sumOf(const json& numbers)
{
    double sum = 0;
    for (const json& number : numbers)
        sum += number.is_array() ? sumOf(number) : number.get<double>();
    return sum;
}

const std::vector<std::string> kAsked{"--model", kPaper, "--ids", "5,6,7,8", "--target-ids", "0,5,6"};

std::vector<std::string> with(const std::string& command, const std::vector<std::string>& more)
{
    std::vector<std::string> all{command};
    all.insert(all.end(), kAsked.begin(), kAsked.end());
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

} // namespace

TEST_CASE("effect: writers and remainder sum to the value, keys to their head", "[app]")
{
    const auto rows = printed(
        with("effect", {"--row", "all", "--token", "5", "--minus", "7", "--keys", "decoder.0.cross.*"}));
    REQUIRE(rows.size() == 3);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const json& row = rows[i];
        CHECK(row["row"] == i);
        CHECK(row["token"]["id"] == 5);
        CHECK(row["minus"]["id"] == 7);
        CHECK(row["metric"] == "logit difference");
        CHECK(row["model"].contains("digest"));
        CHECK(sumOf(row["writers"]) + row["remainder"].get<double>()
              == Approx(row["value"].get<double>()).margin(1e-9));
        CHECK(std::abs(row["remainder"].get<double>()) < 1e-4);
        REQUIRE_FALSE(row["keys"].empty());
        for (const auto& [head, keys] : row["keys"].items()) {
            CHECK(keys.size() == 4);
            CHECK(sumOf(keys) == Approx(row["writers"][head].get<double>()).margin(1e-5));
        }
    }
    const auto last = printed(with("effect", {}));
    REQUIRE(last.size() == 1);
    CHECK(last[0]["row"] == 2);
    CHECK(last[0]["minus"].is_null());
    // Without --json, a table with the largest parts first.
    const Finished table = runProgram(with("effect", {"--top", "2"}));
    CHECK(table.status == 0);
    CHECK(table.out.find("logit of") != std::string::npos);
    CHECK(table.out.find(" more") != std::string::npos);
}

TEST_CASE("effect: wrong options are named", "[app]")
{
    const auto fails = [](const std::vector<std::string>& more, const std::string& part) {
        const Finished finished = runProgram(with("effect", more));
        INFO(finished.err);
        CHECK(finished.status == 2);
        CHECK(finished.err.find(part) != std::string::npos);
    };
    fails({"--row", "3"}, "expected 0 to 2");
    CHECK(runProgram(with("effect", {"--minus", "3"})).status == 0); // of the most likely token
    fails({"--keys", "encoder.0.self.0"}, "--keys");
    fails({"--keys", "decoder.9.self.0"}, "--keys");
    fails({"--repeats", "2"}, "--repeats");
    fails({"--token", "one two three four five"}, "--token");
    const Finished same = runProgram(with("effect", {"--token", "5", "--minus", "5"}));
    CHECK(same.status == 1);
    CHECK(same.err.find("minus: found the measured token itself") != std::string::npos);
    const Finished beyond = runProgram(with("effect", {"--token", "100000"}));
    CHECK(beyond.status == 1);
    CHECK(beyond.err.find("token") != std::string::npos);
}

TEST_CASE("who: the matrix sums to the score, the contrast to the log of the weights' ratio", "[app]")
{
    const auto found = printed(
        with("who", {"--head", "decoder.1.self.0", "--query", "2", "--key", "0", "--rather-than", "1"}));
    REQUIRE(found.size() == 1);
    const json& cell = found[0];
    CHECK(sumOf(cell["matrix"]) == Approx(cell["score"].get<double>()).margin(1e-5));
    CHECK(cell["matrix"].size() == cell["query_writers"].size());
    CHECK(cell["matrix"][0].size() == cell["key_writers"].size());
    CHECK(cell["query_writers"].back() == "bias");
    const auto other = printed(with("who", {"--head", "decoder.1.self.0", "--query", "2", "--key", "1"}));
    CHECK(sumOf(cell["contrast"])
          == Approx(std::log(cell["weight"].get<double>() / other[0]["weight"].get<double>())).margin(1e-4));
    CHECK_FALSE(other[0].contains("contrast"));
    CHECK(runProgram(with("who", {"--head", "decoder.1.self.*", "--query", "2", "--key", "1"})).status == 2);
    CHECK(runProgram(with("who", {"--query", "2", "--key", "1"})).status == 2);
    CHECK(runProgram(with("who", {"--head", "decoder.1.self.0", "--query", "2", "--key", "3"})).status == 1);
    // A key that the mask hides has no weight: there is no ratio.
    const auto fails = [](const std::string& key, const std::string& rather, const std::string& part) {
        const Finished refused = runProgram(with(
            "who", {"--head", "decoder.1.self.0", "--query", "1", "--key", key, "--rather-than", rather}));
        INFO(refused.err);
        CHECK(refused.status == 2);
        CHECK(refused.err.find("--rather-than: " + part) != std::string::npos);
    };
    fails("0", "2", "found key 2, which has no weight for query 1");
    fails("2", "0", "found key 2, which has no weight for query 1");
    fails("1", "1", "found the key itself");
}

TEST_CASE("circuits: one object per head, and one per pair of rising layers", "[app]")
{
    const auto all = printed({"circuits", "--model", kPaper, "--head", "decoder.*.self.0", "--ids", "3,4"});
    REQUIRE(all.size() >= 3);
    CHECK(all[0]["head"] == "decoder.0.self.0");
    CHECK(std::abs(all[0]["copying"].get<double>()) <= 1);
    CHECK(all[0]["ov"].size() == 2);
    CHECK(all[0]["qk"][0].size() == 2);
    const json& pair = all.back();
    CHECK(pair["composition"]["K"].get<double>() > 0);
    CHECK(pair["random"]["mean"].get<double>() > 0);
    // Keys and values of cross-attention come from the encoder: no head of the decoder writes them.
    const std::vector<std::string> across{
        "circuits", "--model", kPaper, "--head", "decoder.0.self.0", "--head", "decoder.1.cross.0"};
    const json composition = printed(across).back()["composition"];
    CHECK(composition["Q"].get<double>() > 0);
    CHECK(composition["K"].is_null());
    CHECK(composition["V"].is_null());
    CHECK(runProgram(across).out.find("K     -  V     -") != std::string::npos);
    CHECK(runProgram({"circuits", "--model", kPaper, "--head", "decoder.0.self.0", "--ids", ""}).status == 2);
    CHECK(runProgram({"circuits", "--model", kPaper}).status == 2);
    CHECK(runProgram({"circuits", "--model", kPaper, "--head", "decoder.9.self.0"}).status == 2);
    CHECK(runProgram(
              {"circuits", "--model", kPaper, "--head", "decoder.0.self.0", "--tokens", "a", "--ids", "3"})
              .status
          == 2);
}

TEST_CASE("metrics: rollout and similarity take the place of statistics", "[app]")
{
    const auto rollout = printed(with("metrics", {"--rollout"}));
    REQUIRE(rollout.size() == 2); // both stacks
    const json& layers = rollout[1]["with_residual"];
    CHECK(layers.size() == rollout[1]["without"].size());
    for (const json& row : layers.back())
        CHECK(sumOf(row) == Approx(1).margin(1e-5));
    const auto similarity = printed(with("metrics", {"--similarity"}));
    REQUIRE_FALSE(similarity.empty());
    CHECK(similarity[0]["js_bits_rows_pooled"][0][0] == 0.0);
    CHECK(similarity[0]["heads"].size() == similarity[0]["js_bits_rows_pooled"].size());
    CHECK(runProgram(with("metrics", {"--rollout", "--mean"})).status == 2);
    CHECK(runProgram(with("metrics", {"--rollout", "--similarity"})).status == 2);
}
