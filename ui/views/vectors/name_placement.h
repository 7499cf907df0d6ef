#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace headlight {

/// Finds room for names beside points, so that no name covers another one or a point. Who comes first has
/// the choice; who finds no room gets none. A value.
class NamePlacement
{
public:
    /// `distance`: pixels between a point and its name.
    NamePlacement(const QRectF& area, double distance);

    /// Something that names must not cover, such as a point's disc.
    void keepFree(const QRectF& rect);
    /// The room for a name of this size, on the side of `away` if that is free; std::nullopt: nowhere.
    std::optional<QRectF> place(const QPointF& at, const QSizeF& size, const QPointF& away);
    /// The same for a name that must be seen: on its first side where all sides are taken.
    QRectF placeAnyway(const QPointF& at, const QSizeF& size, const QPointF& away);

private:
    std::vector<QRectF> choices(const QPointF& at, const QSizeF& size, const QPointF& away) const;
    QRectF inside(QRectF rect) const;

    QRectF m_area;
    double m_distance;
    std::vector<QRectF> m_taken;
};

} // namespace headlight
