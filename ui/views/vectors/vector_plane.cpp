#include "ui/views/vectors/vector_plane.h"

#include "ui/picture/marks.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headlight {

namespace {

constexpr double kReach = 14; ///< pixels around a handle within which it can be grabbed
constexpr double kRadius = 7; ///< radius of a key
constexpr double kNameDistance = kRadius + 4; ///< distance of a name from its point

class PlanePainter
{
public:
    PlanePainter(QPainter& painter, const PlanePicture& picture, const PlaneFrame& frame)
        : m_painter(painter)
        , m_picture(picture)
        , m_frame(frame)
        , m_names(frame.area(), kNameDistance)
    { }

    void paint()
    {
        m_painter.setFont(m_picture.font);
        m_painter.fillRect(m_frame.area(), m_picture.palette.background);
        if (!m_picture.shade.isNull()) {
            m_painter.setRenderHint(QPainter::SmoothPixmapTransform);
            m_painter.drawImage(m_frame.area(), m_picture.shade);
        }
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setClipRect(m_frame.area());
        paintGrid();
        for (const PlanePicture::Key& key : m_picture.keys)
            if (key.arrow)
                paintArrow(*key.arrow, mixed(m_picture.palette.background, key.colour, 0.55), 1.5);
        paintKeys();
        paintArrow(m_picture.query, m_picture.palette.pin, 3);
        if (m_picture.answer)
            paintAnswer(*m_picture.answer);
        paintNames();
        paintMarks();
    }

private:
    void paintGrid()
    {
        const double step = m_frame.gridStep();
        const QRectF& area = m_frame.area();
        const QPointF low = m_frame.toPlane(area.bottomLeft());
        const QPointF high = m_frame.toPlane(area.topRight());
        m_painter.setPen(QPen(faded(m_picture.palette.line, 0.45F), 1));
        const auto first = [step](double from) { return static_cast<int>(std::ceil(from / step)); };
        const auto last = [step](double to) { return static_cast<int>(std::floor(to / step)); };
        for (int i = first(low.x()); i <= last(high.x()); ++i) {
            const double px = m_frame.toPicture({i * step, 0}).x();
            m_painter.drawLine(QPointF(px, area.top()), QPointF(px, area.bottom()));
        }
        for (int i = first(low.y()); i <= last(high.y()); ++i) {
            const double py = m_frame.toPicture({0, i * step}).y();
            m_painter.drawLine(QPointF(area.left(), py), QPointF(area.right(), py));
        }
        m_painter.setPen(QPen(m_picture.palette.mutedText, 1));
        const QPointF origin = m_frame.toPicture({0, 0});
        m_painter.drawLine(QPointF(area.left(), origin.y()), QPointF(area.right(), origin.y()));
        m_painter.drawLine(QPointF(origin.x(), area.top()), QPointF(origin.x(), area.bottom()));
    }

    void paintArrow(const QPointF& to, const QColor& colour, double width)
    {
        const QPointF start = m_frame.toPicture({0, 0});
        const QPointF end = m_frame.toPicture(to);
        const double length = std::hypot(end.x() - start.x(), end.y() - start.y());
        if (length < 2)
            return;
        const double head = 5 + 1.6 * width;
        m_painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap));
        m_painter.drawLine(start, end - (end - start) / length * head * 0.8);
        paintArrowHead(m_painter, start, end, colour, head, head * 0.45);
    }

    void paintKeys()
    {
        const QPointF query = m_frame.toPicture(m_picture.query);
        for (const PlanePicture::Key& key : m_picture.keys) {
            const QPointF at = m_frame.toPicture(key.at);
            // The thicker the line, the more this key's value contributes to the answer.
            if (key.weight > 0.004) {
                const QColor line
                    = faded(m_picture.palette.text, static_cast<float>(0.12 + 0.6 * key.weight));
                m_painter.setPen(QPen(line, 1 + 7 * key.weight, Qt::SolidLine, Qt::RoundCap));
                m_painter.drawLine(query, at);
            }
        }
        for (const PlanePicture::Key& key : m_picture.keys) {
            const QPointF at = m_frame.toPicture(key.at);
            m_painter.setPen(QPen(m_picture.palette.text, 1.4));
            m_painter.setBrush(key.colour);
            const double radius = key.named ? kRadius : kRadius / 2;
            m_painter.drawEllipse(at, radius, radius);
            if (key.arrow) {
                const QPointF tip = m_frame.toPicture(*key.arrow);
                m_painter.setBrush(key.colour);
                m_painter.setPen(QPen(m_picture.palette.text, 1));
                m_painter.drawRect(QRectF(tip - QPointF(5, 5), QSizeF(10, 10)));
            }
        }
    }

    /// No name covers another one: the query, the answer and marked points come first, then the keys by
    /// weight. Where points are close together, the least important stay unnamed until they are marked.
    void paintNames()
    {
        const QPointF half(kRadius, kRadius);
        for (const PlanePicture::Key& key : m_picture.keys)
            if (key.named)
                m_names.keepFree(QRectF(m_frame.toPicture(key.at) - half, m_frame.toPicture(key.at) + half));
        paintName(m_picture.query, m_picture.queryName, m_picture.palette.pin, true, true);
        if (m_picture.answer)
            paintName(*m_picture.answer, m_picture.answerText, m_picture.palette.text, true, true);
        std::vector<std::size_t> order(m_picture.keys.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        const auto rank = [this](std::size_t i) { return isMarked(i) ? 2 : m_picture.keys[i].weight; };
        std::ranges::stable_sort(order, [&rank](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
        for (const std::size_t i : order) {
            const PlanePicture::Key& key = m_picture.keys[i];
            if (key.named || isMarked(i))
                paintName(key.at, key.name, m_picture.palette.text, false, isMarked(i));
        }
    }

    bool isMarked(std::size_t key) const
    {
        const auto is = [key](const std::optional<PlaneHandle>& handle) {
            return handle && handle->kind == PlaneHandle::Kind::kKey
                && handle->entry == static_cast<int>(key);
        };
        return is(m_picture.current) || is(m_picture.hover);
    }

    /// Paints a name beside the tip, on the side away from the origin if there is room, inside the picture.
    void paintName(const QPointF& at, const QString& name, const QColor& colour, bool bold, bool anyway)
    {
        if (name.isEmpty())
            return;
        QFont font = m_picture.font;
        font.setBold(bold);
        const QFontMetricsF metrics(font);
        const QPointF tip = m_frame.toPicture(at);
        const QSizeF size(metrics.horizontalAdvance(name) + 4, metrics.height());
        const QPointF away(at.x(), -at.y()); // y grows downwards in the picture
        const std::optional<QRectF> rect
            = anyway ? m_names.placeAnyway(tip, size, away) : m_names.place(tip, size, away);
        if (!rect)
            return;
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(faded(m_picture.palette.background, 0.72F));
        m_painter.drawRoundedRect(*rect, 3, 3);
        m_painter.setFont(font);
        m_painter.setPen(colour);
        m_painter.drawText(*rect, Qt::AlignCenter | Qt::TextSingleLine, name);
        m_painter.setFont(m_picture.font);
    }

    void paintAnswer(const QPointF& at)
    {
        paintArrow(at, m_picture.palette.text, 2.5);
        const QPointF tip = m_frame.toPicture(at);
        m_painter.setBrush(m_picture.answerColour);
        m_painter.setPen(QPen(m_picture.palette.text, 1.8));
        m_painter.drawPolygon(QPolygonF(
            {tip + QPointF(0, -8), tip + QPointF(8, 0), tip + QPointF(0, 8), tip + QPointF(-8, 0)}));
    }

    void paintMarks()
    {
        const auto ring = [&](const std::optional<PlaneHandle>& handle, const QColor& colour, double width) {
            if (!handle)
                return;
            m_painter.setBrush(Qt::NoBrush);
            m_painter.setPen(QPen(colour, width));
            m_painter.drawEllipse(m_frame.toPicture(placeOf(m_picture, *handle)), kReach - 2, kReach - 2);
        };
        ring(m_picture.hover, m_picture.palette.mutedText, 1.2);
        ring(m_picture.current, m_picture.palette.pin, m_picture.focused ? 2.4 : 1.4);
    }

    QPainter& m_painter;
    const PlanePicture& m_picture;
    const PlaneFrame& m_frame;
    NamePlacement m_names;
};

} // namespace

PlaneFrame::PlaneFrame(const QRectF& area, double extent)
    : m_area(area)
    , m_scale(std::max(1.0, std::min(area.width(), area.height()) / 2 - 26) / std::max(extent, 1e-6))
{ }

QPointF PlaneFrame::toPicture(const QPointF& point) const
{
    return m_area.center() + QPointF(point.x() * m_scale, -point.y() * m_scale);
}

QPointF PlaneFrame::toPlane(const QPointF& picture) const
{
    const QPointF from = picture - m_area.center();
    return {from.x() / m_scale, -from.y() / m_scale};
}

double PlaneFrame::gridStep() const
{
    constexpr double kWanted = 48; // pixels
    const double rough = kWanted / m_scale;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough)
            return factor * power;
    return 10 * power;
}

QPointF placeOf(const PlanePicture& picture, const PlaneHandle& handle)
{
    if (handle.kind == PlaneHandle::Kind::kQuery)
        return picture.query;
    const auto entry = static_cast<std::size_t>(handle.entry);
    if (entry >= picture.keys.size())
        return {};
    const PlanePicture::Key& key = picture.keys[entry];
    return handle.kind == PlaneHandle::Kind::kKey ? key.at : key.arrow.value_or(key.at);
}

std::optional<PlaneHandle> handleAt(const PlanePicture& picture, const PlaneFrame& frame,
                                    const QPointF& point)
{
    std::optional<PlaneHandle> best;
    double nearest = kReach;
    const auto look = [&](const PlaneHandle& handle) {
        const QPointF step = frame.toPicture(placeOf(picture, handle)) - point;
        const double distance = std::hypot(step.x(), step.y());
        if (distance < nearest) {
            nearest = distance;
            best = handle;
        }
    };
    look({PlaneHandle::Kind::kQuery, 0});
    for (std::size_t i = 0; i < picture.keys.size(); ++i) {
        look({PlaneHandle::Kind::kKey, static_cast<int>(i)});
        if (picture.keys[i].arrow)
            look({PlaneHandle::Kind::kArrow, static_cast<int>(i)});
    }
    return best;
}

void paintVectorPlane(QPainter& painter, const PlanePicture& picture, const PlaneFrame& frame)
{
    PlanePainter(painter, picture, frame).paint();
}

namespace {

constexpr double kEdge = 2; ///< pixels left free at the edge of the picture

} // namespace

NamePlacement::NamePlacement(const QRectF& area, double distance)
    : m_area(area)
    , m_distance(distance)
{ }

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
        const bool covers
            = std::ranges::any_of(m_taken, [&rect](const QRectF& taken) { return taken.intersects(rect); });
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
