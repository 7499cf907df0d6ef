#pragma once

#include "ui/dialogs/help_dialogs.h"
#include <QObject>
#include <QPointer>
#include <QString>

class QMainWindow;

namespace headlight {

class CommandActions;
class DockArea;
class ManualWindow;

/// The Help menu: the manual, the list of shortcuts, about. Asks for the list of actions only when it is
/// needed.
class HelpActions : public QObject
{
    Q_OBJECT
public:
    HelpActions(const CommandActions& commands, DockArea& views, QMainWindow& window);

public slots:
    /// At the section about the view that has the keyboard.
    void showManual();
    /// At this section of a page.
    void showManualAt(const QString& title, const QString& page);
    void showShortcuts();

private:
    ManualWindow& manual();

    const CommandActions& m_commands;
    DockArea& m_views;
    QMainWindow& m_window;
    QPointer<ManualWindow> m_manual;
};

} // namespace headlight
