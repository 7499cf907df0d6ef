#include "ui/window/bars/veil.h"

#include <QEvent>
#include <QPainter>

namespace headlight {

namespace {

constexpr int kOpacity = 140; ///< of 255

} // namespace

Veil::Veil(QWidget& area)
    : QWidget(&area)
{
    setObjectName(QStringLiteral("veil"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    area.installEventFilter(this);
    hide();
}

void Veil::setOn(bool on)
{
    setGeometry(parentWidget()->rect());
    setVisible(on);
    raise();
}

void Veil::paintEvent(QPaintEvent*)
{
    QColor ground = palette().color(QPalette::Window);
    ground.setAlpha(kOpacity);
    QPainter(this).fillRect(rect(), ground);
}

bool Veil::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

} // namespace headlight
