#include "ui/window/bars/overlay.h"

#include "ui/widgets/elided_label.h"

#include <QEvent>
#include <QWidget>

#include <algorithm>

namespace headlight {

namespace {

constexpr int kWidest = 620;
constexpr int kInset = 12;
constexpr int kNarrowest = 32; ///< letters
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

// `above`: what the bars below it take of the height.
QRect Overlay::placeOf(QWidget& bar, int above)
{
    const QPoint corner
        = m_area.mapTo(bar.parentWidget(), QPoint(m_area.width() - kInset, m_area.height() - kInset - above));
    const auto inWidth = [&](int width) {
        const int height = bar.hasHeightForWidth() ? bar.heightForWidth(width) : bar.sizeHint().height();
        return QRect(corner - QPoint(width, height), QSize(width, height));
    };
    QRect place = inWidth(std::min(kWidest, m_area.width() - 2 * kInset));
    for (ElidedLabel* const words : m_area.findChildren<ElidedLabel*>()) {
        words->installEventFilter(this); // at most once
        if (!words->isVisible() || words->text().isEmpty())
            continue;
        const QRect clear(words->mapTo(bar.window(), QPoint()), words->size());
        const QRect kept(bar.parentWidget()->mapFrom(bar.window(), clear.topLeft()), clear.size());
        if (!place.intersects(kept))
            continue;
        const int beside = corner.x() - kept.right() - kBetweenBars;
        if (beside >= kNarrowest * bar.fontMetrics().averageCharWidth())
            place = inWidth(std::min(place.width(), beside));
        else
            place.moveBottom(kept.top() - kBetweenBars);
    }
    return place;
}

void Overlay::placeAll()
{
    if (m_placing)
        return;
    m_placing = true;
    int height = 0;
    for (QWidget* bar : m_bars) {
        if (bar->isHidden())
            continue;
        const QRect place = placeOf(*bar, height);
        bar->setGeometry(place);
        bar->raise();
        height = m_area.mapTo(bar->parentWidget(), QPoint(0, m_area.height() - kInset)).y() - place.top()
            + kBetweenBars;
    }
    m_placing = false;
}

} // namespace headlight
