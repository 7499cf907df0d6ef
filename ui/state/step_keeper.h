#pragma once

#include <QObject>

#include <optional>

namespace headlight {

class Workspace;

/// Keeps the current step when a new result replaces the shown one. While the result arrives step by step,
/// its newest step is current until it gets that far. UI thread only.
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
    int m_seen = -1; ///< last current step
    std::optional<int> m_awaited; ///< step that the result does not have yet
};

} // namespace headlight
