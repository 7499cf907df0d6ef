#pragma once

#include "core/base/job.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace headlight {

/// Reports the progress of a pass: "layer 3 of 12, about 40 s left". The finished parts predict the time of
/// the rest by their work: a decoder's layers cost almost nothing if its text is short and the encoder's is
/// long. Single-threaded.
class PassProgress
{
public:
    /// work: the expected effort of every part, in the order in which they run (layerWork()). part: its name.
    PassProgress(const Job& job, std::vector<double> work, std::string part = "layer");
    void partDone();

private:
    const Job& m_job;
    std::vector<double> m_work;
    double m_all = 0, m_gone = 0;
    std::size_t m_done = 0; ///< parts
    std::string m_part;
    std::chrono::steady_clock::time_point m_start;
};

} // namespace headlight
