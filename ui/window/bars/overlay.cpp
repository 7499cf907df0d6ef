#include "ui/window/bars/overlay.h"

#include <QEvent>
#include <QLayout>
#include <QWidget>

#include <algorithm>

namespace headlight {

namespace {

constexpr int kWidest = 620;
constexpr int kInset = 12;
constexpr int kBetweenBars = 6;

} // namespace

Overlay::Overlay(QWidget& area)
    : QObject(&area)
    , m_area(area)
{
    area.installEventFilter(this);
}

void Overlay::add(QWidget* bar)
{
    m_bars.push_back(bar);
    bar->installEventFilter(this);
    placeAll();
}

void Overlay::addAbove(QWidget* bar)
{
    m_above.push_back(bar);
    bar->installEventFilter(this);
    placeAll();
}

bool Overlay::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::LayoutRequest:
        placeAll();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void Overlay::placeAll()
{
    if (m_placing)
        return;
    m_placing = true;
    const auto corner = [this](const QWidget& bar) {
        return m_area.mapTo(bar.parentWidget(), QPoint(m_area.width() - kInset, m_area.height() - kInset));
    };
    int height = 0;
    for (QWidget* bar : m_bars) {
        if (bar->isHidden())
            continue;
        const int width = std::min(kWidest, m_area.width() - 2 * kInset);
        const int own = bar->hasHeightForWidth() ? bar->heightForWidth(width) : bar->sizeHint().height();
        const QPoint at = corner(*bar) - QPoint(width, height + own);
        bar->setGeometry(QRect(at, QSize(width, own)));
        bar->raise();
        height += own + kBetweenBars;
    }
    for (QWidget* bar : m_above) {
        if (bar->isHidden())
            continue;
        const QSize own = bar->sizeHint().boundedTo(m_area.size());
        const QPoint at = m_area.mapTo(bar->parentWidget(), QPoint(m_area.width() - own.width() - kInset, 0));
        bar->setGeometry(QRect(at, own));
        bar->raise();
    }
    m_placing = false;
}

} // namespace headlight
