#pragma once

#include "core/base/result.h"
#include "core/trace/trace.h"
#include "core/tracefile/layout.h"
#include "core/tracefile/tensors.h"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// An entry of a trace's metadata as JSON; null if absent. The error names the file and the entry.
Result<nlohmann::json> traceMetadataJson(const TraceTensors& file, const std::string& name);

struct TokenLists
{
    std::vector<std::vector<TokenLabel>> sentences;
    std::size_t cut = 0; ///< labels that were too long: only their beginning is kept
};

/// The tokens of a stack, one list per sentence: from the metadata, otherwise from the ids, otherwise
/// positions. prefix: "input" or "target".
Result<TokenLists> readTokenLabels(const TraceTensors& file, const TraceLayout& layout, StackKind stack,
                                   const std::string& prefix);

/// Adds the tokens of these traces to the metadata of their file.
void addTokenMetadata(std::map<std::string, std::string>& metadata, std::span<const Trace> traces,
                      bool batch);

} // namespace headlight
