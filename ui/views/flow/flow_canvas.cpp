#include "ui/views/flow/flow_canvas.h"

#include "ui/background/once_after.h"
#include "ui/views/flow/flow_words.h"
#include "ui/widgets/wrap_layout.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace headlight {

namespace {

constexpr double kKeyStep = 1.3; ///< per press of + or −
constexpr double kWheelStep = 1.2; ///< per notch of the wheel
constexpr double kNextLevel = 1.25; ///< change of size that counts as another level
constexpr double kLargestScale = 400;
constexpr int kSoon = 60; ///< milliseconds

} // namespace

FlowCanvas::FlowCanvas(const QString& accessibleName)
    : Canvas(accessibleName)
{
    setMinimumSize(160, 120);
    onceAfter(m_soon, kSoon, this, &FlowCanvas::redraw);
    m_animation.setStartValue(0.0);
    m_animation.setEndValue(1.0);
    m_animation.setEasingCurve(QEasingCurve::InOutCubic);
    connect(&m_animation, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        m_painted = between(m_start, m_window, value.toDouble());
        redraw();
    });
    FlowCanvas::restyle();
}

void FlowCanvas::restyle()
{
    m_look.palette = PicturePalette::of(palette());
    m_look.font = fontAt(m_window.scale);
    redraw();
}

void FlowCanvas::redraw()
{
    m_picture = {};
    update();
}

void FlowCanvas::redrawSoon()
{
    if (!m_soon.isActive())
        m_soon.start();
}

void FlowCanvas::setMessage(const QString& message)
{
    m_message = message;
    redraw();
}

void FlowCanvas::setLayout(FlowLayout layout, const std::optional<FlowBox>& kept)
{
    const FlowBox* const current = m_scene.layout.box(m_look.current);
    const std::optional<FlowBox> marked = current != nullptr ? std::optional(*current) : std::nullopt;
    m_scene.layout = std::move(layout);
    // Boxes come and go: the cursor stays on its box, or moves to its layer.
    m_look.current = marked ? m_scene.layout.find(*marked) : -1;
    if (marked && m_look.current < 0)
        m_look.current = m_scene.layout.findLayer(marked->stack, marked->layer);
    m_look.hover = -1;
    m_hover = {};
    const FlowBox* const part = kept ? m_scene.layout.box(m_scene.layout.find(*kept)) : nullptr;
    if (m_whole || !part)
        return setWindow(windowFor(m_scene.layout.bounds()), true);
    FlowWindow window = m_window;
    window.origin += part->rect.topLeft() - kept->rect.topLeft();
    setWindow(window, false);
}

double FlowCanvas::scaleFor(const QRectF& part) const
{
    if (part.isEmpty())
        return 1;
    return std::clamp(
        std::min((width() - 2 * kFlowEdge) / part.width(), (height() - 2 * kFlowEdge) / part.height()), 1e-3,
        kLargestScale);
}

void FlowCanvas::setWindow(const FlowWindow& window, bool whole)
{
    m_animation.stop();
    m_window = window;
    m_window.surface = size();
    m_painted = m_window;
    m_whole = whole;
    m_look.font = fontAt(window.scale);
    redraw();
    emit windowChanged();
}

void FlowCanvas::moveTo(const FlowWindow& window, bool whole)
{
    const FlowWindow start = m_painted;
    setWindow(window, whole);
    const int duration = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this);
    if (duration <= 0 || !isVisible() || start.surface != m_window.surface)
        return;
    m_start = m_painted = start;
    m_animation.setDuration(duration);
    m_animation.start();
}

FlowWindow FlowCanvas::windowFor(const QRectF& part) const
{
    FlowWindow window = m_window;
    window.scale = scaleFor(part);
    window.origin = part.center() - QPointF(width(), height()) / (2 * window.scale);
    return window;
}

void FlowCanvas::zoomBy(double factor, const QPointF& around)
{
    FlowWindow window = m_painted;
    const QPointF fixed = window.toLayout(around);
    window.scale = std::clamp(window.scale * factor, scaleFor(m_scene.layout.bounds()) * 0.5, kLargestScale);
    window.origin = fixed - around / window.scale;
    setWindow(window, false);
}

void FlowCanvas::zoomIn(const QPointF& point)
{
    const int index = m_scene.layout.boxAt(m_window.toLayout(point));
    // The inside of a folded layer is visible once it is open.
    for (int i = index; m_scene.layout.box(i) != nullptr; i = m_scene.layout.box(i)->parent)
        if (const FlowBox& box = *m_scene.layout.box(i); box.kind == FlowBox::Kind::kLayer && !box.open)
            return emit layerEntered(box);
    for (const QRectF& level : m_scene.layout.levels(index))
        if (scaleFor(level) > m_window.scale * kNextLevel)
            return zoomTo(level);
}

void FlowCanvas::zoomOut()
{
    const int box = m_scene.layout.boxAt(m_window.shown().center());
    const std::vector<QRectF> levels = m_scene.layout.levels(box);
    const auto wider = std::find_if(levels.rbegin(), levels.rend(), [&](const QRectF& level) {
        return level != m_scene.layout.bounds() && scaleFor(level) * kNextLevel < m_window.scale;
    });
    if (wider == levels.rend())
        showWhole();
    else
        zoomTo(*wider);
}

QRectF FlowCanvas::boxRect(int index) const
{
    const FlowBox* const box = m_scene.layout.box(index);
    return box != nullptr ? m_window.toSurface(box->rect) : QRectF();
}

QRectF FlowCanvas::currentPlace() const
{
    const FlowBox* const box = m_scene.layout.box(m_look.current);
    return box != nullptr ? m_window.toSurface(box->place()) : QRectF();
}

QRectF FlowCanvas::cellRect(const FlowPlace& place) const
{
    const FlowBox* const box = m_scene.layout.box(place.box);
    if (box == nullptr || place.row < 0)
        return boxRect(place.box);
    QRectF row = m_scene.rowRect(*box, place.row);
    const int columns = m_scene.size(*box).second;
    if (place.column >= 0 && columns > 0) {
        const double width = row.width() / columns;
        row = QRectF(row.left() + place.column * width, row.top(), width, row.height());
    }
    return m_window.toSurface(row);
}

void FlowCanvas::setCurrent(int index)
{
    if (index == m_look.current)
        return;
    m_look.current = index;
    if (const QRectF rect = currentPlace(); !rect.isNull())
        reveal(rect);
    update();
    sayCurrent(*this, flowWords(m_scene, {index, -1, -1}));
}

void FlowCanvas::reveal(const QRectF& rect)
{
    const QRectF room
        = QRectF(QPointF(), QSizeF(size())).adjusted(kFlowEdge, kFlowEdge, -kFlowEdge, -kFlowEdge);
    if (room.contains(rect) || m_whole)
        return;
    const auto shift = [](double low, double high, double from, double to) {
        return high - low > to - from ? 0 : low < from ? low - from : high > to ? high - to : 0;
    };
    FlowWindow window = m_window;
    window.origin += QPointF(shift(rect.left(), rect.right(), room.left(), room.right()),
                             shift(rect.top(), rect.bottom(), room.top(), room.bottom()))
        / window.scale;
    setWindow(window, false);
}

void FlowCanvas::setHover(const FlowPlace& place)
{
    if (place == m_hover)
        return;
    m_hover = place;
    m_look.hover = place.box;
    const FlowBox* const box = m_scene.layout.box(place.box);
    const bool clickable = box != nullptr && (!box->isFrame() || !box->open);
    setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
    emit hovered(place);
}

void FlowCanvas::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    if (!m_message.isEmpty()) {
        painter.fillRect(rect(), m_look.palette.background);
        return paintMessage(painter, m_message);
    }
    const double ratio = devicePixelRatioF();
    if (!keepsPicture()) {
        painter.fillRect(event->rect(), m_look.palette.background);
        paintFlow(painter, m_scene, m_painted, m_look);
    } else if (m_picture.isNull() || m_picture.devicePixelRatio() != ratio) {
        m_look.pixelRatio = ratio;
        m_picture = QPixmap(size() * ratio);
        m_picture.setDevicePixelRatio(ratio);
        m_picture.fill(m_look.palette.background);
        QPainter inner(&m_picture);
        inner.setLayoutDirection(painter.layoutDirection());
        paintFlow(inner, m_scene, m_painted, m_look);
    }
    if (keepsPicture())
        painter.drawPixmap(0, 0, m_picture);
    m_look.focused = hasFocus();
    paintFlowMarks(painter, m_scene, m_painted, m_look);
}

void FlowCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_pressed = m_panned = event->position();
    m_panning = false;
}

void FlowCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressed || !(event->buttons() & (Qt::LeftButton | Qt::MiddleButton)))
        return setHover(m_scene.placeAt(m_window.toLayout(event->position())));
    const QPointF moved = event->position() - *m_pressed;
    if (!m_panning && moved.manhattanLength() < QApplication::startDragDistance())
        return;
    m_panning = true;
    setCursor(Qt::ClosedHandCursor);
    FlowWindow window = m_painted;
    window.origin -= (event->position() - m_panned) / window.scale;
    m_panned = event->position();
    setWindow(window, false);
}

void FlowCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_pressed)
        return;
    const bool clicked = !m_panning && event->button() == Qt::LeftButton;
    const QPointF point = *m_pressed;
    m_pressed.reset();
    m_panning = false;
    setCursor(Qt::ArrowCursor);
    if (clicked)
        click(point);
    setHover({});
    setHover(m_scene.placeAt(m_window.toLayout(event->position())));
}

void FlowCanvas::click(const QPointF& point)
{
    const FlowPlace place = m_scene.placeAt(m_window.toLayout(point));
    const FlowBox* const box = m_scene.layout.box(place.box);
    if (box == nullptr)
        return;
    if (box->kind == FlowBox::Kind::kLayer && box->title.contains(m_window.toLayout(point)))
        return emit layerToggled(place.box);
    m_look.current = box->isFrame() && box->open ? m_look.current : place.box;
    update();
    emit chosen(place);
}

void FlowCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const int index = m_scene.layout.boxAt(m_window.toLayout(event->position()));
    const FlowBox* box = m_scene.layout.box(index);
    // The first click has already toggled a title.
    if (box != nullptr && box->kind == FlowBox::Kind::kLayer
        && box->title.contains(m_window.toLayout(event->position())))
        return;
    zoomIn(event->position());
}

void FlowCanvas::wheelEvent(QWheelEvent* event)
{
    const double notches = event->angleDelta().y() / 120.0;
    if (notches != 0)
        zoomBy(std::pow(kWheelStep, notches), event->position());
    event->accept();
}

bool FlowCanvas::isOwnKey(const QKeyEvent& event) const
{
    if (event.key() == Qt::Key_Escape)
        return !m_whole;
    return isWalking(event) || isPinning(event);
}

void FlowCanvas::walk(const QPoint& direction)
{
    const FlowLayout& layout = m_scene.layout;
    int from = m_look.current;
    if (from < 0)
        from = layout.findMatrix(Site::kWeights, m_scene.head);
    const int to = m_look.current < 0 && from >= 0 ? from : layout.neighbour(std::max(from, 0), direction);
    setCurrent(to);
    emit chosen({to, -1, -1});
}

bool FlowCanvas::keyZoom(int key)
{
    const QRectF rect = currentPlace();
    const QPointF around = rect.isNull() ? QPointF(width(), height()) / 2 : rect.center();
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(kKeyStep, around);
        return true;
    case Qt::Key_Minus:
        zoomBy(1 / kKeyStep, around);
        return true;
    case Qt::Key_0:
    case Qt::Key_Home:
        showWhole();
        return true;
    case Qt::Key_Escape:
        if (m_whole)
            return false;
        zoomOut();
        return true;
    default:
        return false;
    }
}

void FlowCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    if (plain && keyZoom(event->key()))
        return;
    const auto direction = plain ? arrowStep(*event) : std::nullopt;
    if (direction)
        return walk(*direction);
    if (const FlowBox* const box = m_scene.layout.box(m_look.current); isPinning(*event) && box != nullptr) {
        if (event->key() == Qt::Key_Space)
            zoomIn(currentPlace().center());
        else
            emit activated(*box);
        return;
    }
    QWidget::keyPressEvent(event);
}

CanvasPicture::Tip FlowCanvas::tipAt(const QPoint& point) const
{
    const FlowPlace place = m_scene.placeAt(m_window.toLayout(point));
    const FlowBox* const box = m_scene.layout.box(place.box);
    if (box == nullptr || (box->isFrame() && box->open)) // a frame that shows its inside
        return {};
    return {flowTip(m_scene, place), cellRect(place).toAlignedRect(),
            box->hasRows() ? std::nullopt : termOfBox(*box)};
}

CanvasPicture::Tip FlowCanvas::currentTip() const
{
    const FlowBox* const box = m_scene.layout.box(m_look.current);
    if (box == nullptr)
        return {};
    return {flowTip(m_scene, {m_look.current, -1, -1}), currentRect(), termOfBox(*box)};
}

FlowLevels::FlowLevels()
    : m_row(new WrapLayout(0, this))
{ }

void FlowLevels::setLevels(std::vector<Level> levels)
{
    m_levels = std::move(levels);
    while (m_buttons.size() < m_levels.size()) {
        auto* const made = new QToolButton;
        made->setAutoRaise(true);
        made->setFocusPolicy(Qt::TabFocus);
        made->setToolTip(tr("Zoom to this part"));
        connect(made, &QToolButton::clicked, this,
                [this, i = m_buttons.size()] { emit chosen(m_levels[i].rect); });
        m_row->addWidget(made);
        m_buttons.push_back(made);
    }
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        m_buttons[i]->setVisible(i < m_levels.size());
        if (i < m_levels.size())
            m_buttons[i]->setText((i == 0 ? QString() : QStringLiteral("▸ ")) + m_levels[i].name);
    }
}

int FlowLevels::wholeWidth() const
{
    const QMargins around = m_row->contentsMargins();
    return m_buttons.empty() ? 0 : m_buttons.front()->sizeHint().width() + around.left() + around.right();
}

} // namespace headlight
