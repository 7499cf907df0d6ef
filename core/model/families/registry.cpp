#include "core/model/families/family.h"

#include <array>

namespace headlight {

namespace {

/// One line per family.
const std::array kFamilies = {
    &kVaswani,
    &kMarian,
};

} // namespace

const Family* findFamily(std::string_view modelType)
{
    for (const Family* family : kFamilies)
        if (family->modelType == modelType)
            return family;
    return nullptr;
}

std::vector<std::string> knownFamilies()
{
    std::vector<std::string> names;
    names.reserve(kFamilies.size());
    for (const Family* family : kFamilies)
        names.emplace_back(family->modelType);
    return names;
}

Activation readActivation(ConfigReader& config, ConfigReader::Names names, const std::string& fallback)
{
    const std::string name = config.text(names, fallback);
    if (name == "relu")
        return Activation::kRelu;
    if (name == "gelu")
        return Activation::kGelu;
    if (name == "gelu_new" || name == "gelu_pytorch_tanh" || name == "gelu_fast")
        return Activation::kGeluTanh;
    if (name == "silu" || name == "swish")
        return Activation::kSilu;
    if (name == "quick_gelu")
        return Activation::kQuickGelu;
    if (name == "tanh")
        return Activation::kTanh;
    config.fault(*names.begin(),
                 "found '" + name
                     + "', expected relu, gelu, gelu_new, gelu_pytorch_tanh, silu or quick_gelu");
    return Activation::kRelu;
}

int headWidth(ConfigReader& config, int width, int heads, std::string_view headsField)
{
    if (width % heads != 0)
        config.fault(headsField,
                     "found " + std::to_string(heads) + " heads, but the model's width "
                         + std::to_string(width) + " is not divisible by it");
    return width / heads > 0 ? width / heads : 1;
}

} // namespace headlight
