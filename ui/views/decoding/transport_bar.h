#pragma once

#include "ui/state/commands.h"

#include <QWidget>

class QAction;
class QLabel;
class QSlider;

namespace headlight {

class Settings;
class StepPlayer;
class WrapLayout;

/// The buttons that walk through a decoding, the pace of the play, the place and the model's speed. Its
/// actions belong to the view that it stands in, so that their keys work there. UI thread.
class TransportBar : public QWidget
{
    Q_OBJECT
public:
    TransportBar(StepPlayer& player, Settings& settings, QWidget* view);

    /// any: there are steps to walk through.
    void adapt(bool any);
    void updateIcons();
    void setPlace(const QString& text);
    /// note: what else is to be said of the speed; shown as a warning where it is not empty.
    void setSpeed(const QString& text, const QString& note);

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
