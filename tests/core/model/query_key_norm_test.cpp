// Norms of queries and keys without reference results: phi, stablelm and cohere, by their published
// definitions (the models' code in transformers), in double precision. Row 0 is at position 0, where rotary
// positions do nothing, so that the recorded vectors are the output of the norms.

#include "core/run/execute.h"
#include "tests/support/catch.h"
#include "tests/support/model_folder.h"

#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace headlight::test {

namespace {

using NormDoubles = std::vector<double>;

constexpr int kNormedWidth = 16, kNormedHeads = 4, kNormedKeyHeads = 2, kNormedHeadWidth = 4,
              kNormedFeed = 24, kNormedVocabulary = 11;
const std::string kNormedAttention = "model.layers.0.self_attn.";

/// A layer in Llama's layout; tests add what a family names differently.
struct SmallFolder : ModelFolder
{
    std::mt19937 random{7};

    explicit SmallFolder(const std::string& family)
    {
        config = {{"model_type", family},
                  {"hidden_size", kNormedWidth},
                  {"num_attention_heads", kNormedHeads},
                  {"num_key_value_heads", kNormedKeyHeads},
                  {"num_hidden_layers", 1},
                  {"intermediate_size", kNormedFeed},
                  {"vocab_size", kNormedVocabulary},
                  {"max_position_embeddings", 32},
                  {"layer_norm_eps", 1e-3},
                  {"tie_word_embeddings", true}};
        add("model.embed_tokens.weight", {kNormedVocabulary, kNormedWidth});
        add("model.layers.0.input_layernorm.weight", {kNormedWidth});
        add(kNormedAttention + "q_proj.weight", {kNormedHeads * kNormedHeadWidth, kNormedWidth});
        add(kNormedAttention + "k_proj.weight", {kNormedKeyHeads * kNormedHeadWidth, kNormedWidth});
        add(kNormedAttention + "v_proj.weight", {kNormedKeyHeads * kNormedHeadWidth, kNormedWidth});
    }
    void add(const std::string& name, const std::vector<std::int64_t>& shape)
    {
        std::normal_distribution<float> normal(0.3F, 1.0F);
        Tensor& tensor = tensors[name];
        tensor.shape = shape;
        tensor.values.resize(static_cast<std::size_t>(elementCountOf(shape).value()));
        for (float& value : tensor.values)
            value = normal(random);
    }
    void addGated()
    {
        add(kNormedAttention + "o_proj.weight", {kNormedWidth, kNormedWidth});
        add("model.layers.0.mlp.gate_proj.weight", {kNormedFeed, kNormedWidth});
        add("model.layers.0.mlp.up_proj.weight", {kNormedFeed, kNormedWidth});
        add("model.layers.0.mlp.down_proj.weight", {kNormedWidth, kNormedFeed});
        add("model.norm.weight", {kNormedWidth});
    }
    const std::vector<float>& numbers(const std::string& name) const { return tensors.at(name).values; }
    bool has(const std::string& name) const { return tensors.contains(name); }
};

/// (x − mean) / √(variance + ε) · gain + bias; null = no bias.
NormDoubles normalisedByHand(const NormDoubles& x, const float* gain, const float* bias)
{
    double mean = 0, variance = 0;
    for (const double value : x)
        mean += value / static_cast<double>(x.size());
    for (const double value : x)
        variance += (value - mean) * (value - mean) / static_cast<double>(x.size());
    NormDoubles result;
    result.reserve(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        result.push_back((x[i] - mean) / std::sqrt(variance + 1e-3) * static_cast<double>(gain[i])
                         + (bias != nullptr ? static_cast<double>(bias[i]) : 0.0));
    return result;
}

/// Head `head` of the first token's projection, before normalisation.
NormDoubles projected(const SmallFolder& folder, const std::string& projection, TokenId token, int head)
{
    const auto& table = folder.numbers("model.embed_tokens.weight");
    const std::string norm = "model.layers.0.input_layernorm.";
    const NormDoubles x(table.begin() + std::ptrdiff_t{token} * kNormedWidth,
                        table.begin() + (std::ptrdiff_t{token} + 1) * kNormedWidth);
    const NormDoubles input
        = normalisedByHand(x, folder.numbers(norm + "weight").data(),
                           folder.has(norm + "bias") ? folder.numbers(norm + "bias").data() : nullptr);
    const auto& weight = folder.numbers(kNormedAttention + projection + ".weight");
    const std::string bias = kNormedAttention + projection + ".bias";
    NormDoubles result;
    result.reserve(kNormedHeadWidth);
    for (int row = head * kNormedHeadWidth; row < (head + 1) * kNormedHeadWidth; ++row) {
        double sum = folder.has(bias)
            ? static_cast<double>(folder.numbers(bias)[static_cast<std::size_t>(row)])
            : 0.0;
        for (int i = 0; i < kNormedWidth; ++i)
            sum += static_cast<double>(weight[static_cast<std::size_t>(row * kNormedWidth + i)])
                * input[static_cast<std::size_t>(i)];
        result.push_back(sum);
    }
    return result;
}

/// Compares row 0 of every recorded query and key; `gainOf` returns a head's gains and biases.
template <typename GainOf>
void compareHeads(SmallFolder& folder, const GainOf& gainOf)
{
    folder.writeTensors();
    const auto model = folder.openWith(folder.config.dump());
    INFO((model ? std::string() : model.error().describe()));
    REQUIRE(model);
    CHECK(folder.warnings.empty());
    RunRequest request;
    request.model = *model;
    request.plan.sites = {Site::kQuery, Site::kKey};
    request.lanes.push_back(prepareIds(**model, {7, 2, 5}, {}).value());
    const auto run = execute(request, {});
    REQUIRE(run);
    for (int head = 0; head < kNormedHeads; ++head)
        for (const Site site : {Site::kQuery, Site::kKey}) {
            const bool query = site == Site::kQuery;
            const int own = query ? head : head / (kNormedHeads / kNormedKeyHeads);
            const auto [gain, bias] = gainOf(query, own);
            const NormDoubles expected
                = normalisedByHand(projected(folder, query ? "q_proj" : "k_proj", 7, own), gain, bias);
            const Matrix found
                = run->traces.front().headMatrix(site, {StackKind::kDecoder, 0, AttentionKind::kSelf, head});
            REQUIRE(found.cols() == kNormedHeadWidth);
            for (int i = 0; i < kNormedHeadWidth; ++i) {
                INFO((query ? "query" : "key") << " of head " << head << ", number " << i);
                CHECK(std::abs(static_cast<double>(found(0, i)) - expected[static_cast<std::size_t>(i)])
                      < 1e-4);
            }
        }
}

} // namespace

TEST_CASE("families: phi's norms of queries and keys are shared by the heads", "[model]")
{
    SmallFolder folder("phi");
    folder.config["qk_layernorm"] = true;
    folder.add(kNormedAttention + "q_proj.bias", {kNormedHeads * kNormedHeadWidth});
    folder.add(kNormedAttention + "k_proj.bias", {kNormedKeyHeads * kNormedHeadWidth});
    folder.add(kNormedAttention + "v_proj.bias", {kNormedKeyHeads * kNormedHeadWidth});
    for (const char* name :
         {"q_layernorm.weight", "q_layernorm.bias", "k_layernorm.weight", "k_layernorm.bias"})
        folder.add(kNormedAttention + name, {kNormedHeadWidth});
    folder.add("model.layers.0.input_layernorm.bias", {kNormedWidth});
    folder.add(kNormedAttention + "dense.weight", {kNormedWidth, kNormedWidth});
    folder.add(kNormedAttention + "dense.bias", {kNormedWidth});
    folder.add("model.layers.0.mlp.fc1.weight", {kNormedFeed, kNormedWidth});
    folder.add("model.layers.0.mlp.fc1.bias", {kNormedFeed});
    folder.add("model.layers.0.mlp.fc2.weight", {kNormedWidth, kNormedFeed});
    folder.add("model.layers.0.mlp.fc2.bias", {kNormedWidth});
    folder.add("model.final_layernorm.weight", {kNormedWidth});
    folder.add("model.final_layernorm.bias", {kNormedWidth});
    folder.add("lm_head.bias", {kNormedVocabulary});
    compareHeads(folder, [&](bool query, int) {
        const std::string norm = kNormedAttention + (query ? "q_layernorm." : "k_layernorm.");
        return std::pair(folder.numbers(norm + "weight").data(), folder.numbers(norm + "bias").data());
    });
}

TEST_CASE("families: stablelm's norms of queries and keys are each head's own", "[model]")
{
    SmallFolder folder("stablelm");
    folder.config["partial_rotary_factor"] = 0.5;
    folder.config["qk_layernorm"] = true;
    folder.addGated();
    for (const char* name :
         {"model.layers.0.input_layernorm.bias", "model.layers.0.post_attention_layernorm.weight",
          "model.layers.0.post_attention_layernorm.bias", "model.norm.bias"})
        folder.add(name, {kNormedWidth});
    for (int head = 0; head < kNormedHeads; ++head)
        folder.add(kNormedAttention + "q_layernorm.norms." + std::to_string(head) + ".weight",
                   {kNormedHeadWidth});
    for (int head = 0; head < kNormedKeyHeads; ++head)
        folder.add(kNormedAttention + "k_layernorm.norms." + std::to_string(head) + ".weight",
                   {kNormedHeadWidth});
    compareHeads(folder, [&](bool query, int head) {
        const std::string norm = kNormedAttention + (query ? "q_layernorm" : "k_layernorm") + ".norms.";
        return std::pair(folder.numbers(norm + std::to_string(head) + ".weight").data(),
                         static_cast<const float*>(nullptr));
    });
}

TEST_CASE("families: cohere's norms of queries and keys are rows of one table", "[model]")
{
    SmallFolder folder("cohere");
    folder.config["use_qk_norm"] = true;
    folder.addGated();
    folder.add(kNormedAttention + "q_norm.weight", {kNormedHeads, kNormedHeadWidth});
    folder.add(kNormedAttention + "k_norm.weight", {kNormedKeyHeads, kNormedHeadWidth});
    compareHeads(folder, [&](bool query, int head) {
        return std::pair(folder.numbers(kNormedAttention + (query ? "q_norm.weight" : "k_norm.weight")).data()
                             + std::ptrdiff_t{head} * kNormedHeadWidth,
                         static_cast<const float*>(nullptr));
    });
}

} // namespace headlight::test
