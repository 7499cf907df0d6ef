#include "ui/views/flow/flow_source.h"

#include "core/base/workers.h"
#include "ui/background/latest_task.h"
#include "ui/picture/shown_maps.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <utility>

namespace headlight {

namespace {

/// The logits of positions that have any; the others are missing.
class LogitsSource : public AttentionSource
{
public:
    LogitsSource(Trace trace, Index rows, Index vocabulary)
        : m_trace(std::move(trace))
        , m_rows(rows)
        , m_vocabulary(vocabulary)
    { }
    Index queries() const override { return m_rows; }
    Index keys() const override { return m_vocabulary; }
    bool has(MapKind kind) const override { return kind == MapKind::kScores; }
    void read(MapKind, Index query, Index key, MatrixSpan out) const override
    {
        for (Index row = 0; row < out.rows(); ++row) {
            const RowVector logits = m_trace.logits(query + row);
            if (logits.size() >= key + out.cols())
                out.row(row) = logits.segment(key, out.cols());
            else
                out.row(row).setConstant(std::numeric_limits<float>::quiet_NaN());
        }
    }

private:
    Trace m_trace;
    Index m_rows, m_vocabulary;
};

FlowNumbers tableNumbers(Matrix values)
{
    return {values.size() > 0 ? tableMap(std::move(values)) : AttentionMap(), MapKind::kScores, Shade::kMean};
}

FlowNumbers logitNumbers(const Trace& trace, StackKind stack)
{
    const std::vector<Index> rows = trace.logitRows();
    if (rows.empty())
        return {};
    const auto count = static_cast<Index>(trace.tokens(stack).size());
    const auto source = std::make_shared<const LogitsSource>(trace, std::max(count, rows.back() + 1),
                                                             trace.logits(rows.back()).size());
    return {AttentionMap({}, source, nullptr, nullptr), MapKind::kScores, Shade::kMean};
}

} // namespace

Shade shadeOf(Site site)
{
    return site == Site::kWeights                      ? Shade::kValue
        : site == Site::kScores || site == Site::kBias ? Shade::kDifference
                                                       : Shade::kMean;
}

FlowNumbers flowNumbers(const Trace& trace, const FlowBox& box)
{
    if (trace.isNull() || box.kind != FlowBox::Kind::kMatrix)
        return {};
    switch (box.site) {
    case Site::kWeights:
        return {trace.attention(box.headRef()), MapKind::kWeights, shadeOf(box.site)};
    case Site::kScores:
        return {trace.attention(box.headRef()), MapKind::kScores, shadeOf(box.site)};
    case Site::kBias:
        return {trace.attention(box.headRef()), MapKind::kBias, shadeOf(box.site)};
    case Site::kQuery:
    case Site::kKey:
    case Site::kValue:
    case Site::kHeadOutput:
        return tableNumbers(trace.headMatrix(box.site, box.headRef()));
    case Site::kResidual:
        return tableNumbers(trace.residual(box.stack, box.layer));
    case Site::kOutput:
        return tableNumbers(trace.output(box.layerRef()));
    case Site::kFeedForwardOutput:
        return tableNumbers(trace.feedForwardOutput(box.stack, box.layer));
    case Site::kLogits:
        return logitNumbers(trace, box.stack);
    default:
        return tableNumbers(trace.stackMatrix(box.site, box.stack));
    }
}

static bool isSeen(const FlowBox& box, const FlowWindow& window)
{
    return box.kind == FlowBox::Kind::kMatrix && box.rect.intersects(window.shown());
}

SiteSet seenSites(const FlowScene& scene, const FlowWindow& window)
{
    SiteSet seen;
    for (const FlowBox& box : scene.layout.boxes())
        if (isSeen(box, window))
            seen.add(box.site);
    return seen;
}

std::vector<FlowGroupBoxes> unreadGroups(const FlowScene& scene, const FlowWindow& window)
{
    std::map<FlowGroup, FlowGroupBoxes> groups;
    for (const FlowBox& box : scene.layout.boxes())
        if (isSeen(box, window) && !scene.pictures.isFresh(FlowPictures::groupOf(box)))
            groups.try_emplace(FlowPictures::groupOf(box));
    for (const FlowBox& box : scene.layout.boxes()) // a group is read with its boxes outside the window
        if (box.kind == FlowBox::Kind::kMatrix)
            if (const auto group = groups.find(FlowPictures::groupOf(box)); group != groups.end())
                group->second.push_back(box);
    std::vector<FlowGroupBoxes> ordered;
    ordered.reserve(groups.size());
    for (auto& [group, boxes] : groups)
        ordered.push_back(std::move(boxes));
    std::stable_partition(ordered.begin(), ordered.end(),
                          [](const FlowGroupBoxes& boxes) { return boxes.front().site == Site::kWeights; });
    return ordered;
}

bool showsCells(const QSizeF& box)
{
    constexpr double kLeast = 90;
    return box.width() >= kLeast || box.height() >= kLeast;
}

CellRect seenCells(const QRectF& box, const QRectF& seen, const CellRect& all)
{
    const auto along = [](double from, double to, double start, double size, Index count) {
        const auto cells = static_cast<double>(count);
        const auto begin = static_cast<Index>(std::floor((from - start) / size * cells));
        const auto end = static_cast<Index>(std::ceil((to - start) / size * cells));
        return std::pair{std::clamp<Index>(begin, 0, count), std::clamp<Index>(end, 0, count)};
    };
    const auto [top, bottom] = along(seen.top(), seen.bottom(), box.top(), box.height(), all.rows);
    const auto [left, right] = along(seen.left(), seen.right(), box.left(), box.width(), all.columns);
    return {top, left, bottom - top, right - left};
}

std::vector<FlowDetail> wantedDetails(const FlowScene& scene, const FlowWindow& window)
{
    std::vector<FlowDetail> wanted;
    const QRectF surface(QPointF(), window.surface);
    for (const FlowBox& box : scene.layout.boxes()) {
        const QRectF rect = window.toSurface(box.rect);
        const FlowPictures::Picture* const picture
            = box.kind == FlowBox::Kind::kMatrix && rect.intersects(surface) ? scene.pictures.find(box)
                                                                             : nullptr;
        if (picture == nullptr || !picture->overview.pooled())
            continue;
        const CellGrid& overview = picture->overview;
        const bool finer
            = (overview.tileRows > 1 && rect.height() > 1.5 * static_cast<double>(overview.values.rows()))
            || (overview.tileColumns > 1 && rect.width() > 1.5 * static_cast<double>(overview.values.cols()));
        const QRectF seen = rect & surface;
        if (!finer || !showsCells(rect.size()))
            continue;
        const CellRect cells = seenCells(rect, seen, overview.rect);
        const auto most = [](double pixels) { return std::max<Index>(1, static_cast<Index>(pixels)); };
        if (!cells.empty())
            wanted.push_back({box, cells, most(seen.height()), most(seen.width())});
    }
    return wanted;
}

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
