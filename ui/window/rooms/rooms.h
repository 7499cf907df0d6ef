#pragma once

#include "core/sampling/options.h"
#include "core/trace/trace.h"
#include "ui/state/room.h"
#include "ui/state/session.h"
#include "ui/state/view_id.h"
#include "ui/widgets/trace_view.h"

#include <QMenu>
#include <QObject>
#include <QTimer>

#include <map>
#include <vector>

class QActionGroup;

namespace headlight {

class CommandActions;
class DockArea;
class RoomRail;
struct Arrangement;

/// Which workspace the window shows, how the user arranged each of them, and the user's own ones. Each is an
/// arrangement of the same views, and they share one focus. UI thread only.
class Rooms : public QObject
{
    Q_OBJECT
public:
    Rooms(const ViewContext& context, DockArea& views, const CommandActions& commands, QWidget* window);

    RoomRail& rail() const { return *m_rail; }
    /// The submenu "Workspace".
    QMenu& menu() const { return *m_menu; }

    DockArea& views() const { return m_views; }
    const QString& current() const { return m_current; }
    /// The title of a workspace, built-in or the user's own.
    QString titleOf(const QString& id) const;
    /// Whether the views have been fitted to the window since its last change of size.
    bool isSettled() const { return !m_settle.isActive(); }
    void enter(const QString& asked);
    void enter(RoomId id);
    /// Shows a view in the workspace that it is made for.
    void showHome(ViewId id);
    /// Models without a decoder have the room for masked words in place of Decode.
    bool decodes() const { return m_info.decoder || !m_info.encoder; }
    /// Whether the view is made for a workspace that the open model has.
    bool offers(ViewId id) const;
    /// The button of the workspace that a view is made for; nullptr if the window shows that one.
    QWidget* wayTo(ViewId id) const;
    /// Restores the room's initial arrangement, or the saved one for a user's own room.
    void reset();
    /// Adds a room of the user's with the present arrangement and shows it.
    void addOwn(const QString& title);
    void rename(const QString& title);
    void deleteOwn();

    /// Reads the settings and shows the last room.
    void restore();
    void save();
    /// The docks in front in the workspaces that the user did not arrange, since the last save().
    const std::map<QString, std::vector<ViewId>>& fronts() const { return m_front; }
    /// Brings them to the front when their workspaces are shown next, which restore() does.
    void setFronts(const std::map<QString, std::vector<ViewId>>& fronts) { m_front = fronts; }
    /// The window's state for a session, without the colours.
    SessionWindow session() const;
    void restore(const SessionWindow& window);

signals:
    void entered(const QString& id);

private:
    /// Adapts to the open model or trace and to how it is decoded: views that do not suit them begin closed.
    void adapt();
    /// Puts the views where the arrangement says; the keyboard stays where it is.
    void arrange(const Arrangement& first);
    bool isOwn(const QString& id) const { return m_saved.contains(id); }
    QString shown(const QString& id) const;
    Arrangement arrangementOf(const QString& id) const;
    /// Shows the room as the user left it, otherwise in its initial arrangement.
    void showKept();
    /// Gives the current room what it needs, and says that it was entered.
    void arrive();
    void keep(const std::vector<RoomLayout>& layouts);
    void remember();
    void show(const QString& id);
    void resized();
    void rebuild();
    void showMenu(const QString& id, const QPoint& at);
    void askForTitle(bool rename);

    ViewContext m_context;
    DockArea& m_views;
    const CommandActions& m_commands;
    QWidget* m_window;
    RoomRail* m_rail;
    QMenu* m_menu;
    QActionGroup* m_choices;
    std::map<QString, RoomLayout> m_layouts; ///< of rooms that the user arranged, and of the user's own
    std::map<QString, RoomLayout> m_saved; ///< the user's own rooms, as saved
    std::map<QString, std::vector<ViewId>> m_front; ///< in rooms that the user did not arrange, when left
    QString m_current;
    bool m_touched = false; ///< the user has changed the shown room's arrangement
    bool m_hasCell = false; ///< as far as the shown room needs one; false until there is a result
    TraceInfo m_info; ///< of the open model or trace
    Strategy m_strategy; ///< how it is decoded
    bool m_wasSmall = false;
    QTimer m_settle; ///< runs after the window is resized
};

} // namespace headlight
