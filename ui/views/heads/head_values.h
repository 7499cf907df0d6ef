#pragma once

#include "core/analysis/sweep_result.h"
#include "core/trace/site.h"
#include "ui/views/heads/head_measure.h"

#include <map>

namespace headlight {

class HeadsModel;

/// A number for each head, painted instead of the thumbnails.
struct HeadValues
{
    std::map<HeadRef, double> values; ///< heads without one are empty
    double lower = 0, upper = 1; ///< the ends of the colours
    bool diverging = false; ///< zero is neutral: lower = -upper
    bool operator==(const HeadValues&) const = default;
};

/// A statistic of every head, from the smallest to the largest: what is told apart are the heads of this
/// text.
HeadValues headValues(const HeadsModel& model, HeadMeasure measure);
/// What a sweep found for every head.
HeadValues headValues(const HeadsModel& model, SweepMeasure measure);

} // namespace headlight
