#include "ui/views/vectors/name_placement.h"

#include <algorithm>

namespace headlight {

namespace {

constexpr double kEdge = 2; ///< pixels left free at the edge of the picture

} // namespace

NamePlacement::NamePlacement(const QRectF& area, double distance)
    : m_area(area)
    , m_distance(distance)
{ }

void NamePlacement::keepFree(const QRectF& rect)
{
    m_taken.push_back(rect);
}

QRectF NamePlacement::inside(QRectF rect) const
{
    rect.moveLeft(std::clamp(rect.left(), m_area.left() + kEdge,
                             std::max(m_area.left() + kEdge, m_area.right() - kEdge - rect.width())));
    rect.moveTop(std::clamp(rect.top(), m_area.top() + kEdge,
                            std::max(m_area.top() + kEdge, m_area.bottom() - kEdge - rect.height())));
    return rect;
}

std::vector<QRectF> NamePlacement::choices(const QPointF& at, const QSizeF& size, const QPointF& away) const
{
    const double right = away.x() >= 0 ? 1 : -1;
    const double down = away.y() >= 0 ? 1 : -1;
    // Centre of the name relative to the point, in half sizes and distances: starting with the corner away
    // from the origin and ending with the opposite one.
    std::vector<QRectF> found;
    for (const double far : {1.0, 2.4}) {
        const double x = size.width() / 2 + far * m_distance;
        const double y = size.height() / 2 + far * m_distance;
        for (const QPointF& step :
             {QPointF(right * x, down * size.height() / 2), QPointF(right * x, -down * size.height() / 2),
              QPointF(0, down * y), QPointF(-right * x, down * size.height() / 2), QPointF(0, -down * y),
              QPointF(-right * x, -down * size.height() / 2), QPointF(right * x, down * y),
              QPointF(-right * x, -down * y)}) {
            QRectF rect(QPointF(), size);
            rect.moveCenter(at + step);
            found.push_back(rect);
        }
    }
    return found;
}

std::optional<QRectF> NamePlacement::place(const QPointF& at, const QSizeF& size, const QPointF& away)
{
    for (const QRectF& choice : choices(at, size, away)) {
        const QRectF rect = inside(choice);
        const bool covers = std::any_of(m_taken.begin(), m_taken.end(),
                                        [&rect](const QRectF& taken) { return taken.intersects(rect); });
        if (covers)
            continue;
        m_taken.push_back(rect);
        return rect;
    }
    return std::nullopt;
}

QRectF NamePlacement::placeAnyway(const QPointF& at, const QSizeF& size, const QPointF& away)
{
    if (const auto free = place(at, size, away))
        return *free;
    const QRectF rect = inside(choices(at, size, away).front());
    m_taken.push_back(rect);
    return rect;
}

} // namespace headlight
