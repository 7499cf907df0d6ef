#pragma once

#include "ui/state/commands.h"

#include <QLabel>
#include <QObject>
#include <QTimer>
#include <QWidget>

class QAction;

namespace headlight {

class Settings;
class StepPlayer;
class Workspace;
class WrapLayout;

/// Walks through the steps of a decoding, by hand or at a given pace. The position after the last step is
/// "all steps", which follows a decoding that is still running. UI thread.
class StepPlayer : public QObject
{
    Q_OBJECT
public:
    explicit StepPlayer(Workspace& workspace, QObject* parent = nullptr);

    bool isPlaying() const { return m_timer.isActive(); }
    bool canGoBack() const { return shown() > 0; }
    bool canGoForward() const;
    double pace() const { return m_pace; } ///< steps per second
    void setPace(double stepsPerSecond);

    void restart() { goTo(0); } ///< to the first step
    void back() { goTo(shown() - 1); }
    void forward() { goTo(shown() + 1); }
    void toEnd() { goTo(last()); }
    void goTo(int step);
    void togglePlay(); ///< restarts from the first step if the end was reached
    void pause();

signals:
    void playingChanged();

private:
    void tick();
    void place(int step);
    int shown() const;
    int last() const;

    Workspace& m_workspace;
    QTimer m_timer;
    double m_pace = 2.0;
};

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
    QAction *m_restart = nullptr, *m_back = nullptr, *m_play = nullptr, *m_forward = nullptr;
    QAction* m_end = nullptr;
    QLabel *m_place = nullptr, *m_speed = nullptr;
    bool m_any = false;
};

} // namespace headlight
