#include "ui/window/lessons/welcome_bar.h"

#include "ui/state/window_settings.h"

#include <QEvent>

namespace headlight {

WelcomeBar::WelcomeBar(Settings& settings, MessageBar& banner, QWidget* parent)
    : MessageBar(parent)
    , m_settings(settings)
    , m_banner(banner)
{
    setObjectName(QStringLiteral("welcomeBar"));
    setOneLine();
    setShort(tr("New here?"));
    setAction(tr("Start the tour"));
    setOther(tr("Examples"));
    banner.installEventFilter(this);
    connect(this, &MessageBar::closed, this, &WelcomeBar::leave);
    connect(this, &MessageBar::actionClicked, this, &WelcomeBar::leave);
}

void WelcomeBar::offer()
{
    m_offers = !kTourSeen.of(m_settings);
    say(Kind::kInfo,
        m_offers && m_banner.isHidden() ? tr("New here? A one-minute tour shows you around.") : QString());
}

void WelcomeBar::leave()
{
    kTourSeen.set(m_settings, true);
    offer();
}

bool WelcomeBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_banner && m_offers
        && (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent))
        offer();
    return MessageBar::eventFilter(watched, event);
}

} // namespace headlight
