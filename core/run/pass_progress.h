#pragma once

#include "core/base/job.h"
#include "core/trace/trace.h"

#include <chrono>

namespace headlight {

/// Reports the progress of a pass: "layer 3 of 12, about 40 s left". Layers of one stack take about the same
/// time, so the finished ones predict the rest. Single-threaded.
class PassProgress
{
public:
    PassProgress(const Job& job, const TraceInfo& model);
    void layerDone();

private:
    const Job& m_job;
    int m_layers = 0, m_done = 0;
    std::chrono::steady_clock::time_point m_start;
};

} // namespace headlight
