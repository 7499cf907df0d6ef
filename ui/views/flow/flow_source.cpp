#include "ui/views/flow/flow_source.h"

#include "ui/picture/shown_maps.h"

#include <algorithm>
#include <cmath>
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

} // namespace headlight
