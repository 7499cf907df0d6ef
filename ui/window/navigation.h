#pragma once

#include "ui/state/focus.h"

#include <QObject>

#include <optional>
#include <vector>

class QAction;
class QWidget;

namespace headlight {

class Workspace;

/// Moves the focus by keyboard: the cell, the head, the layer, the step of the decoding. Owns these
/// actions, and keeps the focus on heads and cells that exist.
class Navigation : public QObject
{
    Q_OBJECT
public:
    Navigation(Workspace& workspace, Focus& focus, QObject* parent = nullptr);

    /// Actions for the menu, which work in the whole window.
    const std::vector<QAction*>& actions() const { return m_actions; }
    /// Arrow keys belong to whatever has the keyboard: these work in one widget only.
    const std::vector<QAction*>& cellActions() const { return m_cellActions; }
    void moveCellsIn(QWidget* widget);

private:
    QAction* add(const char* name, const QString& text, const QList<QKeySequence>& keys);
    void addCell(const char* name, const QString& text, Qt::Key key, int rows, int columns);
    void moveLayer(int by);
    void moveHead(int by);
    void moveCell(int rows, int columns);
    void togglePin();
    /// After another model or sentence: the head and the cells may be gone.
    void repair();

    Workspace& m_workspace;
    Focus& m_focus;
    std::vector<QAction*> m_actions, m_cellActions;
    bool m_fresh = true; ///< nothing was shown yet
    /// A pin that the rows so far of a running decoding do not reach, and what stands in its place meanwhile.
    struct LostPin
    {
        Cell pin, instead;
    };
    std::optional<LostPin> m_lost;
};

} // namespace headlight
