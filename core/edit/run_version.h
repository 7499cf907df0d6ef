#pragma once

#include "core/base/enum_words.h"

#include <array>

namespace headlight {

/// Which of the runs is shown while an edit is active.
enum class RunVersion : unsigned char {
    kBefore, ///< all views show the unedited run
    kAfter, ///< all views show the run with the edits
    kDifference, ///< the heatmap shows after − before; views without a difference show the edited run
    kMean, ///< heatmap and heads show means over several runs with dropout; other views show the first run
    kSpread, ///< heatmap and heads show their standard deviations
};

template <>
inline constexpr std::array kWordsOf<RunVersion>{
    EnumWord{"before"}, EnumWord{"after"}, EnumWord{"difference"}, EnumWord{"mean"}, EnumWord{"spread"}};

} // namespace headlight
