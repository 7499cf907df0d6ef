#pragma once

#include "ui/state/scene.h"
#include "ui/widgets/trace_view.h"

#include <QMenu>
#include <QObject>

#include <optional>
#include <vector>

namespace headlight {

class CommandActions;
class Rooms;
class RunController;

/// The scenes of the window: states that were kept, in their order. Going to one is an undo step of the
/// document. UI thread only.
class Scenes : public QObject
{
    Q_OBJECT
public:
    Scenes(const ViewContext& context, RunController& runs, Rooms& rooms, const CommandActions& commands,
           QWidget* window);

    const std::vector<Scene>& all() const { return m_scenes; }
    void setAll(std::vector<Scene> scenes);
    /// The submenu "Scenes".
    QMenu& menu() const { return *m_menu; }
    /// The scene that was gone to last or added last; -1: none.
    int current() const { return m_current; }
    /// What the window shows now.
    Scene now() const;
    /// Keeps what the window shows, after the current scene.
    void add();
    void remove(int scene);
    /// Shows a scene; the focus follows when its result is there.
    void go(int scene);
    void go(const Scene& scene);
    /// The next one, or the one before; stops at both ends.
    void step(int by);

signals:
    void changed(); ///< the list, or which one is current
    void placed(); ///< the workspace of the scene and the view in its centre are there
    void arrived(); ///< what go() was to show is shown
    /// A scene was gone to that belongs to another model: once that is open, it is shown.
    void modelWanted(const QString& name);

private:
    void settle();
    void rebuild();

    ViewContext m_context;
    RunController& m_runs;
    Rooms& m_rooms;
    const CommandActions& m_commands;
    QMenu* m_menu;
    std::vector<Scene> m_scenes;
    int m_current = -1;
    std::optional<Scene> m_forModel; ///< for the model that it belongs to
    std::optional<SessionFocus> m_waiting; ///< for the result of its document
};

} // namespace headlight
