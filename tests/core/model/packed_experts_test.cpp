// gpt-oss as published, with its experts in MXFP4, against the same numbers in F32.
#include "core/io/safetensors.h"
#include "core/model/model.h"
#include "core/run/execute.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <fstream>
#include <random>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

constexpr std::int64_t kPackedWidth = 32, kPackedInner = 64, kPackedExperts = 3, kPackedVocabulary = 20;
constexpr std::int64_t kPackedHeads = 2, kPackedHead = 8;

/// Random tensors; those of the experts either packed or as the numbers they represent.
class PackedFolder
{
public:
    explicit PackedFolder(bool packed)
        : m_packed(packed)
    {
        const std::int64_t all = kPackedHeads * kPackedHead;
        floats("model.embed_tokens.weight", {kPackedVocabulary, kPackedWidth}, 1.0F);
        floats("lm_head.weight", {kPackedVocabulary, kPackedWidth}, 0.5F);
        floats("model.norm.weight", {kPackedWidth}, 1.0F);
        const std::string layer = "model.layers.0.";
        floats(layer + "input_layernorm.weight", {kPackedWidth}, 1.0F);
        floats(layer + "post_attention_layernorm.weight", {kPackedWidth}, 1.0F);
        for (const std::string name : {"q_proj", "k_proj", "v_proj"}) {
            const std::string projection = std::string(layer).append("self_attn.").append(name);
            floats(projection + ".weight", {all, kPackedWidth}, 0.3F);
            floats(projection + ".bias", {all}, 0.3F);
        }
        floats(layer + "self_attn.o_proj.weight", {kPackedWidth, all}, 0.3F);
        floats(layer + "self_attn.o_proj.bias", {kPackedWidth}, 0.3F);
        floats(layer + "self_attn.sinks", {kPackedHeads}, 1.0F);
        floats(layer + "mlp.router.weight", {kPackedExperts, kPackedWidth}, 0.5F);
        floats(layer + "mlp.router.bias", {kPackedExperts}, 0.5F);
        experts(layer + "mlp.experts.gate_up_proj", 2 * kPackedInner, kPackedWidth);
        floats(layer + "mlp.experts.gate_up_proj_bias", {kPackedExperts, 2 * kPackedInner}, 0.3F);
        experts(layer + "mlp.experts.down_proj", kPackedWidth, kPackedInner);
        floats(layer + "mlp.experts.down_proj_bias", {kPackedExperts, kPackedWidth}, 0.3F);
        REQUIRE(writeSafetensors(folder / "model.safetensors", m_tensors).has_value());
        nlohmann::json config = {{"model_type", "gpt_oss"},
                                 {"hidden_size", kPackedWidth},
                                 {"intermediate_size", kPackedInner},
                                 {"num_hidden_layers", 1},
                                 {"num_attention_heads", kPackedHeads},
                                 {"num_key_value_heads", kPackedHeads},
                                 {"head_dim", kPackedHead},
                                 {"vocab_size", kPackedVocabulary},
                                 {"num_local_experts", kPackedExperts},
                                 {"num_experts_per_tok", 2}};
        if (packed)
            config["quantization_config"] = {{"quant_method", "mxfp4"}};
        std::ofstream(folder / "config.json") << config;
    }

    TemporaryFolder folder;

private:
    void floats(const std::string& name, const std::vector<std::int64_t>& shape, float spread)
    {
        std::int64_t count = 1;
        for (const std::int64_t extent : shape)
            count *= extent;
        std::normal_distribution<float> normal(0.0F, spread);
        std::vector<float>& values = m_floats.emplace_back();
        for (std::int64_t i = 0; i < count; ++i)
            values.push_back(normal(m_random));
        m_tensors.push_back(floatTensor(name, shape, values));
    }

    /// [experts, rows, columns / 32 groups of 32]; transposed in F32, as transformers stores them.
    void experts(const std::string& name, std::int64_t rows, std::int64_t columns)
    {
        constexpr std::array kNumbers{0.0F, 0.5F, 1.0F, 1.5F, 2.0F, 3.0F, 4.0F, 6.0F};
        std::uniform_int_distribution<int> byte(0, 255), exponent(123, 126);
        std::vector<std::uint8_t>& blocks = m_bytes.emplace_back();
        std::vector<std::uint8_t>& scales = m_bytes.emplace_back();
        for (std::int64_t i = 0; i < kPackedExperts * rows * columns / 2; ++i)
            blocks.push_back(static_cast<std::uint8_t>(byte(m_random)));
        for (std::int64_t i = 0; i < kPackedExperts * rows * columns / 32; ++i)
            scales.push_back(static_cast<std::uint8_t>(exponent(m_random)));
        if (m_packed) {
            m_tensors.push_back(
                byteTensor(name + "_blocks", {kPackedExperts, rows, columns / 32, 16}, blocks));
            m_tensors.push_back(byteTensor(name + "_scales", {kPackedExperts, rows, columns / 32}, scales));
            return;
        }
        std::vector<float>& values
            = m_floats.emplace_back(static_cast<std::size_t>(kPackedExperts * rows * columns));
        for (std::int64_t i = 0; i < kPackedExperts * rows * columns; ++i) {
            const int both = blocks[static_cast<std::size_t>(i / 2)];
            const int four = i % 2 == 0 ? both & 15 : both >> 4;
            const float size = std::ldexp(kNumbers.at(static_cast<std::size_t>(four & 7)),
                                          scales[static_cast<std::size_t>(i / 32)] - 127);
            const std::int64_t expert = i / (rows * columns), row = i / columns % rows, column = i % columns;
            values[static_cast<std::size_t>((expert * columns + column) * rows + row)]
                = (four & 8) != 0 ? -size : size;
        }
        m_tensors.push_back(floatTensor(name, {kPackedExperts, columns, rows}, values));
    }

    bool m_packed;
    std::mt19937 m_random{23}; // NOLINT(cert-msc51-cpp): the same numbers in both folders
    std::deque<std::vector<float>> m_floats;
    std::deque<std::vector<std::uint8_t>> m_bytes;
    std::vector<TensorToWrite> m_tensors;
};

Matrix logitsOf(const std::shared_ptr<const Model>& model)
{
    RunRequest request;
    request.model = model;
    request.plan.logits = LogitRows::kAll;
    request.lanes.push_back(prepareIds(*model, {3, 7, 1, 12}, {}).value());
    const auto result = execute(request, {});
    REQUIRE(result.has_value());
    Matrix all(4, kPackedVocabulary);
    for (Index row = 0; row < 4; ++row)
        all.row(row) = result->traces.front().logits(row);
    return all;
}

} // namespace

TEST_CASE("packed experts: MXFP4 computes what the dequantised numbers do", "[model]")
{
    const PackedFolder packed(true), plain(false);
    std::vector<std::string> warnings;
    Job job;
    job.warn = [&](const std::string& text) { warnings.push_back(text); };
    const auto a = loadModel(packed.folder.path(), {}, job);
    if (!a)
        FAIL(a.error().describe());
    CHECK(warnings.empty());
    const auto b = loadModel(plain.folder.path(), {}, {});
    if (!b)
        FAIL(b.error().describe());
    CHECK((*a)->parameters() == (*b)->parameters());
    CHECK((*a)->memoryBytes() < (*b)->memoryBytes() / 2);
    CHECK(mismatch(logitsOf(*a), logitsOf(*b), 1e-5, 1e-5) == "");
}

TEST_CASE("packed experts: other quantisers are refused by name", "[model]")
{
    const PackedFolder packed(true);
    nlohmann::json config;
    std::ifstream(packed.folder / "config.json") >> config;
    config["quantization_config"]["quant_method"] = "gptq";
    std::ofstream(packed.folder / "config.json") << config;
    const auto opened = loadModel(packed.folder.path(), {}, {});
    REQUIRE_FALSE(opened);
    CHECK(opened.error().describe().find("gptq") != std::string::npos);
}

} // namespace headlight::test
