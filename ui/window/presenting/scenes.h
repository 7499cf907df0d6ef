#pragma once

#include "ui/state/scene.h"
#include "ui/state/workspace.h"
#include "ui/widgets/trace_view.h"

#include <QMenu>
#include <QObject>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

class CommandActions;
class Rooms;
class RunController;

/// Adds and removes the workspace's scenes and goes to them, each as an undo step. UI thread only.
class Scenes : public QObject
{
    Q_OBJECT
public:
    Scenes(const ViewContext& context, RunController& runs, Rooms& rooms, const CommandActions& commands,
           QWidget* window);

    const std::vector<Scene>& all() const { return m_context.workspace.scenes(); }
    /// The submenu "Scenes".
    QMenu& menu() const { return *m_menu; }
    /// The scene last visited or added; -1 = none.
    int current() const { return m_current; }
    /// The scene that a presentation begins with: the one last visited, otherwise the first.
    int start() const { return m_chosen ? std::max(0, m_current) : 0; }
    /// The present state of the window.
    Scene now() const;
    /// Saves the window's state as a scene after the current one.
    void add();
    void remove(int scene);
    /// Gives a scene another name or other notes; nothing happens if it is as before.
    void replace(int scene, const Scene& by);
    /// Exchanges a scene with one before or after it; the current scene stays the same one.
    void move(int scene, int by);
    /// Shows a scene; the focus follows when its result is there.
    void go(int scene);
    /// The same for any scene. Without a model it is one of whatever model is open, and without a workspace
    /// its view is shown in the one that it is made for. `undoName` is for the list of undo; empty = the
    /// scene's name.
    void go(const Scene& scene, const QString& undoName = {});
    /// Goes to the next scene or the previous one; stops at both ends.
    void step(int by);
    /// In a presentation, the scenes are one undo step, which its end takes back.
    void setPresenting(bool on);

signals:
    void changed(); ///< the list, or which scene is current
    void placed(); ///< the scene's workspace and the view in its centre are in place
    void arrived(); ///< the scene is completely shown
    /// A scene belongs to another model; it is shown once that is open.
    void modelWanted(const QString& name);

private:
    /// Changes the list, as an undo step; the mark goes where the method says.
    void set(std::vector<Scene> scenes, int current, const QString& undoName);
    void settle();
    void rebuild();

    ViewContext m_context;
    RunController& m_runs;
    Rooms& m_rooms;
    const CommandActions& m_commands;
    QMenu* m_menu;
    QAction* m_showList;
    int m_current = -1;
    bool m_chosen = false; ///< the current one was visited, not only added
    Scene m_marked; ///< the current one
    bool m_changing = false; ///< the scenes, by a method, not by undo
    /// The window and the sheet before a presentation, and before an export during it.
    std::vector<std::pair<Scene, QString>> m_before;
    bool m_visited = false; ///< a scene, since
    std::optional<Scene> m_forModel; ///< waiting for its model
    std::optional<SessionFocus> m_waiting; ///< waiting for the result of its document
};

} // namespace headlight
