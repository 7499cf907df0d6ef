#include "core/model/gguf/gguf_config.h"

#include "core/base/text_list.h"
#include "core/io/gguf_fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace headlight {

namespace {

using Json = nlohmann::json;

constexpr std::int64_t kMostGgufLayers = 1024, kMostGgufHeads = 4096, kMostGgufWidth = 1 << 16,
                       kMostGgufLength = 1 << 28, kMostGgufHidden = 1 << 24;

/// Conversion of a file's metadata to a config.json.
struct GgufReading
{
    GgufFields fields;
    GgufConfig result;
    std::int64_t width = 0, rotary = 0;

    Json& config() { return result.config; }
    const GgufFile& file() const { return fields.file(); }
    bool has(std::string_view tensor) const { return file().tensor(tensor) != nullptr; }
};

/// Rows of a stored matrix; 0 if the file has none.
std::int64_t rowsOf(const GgufFile& file, std::string_view name)
{
    const TensorView* const tensor = file.tensor(name);
    return tensor != nullptr && tensor->shape.size() == 2 ? tensor->shape[0] : 0;
}

/// Sizes that all architectures have.
void readSizes(GgufReading& reading, bool keyWidth)
{
    GgufFields& fields = reading.fields;
    GgufConfig& result = reading.result;
    result.config["num_hidden_layers"] = fields.required("block_count", 1, kMostGgufLayers);
    reading.width = fields.required("embedding_length", 1, kMostGgufWidth);
    result.config["hidden_size"] = reading.width;
    result.config["max_position_embeddings"] = fields.required("context_length", 1, kMostGgufLength);
    result.config["vocab_size"] = rowsOf(reading.file(), "token_embd.weight");
    if (!reading.has("token_embd.weight"))
        fields.report().bad("token_embd.weight", "found no such tensor, expected [vocabulary, width]");
    const std::int64_t heads = fields.required("attention.head_count", 1, kMostGgufHeads);
    const std::int64_t kvHeads = fields.integer("attention.head_count_kv", 1, kMostGgufHeads).value_or(heads);
    if (heads > 0 && heads % kvHeads != 0)
        fields.fault("attention.head_count_kv", "found ", kvHeads, ", expected a divisor of head_count, ",
                     heads);
    auto each = fields.integer("attention.key_length", 1, 1 << 14);
    const auto value = fields.integer("attention.value_length", 1, 1 << 14);
    if (!each && heads > 0 && reading.width > 0 && reading.width % heads != 0)
        fields.fault("attention.head_count", "found ", heads, ", expected a divisor of embedding_length, ",
                     reading.width);
    if (!each && heads > 0)
        each = std::max<std::int64_t>(reading.width / heads, 1);
    if (value && each && *value != *each)
        fields.report().unsupported(fields.full("attention.value_length"), "found ", *value,
                                    ", expected the key_length, ", *each);
    if (!keyWidth && each && heads > 0 && *each * heads != reading.width)
        fields.report().unsupported(fields.full("attention.key_length"), "found ", *each,
                                    ", expected embedding_length / head_count in this architecture");
    result.heads = static_cast<int>(heads);
    result.kvHeads = static_cast<int>(kvHeads);
    result.headWidth = static_cast<int>(each.value_or(1));
    result.config["num_attention_heads"] = heads;
    result.config["num_key_value_heads"] = kvHeads;
    if (keyWidth)
        result.config["head_dim"] = result.headWidth;
    if (const auto scale = fields.real("attention.scale", 0.0, 1e6); scale && *scale > 0.0)
        result.scoreScale = static_cast<float>(*scale);
    if (fields.flag("attention.causal") == false)
        fields.report().unsupported(fields.full("attention.causal"), "found false, expected true");
}

void readFeedForward(GgufReading& reading, const char* name)
{
    reading.config()[name] = reading.fields.required("feed_forward_length", 1, kMostGgufHidden);
}

void readEpsilon(GgufReading& reading, const char* name, const char* key)
{
    if (!reading.fields.has(key))
        reading.fields.fault(key, "found no such key, expected a number from 0 to 1");
    reading.config()[name] = reading.fields.real(key, 0.0, 1.0).value_or(0.0);
}

/// The share of a head that is rotated, such that it gives exactly this number of dimensions in F32.
double rotaryShare(std::int64_t dimensions, std::int64_t width)
{
    const double share = static_cast<double>(dimensions) / static_cast<double>(width);
    const auto back = static_cast<std::int64_t>(static_cast<double>(width)
                                                * static_cast<double>(static_cast<float>(share)));
    return back == dimensions ? share : (static_cast<double>(dimensions) + 0.25) / static_cast<double>(width);
}

void readRotaryScaling(GgufReading& reading)
{
    GgufFields& fields = reading.fields;
    const std::string type = fields.text("rope.scaling.type").value_or("linear");
    const auto older = fields.real("rope.scale_linear", 1e-3, 1e6);
    const double factor = fields.real("rope.scaling.factor", 1e-3, 1e6).value_or(older.value_or(1.0));
    const auto original = fields.integer("rope.scaling.original_context_length", 1, kMostGgufLength);
    const auto attention = fields.real("rope.scaling.attn_factor", 0.0, 1e6);
    fields.consider("rope.scaling.finetuned");
    if (original)
        reading.config()["original_max_position_embeddings"] = *original;
    Json scaling;
    if (type == "linear" && factor != 1.0) {
        scaling = {{"rope_type", "linear"}, {"factor", factor}};
    } else if (type == "yarn") {
        scaling = {{"rope_type", "yarn"}, {"factor", factor}};
        scaling["beta_fast"] = fields.real("rope.scaling.yarn_beta_fast", 1e-3, 1e6).value_or(32.0);
        scaling["beta_slow"] = fields.real("rope.scaling.yarn_beta_slow", 1e-3, 1e6).value_or(1.0);
        if (original)
            scaling["original_max_position_embeddings"] = *original;
        if (attention)
            scaling["attention_factor"] = *attention * (factor > 1.0 ? 0.1 * std::log(factor) + 1.0 : 1.0);
    } else if (type != "linear" && type != "none" && type != "longrope") {
        fields.report().unsupported(fields.full("rope.scaling.type"), "found \"", type,
                                    "\", expected none, linear, yarn or longrope");
    }
    if (!scaling.is_null())
        reading.config()["rope_scaling"] = std::move(scaling);
}

/// Reads rotary positions.
void readRotation(GgufReading& reading)
{
    GgufFields& fields = reading.fields;
    const std::int64_t width = reading.result.headWidth;
    const auto turning = fields.integer("rope.dimension_count", 1, 1 << 14);
    reading.rotary = turning.value_or(width);
    if (reading.rotary % 2 != 0 || reading.rotary > width)
        fields.fault("rope.dimension_count", "found ", reading.rotary, ", expected an even number up to ",
                     width, ", the width of a head");
    else if (reading.rotary != width)
        reading.config()["partial_rotary_factor"] = rotaryShare(reading.rotary, width);
    reading.config()["rope_theta"] = fields.real("rope.freq_base", 1.001, 1e12).value_or(10000.0);
    readRotaryScaling(reading);
}

/// Reads sliding windows: a width of 0 means none.
void readWindow(GgufReading& reading, std::optional<std::int64_t> absent)
{
    auto window
        = reading.fields.integer("attention.sliding_window", 0, std::numeric_limits<std::uint32_t>::max());
    if (!window)
        window = absent;
    const bool there = window && *window > 0 && *window <= kMostGgufLength;
    reading.config()["sliding_window"] = there ? Json(*window) : Json();
}

void readLlamaLayout(GgufReading& reading)
{
    readSizes(reading, true);
    readFeedForward(reading, "intermediate_size");
    readRotation(reading);
    reading.config()["tie_word_embeddings"] = !reading.has("output.weight");
}

/// Llama's layout with its norms; all of Qwen 2 and 3, Gemma and OLMo 2.
void readRmsLayout(GgufReading& reading)
{
    readLlamaLayout(reading);
    readEpsilon(reading, "rms_norm_eps", "attention.layer_norm_rms_epsilon");
}

void readLlama(GgufReading& reading)
{
    readRmsLayout(reading);
    GgufFields& fields = reading.fields;
    fields.consider("attention.layer_norm_epsilon"); // present next to the other one in some files
    readWindow(reading, std::nullopt);
    const auto experts = fields.integer("expert_count", 0, 1 << 14).value_or(0);
    const auto used = fields.integer("expert_used_count", 0, 1 << 14).value_or(0);
    Json& config = reading.config();
    config["model_type"] = experts > 0 ? "mixtral" : config["sliding_window"].is_null() ? "llama" : "mistral";
    if (experts > 0) {
        config["num_local_experts"] = experts;
        config["num_experts_per_tok"] = used;
        reading.result.experts = static_cast<int>(experts);
        if (used < 1 || used > experts)
            fields.fault("expert_used_count", "found ", used, ", expected 1 to ", experts);
        return;
    }
    if (config["model_type"] != "llama")
        return;
    config.erase("sliding_window");
    config["attention_bias"] = reading.has("blk.0.attn_q.bias");
    config["mlp_bias"] = reading.has("blk.0.ffn_down.bias");
}

/// Phi-3's frequency divisors for short and for long inputs.
Json divisorsOf(const GgufFile& file, std::string_view name)
{
    std::vector<float> numbers;
    const TensorView* const tensor = file.tensor(name);
    if (tensor != nullptr && tensor->elementCount() <= 1 << 14) {
        numbers.resize(static_cast<std::size_t>(tensor->elementCount()));
        convertToFloat(*tensor, 0, numbers);
    }
    return numbers;
}

void readPhi3(GgufReading& reading)
{
    readRmsLayout(reading);
    GgufFields& fields = reading.fields;
    Json& config = reading.config();
    // Older files of Phi-3 mini and medium omit the window.
    const std::int64_t layers = config["num_hidden_layers"];
    const bool older = (layers == 32 || layers == 40) && config["max_position_embeddings"] == 4096;
    readWindow(reading, older ? std::optional<std::int64_t>(2047) : std::nullopt);
    if (reading.has("rope_factors_short.weight")) {
        config["rope_scaling"]
            = {{"rope_type", "longrope"},
               {"short_factor", divisorsOf(reading.file(), "rope_factors_short.weight")},
               {"long_factor", divisorsOf(reading.file(), "rope_factors_long.weight")},
               {"attention_factor", fields.real("rope.scaling.attn_factor", 0.0, 1e6).value_or(1.0)}};
    }
    if (!config.contains("original_max_position_embeddings"))
        config["original_max_position_embeddings"] = config["max_position_embeddings"];
}

/// Without its own key the scale is the width of a head, except in the largest models.
void readPerScore(GgufReading& reading, std::int64_t largest)
{
    Json& config = reading.config();
    const bool byWidth = config["num_hidden_layers"] == largest && reading.result.heads > 0;
    config["query_pre_attn_scalar"]
        = byWidth ? reading.width / reading.result.heads : reading.result.headWidth;
}

void readCaps(GgufReading& reading, double otherwise)
{
    const double cap = reading.fields.real("final_logit_softcapping", 0.0, 1e6).value_or(otherwise);
    reading.config()["final_logit_softcapping"] = cap > 0.0 ? Json(cap) : Json();
}

void readGemma2(GgufReading& reading)
{
    readRmsLayout(reading);
    readPerScore(reading, 46);
    readCaps(reading, 30.0);
    reading.config()["attn_logit_softcapping"]
        = reading.fields.real("attn_logit_softcapping", 0.0, 1e6).value_or(50.0);
    readWindow(reading, 4096);
}

void readGemma3(GgufReading& reading)
{
    readRmsLayout(reading);
    readPerScore(reading, 62);
    readCaps(reading, 0.0);
    readWindow(reading, std::nullopt);
    GgufFields& fields = reading.fields;
    Json& config = reading.config();
    config["model_type"] = "gemma3_text";
    config["rope_local_base_freq"] = fields.real("rope.freq_base_swa", 1.001, 1e12).value_or(10000.0);
    const std::vector<bool> slides = fields.flags("attention.sliding_window_pattern");
    if (slides.empty()) {
        config["sliding_window_pattern"]
            = fields.integer("attention.sliding_window_pattern", 1, 1 << 20).value_or(6);
        return;
    }
    for (const bool layer : slides)
        config["layer_types"].push_back(layer ? "sliding_attention" : "full_attention");
}

void readGpt2(GgufReading& reading)
{
    readSizes(reading, false);
    readEpsilon(reading, "layer_norm_epsilon", "attention.layer_norm_epsilon");
    GgufFields& fields = reading.fields;
    fields.consider("feed_forward_length"); // the tensor counts: converters always write 4 · width
    if (const std::int64_t hidden = rowsOf(reading.file(), "blk.0.ffn_up.weight"); hidden > 0)
        reading.config()["n_inner"] = hidden;
    reading.config()["tie_word_embeddings"] = !reading.has("output.weight");
    reading.config().erase("num_key_value_heads");
    if (reading.result.kvHeads != reading.result.heads)
        fields.report().unsupported(fields.full("attention.head_count_kv"), "found ", reading.result.kvHeads,
                                    ", expected the head_count");
}

void readNeox(GgufReading& reading)
{
    readSizes(reading, false);
    readFeedForward(reading, "intermediate_size");
    readEpsilon(reading, "layer_norm_eps", "attention.layer_norm_epsilon");
    readRotation(reading);
    Json& config = reading.config();
    config["model_type"] = "gpt_neox";
    config["rotary_pct"] = config.value("partial_rotary_factor", 1.0);
    config.erase("partial_rotary_factor");
    config["use_parallel_residual"] = reading.fields.flag("use_parallel_residual").value_or(true);
    config["attention_bias"] = reading.has("blk.0.attn_qkv.bias");
    config["tie_word_embeddings"] = !reading.has("output.weight");
    config.erase("num_key_value_heads");
}

void readStarcoder2(GgufReading& reading)
{
    readLlamaLayout(reading);
    readEpsilon(reading, "norm_epsilon", "attention.layer_norm_epsilon");
    readWindow(reading, std::nullopt);
    reading.config()["use_bias"] = reading.has("blk.0.attn_q.bias");
}

struct GgufArchitecture
{
    std::string_view name;
    void (*read)(GgufReading& reading);
};

/// The model_type is the same word unless the function sets another one.
constexpr auto kGgufArchitectures = std::to_array<GgufArchitecture>({
    {"llama", readLlama},
    {"qwen2", readRmsLayout},
    {"qwen3", readRmsLayout},
    {"phi3", readPhi3},
    {"gemma", readRmsLayout},
    {"gemma2", readGemma2},
    {"gemma3", readGemma3},
    {"olmo2", readRmsLayout},
    {"gpt2", readGpt2},
    {"gptneox", readNeox},
    {"starcoder2", readStarcoder2},
});

/// Reads the ids needed for decoding; absent ones are those of the tokenizer's kind.
void readTokenIds(GgufReading& reading)
{
    GgufFields& fields = reading.fields;
    const GgufValue* const model = reading.file().find("tokenizer.ggml.model");
    const std::string kind(model != nullptr ? model->text().value_or("") : "");
    const auto idOr = [&](std::string_view key, std::int64_t otherwise) -> Json {
        const auto id = fields.tokenId(concat("tokenizer.ggml.", key));
        if (id)
            return *id;
        return otherwise >= 0 ? Json(otherwise) : Json(nullptr);
    };
    Json& config = reading.config();
    config["bos_token_id"] = idOr("bos_token_id", kind == "gpt2" ? 11 : kind == "llama" ? 1 : -1);
    config["pad_token_id"] = idOr("padding_token_id", -1);
    Json ends = Json::array();
    for (const char* const key : {"eos_token_id", "eot_token_id", "eom_token_id"})
        if (const Json id = idOr(key, -1); !id.is_null() && std::ranges::find(ends, id) == ends.end())
            ends.push_back(id);
    if (ends.empty() && kind == "gpt2")
        ends.push_back(11);
    if (ends.empty() && kind == "llama")
        ends.push_back(2);
    config["eos_token_id"] = ends.empty() ? Json(nullptr) : ends.size() == 1 ? ends.front() : ends;
}

std::string architecturesKnown()
{
    return joined(kGgufArchitectures, ", ", &GgufArchitecture::name);
}

} // namespace

Result<GgufConfig> readGgufConfig(const GgufFile& file)
{
    constexpr const char* kKey = "general.architecture";
    const std::string path = file.path().string();
    const GgufValue* const found = file.find(kKey);
    const auto architecture = found != nullptr ? found->text() : std::nullopt;
    if (!architecture)
        return badFile(path, kKey,
                       found != nullptr ? "found " + found->inWords() : std::string("found no such key"),
                       ", expected one of ", architecturesKnown());
    const auto* const known = std::ranges::find(kGgufArchitectures, *architecture, &GgufArchitecture::name);
    if (known == std::end(kGgufArchitectures))
        return unsupported(path, kKey, "found ", found->inWords(), ", expected one of ",
                           architecturesKnown());

    GgufReading reading{GgufFields(file, std::string(*architecture)), {}};
    reading.result.architecture = *architecture;
    reading.config() = {{"model_type", *architecture}};
    known->read(reading);
    readTokenIds(reading);
    for (const char* const key :
         {"vocab_size", "tensor_data_layout", "rope.freq_base", "rope.scaling.attn_factor"})
        reading.fields.consider(key);
    if (const auto fault = reading.fields.report().error())
        return reading.fields.report().all().size() > 1 ? reading.fields.report().summary() : *fault;
    reading.result.unread = reading.fields.unread();
    return std::move(reading.result);
}

} // namespace headlight
