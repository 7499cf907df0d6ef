#include "ui/widgets/spotlight.h"

#include "ui/picture/marks.h"

#include <QEvent>
#include <QPainter>
#include <QTimer>

#include <utility>

namespace headlight {

namespace {
constexpr int kWide = 3; ///< pixels of the ring
constexpr float kVeil = 0.5F; ///< its opacity

QRect placeOf(const QWidget& part, const QWidget& window)
{
    return {part.mapTo(&window, QPoint()), part.size()};
}
} // namespace

Spotlight::Spotlight(QWidget* window)
    : QWidget(window)
{
    setObjectName(QStringLiteral("spotlight"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    window->installEventFilter(this);
    hide();
}

void Spotlight::setTarget(QWidget* target, const QWidgetList& words)
{
    const auto follow = [this](QWidget* widget, bool follows) {
        if (widget != nullptr && follows)
            widget->installEventFilter(this);
        else if (widget != nullptr)
            widget->removeEventFilter(this);
    };
    follow(m_target, false);
    for (const QPointer<QWidget>& each : std::as_const(m_words))
        follow(each, false);
    m_target = target;
    m_words = QList<QPointer<QWidget>>(words.begin(), words.end());
    follow(target, true);
    for (QWidget* const each : words)
        follow(each, true);
    place();
}

QRect Spotlight::ring() const
{
    return placeOf(*m_target, *parentWidget()).adjusted(-kWide, -kWide, kWide, kWide)
        & parentWidget()->rect();
}

void Spotlight::place()
{
    const bool seen = m_target != nullptr && m_target->isVisible();
    const QRegion before = isVisible() ? mask() : QRegion();
    if (seen) {
        setGeometry(parentWidget()->rect());
        // Nothing below the ring's inside has to be painted again with it.
        QRegion covered = m_words.isEmpty() ? QRegion(ring()) : QRegion(rect());
        covered -= ring().adjusted(kWide, kWide, -kWide, -kWide);
        for (const QPointer<QWidget>& each : m_words)
            if (each != nullptr && each->isVisible())
                covered -= placeOf(*each, *parentWidget());
        setMask(covered);
        raise();
    }
    setVisible(seen);
    // What a widget with another mask has covered: Qt does not paint its opaque children again.
    if (before.isEmpty() || (seen && mask() == before))
        return;
    update();
    for (QWidget* each : parentWidget()->findChildren<QWidget*>())
        if (each != this && each->window() == window() && each->isVisible())
            each->update(before.translated(-each->mapTo(parentWidget(), QPoint())));
}

void Spotlight::paintEvent(QPaintEvent*)
{
    if (m_target == nullptr)
        return;
    QPainter painter(this);
    if (!m_words.isEmpty())
        painter.fillRect(rect(), faded(palette().color(QPalette::Window), kVeil));
    painter.fillRect(ring(), palette().color(QPalette::Highlight));
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
