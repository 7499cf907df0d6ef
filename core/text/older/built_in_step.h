#pragma once

#include "core/io/json_fields.h"
#include "core/io/json_file.h"

#include <nlohmann/json.hpp>

#include <string_view>

namespace headlight {

/// Reads a step that every folder of a family has and none describes; `json` is as in a tokenizer.json. It
/// is ours, so it has no faults.
template <typename StepPtr>
StepPtr builtInStep(std::string_view json, StepPtr (*read)(const JsonFields&))
{
    FaultReport report("built-in description");
    const nlohmann::json tree = parseJson(json, report.file()).value();
    return read(JsonFields(tree, {}, report));
}

} // namespace headlight
