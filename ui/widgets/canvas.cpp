#include "ui/widgets/canvas.h"

#include "ui/picture/picture_palette.h"
#include "ui/widgets/canvas_accessible.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

bool isPlain(const QKeyEvent& event)
{
    return (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
}

} // namespace

void CanvasPicture::begin(QWidget& canvas, QWidget& surface, const QString& accessibleName)
{
    m_canvas = &canvas;
    m_surface = &surface;
    surface.setMouseTracking(true);
    const auto find = [this](const std::optional<QPoint>& point) { return termAt(point); };
    explainTermsIn(surface, find);
    if (&canvas != &surface)
        explainTermsIn(canvas, find);
    if (accessibleName.isEmpty())
        return;
    canvas.setFocusPolicy(Qt::StrongFocus);
    makeCanvasAccessible(canvas);
    canvas.setAccessibleName(accessibleName);
}

bool CanvasPicture::before(QEvent& event)
{
    switch (event.type()) {
    case QEvent::ToolTip: {
        const auto& help = static_cast<const QHelpEvent&>(event);
        const Tip tip = tipAt(help.pos());
        if (tip.text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help.globalPos(), tip.text, m_surface, tip.rect);
        return true;
    }
    case QEvent::ShortcutOverride:
        if (!isOwnKey(static_cast<const QKeyEvent&>(event)))
            return false;
        event.accept();
        return true;
    case QEvent::ContextMenu:
        return openMenuAtItem(static_cast<QContextMenuEvent&>(event));
    default:
        return false;
    }
}

CanvasPicture::Tip CanvasPicture::currentTip() const
{
    const QRect item = currentRect();
    return item.isNull() ? Tip() : tipAt(item.center());
}

std::optional<TermPlace> CanvasPicture::termAt(const std::optional<QPoint>& surfacePoint) const
{
    const Tip tip = surfacePoint ? tipAt(*surfacePoint) : currentTip();
    return tip.term ? std::optional(TermPlace{*tip.term, tip.text, tip.rect}) : std::nullopt;
}

bool CanvasPicture::openMenuAtItem(QContextMenuEvent& event)
{
    const QRect item = event.reason() == QContextMenuEvent::Keyboard ? currentRect() : QRect();
    if (item.isNull())
        return false;
    QContextMenuEvent there(QContextMenuEvent::Other, item.center(),
                            m_surface->mapToGlobal(item.bottomLeft()), event.modifiers());
    QCoreApplication::sendEvent(m_surface, &there);
    event.setAccepted(there.isAccepted());
    return true;
}

void CanvasPicture::after(const QEvent& event)
{
    switch (event.type()) {
    case QEvent::Leave:
        pointerLeft();
        break;
    case QEvent::FocusIn:
    case QEvent::FocusOut:
        m_surface->update(); // the keyboard's item has a frame while the canvas has the focus
        break;
    case QEvent::Resize:
        relayout();
        break;
    case QEvent::FontChange:
    case QEvent::PaletteChange:
    case QEvent::LanguageChange:
        restyle();
        relayout();
        m_surface->update();
        break;
    default:
        break;
    }
}

void CanvasPicture::paintMessage(QPainter& painter, const QString& message) const
{
    painter.setPen(PicturePalette::of(m_canvas->palette()).mutedText);
    painter.drawText(m_surface->rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap,
                     message);
}

bool CanvasPicture::isWalking(const QKeyEvent& event)
{
    const bool edge = event.key() == Qt::Key_Home || event.key() == Qt::Key_End;
    return isPlain(event) && (edge || arrowStep(event));
}

bool CanvasPicture::isPinning(const QKeyEvent& event)
{
    const int key = event.key();
    return isPlain(event) && (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space);
}

std::optional<QPoint> CanvasPicture::arrowStep(const QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Left:
        return QPoint(-1, 0);
    case Qt::Key_Right:
        return QPoint(1, 0);
    case Qt::Key_Up:
        return QPoint(0, -1);
    case Qt::Key_Down:
        return QPoint(0, 1);
    default:
        return std::nullopt;
    }
}

Canvas::Canvas(const QString& accessibleName, QWidget* parent)
    : QWidget(parent)
{
    begin(*this, *this, accessibleName);
}

bool Canvas::event(QEvent* event)
{
    if (before(*event))
        return true;
    const bool done = QWidget::event(event);
    after(*event);
    return done;
}

ScrolledCanvas::ScrolledCanvas(const QString& accessibleName, QWidget* parent)
    : QAbstractScrollArea(parent)
{
    begin(*this, *viewport(), accessibleName);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setBackgroundRole(QPalette::Base);
}

void ScrolledCanvas::setContent(double height, double step)
{
    QScrollBar* bar = verticalScrollBar();
    bar->setPageStep(viewport()->height());
    bar->setSingleStep(static_cast<int>(step));
    bar->setRange(0, std::max(0, static_cast<int>(std::ceil(height)) - viewport()->height()));
    viewport()->update();
}

bool ScrolledCanvas::event(QEvent* event)
{
    if (before(*event))
        return true;
    const bool done = QAbstractScrollArea::event(event);
    // The viewport reports leaving and resizing (see viewportEvent).
    if (event->type() != QEvent::Resize && event->type() != QEvent::Leave)
        after(*event);
    return done;
}

bool ScrolledCanvas::viewportEvent(QEvent* event)
{
    if (before(*event))
        return true;
    const bool done = QAbstractScrollArea::viewportEvent(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::Leave)
        after(*event);
    return done;
}

} // namespace headlight
