#pragma once
// Random arrays of attention as other programs save them: valid ones, of all forms combined. Everything
// follows from the seed.

#include "core/io/tensor.h"
#include "core/tracefile/trace_file.h"
#include "tests/support/npy_bytes.h"

#include <array>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace headlight::test {

/// One saved array.
struct SavedArray
{
    std::string name;
    std::vector<std::int64_t> shape;
    std::vector<float> numbers;
};

/// A .npz archive of the arrays.
inline std::string npzBytes(const std::vector<SavedArray>& arrays)
{
    ZipBuilder zip;
    for (const SavedArray& array : arrays) {
        std::string shape = "(";
        for (const std::int64_t extent : array.shape)
            shape += std::to_string(extent) + ",";
        zip.entries.push_back({array.name + ".npy", npyBytes("<f4", shape + ")", floatBytes(array.numbers))});
    }
    return zip.build();
}

class ImportLayout
{
public:
    explicit ImportLayout(std::uint64_t seed)
        : m_random(seed)
    {
        m_causal = any(2) == 0;
        m_layers = layerNumbers();
        m_heads = 1 + any(3);
        m_length = 2 + any(5);
        m_batch = 1 + any(3);
        for (int item = 0; item < m_batch; ++item)
            m_padding.push_back(any(2) == 0 ? 0 : any(m_length - 1));
        m_form = m_batch == 1 && m_padding.front() == 0 ? any(3) : 0;
        for (const int layer : m_layers)
            addLayer(layer);
        addOthers();
    }

    std::string npz() const { return npzBytes(m_arrays); }
    std::string description() const
    {
        std::string text = m_causal ? "causal" : "not causal";
        for (const int padding : m_padding)
            text += ", " + std::to_string(padding) + " before";
        for (const SavedArray& array : m_arrays)
            text += "; " + array.name + " " + shapeText(array.shape);
        return text;
    }

    /// What is wrong with the trace that was read; empty if it holds the weights that were saved.
    std::string faultOf(const Result<OpenedTrace>& opened) const
    {
        if (!opened)
            return opened.error().describe();
        if (opened->traces.size() != static_cast<std::size_t>(m_batch))
            return "found " + std::to_string(opened->traces.size()) + " sentences";
        const StackKind stack = m_causal ? StackKind::kDecoder : StackKind::kEncoder;
        for (int item = 0; item < m_batch; ++item) {
            const Trace& trace = opened->traces[static_cast<std::size_t>(item)];
            if (trace.info().stack(stack) == nullptr
                || trace.info().layers().size() != static_cast<std::size_t>(m_layers.back() + 1))
                return "found another stack or other layers";
            for (const int layer : m_layers)
                for (int head = 0; head < m_heads; ++head)
                    if (!isSaved(trace.attention({stack, layer, AttentionKind::kSelf, head}), item, layer,
                                 head))
                        return "other weights in sentence " + std::to_string(item) + ", layer "
                            + std::to_string(layer);
        }
        return {};
    }

private:
    int any(int below) { return std::uniform_int_distribution(0, below - 1)(m_random); }

    std::vector<int> layerNumbers()
    {
        std::vector<int> numbers;
        for (int layer = any(3); numbers.size() < 3 && layer < 12; layer += 1 + any(5))
            numbers.push_back(layer);
        return numbers;
    }

    /// Weight of a query on a key, both counted from the first word.
    float weight(int item, int layer, int head, int query, int key) const
    {
        const int words = m_length - m_padding[static_cast<std::size_t>(item)];
        const int seen = m_causal ? query + 1 : words;
        if (key >= seen)
            return 0;
        double sum = 0;
        const auto part
            = [&](int at) { return 1.5 + std::sin(item + 3 * layer + 5 * head + 7 * query + 11 * at); };
        for (int at = 0; at < seen; ++at)
            sum += part(at);
        return static_cast<float>(part(key) / sum);
    }

    std::vector<float> matrix(int item, int layer, int head) const
    {
        const int padding = m_padding[static_cast<std::size_t>(item)];
        std::vector<float> numbers;
        for (int query = 0; query < m_length; ++query)
            for (int key = 0; key < m_length; ++key)
                numbers.push_back(query < padding ? 1.0F / static_cast<float>(m_length)
                                      : key < padding
                                      ? 0.0F
                                      : weight(item, layer, head, query - padding, key - padding));
        return numbers;
    }

    std::string nameOf(int layer)
    {
        static constexpr std::array<std::array<const char*, 2>, 8> kForms{
            {{"attentions.", ""},
             {"layer_", ""},
             {"arr_", ""},
             {"model.layers.", ".self_attn"},
             {"gpt2.h.", ".attn"},
             {"blocks.", ".attn.hook_pattern"},
             {"net.block.", ".layer.0.SelfAttention"},
             {"x", ""}}};
        if (m_name < 0)
            m_name = any(static_cast<int>(m_layers.size() > 1 ? kForms.size() : kForms.size() - 1));
        const auto& form = kForms[static_cast<std::size_t>(m_name)];
        return form[0] + std::to_string(layer) + form[1];
    }

    void addLayer(int layer)
    {
        const std::int64_t length = m_length;
        if (m_form == 1) { // single heads
            for (int head = 0; head < m_heads; ++head)
                m_arrays.push_back({"layer_" + std::to_string(layer) + "_head_" + std::to_string(head),
                                    {length, length},
                                    matrix(0, layer, head)});
            return;
        }
        std::vector<float> all;
        for (int item = 0; item < m_batch; ++item)
            for (int head = 0; head < m_heads; ++head) {
                const auto own = matrix(item, layer, head);
                all.insert(all.end(), own.begin(), own.end());
            }
        if (m_form == 2 && m_causal)
            addSteps(layer, all);
        else
            m_arrays.push_back({nameOf(layer), {m_batch, m_heads, length, length}, all});
    }

    /// The first rows in one step, each of the others in its own.
    void addSteps(int layer, const std::vector<float>& all)
    {
        const int prompt = 1 + (m_length > 1 ? 1 : 0);
        for (int first = 0, step = 0; first < m_length; first += step == 0 ? prompt : 1, ++step) {
            const int rows = step == 0 ? prompt : 1;
            SavedArray array{"attentions." + std::to_string(step) + "." + std::to_string(layer),
                             {1, m_heads, rows, first + rows},
                             {}};
            for (int head = 0; head < m_heads; ++head)
                for (int row = first; row < first + rows; ++row) {
                    const auto begin = all.begin() + (head * m_length + row) * m_length;
                    array.numbers.insert(array.numbers.end(), begin, begin + first + rows);
                }
            m_arrays.push_back(std::move(array));
        }
    }

    /// Arrays that are no attention.
    void addOthers()
    {
        if (any(2) == 0) {
            SavedArray mask{"attention_mask", {m_batch, m_length}, {}};
            for (const int padding : m_padding)
                for (int i = 0; i < m_length; ++i)
                    mask.numbers.push_back(i < padding ? 0.0F : 1.0F);
            m_arrays.push_back(std::move(mask));
        }
        if (any(2) == 0)
            m_arrays.push_back({"causal_mask",
                                {1, 1, m_length, m_length},
                                std::vector<float>(static_cast<std::size_t>(m_length * m_length), -1e9F)});
        if (any(2) == 0)
            m_arrays.push_back({"mlp_out_" + std::to_string(m_layers.front()),
                                {m_batch, m_length, 4},
                                std::vector<float>(static_cast<std::size_t>(m_batch * m_length * 4), -2.0F)});
    }

    bool isSaved(const AttentionMap& map, int item, int layer, int head) const
    {
        const int words = m_length - m_padding[static_cast<std::size_t>(item)];
        if (!map.has(MapKind::kWeights) || map.queries() < words)
            return false;
        for (int query = 0; query < words; ++query)
            for (int key = 0; key < words; ++key)
                if (map.at(MapKind::kWeights, query, key) != weight(item, layer, head, query, key))
                    return false;
        return true;
    }

    std::mt19937_64 m_random;
    bool m_causal = false;
    std::vector<int> m_layers;
    int m_heads = 1, m_length = 2, m_batch = 1;
    std::vector<int> m_padding; ///< positions before the words of each sentence
    int m_form = 0;
    int m_name = -1;
    std::vector<SavedArray> m_arrays;
};

} // namespace headlight::test
