#pragma once

namespace headlight {

/// Which of the two runs is looked at while an edit is in force.
enum class RunVersion : unsigned char {
    kBefore, ///< all views show the run of the plain model
    kAfter, ///< all views show the run with the edits
    kDifference, ///< the heatmap shows after − before; views that have no difference show the run with the
                 ///< edits
    kMean, ///< the heatmap shows the mean of several runs with dropout; other views the first of them
    kSpread, ///< the heatmap shows their standard deviation
};

} // namespace headlight
