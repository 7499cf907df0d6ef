#include "ui/widgets/scrolled_canvas.h"

#include "ui/picture/picture_palette.h"
#include "ui/widgets/canvas_accessible.h"

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

ScrolledCanvas::ScrolledCanvas(const QString& accessibleName, QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Base);
    makeCanvasAccessible(*this);
    setAccessibleName(accessibleName);
}

void ScrolledCanvas::setContent(double height, double step)
{
    QScrollBar* bar = verticalScrollBar();
    bar->setPageStep(viewport()->height());
    bar->setSingleStep(static_cast<int>(step));
    bar->setRange(0, std::max(0, static_cast<int>(std::ceil(height)) - viewport()->height()));
    viewport()->update();
}

void ScrolledCanvas::paintMessage(QPainter& painter, const QString& message) const
{
    painter.setPen(PicturePalette::of(palette()).mutedText);
    painter.drawText(viewport()->rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap,
                     message);
}

bool ScrolledCanvas::isWalking(const QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
        return isPlain(event);
    default:
        return false;
    }
}

bool ScrolledCanvas::isPinning(const QKeyEvent& event)
{
    const int key = event.key();
    return isPlain(event) && (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space);
}

bool ScrolledCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = dynamic_cast<QKeyEvent*>(event);
        if (key != nullptr && isOwnKey(*key)) {
            event->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

bool ScrolledCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = dynamic_cast<QHelpEvent*>(event);
        const Tip tip = help != nullptr ? tipAt(help->pos()) : Tip();
        if (tip.text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), tip.text, viewport(), tip.rect);
        return true;
    }
    if (event->type() == QEvent::Leave)
        pointerLeft();
    return QAbstractScrollArea::viewportEvent(event);
}

void ScrolledCanvas::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

void ScrolledCanvas::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        takeFont();
        relayout();
    }
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}

} // namespace headlight
