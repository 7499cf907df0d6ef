// The variants of config.json, and the meaning of absent and null fields, family by family.
#include "core/model/families/family.h"
#include "tests/support/catch.h"
#include "tests/support/model_folder.h"

#include <cmath>

namespace headlight::test {

namespace {

using Json = nlohmann::json;

struct Described
{
    ArchSpec arch;
    std::vector<std::string> faults;
};

Described describe(const std::string& family, const Json& config)
{
    ConfigReader reader(config, "config.json");
    ArchSpec arch = findFamily(family)->describe(reader);
    return {std::move(arch), reader.faults()};
}

/// The decoder's first attention, if there is no error.
AttentionSpec attention(const std::string& family, const Json& config)
{
    const Described described = describe(family, config);
    INFO(Json(described.faults).dump());
    REQUIRE(described.faults.empty());
    return described.arch.decoder->layers.front().self;
}

std::vector<float> frequencies(const Json& config)
{
    Json small = {{"hidden_size", 32}, {"num_attention_heads", 4}, {"head_dim", 8}, {"rope_theta", 100.0}};
    small["max_position_embeddings"] = 64;
    small.update(config);
    return attention("llama", small).rotary->inverseFrequencies;
}

void checkClose(const std::vector<float>& found, const std::vector<double>& expected)
{
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        INFO("pair " << i);
        CHECK(static_cast<double>(found[i]) == Approx(expected[i]).epsilon(1e-5));
    }
}

} // namespace

TEST_CASE("families: rotary frequencies and linear scaling in all spellings", "[model]")
{
    // 100^(-2i/8)
    const std::vector<double> plain = {1.0, std::pow(10.0, -0.5), 0.1, std::pow(10.0, -1.5)};
    std::vector<double> quarter = plain;
    for (double& frequency : quarter)
        frequency /= 4.0;
    checkClose(frequencies(Json::object()), plain);
    checkClose(frequencies({{"rope_scaling", nullptr}}), plain);
    checkClose(frequencies({{"rope_scaling", {{"rope_type", "default"}}}}), plain);
    checkClose(frequencies({{"rope_scaling", {{"type", "linear"}, {"factor", 4}}}}), quarter);
    checkClose(frequencies({{"rope_scaling", {{"rope_type", "linear"}, {"factor", 4.0}}}}), quarter);
    checkClose(
        frequencies({{"rope_theta", nullptr},
                     {"rope_parameters", {{"rope_type", "linear"}, {"factor", 4.0}, {"rope_theta", 100}}}}),
        quarter);
}

TEST_CASE("families: llama3 keeps fast waves, slows slow ones and mixes between", "[model]")
{
    // Wavelengths 2π·10^(i/2): 6.3, 19.9, 62.8, 198.7. With an original length of 80, wavelengths below 20
    // are kept, and those above 80 are slowed down eightfold.
    const std::vector<float> found = frequencies({{"rope_scaling",
                                                   {{"rope_type", "llama3"},
                                                    {"factor", 8.0},
                                                    {"low_freq_factor", 1.0},
                                                    {"high_freq_factor", 4.0},
                                                    {"original_max_position_embeddings", 80}}}});
    const double wave = 2.0 * 3.14159265358979 / 0.1;
    const double mix = (80.0 / wave - 1.0) / 3.0;
    checkClose(found,
               {1.0, std::pow(10.0, -0.5), (1.0 - mix) * 0.1 / 8.0 + mix * 0.1, std::pow(10.0, -1.5) / 8.0});
}

TEST_CASE("families: yarn slows dimensions that turn seldom and sharpens scores", "[model]")
{
    // Pair i rotates 64/(2π)·10^(-i/2) times within 64 positions: 10.2, 3.2, 1.02, 0.32.
    Json config
        = {{"rope_scaling", {{"rope_type", "yarn"}, {"factor", 4.0}, {"beta_fast", 8}, {"beta_slow", 2}}}};
    config.update({{"hidden_size", 32}, {"num_attention_heads", 4}, {"rope_theta", 100.0}});
    config["max_position_embeddings"] = 64;
    const AttentionSpec spec = attention("llama", config);
    // The ramp runs from pair floor(0.21) = 0 to pair ceil(1.41) = 2.
    checkClose(spec.rotary->inverseFrequencies,
               {1.0, std::pow(10.0, -0.5) * (0.5 / 4.0 + 0.5), 0.1 / 4.0, std::pow(10.0, -1.5) / 4.0});
    CHECK(spec.rotary->scale == Approx(0.1 * std::log(4.0) + 1.0));
}

TEST_CASE("families: dynamic scaling and longrope reach as far as their short frequencies", "[model]")
{
    const Described dynamic = describe(
        "llama", {{"max_position_embeddings", 64}, {"rope_scaling", {{"type", "dynamic"}, {"factor", 2.0}}}});
    CHECK(dynamic.faults.empty());
    CHECK(dynamic.arch.decoder->positions.maximum == 64);

    Json config
        = {{"hidden_size", 32},
           {"num_attention_heads", 4},
           {"max_position_embeddings", 256},
           {"original_max_position_embeddings", 64},
           {"rope_scaling", {{"type", "su"}, {"short_factor", {1, 2, 4, 5}}, {"long_factor", {8, 8, 8, 8}}}}};
    config["rope_theta"] = 100.0;
    const Described phi = describe("phi3", config);
    CHECK(phi.faults.empty());
    CHECK(phi.arch.decoder->positions.maximum == 64);
    CHECK(phi.arch.decoder->positions.trained == 256);
    const auto& rotary = *phi.arch.decoder->layers.front().self.rotary;
    checkClose(rotary.inverseFrequencies,
               {1.0, std::pow(10.0, -0.5) / 2.0, 0.1 / 4.0, std::pow(10.0, -1.5) / 5.0});
    CHECK(rotary.scale == Approx(std::sqrt(1.0 + std::log(4.0) / std::log(64.0))));

    config["rope_scaling"]["short_factor"] = {1, 2};
    const Described wrong = describe("phi3", config);
    REQUIRE(wrong.faults.size() == 1);
    CHECK(wrong.faults.front().find("rope_scaling.short_factor: found 2 numbers, expected 4") == 0);
}

TEST_CASE("families: an unknown rotary scaling is named", "[model]")
{
    const Described described
        = describe("llama", {{"rope_scaling", {{"rope_type", "spiral"}, {"factor", 2.0}}}});
    REQUIRE(described.faults.size() == 1);
    CHECK(described.faults.front().find("rope_scaling.rope_type: found \"spiral\"") == 0);
}

TEST_CASE("families: heads, groups and head widths", "[model]")
{
    CHECK(attention("llama", {{"num_attention_heads", 8}}).kvHeads == 8);
    CHECK(attention("llama", {{"num_attention_heads", 8}, {"num_key_value_heads", nullptr}}).kvHeads == 8);
    CHECK(attention("mistral", Json::object()).kvHeads == 8);
    CHECK(attention("mistral", {{"num_key_value_heads", nullptr}}).kvHeads == 32);
    CHECK(attention("qwen3", {{"hidden_size", 1024}}).headWidth == 128);
    CHECK(attention("llama", {{"hidden_size", 512}, {"num_attention_heads", 8}}).headWidth == 64);
    CHECK(attention("llama", {{"hidden_size", 512}, {"num_attention_heads", 8}, {"head_dim", nullptr}})
              .headWidth
          == 64);
    CHECK(attention("llama", {{"hidden_size", 512}, {"num_attention_heads", 7}, {"head_dim", 32}}).headWidth
          == 32);
    CHECK(attention("gpt_neox", {{"hidden_size", 512}, {"num_attention_heads", 8}, {"rotary_pct", 0.25}})
              .rotary->inverseFrequencies.size()
          == 8);
    CHECK(attention("t5", {{"d_model", 512}, {"d_kv", 96}}).headWidth == 96);

    const Described uneven = describe("llama", {{"num_attention_heads", 32}, {"num_key_value_heads", 5}});
    REQUIRE(uneven.faults.size() == 1);
    CHECK(uneven.faults.front().find("num_key_value_heads: found 5") == 0);
}

TEST_CASE("families: windows are what the class says, and null means none", "[model]")
{
    const auto windows = [](const std::string& family, const Json& config) {
        std::vector<Index> all;
        const Described described = describe(family, config);
        CHECK(described.faults.empty());
        for (const LayerSpec& layer : described.arch.decoder->layers)
            all.push_back(layer.self.window);
        return all;
    };
    using Windows = std::vector<Index>;
    CHECK(windows("mistral", {{"num_hidden_layers", 2}}) == Windows{4096, 4096});
    CHECK(windows("mistral", {{"num_hidden_layers", 2}, {"sliding_window", nullptr}}) == Windows{0, 0});
    CHECK(windows("phi3", {{"num_hidden_layers", 2}}) == Windows{0, 0});
    CHECK(windows("phi3", {{"num_hidden_layers", 2}, {"sliding_window", 2047}}) == Windows{2047, 2047});
    CHECK(windows("gemma2", {{"num_hidden_layers", 3}, {"sliding_window", 9}}) == Windows{9, 0, 9});
    CHECK(windows("gemma2",
                  {{"num_hidden_layers", 2},
                   {"sliding_window", 9},
                   {"layer_types", {"full_attention", "sliding_attention"}}})
          == Windows{0, 9});
    CHECK(windows("qwen2", {{"num_hidden_layers", 2}, {"sliding_window", 9}}) == Windows{0, 0});
    CHECK(windows("qwen2",
                  {{"num_hidden_layers", 2},
                   {"sliding_window", 9},
                   {"use_sliding_window", true},
                   {"max_window_layers", 1}})
          == Windows{0, 9});
    const Json neo = {{"num_layers", 4}, {"window_size", 7}};
    CHECK(windows("gpt_neo", neo) == Windows{0, 7, 0, 7});
    Json listed = neo;
    listed["attention_types"] = Json::parse(R"([[["global"], 1], [["local", "local", "global"], 1]])");
    CHECK(windows("gpt_neo", listed) == Windows{0, 7, 7, 0});
    listed["attention_types"] = Json::parse(R"([[["global", "local"], 1000000000000]])");
    CHECK(describe("gpt_neo", listed).faults.size() == 1);
}

TEST_CASE("families: soft caps of Gemma 2 and their absence", "[model]")
{
    CHECK(describe("gemma2", Json::object()).arch.head.softcap == 30.0F);
    CHECK(attention("gemma2", Json::object()).softcap == 50.0F);
    CHECK(describe("gemma2", {{"final_logit_softcapping", nullptr}}).arch.head.softcap == 0.0F);
    CHECK(attention("gemma2", {{"attn_logit_softcapping", nullptr}}).softcap == 0.0F);
    CHECK(attention("gemma2", {{"query_pre_attn_scalar", 144}}).scale == Approx(1.0 / 12.0));
}

TEST_CASE("families: feed-forward forms of T5", "[model]")
{
    const auto form = [](const Json& config) {
        const FeedForwardSpec spec = describe("t5", config).arch.encoder->layers.front().feedForward;
        return std::pair(spec.gated, spec.activation);
    };
    CHECK(form(Json::object()) == std::pair(false, Activation::kRelu));
    CHECK(form({{"feed_forward_proj", "gated-gelu"}}) == std::pair(true, Activation::kGeluTanh));
    CHECK(form({{"feed_forward_proj", "gated-silu"}}) == std::pair(true, Activation::kSilu));
    CHECK(form({{"dense_act_fn", "gelu_new"}, {"is_gated_act", true}})
          == std::pair(true, Activation::kGeluTanh));
    CHECK(describe("t5", {{"feed_forward_proj", "double-gelu"}}).faults.size() == 1);
    CHECK(describe("t5", {{"d_model", 64}}).arch.head.scale == 0.125F);
    CHECK(describe("t5", {{"d_model", 64}, {"tie_word_embeddings", false}}).arch.head.scale == 1.0F);
    CHECK(describe("t5", {{"num_layers", 3}}).arch.decoder->layers.size() == 3);
    CHECK(describe("t5", {{"num_layers", 3}, {"num_decoder_layers", 5}}).arch.decoder->layers.size() == 5);
}

TEST_CASE("families: the architecture names the family if there is no model_type", "[model]")
{
    const auto typeOf = [](const Json& config) { return modelTypeOf(config).value_or(""); };
    const std::vector<std::pair<const char*, const char*>> known{
        {"BertForMaskedLM", "bert"},
        {"GPT2LMHeadModel", "gpt2"},
        {"GPTNeoForCausalLM", "gpt_neo"},
        {"GPTNeoXForCausalLM", "gpt_neox"},
        {"XLMRobertaForSequenceClassification", "xlm-roberta"},
        {"MarianMTModel", "marian"},
        {"T5WithLMHeadModel", "t5"},
        {"MT5EncoderModel", "mt5"},
        {"DebertaV2Model", "deberta-v2"},
        {"Qwen2ForCausalLM", "qwen2"},
        {"Qwen2MoeForCausalLM", "qwen2_moe"},
        {"M2M100ForConditionalGeneration", "m2m_100"},
        {"Gemma3ForCausalLM", "gemma3_text"},
        {"Gemma3ForConditionalGeneration", "gemma3"},
        {"Qwen2VLForConditionalGeneration", ""},
        {"GPT", ""},
    };
    for (const auto& [architecture, type] : known)
        CHECK(typeOf({{"architectures", {architecture}}}) == type);
    CHECK(typeOf({{"model_type", "llama"}, {"architectures", {"BertForMaskedLM"}}}) == "llama");
    CHECK(typeOf({{"architectures", Json::array()}}).empty());
    ModelFolder folder("bert");
    folder.config.erase("model_type");
    REQUIRE(folder.open().has_value());
    CHECK(folder.warnings.empty());
}

TEST_CASE("families: 0 is no length and no cap", "[model]")
{
    const auto fault = [](const std::string& family, const Json& config) {
        const Described described = describe(family, config);
        return described.faults.empty() ? std::string() : described.faults.front();
    };
    for (const char* const type : {"yarn", "longrope"})
        CHECK(fault("llama",
                    {{"rope_scaling",
                      {{"rope_type", type}, {"factor", 4.0}, {"original_max_position_embeddings", 0}}}})
                  .find("original_max_position_embeddings: found 0")
              != std::string::npos);
    CHECK(fault("phi3", {{"original_max_position_embeddings", 0}}).find("found 0") != std::string::npos);
    CHECK(fault("gemma2", {{"attn_logit_softcapping", 0.0}}).find("attn_logit_softcapping: found 0") == 0);
    CHECK(fault("gemma2", {{"final_logit_softcapping", 0}}).find("final_logit_softcapping: found 0") == 0);
    CHECK(fault("gemma3_text", {{"final_logit_softcapping", 0}}).find("found 0") != std::string::npos);
}

TEST_CASE("families: a warning names settings of generation_config.json that are not followed", "[model]")
{
    struct Case
    {
        const char* field;
        Json on, off;
    };
    const std::vector<Case> cases{{"min_length", 10, 0},
                                  {"min_new_tokens", 10, 0},
                                  {"repetition_penalty", 1.1, 1.0},
                                  {"encoder_repetition_penalty", 1.5, 1},
                                  {"guidance_scale", 1.5, 1.0},
                                  {"force_words_ids", Json::array({Json::array({4})}), Json::array()},
                                  {"watermarking_config", {{"bias", 2.0}}, nullptr}};
    for (const auto& [field, on, off] : cases) {
        ModelFolder folder("gpt2");
        folder.folder.write("generation_config.json", Json{{field, on}}.dump());
        REQUIRE(folder.open().has_value());
        REQUIRE(folder.warnings.size() == 1);
        CHECK(folder.warnings.front().find(std::string(field) + " is not followed") != std::string::npos);
        folder.folder.write("generation_config.json", Json{{field, off}}.dump());
        REQUIRE(folder.open().has_value());
        CHECK(folder.warnings.empty());
    }
}

TEST_CASE("families: a configuration with an unsupported feature is refused", "[model]")
{
    const auto fault = [](const std::string& family, const Json& config) {
        const Described described = describe(family, config);
        return described.faults.size() == 1 ? described.faults.front() : Json(described.faults).dump();
    };
    CHECK(fault("bert", {{"position_embedding_type", "relative_key"}}).find("position_embedding_type") == 0);
    CHECK(fault("bert", {{"is_decoder", true}}).find("is_decoder: found true") == 0);
    CHECK(fault("gpt2", {{"add_cross_attention", true}}).find("add_cross_attention: found true") == 0);
    CHECK(fault("gpt2", {{"activation_function", "sine"}}).find("activation_function: found \"sine\"") == 0);
    CHECK(fault("marian", {{"decoder_vocab_size", 7}}).find("decoder_vocab_size: found 7") == 0);
    CHECK(fault("roberta", {{"max_position_embeddings", 2}}).find("max_position_embeddings: found 2") == 0);
}

TEST_CASE("families: end ids as a number, a list, null or absent", "[model]")
{
    ModelFolder folder("llama");
    const auto ends = [&](const Json& value) {
        folder.config["eos_token_id"] = value;
        return folder.open().value()->generation().endIds;
    };
    using EndIds = std::vector<TokenId>;
    CHECK(ends(5) == EndIds{5});
    CHECK(ends({5, 7}) == EndIds{5, 7});
    CHECK(ends(nullptr) == EndIds{});
    folder.config.erase("eos_token_id");
    folder.config.erase("bos_token_id");
    const auto model = folder.open().value();
    CHECK(model->generation().endIds == EndIds{2}); // default of the family's class
    CHECK(model->generation().startId == 1);
    folder.config["pad_token_id"] = -1;
    CHECK(folder.open().value()->generation().padId == -1);
    folder.folder.write("generation_config.json", R"({"eos_token_id": [9, 8]})");
    CHECK(folder.open().value()->generation().endIds == EndIds{9, 8});
}

} // namespace headlight::test
