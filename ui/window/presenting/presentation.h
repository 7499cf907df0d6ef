#pragma once

#include "ui/state/room.h"
#include "ui/widgets/trace_view.h"
#include "ui/window/presenting/hidden_controls.h"

#include <QObject>
#include <QPointer>
#include <QStringList>

#include <vector>

class QShortcut;

namespace headlight {

class CommandActions;
class DockArea;
class PresentBar;
class PresentHead;
class Rooms;
class Scenes;

/// A presentation: one view has all the room, the sentence and the output are large, and the keys of a
/// clicker step through the scenes, or through the decoding if there are none. UI thread only.
class Presentation : public QObject
{
    Q_OBJECT
public:
    Presentation(const ViewContext& context, const CommandActions& commands, DockArea& views, Rooms& rooms,
                 Scenes& scenes, QWidget* window);

    /// The bars above and below the views, and parts to hide during the presentation.
    PresentHead& head() const { return *m_head; }
    PresentBar& bar() const { return *m_bar; }
    void hides(QWidget* part) { m_parts.push_back(part); }

    bool isOn() const { return m_on; }
    void setOn(bool on);
    /// Handles the keys of a clicker.
    void page(int by);
    bool isBlank() const { return m_blank != nullptr; }
    void setBlank(bool blank);

signals:
    void leaveWanted();

protected:
    /// A field of text in a view does not keep the keys of the presentation.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void begin();
    void end();
    void showAlone();

    ViewContext m_context;
    const CommandActions& m_commands;
    DockArea& m_views;
    Scenes& m_scenes;
    QWidget* m_window;
    PresentHead* m_head;
    PresentBar* m_bar;
    std::vector<QWidget*> m_parts;
    HiddenControls m_hidden; ///< and the window's parts that were visible before
    std::vector<QShortcut*> m_keys;
    RoomLayout m_before;
    QStringList m_known;
    QString m_across;
    QPointer<QWidget> m_focusBefore;
    QPointer<QWidget> m_blank;
    QString m_roomBefore;
    Rooms& m_rooms;
    bool m_on = false;
};

} // namespace headlight
