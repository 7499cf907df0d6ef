#pragma once

#include "ui/dialogs/help_dialogs.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <vector>

class QMainWindow;

namespace headlight {

class CommandActions;
class Settings;
class Tour;
struct TourStep;

/// The Help menu: the short tour, the list of shortcuts, about. Asks for the tour's targets and the list of
/// actions only when they are needed.
class HelpActions : public QObject
{
    Q_OBJECT
public:
    HelpActions(const CommandActions& commands, QMainWindow& window, Settings& settings);

    std::function<std::vector<TourStep>()> tourSteps;
    /// Called when the tour is over, however it ended; may be empty.
    std::function<void()> tourEnded;
    std::function<QList<ActionGroupList>()> shortcutGroups;

public slots:
    void startTour();
    void showShortcuts();

private:
    QMainWindow& m_window;
    Settings& m_settings;
    QPointer<Tour> m_running;
};

} // namespace headlight
