#include "core/math/mask_notation.h"

#include "core/math/mask.h"

#include <algorithm>
#include <limits>

namespace headlight {

float maskNumber(bool allowed, MaskNotation form)
{
    switch (form) {
    case MaskNotation::kTruth:
        return allowed ? 1.0F : 0.0F;
    case MaskNotation::kAdditive:
        return allowed ? 0.0F : -std::numeric_limits<float>::infinity();
    case MaskNotation::kAdditiveFinite:
        return allowed ? 0.0F : kFiniteMask;
    default:
        return allowed ? 0.0F : 1.0F;
    }
}

Matrix maskAs(const ByteMatrix& truth, MaskNotation form)
{
    Matrix numbers(truth.rows(), truth.cols());
    for (Index row = 0; row < truth.rows(); ++row)
        for (Index key = 0; key < truth.cols(); ++key)
            numbers(row, key) = maskNumber(truth(row, key) != 0, form);
    return numbers;
}

std::vector<Index> emptyRows(const ByteMatrix& truth)
{
    std::vector<Index> rows;
    for (Index row = 0; row < truth.rows(); ++row)
        if (truth.row(row).isZero())
            rows.push_back(row);
    return rows;
}

MaskRule maskRuleOf(const ByteMatrix& truth)
{
    MaskRule rule;
    for (Index key = 0; key < truth.cols(); ++key)
        if (!truth.col(key).isZero())
            rule.length = key + 1;
    // If there is a window, it is the widest reach of any query.
    Index reach = 0;
    for (Index row = 0; row < truth.rows(); ++row)
        for (Index key = 0; key <= std::min(row, truth.cols() - 1); ++key)
            if (truth(row, key) != 0) {
                reach = std::max(reach, row - key + 1);
                break;
            }
    const auto fits = [&truth](const MaskRule& tried) {
        Mask mask(truth.rows(), truth.cols());
        if (tried.causal)
            mask.causal();
        if (tried.window > 0)
            mask.window(tried.window);
        mask.keyLimit(tried.length);
        return mask.toMatrix() == truth;
    };
    for (const bool causal : {false, true})
        for (const Index window : {Index{0}, reach}) {
            rule.causal = causal;
            rule.window = window;
            if ((causal || window == 0) && fits(rule))
                return rule;
        }
    return {false, 0, rule.length, true};
}

} // namespace headlight
