#include "core/model/gguf/gguf_tensors.h"

#include "core/model/gguf/gguf_names.h"

#include <algorithm>
#include <array>
#include <string>
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
        return std::any_of(kParts.begin(), kParts.end(), [&](const auto& names) {
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

} // namespace headlight
