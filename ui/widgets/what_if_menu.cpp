#include "ui/widgets/what_if_menu.h"

#include "core/trace/trace.h"
#include "ui/picture/token_shading.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/words/edit_text.h"
#include "ui/words/token_text.h"

#include <QCoreApplication>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

/// An edit of the mask at one cell, row or column of a head.
MaskEdit cellEdit(const HeadRef& head, const Cell& cell, bool allow)
{
    MaskEdit edit;
    edit.where = patternOf(head);
    edit.queryBegin = cell.query.value_or(0);
    edit.queryEnd = cell.query ? edit.queryBegin + 1 : -1;
    edit.keyBegin = cell.key.value_or(0);
    edit.keyEnd = cell.key ? edit.keyBegin + 1 : -1;
    edit.allow = allow;
    return edit;
}

} // namespace

void addHideAction(QMenu& menu, Workspace& workspace, StackKind stack, int token)
{
    const Trace trace = workspace.shownTrace();
    const auto& tokens = trace.tokens(stack);
    if (workspace.model() == nullptr || static_cast<std::size_t>(token) >= tokens.size())
        return;
    const QString name = quotedToken(tokens[static_cast<std::size_t>(token)]);
    const auto& list = workspace.document().interventions.list;
    const auto hidden = std::find_if(list.begin(), list.end(), [&](const Intervention& edit) {
        const auto* one = std::get_if<TokenHidden>(&edit);
        return one != nullptr && one->enabled && one->stack == stack && one->token == token;
    });
    if (hidden != list.end()) {
        const auto place = static_cast<std::size_t>(hidden - list.begin());
        menu.addAction(QCoreApplication::translate("WhatIf", "Show %1 again").arg(name), &workspace,
                       [&workspace, place] {
                           workspace.apply(withoutEdit(workspace.document(), place),
                                           QCoreApplication::translate("WhatIf", "Show a token again"));
                       });
        return;
    }
    menu.addAction(QCoreApplication::translate("WhatIf", "Hide %1 from all tokens").arg(name), &workspace,
                   [&workspace, stack, token] {
                       workspace.apply(withEdit(workspace.document(), TokenHidden{stack, token}),
                                       QCoreApplication::translate("WhatIf", "Hide a token"));
                   });
}

void addToggleAction(QMenu& menu, Workspace& workspace, const Intervention& edit, const QString& make,
                     const QString& takeBack)
{
    const QString text = hasEdits(workspace.document(), {edit}) ? takeBack : make;
    menu.addAction(text, &workspace, [&workspace, text, edit] {
        workspace.apply(withToggled(workspace.document(), {edit}), text);
    });
}

void addHeadOffAction(QMenu& menu, Workspace& workspace, const HeadRef& head)
{
    if (workspace.model() == nullptr || workspace.shownTrace().isNull())
        return;
    addToggleAction(menu, workspace, HeadOff{patternOf(head)},
                    QCoreApplication::translate("WhatIf", "Switch this head off"),
                    QCoreApplication::translate("WhatIf", "Switch this head on again"));
}

void addWhatIfActions(QMenu& menu, const ViewContext& context, const Cell& cell)
{
    Workspace& workspace = context.workspace;
    const HeadRef head = context.focus.head();
    if (workspace.model() == nullptr || workspace.shownTrace().isNull())
        return;
    const auto add = [&](const QString& text, Intervention edit) {
        menu.addAction(text, &workspace, [&workspace, text, edit = std::move(edit)] {
            workspace.apply(withEdit(workspace.document(), edit), text);
        });
    };
    menu.addSeparator();
    if (!cell.empty()) {
        add(QCoreApplication::translate("WhatIf", "Mask this cell (this head)"), cellEdit(head, cell, false));
        add(QCoreApplication::translate("WhatIf", "Allow this cell (this head)"), cellEdit(head, cell, true));
    }
    if (cell.query)
        addHideAction(menu, workspace, head.stack, *cell.query);
    if (cell.key && !(cell.query == cell.key && keyStack(head) == head.stack))
        addHideAction(menu, workspace, keyStack(head), *cell.key);
    addHeadOffAction(menu, workspace, head);
    menu.addSeparator();
}

} // namespace headlight
