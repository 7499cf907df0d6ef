#pragma once

#include "ui/picture/picture_palette.h"
#include "ui/views/flow/flow_scene.h"

#include <QFont>
#include <QPointF>
#include <QRectF>
#include <QString>

class QFontMetricsF;
class QPainter;

namespace headlight {

/// The visible part of the layout: the point at the upper left corner, and pixels per unit.
struct FlowWindow
{
    QPointF origin;
    double scale = 1;
    QSizeF surface; ///< logical pixels

    QPointF toSurface(const QPointF& point) const { return (point - origin) * scale; }
    QRectF toSurface(const QRectF& rect) const { return {toSurface(rect.topLeft()), rect.size() * scale}; }
    QPointF toLayout(const QPointF& point) const { return point / scale + origin; }
    QRectF shown() const { return {origin, surface / scale}; }
};

/// A window between two others, at 0 … 1: one point stays in place, and equal steps magnify by equal factors.
FlowWindow between(const FlowWindow& from, const FlowWindow& to, double part);

/// What is marked, and how everything looks.
struct FlowLook
{
    PicturePalette palette;
    QFont font;
    double pixelRatio = 1;
    int current = -1; ///< box with the keyboard cursor
    int hover = -1;
    bool focused = false;
};

/// A token's text beside its row of the column.
struct FlowToken
{
    QRectF band; ///< one line high; the text ends at its right end
    QString text;
    bool beginning = false; ///< no room for dots: shows as much of the beginning as fits
};
/// `row`: in the column, in logical pixels of the surface. There is nothing to the left of the column, so
/// words wider than it extend into the margin. Words higher than their row stay between the ends of the
/// column, above which its heading is.
FlowToken placeToken(const QRectF& row, const QRectF& column, const QString& text,
                     const QFontMetricsF& metrics);

/// Everything that does not follow mouse or keyboard: frames, arrows, matrices, names.
void paintFlow(QPainter& painter, FlowScene& scene, const FlowWindow& window, const FlowLook& look);
/// The followed token, the next tokens, the current box and the one under the mouse.
void paintFlowMarks(QPainter& painter, const FlowScene& scene, const FlowWindow& window,
                    const FlowLook& look);
/// Parts of matrices displayed larger than their overviews can show.
std::vector<FlowDetail> wantedDetails(const FlowScene& scene, const FlowWindow& window);

} // namespace headlight
