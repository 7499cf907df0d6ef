// Files of pairs: what a line says, and what is wrong with it.
#include "core/run/experiment_inputs.h"

#include "core/model/builtin_model.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tiny_model.h"

#include <string>
#include <vector>

namespace headlight::test {

namespace {

Result<std::vector<InputPair>> pairsIn(const std::string& lines)
{
    const TemporaryFolder folder;
    folder.write("pairs.jsonl", lines);
    return readPairs((folder / "pairs.jsonl").string());
}

/// A line of two inputs, with these members besides.
std::string lineWith(const std::string& members)
{
    return R"({"clean": {"text": "a"}, "corrupted": {"text": "b"}, )" + members + "}\n";
}

std::string faultOf(const std::string& lines)
{
    const auto pairs = pairsIn(lines);
    return pairs ? std::string("accepted") : pairs.error().field + ": " + pairs.error().message;
}

/// What is wrong with the clean input of a line of ids.
Error faultOfLane(const std::string& clean, const std::shared_ptr<const Model>& model)
{
    const auto pairs = pairsIn(R"({"clean": )" + clean + R"(, "corrupted": {"ids": [1]}})");
    REQUIRE(pairs);
    const auto lane = pairs->front().lane(model, &InputPair::clean, {});
    REQUIRE_FALSE(lane);
    return lane.error();
}

} // namespace

TEST_CASE("pairs: a token in quotation marks is a text, a number is an id", "[experiment]")
{
    const auto pairs
        = pairsIn(lineWith(R"("token": "5", "minus": 5)") + lineWith(R"("token": 5, "minus": "5")")
                  + lineWith(R"("token": "five", "row": "5")"));
    REQUIRE(pairs);
    CHECK(pairs->at(0).spells(&InputPair::token));
    CHECK_FALSE(pairs->at(0).spells(&InputPair::minus));
    CHECK_FALSE(pairs->at(1).spells(&InputPair::token));
    CHECK(pairs->at(1).spells(&InputPair::minus));
    CHECK_FALSE(pairs->at(2).spells(&InputPair::token)); // it cannot be an id
    CHECK(pairs->at(2).row == "5");
    CHECK(pairs->at(0).key() != pairs->at(1).key());
    const auto model = loadModel(builtinModelFolder("en-gpt").value(), {}, {}).value();
    CHECK(tokenNamed(*model, "--token", "5").value() == 5);
    CHECK(tokenNamed(*model, "--token", "5", true).value() == 20); // the id of "5"
    CHECK(tokenNamed(*tinyModel(), "--token", "5", true).error().message.find("has no tokenizer")
          != std::string::npos);
}

TEST_CASE("pairs: a name that occurs twice in an object is refused", "[experiment]")
{
    CHECK(faultOf(lineWith(R"("token": 1, "token": 2)"))
          == "line 1: the name \"token\" occurs twice in one object");
    CHECK(faultOf("\n"
                  R"({"clean": {"text": "a", "text": "b"}, "corrupted": {"text": "b"}})")
          == "line 2: the name \"text\" occurs twice in one object");
    CHECK(faultOf(lineWith(R"("token": 1)")) == "accepted"); // both inputs have a text
}

TEST_CASE("pairs: a fault names the member that has it", "[experiment]")
{
    CHECK(faultOf(R"({"clean": {"ids": []}, "corrupted": {"ids": [1]}})")
          == "line 1, clean.ids: found no ids, expected at least one");
    CHECK(faultOf(R"({"clean": {"text": ""}, "corrupted": {"ids": [1]}})")
          == "line 1, clean.text: found no text, expected one");
    TinyOptions options;
    options.decoderOnly = true;
    const Error target = faultOfLane(R"({"ids": [1], "target_ids": [2]})", tinyModel(options));
    CHECK(target.field == "line 1, clean.target_ids");
    CHECK(target.file.ends_with("pairs.jsonl"));
    CHECK(target.code == ErrorCode::kBadFile);
    CHECK(faultOfLane(R"({"ids": [1, 99999]})", tinyModel(options)).field == "line 1, clean.ids");
    CHECK(faultOfLane(R"({"ids": [1], "target_ids": [0, 99999]})", tinyModel()).field
          == "line 1, clean.target_ids");
}

} // namespace headlight::test
