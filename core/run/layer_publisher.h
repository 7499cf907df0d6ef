#pragma once

#include "core/run/execute.h"
#include "core/run/pass_progress.h"

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace headlight {

/// Follows a pass layer by layer: tells the job how far it is, and publishes the traces of the layers that
/// are through. A pass that nobody looks at records in one chunk per lane. One thread.
class LayerPublisher
{
public:
    struct Axes
    {
        std::shared_ptr<const TokenList> source, target; ///< of a lane
    };
    /// All outlive the publisher. axes: of each lane.
    LayerPublisher(const LayerSink& sink, const Job& job, std::shared_ptr<const TraceInfo> info,
                   std::vector<Axes> axes);

    /// PassSettings::layerDone.
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
