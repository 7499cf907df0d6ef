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

/// The part of the layout that is seen: a point of it at the upper left corner, and pixels for each unit.
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

/// On the way from one window to another, 0 … 1: one point stays where it is, and each moment magnifies by
/// the same factor.
FlowWindow between(const FlowWindow& from, const FlowWindow& to, double part);

/// What is marked, and how all looks.
struct FlowLook
{
    PicturePalette palette;
    QFont font;
    double pixelRatio = 1;
    int current = -1; ///< the box that the keyboard is on
    int hover = -1;
    bool focused = false;
};

/// A token's text beside its row of the column.
struct FlowToken
{
    QRectF band; ///< one line high; its right end is where the text ends
    QString text;
    bool beginning = false; ///< there is no room for dots: what fits of the text, from its beginning
};
/// `row`: of the column, in logical pixels of the surface. Nothing stands left of the column, so words longer
/// than it is wide reach into the margin.
FlowToken placeToken(const QRectF& row, const QString& text, const QFontMetricsF& metrics);

/// Everything but what follows the mouse and the keyboard: frames, arrows, matrices, names.
void paintFlow(QPainter& painter, FlowScene& scene, const FlowWindow& window, const FlowLook& look);
/// The followed token, the next tokens, the current box and the one under the mouse.
void paintFlowMarks(QPainter& painter, const FlowScene& scene, const FlowWindow& window,
                    const FlowLook& look);
/// Parts of matrices that are seen larger than their overviews show them.
std::vector<FlowDetail> wantedDetails(const FlowScene& scene, const FlowWindow& window);

} // namespace headlight
