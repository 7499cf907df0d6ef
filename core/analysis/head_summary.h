#pragma once

#include "core/analysis/head_statistics.h"
#include "core/math/moments.h"

#include <vector>

namespace headlight {

/// The statistics of one head over several runs or texts.
struct HeadSummary
{
    HeadStatistics last; ///< added last
    Index leftOut = 0; ///< rows that are not sound, of all
    std::vector<Moments> statistics; ///< one per entry of headStatisticList()

    void add(const HeadStatistics& one)
    {
        statistics.resize(one.values.size());
        for (std::size_t i = 0; i < one.values.size(); ++i)
            if (one.values[i])
                statistics[i].add(*one.values[i]);
        leftOut += one.leftOut;
        last = one;
    }
    /// The mean of each statistic.
    HeadStatistics mean() const { return with(&Moments::mean); }
    /// The standard deviation of each statistic.
    HeadStatistics deviation() const { return with(&Moments::deviation); }

private:
    HeadStatistics with(std::optional<double> (Moments::*number)() const) const
    {
        HeadStatistics all = last;
        all.leftOut = leftOut;
        for (std::size_t i = 0; i < statistics.size(); ++i)
            all.values[i] = (statistics[i].*number)();
        return all;
    }
};

} // namespace headlight
