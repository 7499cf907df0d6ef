#pragma once

#include "core/base/enum_words.h"
#include "core/math/matrix.h"

#include <array>
#include <cstdint>
#include <vector>

namespace headlight {

/// A number m that is read off the logits of some rows.
enum class MeasureKind : unsigned char {
    kLogProbability, ///< log p(token)
    kLogitDifference, ///< logit(token) − logit(minus); without `minus`, logit(token)
    kProbability, ///< p(token)
    kLoss, ///< −log p(token)
};
template <>
inline constexpr std::array kWordsOf<MeasureKind>{EnumWord{"logprob"}, EnumWord{"logit-difference"},
                                                  EnumWord{"probability"}, EnumWord{"loss"}};

struct MeasuredRow
{
    Index row = 0;
    std::int32_t token = -1; ///< -1 = the most likely one
    std::int32_t minus = -1; ///< for kLogitDifference; -1 = none
};

/// The mean of a number over rows.
struct Measure
{
    MeasureKind kind = MeasureKind::kLogProbability;
    std::vector<MeasuredRow> rows;
};

/// m for logits [rows × vocabulary], one row for each of measure.rows, whose tokens are known.
double measured(const Measure& measure, const MatrixView& logits);
/// ∂m/∂logits [rows × vocabulary].
Matrix measuredBack(const Measure& measure, const MatrixView& logits);

} // namespace headlight
