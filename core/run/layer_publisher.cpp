#include "core/run/layer_publisher.h"

#include "core/trace/trace.h"

#include <utility>

namespace headlight {

LayerPublisher::LayerPublisher(const LayerSink& sink, const Job& job, std::vector<double> work,
                               std::shared_ptr<const TraceInfo> info, std::vector<Axes> axes)
    : m_sink(sink)
    , m_progress(job, std::move(work))
    , m_info(std::move(info))
    , m_axes(std::move(axes))
    , m_next(Clock::now() + sink.first)
{ }

std::vector<Trace> LayerPublisher::splitOffAll(std::vector<TraceChunk>& lanes) const
{
    std::vector<Trace> traces;
    traces.reserve(lanes.size());
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        traces.emplace_back(m_info, splitOff(lanes[lane]), m_axes[lane].source, m_axes[lane].target);
    return traces;
}

void LayerPublisher::layerDone(std::vector<TraceChunk>& lanes)
{
    m_progress.partDone();
    if (m_sink.take && !m_fault) {
        std::vector<Trace> traces = splitOffAll(lanes);
        for (TraceChunk& lane : lanes)
            lane.parent = {}; // what was taken is no longer the pass's to keep
        if (const auto taken = m_sink.take(std::move(traces)); !taken)
            m_fault = taken.error();
        return;
    }
    if (!m_sink.publish || Clock::now() < m_next || lanes.size() != m_axes.size())
        return;
    m_sink.publish(splitOffAll(lanes));
    m_next = Clock::now() + m_sink.interval;
}

} // namespace headlight
