#pragma once

#include "core/analysis/sweep_result.h"
#include "core/trace/site.h"
#include "ui/views/heads/head_measure.h"

#include <map>

namespace headlight {

class HeadsModel;

/// A number for each head, painted in place of the thumbnails.
struct HeadValues
{
    std::map<HeadRef, double> values; ///< heads without a number stay empty
    double lower = 0, upper = 1; ///< ends of the colour scale
    bool diverging = false; ///< zero is neutral: lower = -upper
    bool operator==(const HeadValues&) const = default;
};

/// A statistic of every head, scaled from smallest to largest, so that the heads of this text can be told
/// apart.
HeadValues headValues(const HeadsModel& model, HeadMeasure measure);
/// The result of a sweep for every head.
HeadValues headValues(const HeadsModel& model, SweepMeasure measure);

} // namespace headlight
