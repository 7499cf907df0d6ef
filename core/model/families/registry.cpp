#include "core/model/families/family.h"

#include <array>

namespace headlight {

namespace {

/// One line per family.
// clang-format off
const std::array kFamilies = {
    &kVaswani,
    &kMarian,
    &kBart,
    &kMbart,
    &kPegasus,
    &kBlenderbot,
    &kM2m100,
    &kT5,
    &kMt5,
    &kUmt5,
    &kGpt2,
    &kGptNeo,
    &kGptNeoX,
    &kOpt,
    &kLlama,
    &kMistral,
    &kQwen2,
    &kQwen3,
    &kPhi3,
    &kGemma,
    &kGemma2,
    &kBert,
    &kRoberta,
    &kXlmRoberta,
    &kCamembert,
    &kDistilBert,
    &kElectra,
    &kAlbert,
    &kDebertaV2,
    &kModernBert,
    &kMpnet,
};
// clang-format on

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

} // namespace headlight
