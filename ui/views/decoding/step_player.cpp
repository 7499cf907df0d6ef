#include "ui/views/decoding/step_player.h"

#include "ui/state/decoding_edit.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <algorithm>
#include <cmath>

namespace headlight {

StepPlayer::StepPlayer(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
{
    setPace(m_pace);
    connect(&m_timer, &QTimer::timeout, this, &StepPlayer::tick);
}

int StepPlayer::last() const
{
    return static_cast<int>(m_workspace.snapshot()->steps.size()) - 1;
}

bool StepPlayer::canGoBack() const
{
    return shownStep(m_workspace) > 0;
}

bool StepPlayer::canGoForward() const
{
    return m_workspace.step() >= 0 && m_workspace.step() < last();
}

void StepPlayer::setPace(double stepsPerSecond)
{
    m_pace = std::clamp(stepsPerSecond, 0.1, 60.0);
    m_timer.setInterval(static_cast<int>(std::lround(1000.0 / m_pace)));
}

void StepPlayer::place(int step)
{
    m_workspace.setStep(step >= last() ? -1 : std::max(step, 0));
}

void StepPlayer::back()
{
    goTo(shownStep(m_workspace) - 1);
}

void StepPlayer::forward()
{
    goTo(shownStep(m_workspace) + 1);
}

void StepPlayer::goTo(int step)
{
    pause();
    place(step);
}

void StepPlayer::togglePlay()
{
    if (isPlaying())
        return pause();
    if (last() < 0)
        return;
    if (!canGoForward())
        place(0);
    m_timer.start();
    emit playingChanged();
}

void StepPlayer::pause()
{
    if (!isPlaying())
        return;
    m_timer.stop();
    emit playingChanged();
}

void StepPlayer::tick()
{
    if (canGoForward())
        place(shownStep(m_workspace) + 1);
    // A running decoding may produce more steps; the end of a finished one ends playback.
    if (!canGoForward() && m_workspace.snapshot()->finished)
        pause();
}

} // namespace headlight
