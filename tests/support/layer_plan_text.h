#pragma once

#include "core/nn/layer_plan.h"

#include <array>
#include <string>

namespace headlight::test {

inline constexpr std::array kStepNames{"norm",   "attention", "feed",        "scale",
                                       "update", "sum",       "convolution", "rewire"};

/// "norm(0) attention(1) update(2) sum(0,3) …": each step with the values that it reads.
inline std::string textOf(const LayerPlan& plan)
{
    std::string text;
    for (const LayerStep& step : plan.steps) {
        text += (text.empty() ? "" : " ") + std::string(kStepNames.at(static_cast<std::size_t>(step.kind)));
        char before = '(';
        for (const int value : step.reads)
            if (value != LayerStep::kNone) {
                text += before + std::to_string(value);
                before = ',';
            }
        text += ")";
    }
    return text;
}

} // namespace headlight::test
