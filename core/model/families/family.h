#pragma once

#include "core/model/binder.h"
#include "core/model/config_reader.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A model family: a mapping from its config.json and tensor names to the blocks of the engine. To add
/// one: write families/NAME.cpp, declare it here and add it to the array in registry.cpp.
struct Family
{
    std::string_view modelType; ///< "model_type" in config.json
    /// The architecture; faults are noted in the reader.
    ArchSpec (*describe)(ConfigReader& config);
    /// The weights in their places; faults are noted in the binder.
    ModelWeights (*bind)(Binder& binder, ConfigReader& config, const ArchSpec& arch);
};

/// nullptr where the type is not known.
const Family* findFamily(std::string_view modelType);
/// All known types, for messages and the model panel.
std::vector<std::string> knownFamilies();

extern const Family kVaswani;
extern const Family kMarian;

/// "relu", "gelu", "gelu_new", "silu", … as config.json spells them; notes a fault otherwise.
Activation readActivation(ConfigReader& config, ConfigReader::Names names, const std::string& fallback);
/// width / heads, or a fault that says that it is not a whole number.
int headWidth(ConfigReader& config, int width, int heads, std::string_view headsField);

} // namespace headlight
