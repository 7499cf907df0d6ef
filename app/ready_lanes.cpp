#include "app/ready_lanes.h"

#include <utility>

namespace headlight {

void ReadyLanes::write(std::size_t first, std::size_t count, const Job& job)
{
    RunRequest request{m_model, {}, m_source.interventions, {}};
    for (std::size_t input = first; input < first + count; ++input) {
        auto lane = m_source.lane(input);
        if (!lane)
            return;
        request.lanes.push_back(std::move(*lane));
    }
    if (!m_pass.addTargets(request, job))
        return;
    const std::scoped_lock guard(m_mutex);
    for (std::size_t i = 0; i < count; ++i)
        m_written.insert_or_assign(first + i, std::move(request.lanes[i]));
}

Result<std::vector<LaneInput>> ReadyLanes::of(std::size_t input, const Job& job)
{
    RunRequest request{m_model, {}, m_source.interventions, {}};
    if (m_source.pairs.empty()) {
        {
            const std::scoped_lock guard(m_mutex);
            if (auto written = m_written.extract(input))
                return std::vector{std::move(written.mapped())};
        }
        ASSIGN_OR_RETURN(request.lanes.emplace_back(), m_source.lane(input));
        RETURN_IF_ERROR(m_pass.addTargets(request, job));
        return std::move(request.lanes);
    }
    for (const auto side : {&InputPair::clean, &InputPair::corrupted}) {
        ASSIGN_OR_RETURN(request.lanes.emplace_back(), m_source.pairs[input].lane(m_model, side, job));
    }
    return std::move(request.lanes);
}

} // namespace headlight
