#pragma once

#include "core/base/result.h"
#include "core/io/excerpt.h"
#include "core/io/json_fields.h"
#include "core/text/aligned_text.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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
    fields.report().unsupported(fields.path("type"), "the ", what, " ", quotedExcerpt(type),
                                " is not supported");
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

/// A step that is a function with the arguments of Step::apply.
template <typename Step, typename Apply, typename Method = decltype(&Step::apply)>
class FunctionStep;
template <typename Step, typename Apply, typename Returned, typename... Arguments>
class FunctionStep<Step, Apply, Returned (Step::*)(Arguments...) const> : public Step
{
public:
    explicit FunctionStep(Apply function)
        : m_function(std::move(function))
    { }
    Returned apply(Arguments... arguments) const override { return m_function(arguments...); }

private:
    Apply m_function;
};
template <typename Step, typename Apply>
std::unique_ptr<const Step> makeStep(Apply function)
{
    return std::make_unique<FunctionStep<Step, Apply>>(std::move(function));
}

/// One step after the other, until one fails.
template <typename Step>
std::unique_ptr<const Step> makeSequence(std::vector<std::unique_ptr<const Step>> steps)
{
    return makeStep<Step>([steps = std::move(steps)](auto&... arguments) -> Result<void> {
        for (const auto& step : steps)
            RETURN_IF_ERROR(step->apply(arguments...));
        return {};
    });
}

/// The result of a step from a file: `done`, with the step's place added to an error that has none, or an
/// error if the text exceeds its budget; `size` is the text's length in code points.
Result<void> finishedStep(Result<void> done, std::size_t size, const std::string& where, TextBudget& budget);

/// A field whose text is exactly one code point; a space after a fault.
char32_t readCharacter(const JsonFields& fields, std::string_view name);

} // namespace headlight
