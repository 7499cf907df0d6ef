// Unused parts of a model folder: no tensor and no field is ignored silently.
#include "core/model/builtin_model.h"
#include "core/model/config_reader.h"
#include "core/model/model.h"
#include "tests/support/catch.h"
#include "tests/support/model_folder.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

bool warned(const ModelFolder& folder, const std::string& of)
{
    return std::any_of(folder.warnings.begin(), folder.warnings.end(),
                       [&](const std::string& text) { return text.find(of) != std::string::npos; });
}

/// The tensor's rows in reverse order.
ModelFolder::Tensor turnedOver(const ModelFolder::Tensor& table)
{
    ModelFolder::Tensor turned = table;
    const auto width = static_cast<std::ptrdiff_t>(table.shape[1]);
    for (std::ptrdiff_t row = 0; row < table.shape[0]; ++row)
        std::copy_n(table.values.end() - (row + 1) * width, width, turned.values.begin() + row * width);
    return turned;
}

constexpr TokenId kLastId = 95;

} // namespace

TEST_CASE("vaswani: each stack has its own table of embeddings", "[model]")
{
    ModelFolder shared("paper-transformer");
    const std::vector<TokenId> target = {0, 11, 12};
    const Matrix expected = logitsFor(shared.open().value(), {5, 6, 7}, target);

    ModelFolder own("paper-transformer");
    const ModelFolder::Tensor table = own.tensors.at("model.shared.weight");
    own.tensors.erase("model.shared.weight");
    own.tensors["model.encoder.embed_tokens.weight"] = turnedOver(table);
    own.tensors["model.decoder.embed_tokens.weight"] = table;
    const auto model = own.open().value();
    CHECK(own.warnings.empty());
    const std::vector<TokenId> source = {kLastId - 5, kLastId - 6, kLastId - 7};
    CHECK((logitsFor(model, source, target) - expected).cwiseAbs().maxCoeff() < 1e-5F);

    // An additional shared table that differs from one of them is reported.
    own.tensors["model.shared.weight"] = table;
    CHECK((logitsFor(own.open().value(), source, target) - expected).cwiseAbs().maxCoeff() < 1e-5F);
    CHECK(warned(own, "model.shared.weight"));
}

TEST_CASE("vaswani: tables of two sizes", "[model]")
{
    ModelFolder own("paper-transformer");
    ModelFolder::Tensor table = own.tensors.at("model.shared.weight");
    own.tensors.erase("model.shared.weight");
    own.config.erase("vocab_size");
    own.config["encoder_vocab_size"] = 96;
    own.config["decoder_vocab_size"] = 90;
    own.tensors["model.encoder.embed_tokens.weight"] = table;
    table.shape[0] = 90;
    table.values.resize(std::size_t{90} * 32);
    own.tensors["model.decoder.embed_tokens.weight"] = table;
    const auto model = own.open().value();
    CHECK(own.warnings.empty());
    CHECK(model->spec().vocabulary == 90);
    CHECK(prepareIds(*model, {kLastId}, {0}));
    CHECK_FALSE(prepareIds(*model, {5}, {kLastId}));
}

TEST_CASE("unused tensors: a copy that is none is named, a true copy is not", "[model]")
{
    ModelFolder folder("gpt2");
    const ModelFolder::Tensor table = folder.tensors.at("transformer.wte.weight");
    folder.tensors["lm_head.weight"] = table;
    REQUIRE(folder.open());
    CHECK(folder.warnings.empty());
    folder.tensors["lm_head.weight"] = turnedOver(table);
    const auto model = folder.open();
    REQUIRE(model);
    REQUIRE(folder.warnings.size() == 1);
    CHECK(warned(folder, "lm_head.weight"));
    CHECK((*model)->warnings() == folder.warnings);

    ModelFolder bart("bart");
    bart.tensors["model.decoder.embed_tokens.weight"] = turnedOver(bart.tensors.at("model.shared.weight"));
    REQUIRE(bart.open());
    CHECK(warned(bart, "model.decoder.embed_tokens.weight"));
}

TEST_CASE("unread fields: a warning names fields that may change the numbers", "[model]")
{
    ModelFolder folder("paper-transformer");
    folder.config["mask_number"] = -1e9;
    folder.config["transformers_version"] = "4.48.0";
    folder.config["decoder_layerdrop"] = 0.1;
    folder.config["id2label"] = nlohmann::json::object();
    folder.config["none"] = nullptr;
    REQUIRE(folder.open());
    REQUIRE(folder.warnings.size() == 1);
    CHECK(folder.warnings.front().find("config.json") != std::string::npos);
    CHECK(folder.warnings.front().ends_with(": mask_number"));
}

TEST_CASE("unread fields: two spellings may not disagree in silence", "[model]")
{
    ModelFolder folder("gpt2");
    folder.config["n_ctx"] = folder.config.at("n_positions");
    REQUIRE(folder.open());
    CHECK(folder.warnings.empty());
    folder.config["n_ctx"] = 7;
    REQUIRE(folder.open());
    CHECK(warned(folder, "n_ctx"));

    ModelFolder rotary("llama");
    rotary.config["rope_scaling"] = {{"rope_type", "linear"}, {"factor", 2.0}, {"twist", 3}};
    REQUIRE(rotary.open());
    REQUIRE(rotary.warnings.size() == 1);
    CHECK(warned(rotary, "rope_scaling.twist"));
}

TEST_CASE("unread fields: BART's first files say what the class does not follow", "[model]")
{
    ModelFolder folder("bart");
    folder.config["normalize_before"] = false;
    folder.config["normalize_embedding"] = true;
    REQUIRE(folder.open());
    CHECK(folder.warnings.empty());
    folder.config["normalize_before"] = true;
    REQUIRE(folder.open());
    CHECK(warned(folder, "normalize_before: found true"));
}

TEST_CASE("reference models and those that come along open without a warning", "[model][goldens]")
{
    std::vector<std::filesystem::path> folders = builtinModelFolders();
    REQUIRE(folders.size() >= 3);
    for (const auto& parent :
         {std::filesystem::path(kTestData) / "models", std::filesystem::path(kSharedData) / "goldens"}) {
        std::error_code absent;
        for (const auto& entry : std::filesystem::directory_iterator(parent, absent))
            folders.push_back(entry.path());
    }
    int opened = 0;
    for (const auto& folder : folders) {
        std::vector<std::string> warnings;
        Job job;
        job.warn = [&](const std::string& text) { warnings.push_back(text); };
        const auto model = loadModel(folder, {}, job);
        if (!model) // families that are not supported yet
            continue;
        ++opened;
        INFO(folder.string());
        CHECK(warnings == std::vector<std::string>{});
    }
    CHECK(opened >= 10);
}

TEST_CASE("models: one whose gains are all 1 and biases all 0 is not trained", "[model]")
{
    ModelFolder folder("gpt2");
    CHECK(folder.open().value()->spec().trained);
    for (auto& [name, tensor] : folder.tensors)
        if (tensor.shape.size() == 1)
            std::ranges::fill(tensor.values, name.ends_with(".weight") ? 1.0F : 0.0F);
    CHECK_FALSE(folder.open().value()->spec().trained);
    // Gains that were multiplied into the weights are 1, too, but biases are not 0 then.
    folder.tensors.at("transformer.h.0.mlp.c_fc.bias").values[1] = 0.5F;
    CHECK(folder.open().value()->spec().trained);
}

} // namespace headlight::test
