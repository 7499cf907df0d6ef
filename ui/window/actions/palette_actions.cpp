#include "ui/window/actions/palette_actions.h"

#include "core/trace/trace.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/actions/window_menus.h"
#include "ui/words/head_name.h"
#include "ui/words/token_text.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>

#include <set>
#include <utility>

namespace headlight {

namespace {

/// The text without its mnemonic and its ellipsis.
QString plain(const QString& text)
{
    QString shown;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != QLatin1Char('&') || (i + 1 < text.size() && text[i + 1] == QLatin1Char('&')))
            shown += text[i];
    }
    if (shown.endsWith(QChar(0x2026)))
        shown.chop(1);
    return shown;
}

void addAction(std::vector<PaletteEntry>& all, std::set<const QAction*>& seen, QAction* action,
               const QString& group)
{
    if (action->isSeparator() || action->text().isEmpty() || !action->isVisible()
        || !seen.insert(action).second)
        return;
    if (const QMenu* const menu = action->menu(); menu != nullptr) {
        for (QAction* inner : menu->actions())
            addAction(all, seen, inner, plain(action->text()));
        return;
    }
    all.push_back({plain(action->text()), group, action->shortcut().toString(QKeySequence::NativeText),
                   [action] { action->trigger(); }, action->isEnabled()});
}

} // namespace

PaletteActions::PaletteActions(const ViewContext& context, const CommandActions& commands, DockArea& views,
                               QMainWindow& window)
    : QObject(&window)
    , m_context(context)
    , m_commands(commands)
    , m_views(views)
    , m_window(window)
{
    connect(&commands[CommandId::kPalette], &QAction::triggered, this, &PaletteActions::open);
}

void PaletteActions::open() const
{
    std::vector<PaletteEntry> entries;
    addActions(entries);
    addHeads(entries);
    (new CommandPalette(std::move(entries), tokens(), &m_window))->show();
}

void PaletteActions::addActions(std::vector<PaletteEntry>& all) const
{
    std::set<const QAction*> seen{&m_commands[CommandId::kPalette]};
    for (const ActionGroupList& group : actionGroups(m_window, m_commands, m_views))
        for (QAction* action : group.actions)
            addAction(all, seen, action, group.title);
}

void PaletteActions::addHeads(std::vector<PaletteEntry>& all) const
{
    const Trace trace = m_context.workspace.shownTrace();
    if (trace.isNull())
        return;
    for (const LayerRef& layer : trace.info().layers()) {
        for (int h = 0; h < trace.info().heads(layer.stack); ++h) {
            const HeadRef head{layer.stack, layer.layer, layer.kind, h};
            all.push_back({QString::fromStdString(toString(head)),
                           headName(head),
                           {},
                           [focus = &m_context.focus, head] { focus->setHead(head); },
                           true});
        }
    }
}

PaletteSource PaletteActions::tokens() const
{
    const Trace trace = m_context.workspace.shownTrace();
    if (trace.isNull())
        return {};
    const AttentionMap map = trace.attention(m_context.focus.head());
    const std::size_t rows = map.queryTokens().size();
    return {rows + map.keyTokens().size(), [map, rows, focus = &m_context.focus](std::size_t i) {
                const bool row = i < rows;
                const auto place = static_cast<int>(row ? i : i - rows);
                const Cell cell = row ? Cell{place, std::nullopt} : Cell{std::nullopt, place};
                return PaletteEntry{tokenText((row ? map.queryTokens()[i] : map.keyTokens()[i - rows])),
                                    (row ? tr("Row %1") : tr("Column %1")).arg(place),
                                    {},
                                    [focus, cell] { focus->setPin(cell); }};
            }};
}

} // namespace headlight
