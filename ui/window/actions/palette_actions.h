#pragma once

#include "ui/dialogs/command_palette.h"
#include "ui/widgets/trace_view.h"

#include <QObject>

#include <vector>

class QAction;
class QMainWindow;

namespace headlight {

class CommandActions;
class HelpActions;
class LessonPlayer;
class ModelOpener;
class Rooms;
class TermGuide;

/// What the hits of the palette lead to.
struct PaletteTargets
{
    Rooms& rooms;
    LessonPlayer& lessons;
    ModelOpener& models;
    HelpActions& help;
    TermGuide& terms;
};

/// Opens the command palette over all that has a name: actions, views, settings, terms, lessons, models, the
/// manual, the heads of the model, and the tokens of the map. Each hit says what it is.
class PaletteActions : public QObject
{
    Q_OBJECT
public:
    PaletteActions(const ViewContext& context, const CommandActions& commands, const PaletteTargets& targets,
                   QMainWindow& window);

private:
    void open();
    /// Adds an entry unless there is one of the same name, kind and place.
    void add(PaletteEntry entry);
    void addActions();
    void addAction(QAction& action, const QString& group);
    void addSettings();
    void addTerms();
    void addLessons();
    void addModels();
    void addManual();
    PaletteSource headsAndTokens() const;
    /// Brings a setting of the decoding into view, with the keyboard on it; chosen: its new place in a list.
    void showSetting(const QString& name, const QString& strategy, int chosen) const;

    ViewContext m_context;
    const CommandActions& m_commands;
    PaletteTargets m_targets;
    QMainWindow& m_window;
    std::vector<PaletteEntry> m_entries; ///< while open() collects them
};

} // namespace headlight
