#include "core/model/families/family.h"
#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/probe_files.h"
#include "tests/support/temporary_folder.h"

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

TEST_CASE("models: --check compares a model with the probe in its folder", "[app][parity]")
{
    const Finished good = runProgram({"models", "--check", "en-gpt"});
    INFO(good.err);
    CHECK(good.status == 0);
    CHECK(good.out.starts_with("kind "));
    CHECK(good.out.find("\nagrees with the reference to ") != std::string::npos);
    const Finished asJson = runProgram({"models", "--check", "en-fr", "--json"});
    REQUIRE(asJson.status == 0);
    const json report = json::parse(asJson.out);
    CHECK(report["agrees"] == true);
    CHECK(report["largest"].get<double>() < 1e-4);
    CHECK(report["kinds"].size() == 4); // weights, hidden states, final hidden states, logits

    const std::string without = std::string(test::kTestData) + "/models/gpt2";
    const Finished none = runProgram({"models", "--check", without});
    CHECK(none.status == 1);
    CHECK(none.err.find("gpt2/headlight-probe.safetensors: not found") != std::string::npos);
    CHECK(none.err.find("headlight_probe.py") != std::string::npos);

    const test::TemporaryFolder folder;
    test::linkModel(test::builtInFolder("en-gpt"), folder / "model");
    test::ProbeDraft draft(test::builtInFolder("en-gpt") / kProbeFile);
    draft.setNumber("decoder.final", 0, draft.number("decoder.final", 0) + 0.25F);
    draft.write(folder / "model" / kProbeFile);
    const Finished off = runProgram({"models", "--check", folder / "model"});
    CHECK(off.status == 1);
    CHECK(off.out.find("no      decoder.final: position 0, dimension 0: found ") != std::string::npos);
    CHECK(off.out.find("agrees with the reference to") == std::string::npos);
    CHECK(off.err.find("headlight-probe.safetensors: the model differs from this reference by 3e-1 in final; "
                       "largest difference: decoder.final: position 0, dimension 0: found ")
          != std::string::npos);
    CHECK(runProgram({"models", "--check", "en-gpt", "--families"}).status == 2);
}
