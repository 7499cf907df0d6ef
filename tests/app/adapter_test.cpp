// --adapter with every command that takes --model.
#include "tests/app/program.h"
#include "tests/support/adapter_folder.h"
#include "tests/support/catch.h"

#include "core/io/safetensors.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

using OutJson = nlohmann::json;

/// A small llama, and an adapter for it.
struct Folders
{
    Folders()
        : base("llama")
    {
        base.writeTensors();
        base.folder.write("config.json", base.config.dump());
        adapter.config["target_modules"] = {"q_proj", "v_proj"};
        adapter.addOver(base, [](const std::string& module) {
            return module.ends_with(".q_proj") || module.ends_with(".v_proj");
        });
        adapter.write();
    }
    std::string model() const { return base.folder.path().string(); }
    std::string lora() const { return adapter.folder.path().string(); }
    ModelFolder base;
    AdapterFolder adapter;
};

bool saysIn(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

OutJson adapterOutput(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), {"generate", "--ids", "5,9,17", "--max-new-tokens", "4", "--json"});
    const Finished done = runProgram(arguments);
    INFO(done.err);
    REQUIRE(done.status == 0);
    return OutJson::parse(done.out)["logprobs"];
}

} // namespace

TEST_CASE("command line: an adapter over its model, and switched off by an edit", "[app][adapter]")
{
    Folders given;
    const OutJson plain = adapterOutput({"--model", given.model()});
    const OutJson adapted = adapterOutput({"--model", given.model(), "--adapter", given.lora()});
    CHECK(adapted != plain);
    CHECK(adapterOutput(
              {"--model", given.model(), "--adapter", given.lora(), "--edit", R"([{"type":"adapter_off"}])"})
          == plain);

    const TemporaryFolder out;
    const std::string file = (out / "t.safetensors").string();
    const Finished traced = runProgram(
        {"trace", "--model", given.model(), "--adapter", given.lora(), "--ids", "5,9", "-o", file});
    INFO(traced.err);
    REQUIRE(traced.status == 0);
    CHECK(traced.err.empty());
    const SafetensorsFile written = SafetensorsFile::open(file).value();
    CHECK(written.metadata().find("adapter")->second == given.adapter.folder.path().filename().string());
    const Finished heads = runProgram(
        {"metrics", "--model", given.model(), "--adapter", given.lora(), "--ids", "5,9", "--json"});
    INFO(heads.err);
    CHECK(heads.status == 0);

    const Finished off = runProgram(
        {"metrics", "--model", given.model(), "--ids", "5,9", "--edit", R"([{"type":"adapter_off"}])"});
    CHECK(off.status == 1);
    CHECK(saysIn(off.err, "has no adapter"));
}

TEST_CASE("command line: without --model the base is the one that the adapter names", "[app][adapter]")
{
    Folders given;
    const Finished lost = runProgram({"generate", "--adapter", given.lora(), "--ids", "5,9"});
    CHECK(lost.status == 1);
    CHECK(saysIn(lost.err, "base_model_name_or_path"));
    CHECK(saysIn(lost.err, "\"not-there\""));
    CHECK(saysIn(lost.err, "--model"));
    CHECK(std::count(lost.err.begin(), lost.err.end(), '\n') == 1);

    given.adapter.config["base_model_name_or_path"] = given.model();
    given.adapter.writeConfig();
    const OutJson adapted = adapterOutput({"--model", given.model(), "--adapter", given.lora()});
    CHECK(adapterOutput({"--adapter", given.lora()}) == adapted);
    CHECK(adapterOutput({"--model", given.lora()}) == adapted);

    const Finished wrong = runProgram({"generate", "--adapter", given.model(), "--ids", "5,9"});
    CHECK(wrong.status == 1);
    CHECK(saysIn(wrong.err, "adapter_config.json"));
    const std::string tokenizer = "en-gpt"; // a built-in model
    given.adapter.config["base_model_name_or_path"] = tokenizer;
    given.adapter.writeConfig();
    const Finished tokens = runProgram({"tokenize", "--adapter", given.lora(), "--text", "cats sit"});
    CHECK(tokens.out == runProgram({"tokenize", "--model", tokenizer, "--text", "cats sit"}).out);
    CHECK(tokens.status == 0);
}

TEST_CASE("command line: tensors that do not fit are reported with the adapter's files", "[app][adapter]")
{
    Folders given;
    given.adapter.config["r"] = 3;
    given.adapter.writeConfig();
    const Finished wrong
        = runProgram({"generate", "--model", given.model(), "--adapter", given.lora(), "--ids", "5,9"});
    CHECK(wrong.status == 1);
    CHECK(saysIn(wrong.err, given.lora() + "/adapter_model.safetensors: "));
    CHECK(saysIn(wrong.err, "rank 3 in adapter_config.json"));
    CHECK_FALSE(saysIn(wrong.err, "as config.json says"));
    CHECK_FALSE(saysIn(wrong.err, given.model()));
}

TEST_CASE("command line: the list of models names adapters and their bases", "[app][adapter]")
{
    Folders given;
    const TemporaryFolder place;
    std::filesystem::copy(given.adapter.folder.path(), place / "mine");
    const auto listed = [&]() -> OutJson {
        const Finished done = runProgram({"models", "--json", "--folder", place.path().string()});
        const OutJson report = OutJson::parse(done.out);
        for (const OutJson& model : report["models"])
            if (model["name"] == "mine")
                return model;
        return {};
    };
    CHECK(listed()["adapter_of"] == "not-there");
    CHECK(saysIn(listed()["obstacle"].get<std::string>(), "its base model, not-there, was not found"));
    given.adapter.config["base_model_name_or_path"] = given.model();
    place.write("mine/adapter_config.json", given.adapter.config.dump());
    CHECK(listed()["obstacle"].is_null());
    CHECK(listed()["family"] == "llama");
    const Finished table = runProgram({"models", "--folder", place.path().string()});
    CHECK(saysIn(table.out, "(adapter of " + given.model() + ")"));
}

} // namespace headlight::test
