#include "core/model/families/family.h"

#include <cmath>

namespace headlight {

Activation activationNamed(ConfigReader& config, std::string_view field, const std::string& name)
{
    if (name == "relu")
        return Activation::kRelu;
    if (name == "gelu" || name == "gelu_python")
        return Activation::kGelu;
    if (name == "gelu_new" || name == "gelu_pytorch_tanh" || name == "gelu_fast" || name == "gelu_accurate")
        return Activation::kGeluTanh;
    if (name == "silu" || name == "swish")
        return Activation::kSilu;
    if (name == "quick_gelu")
        return Activation::kQuickGelu;
    if (name == "tanh")
        return Activation::kTanh;
    config.fault(field,
                 "found \"" + name
                     + "\", expected relu, gelu, gelu_new, gelu_pytorch_tanh, silu or quick_gelu");
    return Activation::kRelu;
}

Activation readActivation(ConfigReader& config, ConfigReader::Names names, const std::string& fallback)
{
    return activationNamed(config, *names.begin(), config.text(names, fallback));
}

int headWidth(ConfigReader& config, int width, int heads, std::string_view headsField)
{
    if (width % heads != 0)
        config.fault(headsField,
                     "found " + std::to_string(heads)
                         + " heads, expected a divisor of the model's width (d_model), "
                         + std::to_string(width));
    return width / heads > 0 ? width / heads : 1;
}

AttentionSpec plainAttention(int heads, int headWidth, bool causal)
{
    AttentionSpec spec;
    spec.heads = spec.kvHeads = heads;
    spec.headWidth = spec.valueWidth = headWidth;
    spec.scale = 1.0F / std::sqrt(static_cast<float>(headWidth));
    spec.causal = causal;
    return spec;
}

PositionSpec learnedPositions(int length, int offset)
{
    PositionSpec spec;
    spec.scheme = PositionScheme::kLearned;
    spec.offset = offset;
    spec.maximum = spec.trained = length;
    return spec;
}

void refuseFlag(ConfigReader& config, std::string_view field)
{
    if (config.flag({field}, false))
        config.fault(field, "found true, expected false: this form of the model is not supported");
}

WeightMatrix bindProjection(Binder& binder, std::string_view name, const ArchSpec& arch,
                            const WeightMatrix& embedding, bool tied)
{
    if (tied) {
        binder.ignoreCopy(name, embedding);
        return binder.adapted(name, embedding);
    }
    const Index width = embedding.empty() ? Index{arch.width} : embedding.columns();
    return binder.has(name) ? binder.weight(name, arch.vocabulary, width) : WeightMatrix{};
}

} // namespace headlight
