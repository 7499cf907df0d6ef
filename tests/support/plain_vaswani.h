#pragma once

#include "tests/support/model_folder.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace headlight::test {

/// The transformer of CONTRACT §3 and §5 as plain loops over doubles, straight from config.json and the
/// tensors: no cache, no blocks, nothing from the engine. One sentence of a batch at a time.
class PlainVaswani
{
public:
    using Row = std::vector<double>;
    using Rows = std::vector<Row>;

    explicit PlainVaswani(const ModelFolder& folder)
        : m_folder(folder)
    { }

    /// A sentence padded at the end: its ids, and how many of them are real.
    struct Sentence
    {
        std::vector<TokenId> ids;
        std::size_t real = 0;
    };

    /// Changes made by a test: a factor for the head's output; whether a query can attend to a key.
    std::function<double(const std::string& head)> headFactor;
    std::function<bool(const std::string& sublayer, std::size_t query, std::size_t key, bool allowed)> masks;

    /// Logits of every decoder row; other results are in the members below.
    Rows run(const Sentence& source, const Sentence& target)
    {
        weights.clear();
        hidden.clear();
        norms.clear();
        const Rows memory = stack("encoder", source, nullptr, nullptr);
        const Rows output = stack("decoder", target, &memory, &source);
        finals = {{"encoder", memory}, {"decoder", output}};
        Rows logits;
        const bool tied = flag("tie_word_embeddings", true);
        for (const Row& row : output) {
            Row one = times(row, tied ? table("decoder") : "lm_head.weight");
            if (const auto bias = m_folder.tensors.find("lm_head.bias"); bias != m_folder.tensors.end())
                for (std::size_t i = 0; i < one.size(); ++i)
                    one[i] += static_cast<double>(bias->second.values[i]);
            logits.push_back(std::move(one));
        }
        return logits;
    }

    std::map<std::string, Rows> weights; ///< by "encoder.0.self.1"
    std::map<std::string, Rows> hidden; ///< by "encoder.0"
    std::map<std::string, std::pair<Row, Row>> norms; ///< means and deviations by "encoder.0.self_norm"
    std::map<std::string, Rows> finals;

private:
    const nlohmann::json& config() const { return m_folder.config; }
    bool flag(const char* name, bool otherwise) const { return config().value(name, otherwise); }
    int number(const char* name, int otherwise) const { return config().value(name, otherwise); }
    std::string text(const char* name, const char* otherwise) const
    {
        return config().value(name, std::string(otherwise));
    }
    int width() const { return number("d_model", 0); }

    std::string table(const std::string& stack) const
    {
        const bool own = config().contains("encoder_vocab_size");
        return own ? "model." + stack + ".embed_tokens.weight" : "model.shared.weight";
    }

    /// W · x
    Row times(const Row& x, const std::string& name) const
    {
        const ModelFolder::Tensor& weight = m_folder.tensors.at(name);
        const auto out = static_cast<std::size_t>(weight.shape[0]);
        const auto in = static_cast<std::size_t>(weight.shape[1]);
        Row y(out, 0.0);
        for (std::size_t o = 0; o < out; ++o)
            for (std::size_t i = 0; i < in; ++i)
                y[o] += static_cast<double>(weight.values[o * in + i]) * x[i];
        return y;
    }

    Row linear(const Row& x, const std::string& prefix, bool bias) const
    {
        Row y = times(x, prefix + ".weight");
        if (bias)
            for (std::size_t o = 0; o < y.size(); ++o)
                y[o] += static_cast<double>(m_folder.tensors.at(prefix + ".bias").values[o]);
        return y;
    }

    double position(int place, int i) const
    {
        const int d = width();
        const std::string scheme = text("position_embedding_type", "sinusoidal_interleaved");
        const auto at = [&](double exponent) { return place / std::pow(10000.0, exponent / d); };
        if (scheme == "none")
            return 0.0;
        if (scheme == "sinusoidal_interleaved")
            return i % 2 == 0 ? std::sin(at(i)) : std::cos(at(i - 1));
        if (scheme == "sinusoidal_steep")
            return i % 2 == 0 ? std::sin(at(2.0 * i)) : std::cos(at(2.0 * (i - 1)));
        if (scheme == "sinusoidal_steep_own")
            return i % 2 == 0 ? std::sin(at(2.0 * i)) : std::cos(at(2.0 * i));
        const int sines = d / 2 + d % 2;
        return i < sines ? std::sin(at(2.0 * i)) : std::cos(at(2.0 * (i - sines)));
    }

    Rows embed(const std::string& stack, const Sentence& sentence) const
    {
        const ModelFolder::Tensor& rows = m_folder.tensors.at(table(stack));
        const int d = width();
        const double scale = flag("scale_embedding", false) ? std::sqrt(static_cast<double>(d)) : 1.0;
        const bool learned = text("position_embedding_type", "") == "learned";
        Rows x;
        for (std::size_t p = 0; p < sentence.ids.size(); ++p) {
            Row row;
            for (int i = 0; i < d; ++i) {
                const auto at = static_cast<std::size_t>(sentence.ids[p] * d + i);
                double value = scale * static_cast<double>(rows.values[at]);
                if (learned)
                    value += static_cast<double>(
                        m_folder.tensors.at("model." + stack + ".embed_positions.weight")
                            .values[p * static_cast<std::size_t>(d) + static_cast<std::size_t>(i)]);
                else
                    value += position(static_cast<int>(p), i);
                row.push_back(value);
            }
            x.push_back(std::move(row));
        }
        return x;
    }

    /// `address` is "encoder.0.self_norm", `name` the tensors' prefix.
    void normalize(Rows& x, std::size_t real, const std::string& name, const std::string& address)
    {
        const double epsilon = config().value("layer_norm_eps", 1e-5);
        const bool matrix = text("layer_norm_scope", "row") == "matrix";
        auto& [means, deviations] = norms[address];
        const Rows before = x;
        for (std::size_t row = 0; row < x.size(); ++row) {
            const std::size_t first = matrix ? 0 : row;
            const std::size_t last = matrix ? real : row + 1;
            double sum = 0.0;
            double squares = 0.0;
            double count = 0.0;
            for (std::size_t r = first; r < last; ++r)
                for (const double value : before[r]) {
                    sum += value;
                    count += 1.0;
                }
            const double mean = sum / count;
            for (std::size_t r = first; r < last; ++r)
                for (const double value : before[r])
                    squares += (value - mean) * (value - mean);
            means.push_back(mean);
            deviations.push_back(std::sqrt(squares / count));
            for (std::size_t i = 0; i < x[row].size(); ++i) {
                x[row][i] = (x[row][i] - mean) / std::sqrt(squares / count + epsilon);
                if (matrix)
                    continue;
                x[row][i] = x[row][i] * static_cast<double>(m_folder.tensors.at(name + ".weight").values[i])
                    + static_cast<double>(m_folder.tensors.at(name + ".bias").values[i]);
            }
        }
    }

    bool allowed(const std::string& sublayer, std::size_t query, std::size_t key, const Sentence& keys) const
    {
        bool may = key < keys.real;
        if (sublayer.rfind("decoder", 0) == 0 && sublayer.find("self") != std::string::npos)
            may = may && key <= query;
        if (flag("padding_from_ids", false) && keys.ids[key] == number("pad_token_id", -1))
            may = false;
        return masks ? masks(sublayer, query, key, may) : may;
    }

    Row softmaxRow(const Row& scores, const std::vector<bool>& may) const
    {
        const bool some = std::find(may.begin(), may.end(), true) != may.end();
        const bool numbered = config().contains("mask_value");
        Row out(scores.size(), 0.0);
        if (!some && !numbered)
            return out;
        Row masked = scores;
        double largest = -std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < scores.size(); ++k) {
            if (!may[k])
                masked[k] = numbered ? config().at("mask_value").get<double>()
                                     : -std::numeric_limits<double>::infinity();
            largest = std::max(largest, masked[k]);
        }
        double sum = 0.0;
        for (std::size_t k = 0; k < scores.size(); ++k)
            sum += out[k] = std::exp(masked[k] - largest);
        for (double& weight : out)
            weight /= sum;
        return out;
    }

    Rows attention(const std::string& prefix, const std::string& sublayer, int heads, const Rows& x,
                   const Rows& memory, const Sentence& keys)
    {
        const bool bias = flag("attention_bias", true);
        const int headDim = number("head_dim", width() / heads);
        const int valueDim = number("value_head_dim", headDim);
        Rows k, v, out;
        for (const Row& row : memory) {
            k.push_back(linear(row, prefix + ".k_proj", bias));
            v.push_back(linear(row, prefix + ".v_proj", bias));
        }
        for (int head = 0; head < heads; ++head)
            weights[sublayer + "." + std::to_string(head)].clear();
        for (std::size_t query = 0; query < x.size(); ++query) {
            const Row q = linear(x[query], prefix + ".q_proj", bias);
            Row joined(static_cast<std::size_t>(heads * valueDim), 0.0);
            for (int head = 0; head < heads; ++head) {
                Row scores;
                std::vector<bool> may;
                for (std::size_t key = 0; key < memory.size(); ++key) {
                    double product = 0.0;
                    for (int i = 0; i < headDim; ++i) {
                        const auto at = static_cast<std::size_t>(head * headDim + i);
                        product += q[at] * k[key][at];
                    }
                    scores.push_back(product / std::sqrt(static_cast<double>(headDim)));
                    may.push_back(allowed(sublayer, query, key, keys));
                }
                const std::string name = sublayer + "." + std::to_string(head);
                const Row weight = softmaxRow(scores, may);
                const double factor = headFactor ? headFactor(name) : 1.0;
                for (std::size_t key = 0; key < memory.size(); ++key)
                    for (int i = 0; i < valueDim; ++i) {
                        const auto at = static_cast<std::size_t>(head * valueDim + i);
                        joined[at] += factor * weight[key] * v[key][at];
                    }
                weights[name].push_back(weight);
            }
            out.push_back(linear(joined, prefix + ".out_proj", bias));
        }
        return out;
    }

    Rows feedForward(const std::string& prefix, const std::string& layer, const Rows& x)
    {
        Rows out;
        const bool gelu = text("activation_function", "relu") == "gelu";
        hidden[layer].clear();
        for (const Row& row : x) {
            if (text("ffn_type", "relu") == "linear") {
                out.push_back(linear(row, prefix + ".fc1", false));
                continue;
            }
            Row units = linear(row, prefix + ".fc1", true);
            for (double& unit : units)
                unit = gelu ? 0.5 * unit * (1.0 + std::erf(unit / std::sqrt(2.0))) : std::max(unit, 0.0);
            hidden[layer].push_back(units);
            out.push_back(linear(units, prefix + ".fc2", true));
        }
        return out;
    }

    template <typename SubLayer>
    void residual(Rows& x, std::size_t real, const std::string& norm, const std::string& address,
                  const SubLayer& subLayer)
    {
        const bool before = flag("normalize_before", false);
        Rows input = x;
        if (before)
            normalize(input, real, norm, address);
        const Rows added = subLayer(input);
        for (std::size_t row = 0; row < x.size(); ++row)
            for (std::size_t i = 0; i < x[row].size(); ++i)
                x[row][i] += added[row][i];
        if (!before)
            normalize(x, real, norm, address);
    }

    Rows stack(const std::string& name, const Sentence& own, const Rows* memory, const Sentence* source)
    {
        Rows x = embed(name, own);
        const int layers = number((name + "_layers").c_str(), 1);
        const int heads = number((name + "_attention_heads").c_str(), 1);
        for (int layer = 0; layer < layers; ++layer) {
            const std::string at = name + "." + std::to_string(layer);
            const std::string prefix = "model." + name + ".layers." + std::to_string(layer);
            residual(x, own.real, prefix + ".self_attn_layer_norm", at + ".self_norm",
                     [&](const Rows& input) {
                         return attention(prefix + ".self_attn", at + ".self", heads, input, input, own);
                     });
            if (memory != nullptr)
                residual(x, own.real, prefix + ".encoder_attn_layer_norm", at + ".cross_norm",
                         [&](const Rows& input) {
                             return attention(prefix + ".encoder_attn", at + ".cross", heads, input, *memory,
                                              *source);
                         });
            residual(x, own.real, prefix + ".final_layer_norm", at + ".ff_norm",
                     [&](const Rows& input) { return feedForward(prefix, at, input); });
        }
        if (flag("final_norm", flag("normalize_before", false)))
            normalize(x, own.real, "model." + name + ".layer_norm", name + ".final_norm");
        return x;
    }

    const ModelFolder& m_folder;
};

} // namespace headlight::test
