#include "core/model/gguf/gguf_config.h"

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace headlight {

namespace {

/// rope_freqs.weight: each frequency is divided by its entry (Llama 3's scaling).
Result<void> divideFrequencies(const GgufFile& file, ArchSpec& spec)
{
    constexpr const char* kName = "rope_freqs.weight";
    const TensorView* const tensor = file.tensor(kName);
    if (tensor == nullptr)
        return {};
    for (LayerSpec& layer : spec.decoder->layers) {
        if (!layer.self.rotary)
            continue;
        auto rotary = std::make_shared<RotarySpec>(*layer.self.rotary);
        std::vector<float>& frequencies = rotary->inverseFrequencies;
        if (tensor->elementCount() != static_cast<std::int64_t>(frequencies.size()))
            return badFile(file.path().string(), kName,
                           "found the shape " + tensor->shapeText() + ", expected ["
                               + std::to_string(frequencies.size()) + "], half the dimensions that rotate");
        std::vector<float> divisors(frequencies.size());
        convertToFloat(*tensor, 0, divisors);
        for (std::size_t i = 0; i < divisors.size(); ++i) {
            if (!(divisors[i] > 0.0F) || !std::isfinite(divisors[i]))
                return badFile(file.path().string(), kName, "found a number that is not positive and finite");
            frequencies[i] /= divisors[i];
        }
        layer.self.rotary = std::move(rotary);
    }
    return {};
}

} // namespace

Result<void> refineGgufSpec(const GgufFile& file, const GgufConfig& config, ArchSpec& spec)
{
    if (!spec.decoder)
        return {};
    StackSpec& stack = *spec.decoder;
    if (stack.norm == NormKind::kRmsNormPlusOne)
        stack.norm = NormKind::kRmsNorm;
    if (config.scoreScale)
        for (LayerSpec& layer : stack.layers)
            layer.self.scale = *config.scoreScale;
    return divideFrequencies(file, spec);
}

} // namespace headlight
