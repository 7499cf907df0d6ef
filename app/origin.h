#pragma once

#include "app/run_options.h"

#include <nlohmann/json.hpp>

namespace headlight {

/// The model with its digest, the adapter and the edits, for results and for the records of --resume.
Result<nlohmann::ordered_json> originOf(const PassOptions& pass, const Model& model,
                                        const Interventions& interventions);

/// A token that an option names by its id, or by a text that is exactly one token; otherwise a usage error.
Result<TokenId> tokenNamed(const Model& model, StackKind stack, const std::string& option,
                           const std::string& text);

} // namespace headlight
