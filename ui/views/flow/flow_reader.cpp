#include "ui/views/flow/flow_reader.h"

#include "core/base/workers.h"
#include "ui/background/latest_task.h"
#include "ui/views/flow/flow_source.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace headlight {

namespace {

constexpr std::size_t kBoxesAtOnce = 24;

CellGrid readTiles(const Trace& trace, const FlowBox& box, const CellRect* part, Index rows, Index columns,
                   const std::stop_token& stop)
{
    const FlowNumbers numbers = flowNumbers(trace, box);
    if (numbers.isNull() || stop.stop_requested())
        return {};
    const CellReader reader(numbers.map, numbers.kind, CellReader::Keep::kNothing, numbers.shade);
    return reader.read(part != nullptr ? *part : reader.whole(), rows, columns, stop);
}

} // namespace

FlowReader::FlowReader(QObject* parent)
    : QObject(parent)
    , m_groups(new LatestTask(this))
    , m_details(new LatestTask(this))
{
    connect(m_groups, &LatestTask::finished, this, &FlowReader::finished);
    connect(m_details, &LatestTask::finished, this, &FlowReader::finished);
}

bool FlowReader::isWorking() const
{
    return m_groups->isRunning() || m_details->isRunning();
}

void FlowReader::cancel()
{
    m_groups->cancel();
    m_details->cancel();
}

void FlowReader::readGroups(const FlowScene& scene, const FlowWindow& window)
{
    std::vector<FlowGroupBoxes> groups = unreadGroups(scene, window);
    std::vector<FlowGroup> names;
    names.reserve(groups.size());
    for (const FlowGroupBoxes& boxes : groups)
        names.push_back(FlowPictures::groupOf(boxes.front()));
    std::sort(names.begin(), names.end());
    const std::uint64_t version = scene.pictures.version();
    const bool known = m_groups->isRunning() && m_groupsVersion == version
        && std::includes(m_readGroups.begin(), m_readGroups.end(), names.begin(), names.end());
    if (groups.empty() || known)
        return;
    m_readGroups = std::move(names);
    m_groupsVersion = version;
    m_groups->start([this, trace = scene.trace, groups = std::move(groups)](
                        const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        const Workers workers;
        for (auto begin = groups.begin(); begin != groups.end() && !stop.stop_requested();) {
            // Read groups of one matrix together, so that all threads have work.
            std::vector<const FlowBox*> boxes;
            auto end = begin;
            for (; end != groups.end() && boxes.size() < kBoxesAtOnce; ++end)
                for (const FlowBox& box : *end)
                    boxes.push_back(&box);
            std::vector<FlowPictures::Picture> pictures(boxes.size());
            workers.forEach(boxes.size(), [&](std::size_t i) {
                pictures[i].overview
                    = readTiles(trace, *boxes[i], nullptr, FlowPictures::kTiles, FlowPictures::kTiles, stop);
            });
            if (stop.stop_requested())
                return;
            auto read
                = std::make_shared<std::vector<std::pair<FlowBox, std::vector<FlowPictures::Picture>>>>();
            auto next = pictures.begin();
            for (; begin != end; ++begin) {
                const auto last = next + static_cast<std::ptrdiff_t>(begin->size());
                read->emplace_back(begin->front(), std::vector<FlowPictures::Picture>(next, last));
                next = last;
            }
            deliver([this, read] {
                for (const auto& [first, heads] : *read)
                    emit groupRead(first, heads);
            });
        }
    });
}

void FlowReader::readDetails(const FlowScene& scene, const FlowWindow& window)
{
    if (std::exchange(m_detailsVersion, scene.pictures.version()) != scene.pictures.version())
        m_readDetails.clear();
    std::vector<FlowDetail> wanted = wantedDetails(scene, window);
    if (wanted == m_readDetails)
        return;
    m_readDetails = std::move(wanted);
    m_details->start([this, trace = scene.trace, details = m_readDetails](
                         const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        for (const FlowDetail& detail : details) {
            if (stop.stop_requested())
                return;
            CellGrid grid = readTiles(trace, detail.box, &detail.rect, detail.rows, detail.columns, stop);
            deliver([this, box = detail.box, grid = std::move(grid)] { emit detailRead(box, grid); });
        }
    });
}

} // namespace headlight
