#include "core/model/families/family.h"
#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

using namespace headlight;
using headlight::test::Finished;
using headlight::test::runProgram;
using nlohmann::json;

TEST_CASE("models: the built-in ones, those of a folder, and why one cannot be opened", "[app]")
{
    const std::string folder = std::string(test::kTestData) + "/models";
    const Finished table = runProgram({"models", "--folder", folder});
    REQUIRE(table.status == 0);
    CHECK(table.out.starts_with("name "));
    CHECK(table.out.find("en-gpt") != std::string::npos);
    CHECK(table.out.find(folder + "/gpt2") != std::string::npos);

    const Finished all = runProgram({"models", "--folder", folder, "--json"});
    REQUIRE(all.status == 0);
    const json found = json::parse(all.out);
    const auto gpt2 = std::find_if(found["models"].begin(), found["models"].end(),
                                   [](const json& each) { return each["name"] == "gpt2"; });
    REQUIRE(gpt2 != found["models"].end());
    CHECK((*gpt2)["family"] == "gpt2");
    CHECK((*gpt2)["obstacle"].is_null());
    CHECK(found["families"].size() == knownFamilies().size());
}

TEST_CASE("models: --families lists every family with its stacks and features", "[app]")
{
    const Finished list = runProgram({"models", "--families"});
    REQUIRE(list.status == 0);
    for (const FamilyFacts& family : familyFacts()) {
        INFO(family.modelType);
        CHECK(list.out.find("\n" + std::string(family.modelType) + " ") != std::string::npos);
        CHECK(list.out.find(std::string(family.features) + "\n") != std::string::npos);
    }
}
