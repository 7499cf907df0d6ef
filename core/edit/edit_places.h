#pragma once

#include "core/edit/interventions.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace headlight {

/// Reads an object with text or ids and, for a decoder, target_text or target_ids. Errors name the file and
/// the field.
Result<ReferenceInput> referenceFromJson(const nlohmann::json& value, const std::string& file,
                                         const std::string& field);

/// The stack whose tokens are the rows of a patch.
StackKind stackOfRows(const HeadPattern& where, Site site);
inline StackKind stackOfRows(const ActivationPatch& patch)
{
    return stackOfRows(patch.where, patch.site);
}

/// Finds the position of a token, given as its text or id, in a reference; own() = in the input of the run.
using TokenFinder
    = std::function<Result<Index>(const ReferenceInput& in, StackKind stack, const std::string& token)>;
/// Reads edits whose positions ("token", "from" and "to") may also be tokens.
Result<Interventions> interventionsFromJson(std::string_view json, const std::string& file,
                                            const TokenFinder& find);

} // namespace headlight
