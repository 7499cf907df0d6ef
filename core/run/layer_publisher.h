#pragma once

#include "core/run/execute.h"
#include "core/run/pass_progress.h"

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace headlight {

/// Follows a pass layer by layer: reports progress to the job, and publishes the traces of finished layers.
/// If nobody is listening, a pass records into one chunk per lane. Single-threaded.
class LayerPublisher
{
public:
    struct Axes
    {
        std::shared_ptr<const TokenList> source, target; ///< tokens of a lane
    };
    /// sink and job must outlive the publisher. work: of every layer (layerWork()). axes: one per lane.
    LayerPublisher(const LayerSink& sink, const Job& job, std::vector<double> work,
                   std::shared_ptr<const TraceInfo> info, std::vector<Axes> axes);

    /// To be called as PassSettings::layerDone.
    void layerDone(std::vector<TraceChunk>& lanes);
    /// Of what takes the records; the pass is to end.
    const std::optional<Error>& fault() const { return m_fault; }

private:
    std::vector<Trace> splitOffAll(std::vector<TraceChunk>& lanes) const;

    using Clock = std::chrono::steady_clock;

    const LayerSink& m_sink;
    PassProgress m_progress;
    std::shared_ptr<const TraceInfo> m_info;
    std::vector<Axes> m_axes;
    Clock::time_point m_next;
    std::optional<Error> m_fault;
};

} // namespace headlight
