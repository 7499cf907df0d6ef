#pragma once

#include "core/base/result.h"
#include "core/io/excerpt.h"
#include "core/io/json_fields.h"
#include "core/text/text_budget.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A value of "type" in a tokenizer.json, and the function that reads such an object.
template <typename StepPtr>
struct TypedStep
{
    std::string_view type;
    StepPtr (*read)(const JsonFields&);
};

/// Reads the object according to its "type". An unknown type is a fault and gives null; `what` names the kind
/// of step in the message.
template <typename StepPtr>
StepPtr readTypedStep(const JsonFields& fields, std::span<const TypedStep<StepPtr>> types,
                      std::string_view what)
{
    const std::string type = fields.text("type");
    for (const TypedStep<StepPtr>& each : types)
        if (each.type == type)
            return each.read(fields);
    fields.report().unsupported(fields.path("type"),
                                "the " + std::string(what) + " " + quotedExcerpt(type) + " is not supported");
    return nullptr;
}

/// The steps of a "Sequence": the objects in the list `name`.
template <typename StepPtr>
std::vector<StepPtr> readSteps(const JsonFields& fields, std::string_view name,
                               StepPtr (*read)(const JsonFields&))
{
    std::vector<StepPtr> steps;
    fields.eachObject(name, [&](const JsonFields& step) { steps.push_back(read(step)); });
    return steps;
}

/// The result of a step from a file: `done`, with the step's place added to an error that has none, or an
/// error if the text exceeds its budget; `size` is the text's length in code points.
Result<void> finishedStep(Result<void> done, std::size_t size, const std::string& where, TextBudget& budget);

/// A field whose text is exactly one code point; a space after a fault.
char32_t readCharacter(const JsonFields& fields, std::string_view name);

} // namespace headlight
