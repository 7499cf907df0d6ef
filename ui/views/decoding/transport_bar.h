#pragma once

#include "ui/state/commands.h"

#include <QLabel>
#include <QWidget>

class QAction;

namespace headlight {

class Settings;
class StepPlayer;
class WrapLayout;

/// Buttons for walking through a decoding, the pace of playback, the current position and the model's speed.
/// The actions belong to the view that contains the bar, so that their keys work there. UI thread.
class TransportBar : public QWidget
{
    Q_OBJECT
public:
    TransportBar(StepPlayer& player, Settings& settings, QWidget* view);

    /// any: whether there are steps to walk through.
    void adapt(bool any);
    void updateIcons();
    void setPlace(const QString& text) { m_place->setText(text); }
    /// note: a remark on the speed, shown as a warning unless it is empty.
    void setSpeed(const QString& text, const QString& note);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QAction* addStepAction(CommandId command, void (StepPlayer::*slot)());
    void buildPace(WrapLayout& layout, Settings& settings);

    StepPlayer& m_player;
    QWidget* m_view;
    QAction* m_restart = nullptr;
    QAction* m_back = nullptr;
    QAction* m_play = nullptr;
    QAction* m_forward = nullptr;
    QAction* m_end = nullptr;
    QLabel* m_place = nullptr;
    QLabel* m_speed = nullptr;
    bool m_any = false;
};

} // namespace headlight
