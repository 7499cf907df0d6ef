#pragma once

#include "ui/picture/colour_map.h"
#include "ui/picture/picture_palette.h"

#include <QColor>
#include <QFont>
#include <QImage>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace headlight {

/// Something in the plane that the user can drag.
struct PlaneHandle
{
    enum class Kind : unsigned char { kQuery, kKey, kArrow };
    Kind kind = Kind::kQuery;
    int entry = 0; ///< for keys and arrows
    bool operator==(const PlaneHandle&) const = default;
};

/// Maps a square of the plane around the origin to a rectangle of a picture; x to the right, y upwards. A
/// value.
class PlaneFrame
{
public:
    PlaneFrame() = default;
    /// Contains everything up to `extent` from the origin, with room for names.
    PlaneFrame(const QRectF& area, double extent);

    QPointF toPicture(const QPointF& point) const;
    QPointF toPlane(const QPointF& picture) const;
    double scale() const { return m_scale; } ///< pixels per unit
    const QRectF& area() const { return m_area; }
    /// Distance of grid lines in units: 1, 2 or 5 times a power of ten.
    double gridStep() const;

private:
    QRectF m_area;
    double m_scale = 1;
};

/// Everything in the picture.
struct PlanePicture
{
    struct Key
    {
        QString name;
        QPointF at;
        double weight = 0; ///< 0 … 1: thickness and strength
        QColor colour; ///< colour of its value
        std::optional<QPointF> arrow; ///< its value, if values are arrows
        bool named = true;
    };
    QPointF query;
    QString queryName;
    std::vector<Key> keys;
    QColor answerColour;
    QString answerText;
    std::optional<QPointF> answer; ///< if values are arrows
    QImage shade; ///< answers for every position of the area, stretched over it; null = none
    PicturePalette palette;
    QFont font;
    std::optional<PlaneHandle> current, hover;
    bool focused = false;
};

/// The nearest handle within reach of a point of the picture.
std::optional<PlaneHandle> handleAt(const PlanePicture& picture, const PlaneFrame& frame,
                                    const QPointF& point);
QPointF placeOf(const PlanePicture& picture, const PlaneHandle& handle);

void paintVectorPlane(QPainter& painter, const PlanePicture& picture, const PlaneFrame& frame);

/// Finds room for names beside points, so that no name covers another name or a point. Earlier names take
/// precedence; a name without room is left out. A value.
class NamePlacement
{
public:
    /// `distance`: pixels between a point and its name.
    NamePlacement(const QRectF& area, double distance);

    /// Reserves an area that names must not cover, such as a point's disc.
    void keepFree(const QRectF& rect) { m_taken.push_back(rect); }
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
