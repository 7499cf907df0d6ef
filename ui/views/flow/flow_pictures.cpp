#include "ui/views/flow/flow_pictures.h"

#include "ui/picture/heatmap_picture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headlight {

namespace {

bool isOfWeights(Site site)
{
    return site == Site::kWeights;
}

/// Whether the tile (row, column) is shown rather than the best one so far.
bool isBetter(const CellGrid& grid, Index row, Index column, const CellGrid& best, std::pair<Index, Index> at,
              bool bySize)
{
    const CellState state = grid.state(row, column);
    const auto bestState = static_cast<CellState>(best.states(at.first, at.second));
    if (state != bestState)
        return state < bestState;
    const float value = grid.values(row, column);
    const float other = best.values(at.first, at.second);
    if (std::isnan(other))
        return true;
    return bySize ? std::abs(value) > std::abs(other) : value > other;
}

QImage imageOf(const CellGrid& grid, const CellColours& colours)
{
    QImage image(static_cast<int>(grid.values.cols()), static_cast<int>(grid.values.rows()),
                 QImage::Format_RGB32);
    for (Index row = 0; row < grid.values.rows(); ++row) {
        auto* const line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(row)));
        for (Index column = 0; column < grid.values.cols(); ++column)
            line[column] = colours.of(grid.shade(row, column), grid.state(row, column)) | 0xFF000000U;
    }
    return image;
}

} // namespace

CellGrid pooled(const CellGrid& grid, Index rows, Index columns, bool bySize)
{
    CellGrid larger = grid;
    larger.tileRows *= rows;
    larger.tileColumns *= columns;
    larger.shades = {};
    larger.values = Matrix::Constant((grid.values.rows() + rows - 1) / rows,
                                     (grid.values.cols() + columns - 1) / columns,
                                     std::numeric_limits<float>::quiet_NaN());
    larger.states = ByteMatrix::Constant(larger.values.rows(), larger.values.cols(),
                                         static_cast<std::uint8_t>(CellState::kMissing));
    for (Index row = 0; row < grid.values.rows(); ++row)
        for (Index column = 0; column < grid.values.cols(); ++column) {
            const std::pair<Index, Index> at{row / rows, column / columns};
            if (!isBetter(grid, row, column, larger, at, bySize))
                continue;
            larger.values(at.first, at.second) = grid.values(row, column);
            larger.states(at.first, at.second) = static_cast<std::uint8_t>(grid.state(row, column));
        }
    return larger;
}

FlowGroup FlowPictures::groupOf(const FlowBox& box)
{
    return {box.site, box.layerRef()};
}

void FlowPictures::clear()
{
    m_groups.clear();
    ++m_version;
}

bool FlowPictures::isFresh(const FlowGroup& group) const
{
    const auto found = m_groups.find(group);
    return found != m_groups.end() && found->second.version == m_version;
}

void FlowPictures::setGroup(const FlowGroup& group, std::vector<Picture> heads)
{
    Group& kept = m_groups[group];
    kept.heads = std::move(heads);
    kept.version = m_version;
    kept.limits = {};
    for (const Picture& head : kept.heads)
        if (!head.overview.isNull())
            kept.limits.join(head.overview.limits);
}

void FlowPictures::setDetail(const FlowBox& box, CellGrid detail)
{
    if (Picture* const picture = findPicture(box))
        picture->detail = std::move(detail);
}

void FlowPictures::dropDetails()
{
    for (auto& [group, kept] : m_groups)
        for (Picture& head : kept.heads)
            head.detail = {};
}

void FlowPictures::setLook(const QString& colourMap, bool logarithmic, const PicturePalette& palette)
{
    m_colourMap = colourMap;
    m_logarithmic = logarithmic;
    m_palette = palette;
    for (auto& [group, kept] : m_groups)
        for (Picture& head : kept.heads)
            head.images.clear();
}

CellColours FlowPictures::colours(const FlowGroup& group) const
{
    HeatmapOptions options;
    options.colourMap = m_colourMap;
    options.scale = m_logarithmic ? ColourScale::kLog : ColourScale::kLinear;
    options.weightRange = WeightRange::kMaximum;
    const auto found = m_groups.find(group);
    CellColours colours
        = coloursFor(isOfWeights(group.site) ? MapKind::kWeights : MapKind::kScores,
                     found != m_groups.end() ? found->second.limits : CellLimits{}, options, m_palette);
    colours.maskedKeepColour = false;
    return colours;
}

FlowPictures::Picture* FlowPictures::findPicture(const FlowBox& box)
{
    const auto found = m_groups.find(groupOf(box));
    const auto head = static_cast<std::size_t>(std::max(box.head, 0));
    return found != m_groups.end() && head < found->second.heads.size() ? &found->second.heads[head]
                                                                        : nullptr;
}

const FlowPictures::Picture* FlowPictures::find(const FlowBox& box) const
{
    return const_cast<FlowPictures*>(this)->findPicture(box); // looked up, not written
}

FlowPictures::Shown FlowPictures::image(const FlowBox& box, const QSizeF& pixels)
{
    Picture* const picture = findPicture(box);
    if (picture == nullptr || picture->overview.isNull())
        return {};
    // Powers of two, so that few images are painted while the user zooms.
    const auto factor = [](Index tiles, double room) {
        Index found = 1;
        while (static_cast<double>((tiles + found - 1) / found) > std::max(room, 1.0))
            found *= 2;
        return found;
    };
    const CellGrid& grid = picture->overview;
    const std::pair<Index, Index> factors{factor(grid.values.rows(), pixels.height()),
                                          factor(grid.values.cols(), pixels.width())};
    QImage& image = picture->images[factors];
    if (image.isNull()) {
        const CellColours ways = colours(groupOf(box));
        image = factors == std::pair<Index, Index>{1, 1}
            ? imageOf(grid, ways)
            : imageOf(pooled(grid, factors.first, factors.second, !isOfWeights(box.site)), ways);
    }
    const CellRect& cells = grid.rect;
    return {&image,
            {0, 0,
             static_cast<double>(cells.columns) / static_cast<double>(grid.tileColumns * factors.second),
             static_cast<double>(cells.rows) / static_cast<double>(grid.tileRows * factors.first)}};
}

} // namespace headlight
