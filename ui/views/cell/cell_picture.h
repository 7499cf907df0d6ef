#pragma once

#include "core/analysis/cell_account.h"
#include "ui/picture/picture_palette.h"
#include "ui/picture/signed_bars.h"
#include "ui/views/cell/cell_words.h"
#include "ui/widgets/layouts.h"

#include <QFont>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace headlight {

/// A hovered dimension: of queries and keys, or of values.
struct CellDimension
{
    bool ofValue = false;
    Index index = 0;
    bool operator==(const CellDimension&) const = default;
};

/// What is at a point of the picture.
struct CellHit
{
    std::optional<CellStage> stage;
    std::optional<CellDimension> dimension;
    std::optional<Index> key; ///< a neighbour in the softmax row
    bool operator==(const CellHit&) const = default;
};

/// How one weight is computed, as stages from top to bottom: bars per dimension, the row's largest weights,
/// and every number in one column. Geometry and hit test for a given width; no widgets. paintCellPicture()
/// draws it.
class CellPicture
{
public:
    /// A vector as a row of bars, with its name on the left and its scale on the right.
    struct BarRow
    {
        QString label, scale;
        RowVector values;
        RowVector part; ///< drawn inside the bars; empty = nothing
        SignedBars bars;
        QRectF rect;
        bool ofValue = false;
    };
    struct KeyRow
    {
        Index key = 0;
        QString token, place, logit, weight; ///< place: position in words
        double share = 0; ///< fraction of the row's largest weight: length of the bar
        bool current = false;
        bool markup = false; ///< the token was not typed by a person
        QRectF rect;
    };
    /// A stage with its place.
    struct Block
    {
        StageWords words;
        QRectF rect, header, note;
        QRectF formula; ///< between title and value, or below them if there is not enough room
        std::vector<BarRow> bars;
        QRectF readout; ///< the line below the bars
        std::vector<KeyRow> keys;
        QString rest; ///< combined weight of the keys that are not listed
        QRectF restRect;
    };
    explicit CellPicture(const QFont& font);

    void setCell(CellAccount account, const AttentionMap& map, std::vector<StageWords> stages);
    void clear();
    bool isEmpty() const { return m_blocks.empty(); }
    void setFont(const QFont& font);
    const QFont& font() const { return m_font; }
    QFont boldFont() const { return headlight::boldFont(m_font); }
    /// Lays everything out within `width` pixels, from y = 0 down.
    void layout(double width);

    const std::vector<Block>& blocks() const { return m_blocks; }
    const CellAccount& account() const { return m_account; }
    double height() const { return m_height; }
    CellHit hit(const QPointF& point) const;
    /// Text of the line below the bars: "dimension 17: 0.52 × −1.20 = −0.63"; without a dimension, the most
    /// important ones.
    QString readout(const Block& block, const std::optional<CellDimension>& dimension) const;

private:
    void addBars(Block& block) const;
    void addKeys(Block& block, const AttentionMap& map) const;
    double placeBlock(Block& block, double top) const;
    double placeBars(Block& block, double y) const;
    double placeKeys(Block& block, double y) const;

    CellAccount m_account;
    std::vector<Block> m_blocks;
    QFont m_font;
    double m_width = -1;
    double m_height = 0;
};

/// What is marked in the picture of a cell, and how far an animation has got.
struct CellLook
{
    PicturePalette palette;
    SignColours signs;
    MapKind map = MapKind::kWeights; ///< the stages of this map are marked
    std::optional<CellDimension> dimension;
    std::optional<CellStage> stage; ///< keyboard cursor
    double reveal = 1e9; ///< number of stages shown; the fraction applies to the last one
};

/// Paints only what intersects `visible`.
void paintCellPicture(QPainter& painter, const CellPicture& picture, const QRectF& visible,
                      const CellLook& look);

} // namespace headlight
