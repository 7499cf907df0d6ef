#include "app/bench/torch_llama.h"

#include "core/base/machine_memory.h"
#include "core/io/safetensors.h"
#include "core/math/layers.h"
#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <deque>
#include <fstream>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

namespace {

bool isPlainProjection(const Linear& linear)
{
    return linear.present() && linear.bias.size() == 0 && !linear.weight.hasAddition();
}

/// Whether a layer consists only of parts that torch_side.py's Llama supports.
bool isLlamaLayer(const LayerSpec& spec, const LayerWeights& weights)
{
    const AttentionSpec& self = spec.self;
    const FeedForwardSpec& feed = spec.feedForward;
    const bool attention = self.rotary && !self.rotary->interleaved && self.rotary->scale == 1.0F
        && self.rotary->inverseFrequencies.size() * 2 == static_cast<std::size_t>(self.headWidth)
        && self.valueWidth == self.headWidth && self.window == 0 && self.softcap == 0.0F && self.clip == 0.0F
        && !self.relative && !self.disentangled && !self.alibi && weights.self.sinks.size() == 0
        && !weights.self.queryNorm.present();
    const bool plain = !spec.experts && !spec.cross && feed.gated && feed.activation == Activation::kSilu
        && !feed.interleaved && feed.limit == 0.0F;
    const auto& projections = weights.self;
    const auto& feeds = weights.feedForward;
    for (const Linear* linear : {&projections.query, &projections.key, &projections.value,
                                 &projections.output, &feeds.gate, &feeds.up, &feeds.down})
        if (!isPlainProjection(*linear))
            return false;
    return attention && plain;
}

bool isLlama(const Model& model)
{
    const auto& stack = model.spec().decoder;
    const auto& weights = model.weights().decoder;
    if (!model.isDecoderOnly() || !stack || !weights || stack->layers.empty() || !model.hasLogits())
        return false;
    if (stack->norm != NormKind::kRmsNorm || stack->placement != NormPlacement::kPre
        || stack->parallelResidual || stack->residualScale != 1.0F || stack->embeddingScale != 1.0F
        || weights->positions.rows() > 0 || weights->projectIn.present() || model.spec().head.scale != 1.0F
        || model.spec().head.softcap != 0.0F || !isPlainProjection(model.weights().head.projection))
        return false;
    for (std::size_t layer = 0; layer < stack->layers.size(); ++layer)
        if (!isLlamaLayer(stack->layers[layer], weights->layers[layer]))
            return false;
    return true;
}

/// The tensors, and the numbers to which they point.
class TorchWeights
{
public:
    void add(const std::string& name, const WeightMatrix& weight)
    {
        const Matrix& values = m_matrices.emplace_back(weight.toMatrix());
        m_tensors.push_back(floatTensor(name, {values.rows(), values.cols()},
                                        std::span(values.data(), static_cast<std::size_t>(values.size()))));
    }
    void add(const std::string& name, const NormWeights& norm)
    {
        m_tensors.push_back(
            floatTensor(name, {norm.gain.size()},
                        std::span(norm.gain.data(), static_cast<std::size_t>(norm.gain.size()))));
    }
    const std::vector<TensorToWrite>& tensors() const { return m_tensors; }

private:
    std::deque<Matrix> m_matrices;
    std::vector<TensorToWrite> m_tensors;
};

Result<void> writeConfig(const StackSpec& stack, const std::filesystem::path& path)
{
    const AttentionSpec& self = stack.layers.front().self;
    std::ofstream file(path);
    file << nlohmann::json{{"model_type", "llama"},        {"layers", stack.layers.size()},
                           {"heads", self.heads},          {"kv_heads", self.kvHeads},
                           {"head_width", self.headWidth}, {"scale", self.scale},
                           {"epsilon", stack.epsilon},     {"frequencies", self.rotary->inverseFrequencies}};
    file.close();
    if (!file)
        return Error{ErrorCode::kFileUnwritable, "cannot be written", path.string(), {}, {}};
    return {};
}

} // namespace

Result<void> writeForTorch(const Model& model, const std::filesystem::path& folder)
{
    if (!isLlama(model))
        return badArgument("--against-torch",
                           model.name()
                               + " does not have Llama's architecture, the only one that can be compared. "
                                 "Without --model, GPT-2's is used");
    const double needed = 3.0 * 4.0 * static_cast<double>(model.parameters()) / 1e9;
    const double there = static_cast<double>(availableMemory()) / 1e9;
    if (needed > there)
        return badArgument("--against-torch",
                           model.name() + " in F32 for PyTorch needs about "
                               + std::to_string(std::lround(needed)) + " GB of memory, found "
                               + std::to_string(std::lround(there)) + " GB available");
    const StackSpec& stack = *model.spec().decoder;
    RETURN_IF_ERROR(writeConfig(stack, folder / "config.json"));
    const StackWeights& weights = *model.weights().decoder;
    TorchWeights file;
    file.add("embedding", weights.embedding);
    for (std::size_t layer = 0; layer < weights.layers.size(); ++layer) {
        const LayerWeights& from = weights.layers[layer];
        const std::string prefix = std::to_string(layer) + ".";
        file.add(prefix + "self_norm", from.selfNorm);
        file.add(prefix + "query", from.self.query.weight);
        file.add(prefix + "key", from.self.key.weight);
        file.add(prefix + "value", from.self.value.weight);
        file.add(prefix + "output", from.self.output.weight);
        file.add(prefix + "feed_forward_norm", from.feedForwardNorm);
        file.add(prefix + "gate", from.feedForward.gate.weight);
        file.add(prefix + "up", from.feedForward.up.weight);
        file.add(prefix + "down", from.feedForward.down.weight);
    }
    file.add("final_norm", weights.finalNorm);
    file.add("head", model.weights().head.projection.weight);
    return writeSafetensors(folder / "model.safetensors", file.tensors());
}

} // namespace headlight
