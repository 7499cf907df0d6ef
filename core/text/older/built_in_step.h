#pragma once

#include <functional>
#include <string_view>

namespace headlight {

class JsonFields;

/// Calls `read` with the fields of a built-in description, which has no errors; `json` is as in a
/// tokenizer.json.
void readBuiltIn(std::string_view json, const std::function<void(const JsonFields&)>& read);

/// A step that every folder of a family uses but none describes.
template <typename StepPtr>
StepPtr builtInStep(std::string_view json, StepPtr (*read)(const JsonFields&))
{
    StepPtr step;
    readBuiltIn(json, [&](const JsonFields& fields) { step = read(fields); });
    return step;
}

} // namespace headlight
