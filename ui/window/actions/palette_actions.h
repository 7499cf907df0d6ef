#pragma once

#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/help_dialogs.h"
#include "ui/widgets/trace_view.h"

#include <QObject>

#include <vector>

class QAction;
class QMainWindow;

namespace headlight {

class CommandActions;
class DockArea;

/// Opens the command palette over all actions, all heads of the model, and the tokens of the map.
class PaletteActions : public QObject
{
    Q_OBJECT
public:
    PaletteActions(const ViewContext& context, const CommandActions& commands, DockArea& views,
                   QMainWindow& window);

private:
    void open() const;
    void addActions(std::vector<PaletteEntry>& all) const;
    void addHeads(std::vector<PaletteEntry>& all) const;
    PaletteSource tokens() const;

    ViewContext m_context;
    const CommandActions& m_commands;
    DockArea& m_views;
    QMainWindow& m_window;
};

} // namespace headlight
