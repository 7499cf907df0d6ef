#pragma once

namespace headlight {

/// Which of the two runs is shown while an edit is active.
enum class RunVersion : unsigned char {
    kBefore, ///< all views show the unedited run
    kAfter, ///< all views show the run with the edits
    kDifference, ///< the heatmap shows after − before; views without a difference show the edited run
    kMean, ///< the heatmap shows the mean of several runs with dropout; other views show the first run
    kSpread, ///< the heatmap shows their standard deviation
};

} // namespace headlight
