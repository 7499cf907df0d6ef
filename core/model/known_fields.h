#pragma once

#include <string_view>

namespace headlight {

/// Why a field of config.json that no family reads does not affect this program's results; empty if it may.
std::string_view whyFieldIsHarmless(std::string_view field);

/// The same for a tensor of a checkpoint that no family binds.
std::string_view whyTensorIsHarmless(std::string_view name);

} // namespace headlight
