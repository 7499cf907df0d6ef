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

enum class LabelStyle : unsigned char { kPlain, kSpecial, kPadding };
enum class LabelEmphasis : unsigned char { kNone, kHover, kPin, kFound, kNewest };

/// The label beside a row or above a column.
struct AxisLabel
{
    QString text;
    LabelStyle style = LabelStyle::kPlain;
    QString next = {}; ///< for a row: the next token, shown after an arrow; empty = none
    LabelStyle nextStyle = LabelStyle::kPlain;
    bool position = false; ///< the text is the position, since there is no token
};

/// A label and where it is painted.
struct PlacedLabel
{
    int token = 0;
    QString index; ///< position, shown before the text if labels in between are left out
    QString text;
    bool elided = false;
    LabelStyle style = LabelStyle::kPlain;
    QString next; ///< next token; empty = none
    LabelStyle nextStyle = LabelStyle::kPlain;
    QPointF anchor; ///< origin of the box's coordinates
    double degrees = 0; ///< clockwise rotation about the anchor
    QRectF box; ///< ink with a small margin, in the anchor's coordinates

    QPolygonF outline() const;
};

/// Where an axis with labels is in a picture.
struct AxisPlace
{
    AxisSpan span; ///< visible cells
    double start = 0, length = 1; ///< along the axis, logical pixels
    double edge = 0; ///< edge of the cells at which the labels begin, across the axis
    double thickness = 0; ///< room for the labels, away from the edge (left or up)

    double cell() const { return length / span.size(); }
    double middle(int token) const { return start + (token + 0.5 - span.lower) * cell(); }
};

/// The token labels beside the rows (Qt::Vertical: to the left) or over the columns (Qt::Horizontal) of a
/// map. Labels never overlap: column labels are turned if they do not fit, then thinned out by a round step;
/// long ones are elided. Labels are requested only when they are placed, so an axis may be long.
class TokenRuler
{
public:
    using LabelOf = std::function<AxisLabel(int)>;

    TokenRuler(int count, LabelOf labelOf, Qt::Orientation orientation, const QFont& font);
    static TokenRuler ofQueries(const AttentionMap& map, const QFont& font);
    /// Rows of a decoder with the next token; `written`: the token after the last row.
    static TokenRuler ofQueriesWithNext(const AttentionMap& map, const std::optional<TokenLabel>& written,
                                        const QFont& font);
    static TokenRuler ofKeys(const AttentionMap& map, const QFont& font);

    int count() const { return m_count; }
    /// The complete label of a token, however long.
    QString textOf(int token) const { return m_labelOf(token).text; }
    /// The same for the next token; empty if none is shown.
    QString nextOf(int token) const { return m_labelOf(token).next; }
    /// Room needed for labels beside cells of this size, at most `limit`.
    double thicknessFor(double cell, double limit) const;
    std::vector<PlacedLabel> place(const AxisPlace& place) const;
    /// A single label, even one that place() leaves out; kept inside the axis.
    PlacedLabel placeOne(const AxisPlace& place, int token) const;
    /// The token whose label, or part of the label area, is at the position.
    std::optional<int> tokenAt(const AxisPlace& place, const QPointF& position) const;

    void paint(QPainter& painter, const PlacedLabel& label, const PicturePalette& palette,
               LabelEmphasis emphasis = LabelEmphasis::kNone) const;

private:
    enum class Angle : unsigned char { kHorizontal, kSlanted, kVertical };

    Angle angleFor(double cell) const;
    /// Labels are drawn at every n-th cell; returns n.
    int stepFor(double cell) const;
    double lineHeight() const;
    double widest() const;
    QFont fontFor(LabelStyle style, const QString& text) const;
    double widthOf(const QString& text, LabelStyle style) const;
    /// The label's texts, cut to fit.
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
