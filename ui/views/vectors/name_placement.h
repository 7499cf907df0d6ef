#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace headlight {

/// Finds room for names beside points, so that no name covers another name or a point. Earlier names take
/// precedence; a name without room is left out. A value.
class NamePlacement
{
public:
    /// `distance`: pixels between a point and its name.
    NamePlacement(const QRectF& area, double distance);

    /// Reserves an area that names must not cover, such as a point's disc.
    void keepFree(const QRectF& rect);
    /// The room for a name of this size, on the side of `away` if that is free; std::nullopt = no room.
    std::optional<QRectF> place(const QPointF& at, const QSizeF& size, const QPointF& away);
    /// The same for a name that must be visible: takes the preferred side if all sides are occupied.
    QRectF placeAnyway(const QPointF& at, const QSizeF& size, const QPointF& away);

private:
    std::vector<QRectF> choices(const QPointF& at, const QSizeF& size, const QPointF& away) const;
    QRectF inside(QRectF rect) const;

    QRectF m_area;
    double m_distance;
    std::vector<QRectF> m_taken;
};

} // namespace headlight
