#include "ui/views/flow/flow_seen.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace headlight {

namespace {

bool isSeen(const FlowBox& box, const FlowWindow& window)
{
    return box.kind == FlowBox::Kind::kMatrix && box.rect.intersects(window.shown());
}

} // namespace

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
