#pragma once

#include "ui/dialogs/shortcuts_dialog.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <vector>

class QMainWindow;

namespace headlight {

class Settings;
class Tour;
struct TourStep;

/// The Help menu: the short tour, the list of shortcuts, about. What the tour points at and which
/// actions there are is asked for when it is needed.
class HelpActions : public QObject
{
    Q_OBJECT
public:
    HelpActions(QMainWindow& window, Settings& settings);

    std::function<std::vector<TourStep>()> tourSteps;
    std::function<QList<ActionGroupList>()> shortcutGroups;

    QAction* tour() const { return m_tour; }
    QAction* shortcuts() const { return m_shortcuts; }
    QAction* about() const { return m_about; }

public slots:
    void startTour();
    void showShortcuts();

private:
    QMainWindow& m_window;
    Settings& m_settings;
    QAction* m_tour;
    QAction* m_shortcuts;
    QAction* m_about;
    QPointer<Tour> m_running;
};

} // namespace headlight
