#pragma once

#include "ui/dialogs/command_palette.h"
#include "ui/dialogs/help_dialogs.h"
#include "ui/widgets/trace_view.h"

#include <QObject>

#include <functional>
#include <vector>

class QAction;

namespace headlight {

class CommandActions;

/// Opens the command palette over all actions, all heads of the model, and the tokens of the map.
class PaletteActions : public QObject
{
    Q_OBJECT
public:
    PaletteActions(const ViewContext& context, const CommandActions& commands, QWidget* window);

    /// Returns the actions that the palette lists.
    std::function<QList<ActionGroupList>()> groups;
    std::vector<PaletteEntry> entries() const;

private:
    void addActions(std::vector<PaletteEntry>& all) const;
    void addHeads(std::vector<PaletteEntry>& all) const;
    void addTokens(std::vector<PaletteEntry>& all) const;

    ViewContext m_context;
    QWidget* m_window;
    QAction* m_palette;
};

} // namespace headlight
