#pragma once

#include <QObject>

#include <optional>

namespace headlight {

class Workspace;

/// Keeps the step that is looked at when another result takes the place of the one that is shown: while it
/// comes step by step, its newest one is looked at until it has come so far. UI thread only.
class StepKeeper : public QObject
{
    Q_OBJECT
public:
    explicit StepKeeper(Workspace& workspace, QObject* parent = nullptr);

private:
    void resultChanged();
    void stepChanged();
    void show(int step);

    Workspace& m_workspace;
    int m_seen = -1; ///< the step that was looked at last
    std::optional<int> m_awaited; ///< which the result does not have yet
};

} // namespace headlight
