#include "ui/window/actions/palette_actions.h"

#include "core/trace/trace.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/window/actions/command_actions.h"
#include "ui/words/head_name.h"
#include "ui/words/token_text.h"

#include <QAction>
#include <QMenu>

#include <set>

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

PaletteActions::PaletteActions(const ViewContext& context, const CommandActions& commands, QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_window(window)
    , m_palette(&commands[CommandId::kPalette])
{
    connect(m_palette, &QAction::triggered, this,
            [this] { (new CommandPalette(entries(), m_window))->show(); });
}

std::vector<PaletteEntry> PaletteActions::entries() const
{
    std::vector<PaletteEntry> all;
    addActions(all);
    addHeads(all);
    addTokens(all);
    return all;
}

void PaletteActions::addActions(std::vector<PaletteEntry>& all) const
{
    std::set<const QAction*> seen{m_palette};
    if (!groups)
        return;
    for (const ActionGroupList& group : groups())
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

void PaletteActions::addTokens(std::vector<PaletteEntry>& all) const
{
    const Trace trace = m_context.workspace.shownTrace();
    if (trace.isNull())
        return;
    const AttentionMap map = trace.attention(m_context.focus.head());
    const auto add = [&](const std::vector<TokenLabel>& tokens, bool rows) {
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const auto place = static_cast<int>(i);
            const Cell cell = rows ? Cell{place, std::nullopt} : Cell{std::nullopt, place};
            all.push_back({tokenText(tokens[i]),
                           (rows ? tr("Row %1") : tr("Column %1")).arg(place),
                           {},
                           [focus = &m_context.focus, cell] { focus->setPin(cell); },
                           true});
        }
    };
    add(map.queryTokens(), true);
    add(map.keyTokens(), false);
}

} // namespace headlight
