#pragma once

#include <QObject>
#include <QPointer>

class QMainWindow;

namespace headlight {

class CommandActions;
class DockArea;
class ManualWindow;

/// The Help menu: the manual, the list of shortcuts, about. Asks for the actions when they are needed.
class HelpActions : public QObject
{
    Q_OBJECT
public:
    HelpActions(const CommandActions& commands, DockArea& views, QMainWindow& window);

    /// The manual, in sight.
    ManualWindow& manual();

private:
    /// Shows the section about the view that has the keyboard.
    void showManual();

    const CommandActions& m_commands;
    DockArea& m_views;
    QMainWindow& m_window;
    QPointer<ManualWindow> m_manual;
};

} // namespace headlight
