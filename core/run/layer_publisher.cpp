#include "core/run/layer_publisher.h"

#include "core/trace/token_list.h"

#include <utility>

namespace headlight {

LayerPublisher::LayerPublisher(const LayerSink& sink, const Job& job, std::shared_ptr<const TraceInfo> info,
                               std::vector<Axes> axes)
    : m_sink(sink)
    , m_progress(job, *info)
    , m_info(std::move(info))
    , m_axes(std::move(axes))
    , m_next(Clock::now() + sink.first)
{ }

void LayerPublisher::layerDone(std::vector<TraceChunk>& lanes)
{
    m_progress.layerDone();
    if (!m_sink.publish || Clock::now() < m_next || lanes.size() != m_axes.size())
        return;
    std::vector<Trace> traces;
    traces.reserve(lanes.size());
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        traces.emplace_back(m_info, splitOff(lanes[lane]), m_axes[lane].source, m_axes[lane].target);
    m_sink.publish(traces);
    m_next = Clock::now() + m_sink.interval;
}

} // namespace headlight
