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

/// The matrices that have one scale of colours: all heads of a layer, or one of the stack's.
struct FlowGroup
{
    Site site = Site::kEmbeddings;
    LayerRef layer;
    auto operator<=>(const FlowGroup&) const = default;
};

/// What of a matrix is looked at in more detail than its overview shows.
struct FlowDetail
{
    FlowBox box;
    CellRect rect;
    Index rows = 0, columns = 0; ///< at most so many tiles
    bool operator==(const FlowDetail& other) const
    {
        return box.site == other.box.site && box.headRef() == other.box.headRef() && rect == other.rect
            && rows == other.rows && columns == other.columns;
    }
};

/// The numbers of boxes as tiles, and small images of them: what the flow paints with. The numbers of an
/// older trace stay until those of the new one come. UI thread only.
class FlowPictures
{
public:
    /// Tiles of an overview along each side, at most.
    static constexpr Index kTiles = 64;

    /// One matrix.
    struct Picture
    {
        CellGrid overview; ///< null: not recorded
        CellGrid detail; ///< of a part; null: none
        /// A pixel for so many tiles down and across; painted when first asked for.
        std::map<std::pair<Index, Index>, QImage> images = {};
    };

    static FlowGroup groupOf(const FlowBox& box);

    /// Everything is of an older trace from now on.
    void outdate() { ++m_version; }
    std::uint64_t version() const { return m_version; }
    void clear();
    bool isFresh(const FlowGroup& group) const;
    void setGroup(const FlowGroup& group, std::vector<Picture> heads);
    void setDetail(const FlowBox& box, CellGrid detail);
    void dropDetails();

    /// How numbers become colours. Images are painted anew.
    void setLook(const QString& colourMap, bool logarithmic, const PicturePalette& palette);
    CellColours colours(const FlowGroup& group) const;
    /// Null before the numbers have come.
    const Picture* find(const FlowBox& box) const;
    /// An image with a pixel for each tile, or for several where the box has fewer pixels, so that nothing
    /// that is large in the numbers gets lost; null where there is no picture.
    struct Shown
    {
        const QImage* image = nullptr;
        QRectF source; ///< of the image; the last tiles may be cut
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

/// Larger tiles, of `rows` × `columns` old ones: of these, the one that is not masked and has the largest
/// number, or the number of largest size.
CellGrid pooled(const CellGrid& grid, Index rows, Index columns, bool bySize);

} // namespace headlight
