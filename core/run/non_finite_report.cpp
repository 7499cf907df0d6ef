#include "core/run/non_finite_report.h"

#include "core/io/tensor.h"
#include "core/model/model.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace headlight {

namespace {

/// "NaN at [3, 5]": the first non-finite number of a tensor; empty if all are finite.
std::string firstNonFinite(const TensorView& tensor)
{
    constexpr std::int64_t kNumbersAtOnce = 1 << 16;
    const std::int64_t count = tensor.elementCount();
    std::vector<float> numbers;
    for (std::int64_t begin = 0; begin < count; begin += kNumbersAtOnce) {
        numbers.resize(static_cast<std::size_t>(std::min(kNumbersAtOnce, count - begin)));
        convertToFloat(tensor, begin, numbers);
        const auto found = std::ranges::find_if(numbers, [](float v) { return !std::isfinite(v); });
        if (found == numbers.end())
            continue;
        std::int64_t place = begin + (found - numbers.begin());
        std::string at;
        for (std::size_t i = tensor.shape.size(); i-- > 0;) {
            at.insert(0, concat(place % tensor.shape[i], at.empty() ? "" : ", "));
            place /= tensor.shape[i];
        }
        return concat(std::isnan(*found) ? "NaN" : "an infinity", " at [", at, "]");
    }
    return {};
}

} // namespace

std::string describe(const NonFinitePlace& place)
{
    const std::string stack(stackName(place.layer.stack));
    const std::string layer = concat(stack, " layer ", place.layer.layer);
    switch (place.site) {
    case Site::kOutput:
        return layer + ", output of "
            + (place.layer.kind == AttentionKind::kCross ? "cross-attention" : "self-attention");
    case Site::kFeedForwardHidden:
        return layer + ", inside the feed-forward layer";
    case Site::kFeedForwardOutput:
        return layer + ", output of the feed-forward layer";
    case Site::kRouter:
        return layer + ", router";
    case Site::kResidual:
        return place.layer.layer == 0 ? "input of " + layer
                                      : concat(stack, " layer ", place.layer.layer - 1, ", its sum or norm");
    case Site::kFinal:
        return "output of the " + stack;
    case Site::kLogits:
        return "logits";
    default:
        return concat(stack, " ", siteName(place.site));
    }
}

std::string nonFiniteWarning(const Model& model, const NonFinitePlace& place)
{
    const std::string from
        = model.name() + ": the numbers are not finite from here on: " + describe(place) + "; ";
    if (model.tensors() != nullptr)
        for (const TensorView& tensor : *model.tensors())
            if (const std::string found = firstNonFinite(tensor); !found.empty())
                return (from + tensor.name).append(" has ").append(found);
    return from + "all weights are finite, so they overflow there";
}

std::shared_ptr<const TraceInfo> warnedOf(TraceInfo info, const Model& model, const NonFinitePlace& place,
                                          const Job& job)
{
    info.warnings.push_back(nonFiniteWarning(model, place));
    job.warning(info.warnings.back());
    return std::make_shared<const TraceInfo>(std::move(info));
}

} // namespace headlight
