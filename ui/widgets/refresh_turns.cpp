#include "ui/widgets/refresh_turns.h"

#include "ui/widgets/trace_view.h"

#include <QElapsedTimer>

namespace headlight {

namespace {

constexpr qint64 kThirdOfFrame = 5; ///< milliseconds

} // namespace

RefreshTurns::RefreshTurns(QObject* parent)
    : QObject(parent)
{
    m_turn.setSingleShot(true);
    m_turn.setInterval(0);
    connect(&m_turn, &QTimer::timeout, this, &RefreshTurns::run);
}

RefreshTurns& RefreshTurns::of(QObject& owner)
{
    auto* const known = owner.findChild<RefreshTurns*>({}, Qt::FindDirectChildrenOnly);
    return known != nullptr ? *known : *new RefreshTurns(&owner);
}

void RefreshTurns::add(TraceView& view)
{
    m_due.emplace_back(&view);
    m_turn.start();
}

void RefreshTurns::run()
{
    QElapsedTimer time;
    time.start();
    // A refresh may add other views; they come last.
    while (!m_due.empty() && time.elapsed() < kThirdOfFrame) {
        const QPointer<TraceView> view = m_due.front();
        m_due.erase(m_due.begin());
        if (view)
            view->flush();
    }
    if (!m_due.empty())
        m_turn.start();
}

} // namespace headlight
