#pragma once

#include "ui/picture/cell_grid.h"
#include "ui/picture/cell_painter.h"
#include "ui/views/flow/flow_layout.h"

#include <QImage>

#include <compare>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace headlight {

/// Matrices that share a colour scale: all heads of a layer, or a single matrix of the stack.
struct FlowGroup
{
    Site site = Site::kEmbeddings;
    LayerRef layer;
    auto operator<=>(
        const FlowGroup&) const = default; // NOLINT(modernize-use-nullptr): it means the 0 of <=>
};

/// A part of a matrix to be read in more detail than its overview.
struct FlowDetail
{
    FlowBox box;
    CellRect rect;
    Index rows = 0, columns = 0; ///< largest number of tiles
    bool operator==(const FlowDetail& other) const
    {
        return box.site == other.box.site && box.headRef() == other.box.headRef() && rect == other.rect
            && rows == other.rows && columns == other.columns;
    }
};

/// The numbers of boxes as tiles, and small images of them, for painting the flow. Numbers from an older
/// trace stay until the new ones arrive. UI thread only.
class FlowPictures
{
public:
    /// Largest number of tiles along each side of an overview.
    static constexpr Index kTiles = 64;

    /// One matrix.
    struct Picture
    {
        CellGrid overview; ///< null = not recorded
        CellGrid detail; ///< of a part; null = none
        /// Each pixel covers this many tiles down and across; painted on demand.
        std::map<std::pair<Index, Index>, QImage> images = {};
    };

    static FlowGroup groupOf(const FlowBox& box) { return {box.site, box.layerRef()}; }

    /// Marks everything as belonging to an older trace.
    void outdate() { ++m_version; }
    std::uint64_t version() const { return m_version; }
    void clear();
    bool isFresh(const FlowGroup& group) const;
    void setGroup(const FlowGroup& group, std::vector<Picture> heads);
    void setDetail(const FlowBox& box, CellGrid detail);

    /// Sets how numbers become colours and repaints the images.
    void setLook(const QString& colourMap, bool logarithmic, const PicturePalette& palette);
    CellColours colours(const FlowGroup& group) const;
    /// Null until the numbers have arrived.
    const Picture* find(const FlowBox& box) const;
    /// An image with a pixel for each tile, or for several if the box has fewer pixels, in such a way that
    /// large numbers are not lost; null if there is no picture.
    struct Shown
    {
        const QImage* image = nullptr;
        QRectF source; ///< part of the image; the last tiles may be cut
    };
    Shown image(const FlowBox& box, const QSizeF& pixels);

private:
    struct Group
    {
        std::vector<Picture> heads;
        CellLimits limits;
        std::uint64_t version = 0;
    };
    Picture* findPicture(const FlowBox& box);
    std::map<FlowGroup, Group> m_groups;
    std::uint64_t m_version = 1;
    QString m_colourMap = QStringLiteral("viridis");
    bool m_logarithmic = false;
    PicturePalette m_palette;
};

/// Larger tiles made of `rows` × `columns` old ones, unmasked ones first.
CellGrid pooled(const CellGrid& grid, Index rows, Index columns, Shade shade);

} // namespace headlight
