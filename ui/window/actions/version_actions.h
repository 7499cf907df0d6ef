#pragma once

#include "ui/state/run_version.h"

#include <QObject>

#include <array>

class QAction;
class QActionGroup;

namespace headlight {

class Workspace;

/// Which run is looked at while an edit is in force: before it, after it, or the difference. Owns these
/// actions, and the one that puts both side by side.
class VersionActions : public QObject
{
    Q_OBJECT
public:
    explicit VersionActions(Workspace& workspace, QObject* parent = nullptr);

    /// By RunVersion.
    const std::array<QAction*, 3>& versions() const { return m_versions; }
    QAction* beside() const { return m_beside; }

private:
    QAction* add(RunVersion version, const char* name, const QString& text, const QString& tip);
    void refresh();

    Workspace& m_workspace;
    QActionGroup* m_group;
    std::array<QAction*, 3> m_versions{};
    QAction* m_beside;
};

} // namespace headlight
