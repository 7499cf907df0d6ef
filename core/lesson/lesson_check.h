#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/lesson/formula.h"
#include "core/lesson/lesson.h"
#include "core/model/model.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// What one check of a step found.
struct CheckedValue
{
    std::string name; ///< of the check; may be empty
    FormulaValue value; ///< no cells for an output
    int digits = 2; ///< decimals that are compared and shown
    bool holds = true;
    std::string fault; ///< "found …, expected …"; empty if it holds
};

/// Opens a lesson's model by the name of its folder.
using ModelByName = std::function<Result<std::shared_ptr<const Model>>(const std::string& name)>;
/// Models by their folder; the one without a folder is for lessons that name none.
using OpenModels = std::map<std::filesystem::path, std::shared_ptr<const Model>>;
/// Opens each model once, and keeps it in `known`. The lesson and `known` must outlive the result.
ModelByName modelsOf(const Lesson& lesson, OpenModels& known, const Job& job);

/// The built-in model of a state, by its folder's name; empty = any.
const std::string& modelOf(const Lesson& lesson, const LessonState& state);

/// Runs the step's state and computes its checks. An error is one of the model or of a formula.
Result<std::vector<CheckedValue>> checkStep(const Lesson& lesson, const LessonStep& step,
                                            const ModelByName& models, const Job& job);

/// What no longer holds in a lesson, one sentence each: "steps[2].check[0]: found …, expected …". Empty = all
/// of it holds. kCancelled if stopped.
Result<std::vector<std::string>> faultsOf(const Lesson& lesson, const ModelByName& models, const Job& job);

/// The names in braces in a step's texts for which it has no check.
std::vector<std::string> unknownNames(const LessonStep& step);

/// A number or matrix as text with that many decimals: "0.98", or rows such as "0.33 0.67 | 0.50 0.50".
std::string formulaText(const FormulaValue& value, int digits, std::string_view betweenNumbers = " ",
                        std::string_view betweenRows = " | ");

} // namespace headlight
