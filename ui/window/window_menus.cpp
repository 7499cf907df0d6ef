#include "ui/window/window_menus.h"

#include "ui/state/workspace.h"
#include "ui/window/actions/experiment_actions.h"
#include "ui/window/actions/export_actions.h"
#include "ui/window/actions/file_actions.h"
#include "ui/window/actions/film_actions.h"
#include "ui/window/actions/help_actions.h"
#include "ui/window/actions/look_actions.h"
#include "ui/window/actions/mask_actions.h"
#include "ui/window/actions/palette_actions.h"
#include "ui/window/actions/preferences_actions.h"
#include "ui/window/actions/session_actions.h"
#include "ui/window/actions/version_actions.h"
#include "ui/window/bars/find_bar.h"
#include "ui/window/dock_area.h"
#include "ui/window/input_panel.h"
#include "ui/window/model_choice.h"
#include "ui/window/navigation.h"
#include "ui/window/sentence_edit.h"

#include <QAction>
#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QUndoStack>

#include <algorithm>

namespace headlight {

namespace {

/// Texts of the menus that belong to no part.
struct Menus
{
    Q_DECLARE_TR_FUNCTIONS(Menus)
};

void buildFileMenu(const WindowParts& parts)
{
    QMenu* const menu = parts.window.menuBar()->addMenu(Menus::tr("&File"));
    menu->addAction(parts.files.openModel());
    menu->addMenu(parts.models.recentMenu());
    menu->addAction(parts.files.openTrace());
    menu->addSeparator();
    menu->addAction(parts.sessions.openAction());
    menu->addMenu(parts.sessions.recentMenu());
    menu->addActions({parts.sessions.saveAction(), parts.sessions.saveAsAction()});
    menu->addSeparator();
    menu->addActions({parts.exports.picture(), parts.exports.numbers(), parts.film.film()});
    menu->addSeparator();
    menu->addAction(parts.files.quit());
}

void buildEditMenu(const WindowParts& parts)
{
    QMenu* const menu = parts.window.menuBar()->addMenu(Menus::tr("&Edit"));
    QUndoStack& stack = parts.workspace.undoStack();
    QAction* const undo = stack.createUndoAction(&parts.window, Menus::tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    QAction* const redo = stack.createRedoAction(&parts.window, Menus::tr("&Redo"));
    redo->setShortcut(QKeySequence::Redo);
    menu->addActions({undo, redo});
    menu->addSeparator();
    menu->addAction(parts.exports.copy());
    menu->addSeparator();
    menu->addActions({parts.find.find(), parts.find.next(), parts.find.previous()});
    menu->addSeparator();
    for (QAction* map : parts.masks.maps())
        menu->addAction(map);
    menu->addSeparator();
    for (QAction* version : parts.versions.versions())
        menu->addAction(version);
    menu->addAction(parts.versions.beside());
    menu->addSeparator();
    menu->addActions({parts.masks.causalDecoder(), parts.masks.causalEncoder(), parts.masks.padding()});
    menu->addSeparator();
    menu->addAction(parts.preferences.preferences());
}

void buildViewMenu(const WindowParts& parts)
{
    QMenu* const menu = parts.window.menuBar()->addMenu(Menus::tr("&View"));
    for (QAction* view : parts.views.viewActions())
        menu->addAction(view);
    menu->addSeparator();
    menu->addMenu(parts.look.themes());
    menu->addMenu(parts.look.colours());
    menu->addMenu(parts.look.sizes());
    menu->addMenu(parts.look.languages());
    menu->addSeparator();
    menu->addAction(parts.look.linkZoom());
    menu->addAction(Menus::tr("&First arrangement"), &parts.views, &DockArea::arrange);
    menu->addActions({parts.look.fullScreen(), parts.look.presentation()});
}

void buildGoMenu(const WindowParts& parts)
{
    QMenu* const menu = parts.window.menuBar()->addMenu(Menus::tr("&Go"));
    menu->addAction(parts.palette.palette());
    menu->addSeparator();
    for (QAction* action : parts.navigation.actions())
        menu->addAction(action);
    menu->addSeparator();
    const auto goTo = [menu](const QString& text, const QKeySequence& key, QWidget* target) {
        menu->addAction(text, key, target, [target] { target->setFocus(Qt::ShortcutFocusReason); });
    };
    goTo(Menus::tr("To the &sentence"), Qt::CTRL | Qt::Key_L, parts.input.sentence());
    goTo(Menus::tr("To the &target"), Qt::CTRL | Qt::SHIFT | Qt::Key_L, parts.input.target());
    if (parts.views.centre() != nullptr) {
        goTo(Menus::tr("To the &heatmap"), Qt::CTRL | Qt::Key_H, parts.views.centre());
        parts.navigation.moveCellsIn(parts.views.centre());
    }
}

void buildHelpMenu(const WindowParts& parts)
{
    QMenu* const menu = parts.window.menuBar()->addMenu(Menus::tr("&Help"));
    menu->addActions({parts.help.tour(), parts.experiments.experiments(), parts.help.shortcuts()});
    menu->addSeparator();
    menu->addAction(parts.help.about());
}

void addToWindow(QMainWindow& window, const QMenu& menu)
{
    for (QAction* action : menu.actions()) {
        if (action->menu() != nullptr)
            addToWindow(window, *action->menu());
        else if (!action->isSeparator())
            window.addAction(action);
    }
}

} // namespace

void buildMenus(const WindowParts& parts)
{
    buildFileMenu(parts);
    buildEditMenu(parts);
    buildViewMenu(parts);
    buildGoMenu(parts);
    buildHelpMenu(parts);
    for (const QAction* title : parts.window.menuBar()->actions())
        addToWindow(parts.window, *title->menu());
}

QList<ActionGroupList> actionGroups(const WindowParts& parts)
{
    QList<ActionGroupList> groups;
    for (const QAction* title : parts.window.menuBar()->actions()) {
        ActionGroupList group{title->text().remove(QLatin1Char('&')), {}};
        for (QAction* action : title->menu()->actions())
            group.actions << action;
        groups << group;
    }
    ActionGroupList cells{Menus::tr("In the heatmap"), {}};
    for (QAction* action : parts.navigation.cellActions())
        cells.actions << action;
    groups << cells;
    ActionGroupList own{Menus::tr("In the views"), {}};
    const std::vector<QAction*>& views = parts.views.viewActions();
    for (QMenu* menu : parts.views.findChildren<QMenu*>())
        emit menu->aboutToShow(); // some are filled only then
    for (QAction* action : parts.views.findChildren<QAction*>())
        if (std::find(views.begin(), views.end(), action) == views.end())
            own.actions << action;
    groups << own;
    return groups;
}

} // namespace headlight
