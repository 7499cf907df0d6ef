#pragma once

#include "core/base/job.h"

#include <chrono>
#include <cstddef>
#include <vector>

namespace headlight {

/// Reports the progress of a pass: "layer 3 of 12, about 40 s left". The finished layers predict the time of
/// the rest by their work: a decoder's layers cost almost nothing if its text is short and the encoder's is
/// long. Single-threaded.
class PassProgress
{
public:
    /// work: the expected effort of every layer, in the order in which they run (layerWork()).
    PassProgress(const Job& job, std::vector<double> work);
    void layerDone();

private:
    const Job& m_job;
    std::vector<double> m_work;
    double m_all = 0, m_gone = 0;
    std::size_t m_done = 0; ///< layers
    std::chrono::steady_clock::time_point m_start;
};

} // namespace headlight
