#pragma once

#include "core/analysis/head_statistics.h"
#include "core/math/moments.h"
#include "core/trace/trace.h"

#include <stop_token>
#include <utility>
#include <vector>

namespace headlight {

using HeadsStatistics = std::vector<std::pair<HeadRef, HeadStatistics>>;

/// The statistics of every head that has weights.
HeadsStatistics headsStatistics(const Trace& trace, const std::stop_token& stop = {}, bool keepRows = false);

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
    /// The standard deviation of each statistic. It says nothing about what a head does.
    HeadStatistics deviation() const
    {
        HeadStatistics all = with(&Moments::deviation);
        all.named = false;
        return all;
    }

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

/// The statistics of all heads over several runs.
struct HeadSummaries
{
    std::vector<std::pair<HeadRef, HeadSummary>> heads;

    /// Kept rows are those of the last run.
    void add(const Trace& run, const std::stop_token& stop = {}, bool keepRows = false);
    /// The mean of each statistic over the runs, or its standard deviation.
    HeadsStatistics over(bool deviation) const;
};

} // namespace headlight
