#pragma once

#include "core/edit/interventions.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// One line of --pairs: two inputs that differ in what is studied.
struct InputPair
{
    ReferenceInput clean, corrupted;
    std::optional<std::string> token, minus, row; ///< as --token, --minus, --row
    std::size_t cluster = 0; ///< pairs of the same two inputs, in either order, have the same

    /// Everything that it says, as a text.
    std::string key() const;
};

/// An input as a text: different for different inputs.
std::string keyOf(const ReferenceInput& input);

/// Reads JSON lines {"clean": {"text" or "ids", "target_text" or "target_ids"}, "corrupted": {…}, "token",
/// "minus", "row"}. Errors name file and line.
Result<std::vector<InputPair>> readPairs(const std::string& file);

} // namespace headlight
