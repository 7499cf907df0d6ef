#pragma once

#include "ui/picture/cell_painter.h"
#include "ui/picture/picture_palette.h"

#include <QFont>
#include <QPolygonF>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

class QPainter;

namespace headlight {

class AttentionMap;
struct TokenLabel;

enum class LabelStyle : unsigned char { kPlain, kSpecial, kPadding };
enum class LabelEmphasis : unsigned char { kNone, kHover, kPin, kFound, kNewest };

/// The label beside a row or above a column.
struct AxisLabel
{
    QString text;
    LabelStyle style = LabelStyle::kPlain;
    QString next = {}; ///< of a row: the token after it, shown behind an arrow; empty: none
    LabelStyle nextStyle = LabelStyle::kPlain;
};

/// A label where it will be painted.
struct PlacedLabel
{
    int token = 0;
    QString index; ///< the position, shown before the text where labels are left out between
    QString text;
    bool elided = false;
    LabelStyle style = LabelStyle::kPlain;
    QString next; ///< the token after it; empty: none
    LabelStyle nextStyle = LabelStyle::kPlain;
    QPointF anchor; ///< origin of the box's coordinates
    double degrees = 0; ///< turned clockwise about the anchor
    QRectF box; ///< of the ink with a little air, in coordinates of the anchor

    QPolygonF outline() const;
};

/// Where an axis with labels stands in a picture.
struct AxisPlace
{
    AxisSpan span; ///< visible cells
    double start = 0, length = 1; ///< along the axis, logical pixels
    double edge = 0; ///< the side of the cells where the labels begin, across the axis
    double thickness = 0; ///< room for the labels, away from the edge (to the left, or upwards)

    double cell() const { return length / span.size(); }
    double middle(int token) const { return start + (token + 0.5 - span.lower) * cell(); }
};

/// The token labels beside the rows (Qt::Vertical: to the left) or over the columns (Qt::Horizontal) of a
/// map. Labels never overlap: column labels are turned when they do not fit, then left out by a round
/// step; long ones are elided. Labels are asked for only when they are placed, so an axis may be long.
class TokenRuler
{
public:
    using LabelOf = std::function<AxisLabel(int)>;

    TokenRuler(int count, LabelOf labelOf, Qt::Orientation orientation, const QFont& font);
    static TokenRuler ofQueries(const AttentionMap& map, const QFont& font);
    /// Rows of decoders with the next token; `written`: the one after the last row.
    static TokenRuler ofQueriesWithNext(const AttentionMap& map, const std::optional<TokenLabel>& written,
                                        const QFont& font);
    static TokenRuler ofKeys(const AttentionMap& map, const QFont& font);

    int count() const { return m_count; }
    /// The whole label of a token, however long.
    QString textOf(int token) const { return m_labelOf(token).text; }
    /// The same of the token after it; empty: none is shown.
    QString nextOf(int token) const { return m_labelOf(token).next; }
    /// The room that labels need beside cells of this size, at most `limit`.
    double thicknessFor(double cell, double limit) const;
    std::vector<PlacedLabel> place(const AxisPlace& place) const;
    /// One label, also where place() leaves it out; kept inside the axis.
    PlacedLabel placeOne(const AxisPlace& place, int token) const;
    /// The token whose label, or whose part of the label area, is at the position.
    std::optional<int> tokenAt(const AxisPlace& place, const QPointF& position) const;

    void paint(QPainter& painter, const PlacedLabel& label, const PicturePalette& palette,
               LabelEmphasis emphasis = LabelEmphasis::kNone) const;

private:
    enum class Angle : unsigned char { kHorizontal, kSlanted, kVertical };

    Angle angleFor(double cell) const;
    /// A label stands at every so many cells.
    int stepFor(double cell) const;
    double lineHeight() const;
    double widest() const;
    QFont fontFor(LabelStyle style) const;
    double widthOf(const QString& text, LabelStyle style) const;
    /// Texts of the label, cut so that they fit.
    void fitTexts(const AxisLabel& label, double room, PlacedLabel& out) const;
    double arrowWidth() const;
    PlacedLabel placed(const AxisPlace& place, int token, bool withIndex) const;

    int m_count;
    LabelOf m_labelOf;
    Qt::Orientation m_orientation;
    QFont m_font;
    mutable double m_widest = -1;
};

} // namespace headlight
