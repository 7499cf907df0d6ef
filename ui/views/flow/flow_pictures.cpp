#include "ui/views/flow/flow_pictures.h"

#include "ui/picture/heatmap_picture.h"
#include "ui/picture/tile_pool.h"
#include "ui/views/flow/flow_source.h"

#include <algorithm>
#include <array>

namespace headlight {

namespace {

/// A pixel for each tile.
QImage imageOf(const CellGrid& grid, const CellColours& colours)
{
    const auto columns = static_cast<std::size_t>(grid.values.cols());
    const Matrix& shades = grid.shades.size() == 0 ? grid.values : grid.shades;
    std::array<QRgb, 256> plain{};
    for (int level = 0; level < 256; ++level)
        plain.at(static_cast<std::size_t>(level)) = colours.ofLevel(level, CellState::kPlain) | 0xFF000000U;
    // Too small for lines and dots: a number that was not computed is a stronger grey than a masked one.
    const QRgb masked = colours.palette.masked.rgb(), missing = colours.palette.hatch.rgb(),
               leftOut = colours.palette.background.rgb();
    QImage image(static_cast<int>(columns), static_cast<int>(grid.values.rows()), QImage::Format_RGB32);
    std::vector<std::int16_t> levels(columns);
    for (Index row = 0; row < grid.values.rows(); ++row) {
        colours.scale.levels({&shades(row, 0), columns}, levels);
        auto* const line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(row)));
        const std::uint8_t* const states = grid.states.size() == 0 ? nullptr : &grid.states(row, 0);
        for (std::size_t i = 0; i < columns; ++i) {
            const auto state = states == nullptr ? CellState::kPlain : static_cast<CellState>(states[i]);
            line[i] = state == CellState::kLeftOut             ? leftOut
                : state == CellState::kMissing                 ? missing
                : state == CellState::kMasked || levels[i] < 0 ? masked
                                                               : plain[static_cast<std::size_t>(levels[i])];
        }
    }
    return image;
}

} // namespace

CellGrid pooled(const CellGrid& grid, Index rows, Index columns, Shade shade)
{
    CellGrid larger = grid;
    larger.tileRows *= rows;
    larger.tileColumns *= columns;
    larger.shades = {};
    larger.values.resize((grid.values.rows() + rows - 1) / rows,
                         (grid.values.cols() + columns - 1) / columns);
    larger.states.resize(larger.values.rows(), larger.values.cols());
    const std::vector<std::uint8_t> plain(static_cast<std::size_t>(grid.values.cols()), 0);
    TilePool pool(grid.values.cols(), shade);
    for (Index tile = 0; tile < larger.values.rows(); ++tile) {
        pool.clear();
        for (Index row = tile * rows; row < std::min((tile + 1) * rows, grid.values.rows()); ++row)
            pool.add(&grid.values(row, 0), grid.states.size() == 0 ? plain.data() : &grid.states(row, 0));
        pool.tiles(columns, &larger.values(tile, 0), &larger.states(tile, 0));
    }
    return larger;
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
        = coloursFor(group.site == Site::kWeights ? MapKind::kWeights : MapKind::kScores,
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
    return const_cast<FlowPictures*>(this)->findPicture(box); // lookup only, no write
}

FlowPictures::Shown FlowPictures::image(const FlowBox& box, const QSizeF& pixels)
{
    Picture* const picture = findPicture(box);
    if (picture == nullptr || picture->overview.isNull())
        return {};
    // Powers of two, so that few images are painted during zooming.
    const auto factor = [](Index tiles, double room) {
        Index found = 1;
        for (Index images = tiles; static_cast<double>(images) > std::max(room, 1.0);
             images = (tiles + found - 1) / found)
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
            : imageOf(pooled(grid, factors.first, factors.second, shadeOf(box.site)), ways);
    }
    const CellRect& cells = grid.rect;
    return {&image,
            {0, 0,
             static_cast<double>(cells.columns) / static_cast<double>(grid.tileColumns * factors.second),
             static_cast<double>(cells.rows) / static_cast<double>(grid.tileRows * factors.first)}};
}

} // namespace headlight
