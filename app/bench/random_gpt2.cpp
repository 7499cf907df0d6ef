#include "app/bench/random_gpt2.h"

#include "core/io/safetensors.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace headlight {

namespace {

constexpr std::int64_t kGpt2Width = 768;
constexpr std::int64_t kGpt2Layers = 12;
constexpr std::int64_t kGpt2Heads = 12;
constexpr std::int64_t kGpt2Vocabulary = 50257;

Result<void> writeGpt2Weights(const std::filesystem::path& path, std::int64_t positions)
{
    // All tensors are parts of one row of random numbers, as small as trained weights.
    std::vector<float> noise(static_cast<std::size_t>(kGpt2Vocabulary * kGpt2Width));
    std::uint32_t state = 1;
    for (float& number : noise) {
        state = state * 1664525U + 1013904223U; // Numerical Recipes, 7.1
        number = (static_cast<float>(state >> 8U) / 16777216.0F - 0.5F) * 0.07F;
    }
    const std::vector<float> ones(static_cast<std::size_t>(kGpt2Width), 1.0F);
    std::vector<TensorToWrite> tensors;
    std::size_t begin = 0;
    const auto add = [&](const std::string& name, const std::vector<std::int64_t>& shape) {
        const auto size = static_cast<std::size_t>(elementCountOf(shape).value());
        begin = (begin + 4099) % (noise.size() - size + 1);
        tensors.push_back(floatTensor(name, shape, std::span(noise).subspan(begin, size)));
    };
    const auto addNorm = [&](const std::string& name) {
        tensors.push_back(floatTensor(name + ".weight", {kGpt2Width}, ones));
        add(name + ".bias", {kGpt2Width});
    };
    const auto addLinear = [&](const std::string& name, std::int64_t in, std::int64_t out) {
        add(name + ".weight", {in, out}); // stored transposed, like GPT-2's
        add(name + ".bias", {out});
    };
    add("wte.weight", {kGpt2Vocabulary, kGpt2Width});
    add("wpe.weight", {positions, kGpt2Width});
    for (std::int64_t layer = 0; layer < kGpt2Layers; ++layer) {
        const std::string prefix = "h." + std::to_string(layer) + ".";
        addNorm(prefix + "ln_1");
        addLinear(prefix + "attn.c_attn", kGpt2Width, 3 * kGpt2Width);
        addLinear(prefix + "attn.c_proj", kGpt2Width, kGpt2Width);
        addNorm(prefix + "ln_2");
        addLinear(prefix + "mlp.c_fc", kGpt2Width, 4 * kGpt2Width);
        addLinear(prefix + "mlp.c_proj", 4 * kGpt2Width, kGpt2Width);
    }
    addNorm("ln_f");
    return writeSafetensors(path, tensors);
}

} // namespace

Result<void> writeRandomGpt2(const std::filesystem::path& folder, std::int64_t positions)
{
    std::ofstream config(folder / "config.json");
    config << nlohmann::json{{"model_type", "gpt2"},
                             {"n_embd", kGpt2Width},
                             {"n_layer", kGpt2Layers},
                             {"n_head", kGpt2Heads},
                             {"n_positions", positions},
                             {"vocab_size", kGpt2Vocabulary},
                             {"bos_token_id", kGpt2Vocabulary - 1},
                             {"eos_token_id", kGpt2Vocabulary - 1}};
    config.close();
    return writeGpt2Weights(folder / "model.safetensors", positions);
}

} // namespace headlight
