#pragma once

#include "core/base/job.h"
#include "core/trace/trace.h"

#include <chrono>

namespace headlight {

/// Tells a job how far a pass has come: "layer 3 of 12, about 40 s left". Layers of one stack take about the
/// same time each, so that those that are done tell how long the others take. One thread.
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
