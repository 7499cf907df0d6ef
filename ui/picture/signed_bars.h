#pragma once

#include "core/math/matrix.h"

#include <QColor>
#include <QRectF>

#include <optional>

class QPainter;

namespace headlight {

struct PicturePalette;

/// Colours of positive and negative numbers, as in maps: the two arms of the diverging map.
struct SignColours
{
    QColor positive, negative, zeroLine;

    static SignColours of(const PicturePalette& palette);
    const QColor& at(double value) const { return value < 0 ? negative : positive; }
};

/// A vector as a row of bars around a zero line, positive up: geometry and painting, no widgets. If there are
/// more numbers than pixels, a pixel shows the one of largest magnitude.
struct SignedBars
{
    QRectF area;
    Index count = 0; ///< numbers in the row
    double reach = 1; ///< magnitude that fills half the height

    /// Left and right edge of a bar on whole pixels, without the gap to the next one.
    QRectF column(Index i) const;
    /// The number at x; nothing beside the bars.
    std::optional<Index> at(double x) const;
    bool pooled() const { return static_cast<double>(count) > area.width(); }
    /// Draws the first `shown` numbers (all if negative).
    void paint(QPainter& painter, const RowVector& values, const SignColours& colours,
               Index shown = -1) const;
};

/// The largest magnitude in the vector; 1 if it is empty or all zeros, so that callers can divide by it.
double reachOf(const RowVector& values);

} // namespace headlight
