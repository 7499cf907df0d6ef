#include "ui/views/heads/head_values.h"

#include "ui/views/heads/heads_model.h"

#include <tuple>
#include <utility>

namespace headlight {

HeadValues headValues(const HeadsModel& model, HeadMeasure measure)
{
    HeadValues values;
    for (const HeadRef& head : model.heads())
        if (const auto statistics = model.statistics(head))
            if (const auto value = measureOf(*statistics, measure))
                values.values[head] = *value;
    std::tie(values.lower, values.upper) = model.range(measure).value_or(std::pair(0.0, 1.0));
    return values;
}

HeadValues headValues(const HeadsModel& model, SweepMeasure measure)
{
    HeadValues values;
    for (const HeadRef& head : model.heads())
        if (const auto value = model.sweepValue(head, measure))
            values.values[head] = *value;
    values.upper = model.sweepRange(measure);
    values.diverging = measure == SweepMeasure::kLogProbability;
    values.lower = values.diverging ? -values.upper : 0;
    return values;
}

} // namespace headlight
