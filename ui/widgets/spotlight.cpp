#include "ui/widgets/spotlight.h"

#include <QEvent>
#include <QPainter>
#include <QTimer>

namespace headlight {

namespace {
constexpr int kWide = 3; ///< pixels of the ring
} // namespace

Spotlight::Spotlight(QWidget* window)
    : QWidget(window)
{
    setObjectName(QStringLiteral("spotlight"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    window->installEventFilter(this);
    hide();
}

void Spotlight::setTarget(QWidget* target)
{
    if (m_target != nullptr)
        m_target->removeEventFilter(this);
    m_target = target;
    if (target != nullptr)
        target->installEventFilter(this);
    place();
}

void Spotlight::place()
{
    const bool seen = m_target != nullptr && m_target->isVisible();
    if (seen) {
        const QRect around = QRect(m_target->mapTo(parentWidget(), QPoint()), m_target->size())
                                 .adjusted(-kWide, -kWide, kWide, kWide)
            & parentWidget()->rect();
        setGeometry(around);
        // Nothing below the ring's inside has to be painted again with it.
        setMask(QRegion(rect()).subtracted(rect().adjusted(kWide, kWide, -kWide, -kWide)));
        raise();
    }
    setVisible(seen);
}

void Spotlight::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), palette().color(QPalette::Highlight));
}

bool Spotlight::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::LayoutRequest:
        QTimer::singleShot(0, this, &Spotlight::place); // once the layouts have settled
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace headlight
