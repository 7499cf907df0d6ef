#include "ui/views/vectors/vector_canvas.h"

#include "ui/picture/colour_map.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headlight {

namespace {

constexpr std::size_t kMostNames = 12; ///< names shown for the keys with the largest weights
constexpr std::size_t kManyKeys = 64;

struct NumberRange
{
    double low = 0, high = 1;
    double share(double value) const { return high > low ? (value - low) / (high - low) : 0.5; }
};

NumberRange rangeOf(const VectorDictionary& dictionary)
{
    NumberRange range;
    bool any = false;
    for (const VectorDictionary::Entry& entry : dictionary.entries()) {
        const auto number = static_cast<double>(entry.value(0));
        range.low = any ? std::min(range.low, number) : number;
        range.high = any ? std::max(range.high, number) : number;
        any = true;
    }
    return range;
}

int levelFor(double share)
{
    return static_cast<int>(std::lround(255 * std::clamp(share, 0.0, 1.0)));
}

QColor colourFor(const ColourMap& map, double share)
{
    return QColor(map.at(levelFor(share)));
}

} // namespace

VectorCanvas::VectorCanvas()
    : Canvas(tr("Plane of query and keys"))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void VectorCanvas::setDictionary(const VectorDictionary& dictionary)
{
    const bool other = dictionary.entries().size() != m_dictionary.entries().size()
        || dictionary.row().has_value() != m_dictionary.row().has_value();
    m_dictionary = dictionary;
    if (other)
        m_current = {};
    if (!m_dragging || other)
        m_extent = dictionary.extent() * 1.15;
    rebuild();
}

void VectorCanvas::setShaded(bool shaded)
{
    m_shaded = shaded;
    rebuild();
}

void VectorCanvas::setColourMap(const QString& name)
{
    m_map = name;
    rebuild();
}

void VectorCanvas::rebuild()
{
    m_picture.palette = PicturePalette::of(palette());
    m_picture.font = font();
    m_frame = PlaneFrame(QRectF(rect()), m_extent);
    if (m_dictionary.entries().empty())
        return;
    const ColourMap& map = colourMap(m_map, m_picture.palette.backdrop);
    const VectorDictionary::Answer answer = m_dictionary.answer();
    const NumberRange range = rangeOf(m_dictionary);
    const bool arrows = m_dictionary.values() == DictionaryValues::kArrows;
    const std::size_t count = m_dictionary.entries().size();
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, [&answer](std::size_t a, std::size_t b) { return answer.weights[a] > answer.weights[b]; });
    m_picture.query = m_dictionary.queryPlace();
    m_picture.queryName = m_dictionary.queryName();
    m_picture.keys.assign(count, {});
    for (std::size_t rank = 0; rank < count; ++rank) {
        const std::size_t i = order[rank];
        const VectorDictionary::Entry& entry = m_dictionary.entries()[i];
        PlanePicture::Key& key = m_picture.keys[i];
        key.name = entry.name;
        key.at = m_dictionary.keyPlace(i);
        key.weight = std::clamp(answer.weights[i], 0.0, 1.0); // a plain share may be negative
        // Arrows have no order, so spread their keys evenly along the colour map.
        const double share = arrows ? static_cast<double>(i) / std::max(1.0, static_cast<double>(count - 1))
                                    : range.share(static_cast<double>(entry.value(0)));
        key.colour = colourFor(map, share);
        key.arrow = m_dictionary.arrowPlace(i);
        key.named = rank < kMostNames;
    }
    m_picture.answerColour = colourFor(map, range.share(answer.number()));
    m_picture.answer = answer.blend.size() == 2 ? std::optional(answer.arrow()) : std::nullopt;
    m_picture.answerText = tr("answer");
    m_picture.current = m_current;
    rebuildShade();
    update();
}

void VectorCanvas::rebuildShade()
{
    m_picture.shade = {};
    if (!m_shaded || m_dictionary.values() == DictionaryValues::kArrows || width() < 2 || height() < 2)
        return;
    // With many keys, a coarser shade keeps up with the mouse.
    const int side = m_dictionary.entries().size() > kManyKeys ? kShadeSide / 2 : kShadeSide;
    Matrix places(Index{side} * side, 2);
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const QPointF at = m_frame.toPlane({(x + 0.5) * width() / side, (y + 0.5) * height() / side});
            places.row(Index{y} * side + x) << static_cast<float>(at.x()), static_cast<float>(at.y());
        }
    }
    const std::vector<double> numbers = m_dictionary.numbersFor(places);
    const NumberRange range = rangeOf(m_dictionary);
    const ColourMap& map = colourMap(m_map, m_picture.palette.backdrop);
    m_picture.shade = QImage(side, side, QImage::Format_RGB32);
    // Muted, so that keys and names stand out.
    ColourMap::Table muted = map.table();
    for (QRgb& colour : muted)
        colour = mixed(m_picture.palette.background, QColor(colour), 0.45).rgb();
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            const auto place = static_cast<std::size_t>(Index{y} * side + x);
            m_picture.shade.setPixel(x, y,
                                     muted[static_cast<std::size_t>(levelFor(range.share(numbers[place])))]);
        }
    }
}

std::vector<PlaneHandle> VectorCanvas::handles() const
{
    std::vector<PlaneHandle> all{{PlaneHandle::Kind::kQuery, 0}};
    for (std::size_t i = 0; i < m_picture.keys.size(); ++i) {
        all.push_back({PlaneHandle::Kind::kKey, static_cast<int>(i)});
        if (m_picture.keys[i].arrow)
            all.push_back({PlaneHandle::Kind::kArrow, static_cast<int>(i)});
    }
    return all;
}

QPointF VectorCanvas::handlePosition(const PlaneHandle& handle) const
{
    return m_frame.toPicture(placeOf(m_picture, handle));
}

void VectorCanvas::setCurrent(const PlaneHandle& handle)
{
    if (handle == m_current)
        return;
    m_current = handle;
    m_picture.current = handle;
    update();
    emit currentChanged(handle);
}

void VectorCanvas::stepHandle(int step)
{
    const std::vector<PlaneHandle> all = handles();
    const auto found = std::ranges::find(all, m_current);
    const auto count = std::ssize(all);
    const auto place = found == all.end() ? 0 : found - all.begin();
    setCurrent(all[static_cast<std::size_t>((place + step + count) % count)]);
}

void VectorCanvas::nudge(double x, double y, bool far)
{
    // A step is a few pixels at any zoom level.
    const double step = (far ? 24 : 4) / m_frame.scale();
    emit moved(m_current, placeOf(m_picture, m_current) + QPointF(x, y) * step);
}

void VectorCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool far = event->modifiers().testFlag(Qt::ShiftModifier);
    if (const auto step = arrowStep(*event))
        return nudge(step->x(), -step->y(), far);
    switch (event->key()) {
    case Qt::Key_N:
        return stepHandle(1);
    case Qt::Key_P:
        return stepHandle(-1);
    case Qt::Key_Home:
        return setCurrent({});
    default:
        QWidget::keyPressEvent(event);
    }
}

void VectorCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto handle = handleAt(m_picture, m_frame, event->position())) {
        setCurrent(*handle);
        m_dragging = true;
    }
}

void VectorCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragging) {
        const QRectF inside = QRectF(rect()).adjusted(4, 4, -4, -4);
        const QPointF at(std::clamp(event->position().x(), inside.left(), inside.right()),
                         std::clamp(event->position().y(), inside.top(), inside.bottom()));
        emit moved(m_current, m_frame.toPlane(at));
        return;
    }
    const auto handle = handleAt(m_picture, m_frame, event->position());
    if (handle == m_picture.hover)
        return;
    m_picture.hover = handle;
    setCursor(handle ? Qt::OpenHandCursor : Qt::ArrowCursor);
    update();
}

void VectorCanvas::mouseReleaseEvent(QMouseEvent*)
{
    if (!m_dragging)
        return;
    m_dragging = false;
    m_extent = m_dictionary.extent() * 1.15;
    rebuild();
}

void VectorCanvas::pointerLeft()
{
    m_picture.hover.reset();
    update();
}

void VectorCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    m_picture.focused = hasFocus();
    paintVectorPlane(painter, m_picture, m_frame);
}

} // namespace headlight
