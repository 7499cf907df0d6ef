#pragma once

#include "ui/window/bars/message_bar.h"

namespace headlight {

class Settings;

/// Offers the tour to users who have not seen it, in the place reserved for the banner of edits, and gives
/// way to that: two messages at once are one too many.
class WelcomeBar : public MessageBar
{
    Q_OBJECT
public:
    WelcomeBar(Settings& settings, MessageBar& banner, QWidget* parent = nullptr);

    /// Does nothing if the tour was seen or the offer was closed.
    void offer();
    /// Never offers it again.
    void leave();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Settings& m_settings;
    MessageBar& m_banner;
    bool m_offers = false;
};

} // namespace headlight
