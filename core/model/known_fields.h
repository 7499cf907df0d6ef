#pragma once

#include <string_view>

namespace headlight {

/// Why a field of config.json that no family reads changes nothing that this program computes; empty where
/// that is not known of it.
std::string_view whyFieldIsHarmless(std::string_view field);

/// The same of a tensor of a checkpoint that no family binds.
std::string_view whyTensorIsHarmless(std::string_view name);

} // namespace headlight
