#pragma once

#include <QObject>
#include <QTimer>

namespace headlight {

class Workspace;

/// Walks through the steps of a decoding, by hand or at a given pace. The position after the last step is
/// "all steps", which follows a decoding that is still running. UI thread.
class StepPlayer : public QObject
{
    Q_OBJECT
public:
    explicit StepPlayer(Workspace& workspace, QObject* parent = nullptr);

    bool isPlaying() const { return m_timer.isActive(); }
    bool canGoBack() const;
    bool canGoForward() const;
    double pace() const { return m_pace; } ///< steps per second
    void setPace(double stepsPerSecond);

    void restart() { goTo(0); } ///< to the first step
    void back();
    void forward();
    void toEnd() { goTo(last()); }
    void goTo(int step);
    void togglePlay(); ///< restarts from the first step if the end was reached
    void pause();

signals:
    void playingChanged();

private:
    void tick();
    void place(int step);
    int last() const;

    Workspace& m_workspace;
    QTimer m_timer;
    double m_pace = 2.0;
};

} // namespace headlight
