#pragma once

#include "ui/dialogs/shortcuts_dialog.h"

class QMainWindow;

namespace headlight {

class DockArea;
class ExportActions;
class ExperimentActions;
class FileActions;
class FilmActions;
class FindBar;
class HelpActions;
class InputPanel;
class LookActions;
class MaskActions;
class ModelChoice;
class Navigation;
class PreferencesActions;
class PaletteActions;
class SessionActions;
class VersionActions;
class Workspace;

/// The parts of the window that own actions. All outlive the menus.
struct WindowParts
{
    QMainWindow& window;
    Workspace& workspace;
    FileActions& files;
    LookActions& look;
    Navigation& navigation;
    MaskActions& masks;
    VersionActions& versions;
    ExportActions& exports;
    FilmActions& film;
    HelpActions& help;
    ExperimentActions& experiments;
    ModelChoice& models;
    InputPanel& input;
    DockArea& views;
    SessionActions& sessions;
    PreferencesActions& preferences;
    FindBar& find;
    PaletteActions& palette;
};

/// Fills the menu bar. An action belongs to the part that it changes; here it only gets its place. All
/// actions are the window's too: their shortcuts work while the menu bar is hidden.
void buildMenus(const WindowParts& parts);

/// All actions by menu, then those of the heatmap's cells and of the views: for the list of shortcuts.
QList<ActionGroupList> actionGroups(const WindowParts& parts);

} // namespace headlight
