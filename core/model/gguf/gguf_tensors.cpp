#include "core/model/gguf/gguf_tensors.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

namespace headlight {

namespace {

using RowList = std::vector<std::int64_t>;

/// In files of the architecture llama, the two rows of each rotated pair of queries and keys are neighbours;
/// in checkpoints, the first rows of all pairs come first, then the second ones.
RowList unpairedRows(int heads, int width)
{
    RowList rows;
    for (std::int64_t head = 0; head < heads; ++head)
        for (std::int64_t half = 0; half < 2; ++half)
            for (std::int64_t pair = 0; pair < width / 2; ++pair)
                rows.push_back(head * width + 2 * pair + half);
    return rows;
}

/// Files of GPT-NeoX store all queries, then all keys, then all values; checkpoints store them head by head.
RowList headByHead(int heads, int width)
{
    RowList rows;
    for (std::int64_t head = 0; head < heads; ++head)
        for (std::int64_t which = 0; which < 3; ++which)
            for (std::int64_t i = 0; i < width; ++i)
                rows.push_back((which * heads + head) * width + i);
    return rows;
}

class GgufTensors
{
public:
    GgufTensors(const GgufFile& file, const GgufConfig& config)
        : m_file(file)
        , m_config(config)
    { }

    Checkpoint::Tensors named()
    {
        for (const auto& [name, tensor] : m_file.tensors()) {
            if (name.starts_with("rope_freqs.") || name.starts_with("rope_factors_"))
                continue; // part of the configuration
            if (m_config.experts > 0 && addExperts(name, tensor))
                continue;
            const auto found = checkpointName(m_config.architecture, name);
            add(found.value_or(name), withOrder(name, tensor));
        }
        return std::move(m_tensors);
    }

private:
    void add(std::string name, TensorView tensor)
    {
        tensor.name = name;
        m_tensors.emplace(std::move(name), std::move(tensor));
    }

    /// Only used if the tensor has this many rows: the numbers in the metadata may be anything.
    TensorView withOrder(std::string_view name, TensorView tensor)
    {
        const std::int64_t rows = tensor.shape.front();
        const std::int64_t width = m_config.headWidth;
        const auto order = [&](std::shared_ptr<const RowList>& made, int heads, std::int64_t expected,
                               RowList (*make)(int, int)) {
            if (rows != expected)
                return; // a fault that the family reports
            if (!made)
                made = std::make_shared<const RowList>(make(heads, m_config.headWidth));
            tensor.rowOrder = made;
        };
        const auto isPart = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
        if (m_config.architecture == "gptneox" && isPart(".attn_qkv."))
            order(m_fused, m_config.heads, std::int64_t{3} * m_config.heads * width, headByHead);
        if (m_config.architecture != "llama" || width % 2 != 0)
            return tensor;
        if (isPart(".attn_q."))
            order(m_queries, m_config.heads, m_config.heads * width, unpairedRows);
        if (isPart(".attn_k."))
            order(m_keys, m_config.kvHeads, m_config.kvHeads * width, unpairedRows);
        return tensor;
    }

    /// blk.N.ffn_gate_exps.weight [experts, hidden, width], or blk.N.ffn_gate.E.weight in older files.
    bool addExperts(const std::string& name, const TensorView& tensor)
    {
        constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kParts{
            {{"ffn_gate", "w1"}, {"ffn_up", "w3"}, {"ffn_down", "w2"}}};
        const std::size_t layerEnd = name.find('.', 4);
        if (!name.starts_with("blk.") || layerEnd == std::string::npos)
            return false;
        const std::string rest = name.substr(layerEnd + 1);
        const std::string prefix
            = "model.layers." + name.substr(4, layerEnd - 4) + ".block_sparse_moe.experts.";
        return std::ranges::any_of(kParts, [&](const auto& names) {
            const std::string part(names.first);
            const std::string ending = std::string(".").append(names.second).append(".weight");
            if (rest == part + "_exps.weight") {
                addSlices(tensor, prefix, ending);
                return true;
            }
            const std::string older = part + ".";
            if (!rest.starts_with(older) || rest.size() <= older.size() + 7 || !rest.ends_with(".weight"))
                return false;
            const std::string expert = rest.substr(older.size(), rest.size() - older.size() - 7);
            add(std::string(prefix).append(expert).append(ending), tensor);
            return true;
        });
    }

    void addSlices(const TensorView& tensor, const std::string& prefix, const std::string& ending)
    {
        if (tensor.shape.size() != 3 || tensor.shape[0] != m_config.experts) {
            add(tensor.name, tensor); // the family reports what is missing
            return;
        }
        const std::size_t bytes = tensor.bytes.size() / static_cast<std::size_t>(tensor.shape[0]);
        for (std::int64_t expert = 0; expert < tensor.shape[0]; ++expert) {
            TensorView one = tensor;
            one.shape = {tensor.shape[1], tensor.shape[2]};
            one.bytes = tensor.bytes.subspan(static_cast<std::size_t>(expert) * bytes, bytes);
            add(std::string(prefix).append(std::to_string(expert)).append(ending), std::move(one));
        }
    }

    const GgufFile& m_file;
    const GgufConfig& m_config;
    Checkpoint::Tensors m_tensors;
    std::shared_ptr<const RowList> m_queries, m_keys, m_fused;
};

struct NamePair
{
    std::string_view gguf, checkpoint;
};

/// How an architecture's names are composed: those of a layer follow `layer`N. and "blk.N.".
struct NameTable
{
    std::string_view prefix, layer;
    std::span<const NamePair> inLayer, outside;
    std::span<const NamePair> own = {}; ///< names in a layer that differ from inLayer
};

constexpr auto kLlamaLayer = std::to_array<NamePair>({
    {"attn_norm", "input_layernorm"},
    {"attn_q", "self_attn.q_proj"},
    {"attn_k", "self_attn.k_proj"},
    {"attn_v", "self_attn.v_proj"},
    {"attn_qkv", "self_attn.qkv_proj"},
    {"attn_output", "self_attn.o_proj"},
    {"attn_q_norm", "self_attn.q_norm"},
    {"attn_k_norm", "self_attn.k_norm"},
    {"ffn_norm", "post_attention_layernorm"},
    {"ffn_gate", "mlp.gate_proj"},
    {"ffn_up", "mlp.up_proj"},
    {"ffn_down", "mlp.down_proj"},
    {"ffn_gate_inp", "block_sparse_moe.gate"},
});
constexpr auto kPhiOwn = std::to_array<NamePair>({{"ffn_up", "mlp.gate_up_proj"}});

constexpr auto kStarcoderOwn = std::to_array<NamePair>({{"ffn_up", "mlp.c_fc"}, {"ffn_down", "mlp.c_proj"}});

/// For layers with norms on the sub-layers' outputs.
constexpr auto kGemma2Own = std::to_array<NamePair>({
    {"post_attention_norm", "post_attention_layernorm"},
    {"ffn_norm", "pre_feedforward_layernorm"},
    {"post_ffw_norm", "post_feedforward_layernorm"},
});

constexpr auto kLlamaOutside = std::to_array<NamePair>(
    {{"token_embd", "embed_tokens"}, {"output_norm", "norm"}, {"output", "lm_head"}});

constexpr auto kGpt2Layer = std::to_array<NamePair>({
    {"attn_norm", "ln_1"},
    {"attn_qkv", "attn.c_attn"},
    {"attn_output", "attn.c_proj"},
    {"ffn_norm", "ln_2"},
    {"ffn_up", "mlp.c_fc"},
    {"ffn_down", "mlp.c_proj"},
});
constexpr auto kGpt2Outside = std::to_array<NamePair>(
    {{"token_embd", "wte"}, {"position_embd", "wpe"}, {"output_norm", "ln_f"}, {"output", "lm_head"}});

constexpr auto kNeoxLayer = std::to_array<NamePair>({
    {"attn_norm", "input_layernorm"},
    {"attn_qkv", "attention.query_key_value"},
    {"attn_output", "attention.dense"},
    {"ffn_norm", "post_attention_layernorm"},
    {"ffn_up", "mlp.dense_h_to_4h"},
    {"ffn_down", "mlp.dense_4h_to_h"},
});
constexpr auto kNeoxOutside = std::to_array<NamePair>(
    {{"token_embd", "embed_in"}, {"output_norm", "final_layer_norm"}, {"output", "embed_out"}});

NameTable tableOf(std::string_view architecture)
{
    if (architecture == "gpt2")
        return {"transformer.", "h.", kGpt2Layer, kGpt2Outside};
    if (architecture == "gptneox")
        return {"gpt_neox.", "layers.", kNeoxLayer, kNeoxOutside};
    if (architecture == "phi3")
        return {"model.", "layers.", kLlamaLayer, kLlamaOutside, kPhiOwn};
    if (architecture == "starcoder2")
        return {"model.", "layers.", kLlamaLayer, kLlamaOutside, kStarcoderOwn};
    if (architecture == "gemma2" || architecture == "gemma3" || architecture == "olmo2")
        return {"model.", "layers.", kLlamaLayer, kLlamaOutside, kGemma2Own};
    return {"model.", "layers.", kLlamaLayer, kLlamaOutside};
}

/// Removes the number at the start of `rest` and the dot after it.
std::optional<std::string_view> takeNumber(std::string_view& rest)
{
    const std::size_t dot = rest.find('.');
    if (dot == std::string_view::npos || dot == 0 || dot > 5)
        return std::nullopt;
    const std::string_view number = rest.substr(0, dot);
    if (!std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    rest.remove_prefix(dot + 1);
    return number;
}

/// Translates the part before ".weight" or ".bias".
std::optional<std::string> translated(std::span<const NamePair> pairs, std::string_view name, bool fromGguf)
{
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos)
        return std::nullopt;
    const std::string_view stem = name.substr(0, dot);
    for (const NamePair& pair : pairs)
        if ((fromGguf ? pair.gguf : pair.checkpoint) == stem)
            return concat(fromGguf ? pair.checkpoint : pair.gguf, name.substr(dot));
    return std::nullopt;
}

/// The same for a name in a layer.
std::optional<std::string> translatedInLayer(const NameTable& table, std::string_view name, bool fromGguf)
{
    auto own = translated(table.own, name, fromGguf);
    return own ? own : translated(table.inLayer, name, fromGguf);
}

} // namespace

std::shared_ptr<const Checkpoint> ggufCheckpoint(const GgufFile& file, const GgufConfig& config)
{
    Checkpoint::Given given;
    given.path = file.path();
    given.tensors = GgufTensors(file, config).named();
    given.fileBytes = file.fileBytes();
    given.storedName = [architecture = config.architecture](std::string_view name) {
        return ggufName(architecture, name);
    };
    return Checkpoint::ofGguf(std::move(given));
}

std::optional<std::string> checkpointName(std::string_view architecture, std::string_view name)
{
    const NameTable table = tableOf(architecture);
    if (!name.starts_with("blk.")) {
        const auto found = translated(table.outside, name, true);
        if (!found)
            return std::nullopt;
        const bool head = found->starts_with("lm_head.") || found->starts_with("embed_out.");
        return (head ? std::string() : std::string(table.prefix)) + *found;
    }
    name.remove_prefix(4);
    const auto layer = takeNumber(name);
    const auto found = layer ? translatedInLayer(table, name, true) : std::nullopt;
    if (!found)
        return std::nullopt;
    return concat(table.prefix, table.layer, *layer, ".", *found);
}

std::string ggufName(std::string_view architecture, std::string_view name)
{
    const NameTable table = tableOf(architecture);
    std::string_view rest = name;
    if (rest.starts_with(table.prefix))
        rest.remove_prefix(table.prefix.size());
    if (const auto found = translated(table.outside, rest, false))
        return *found;
    if (!rest.starts_with(table.layer))
        return std::string(name);
    rest.remove_prefix(table.layer.size());
    const auto layer = takeNumber(rest);
    if (!layer)
        return std::string(name);
    if (const auto found = translatedInLayer(table, rest, false))
        return concat("blk.", *layer, ".", *found);
    // Experts: one tensor for all of them.
    constexpr auto kExperts = std::to_array<NamePair>(
        {{"ffn_gate_exps", ".w1.weight"}, {"ffn_up_exps", ".w3.weight"}, {"ffn_down_exps", ".w2.weight"}});
    for (const NamePair& pair : kExperts)
        if (rest.ends_with(pair.checkpoint))
            return concat("blk.", *layer, ".", pair.gguf, ".weight");
    return std::string(name);
}

} // namespace headlight
