#pragma once

#include "core/edit/edit_kinds.h"
#include "core/trace/trace.h"
#include "ui/state/focus.h"

#include <QString>
#include <QStringList>

#include <string_view>
#include <vector>

namespace headlight {

// What the window says of edits. Each kind has its words in one place, EditWords in the .cpp; a kind or a
// field without words does not compile.

/// An edit as a list shows it. Tokens are named where the trace has them.
QString editWords(const Intervention& edit, const Trace& trace);
/// Where an edit names one token that is another one without the edits: says both. Empty where it is the same
/// token, or where the run without the edits is not known.
QString otherTokenWords(const Intervention& edit, const Trace& now, const Trace& without);
/// What an edit does, in one sentence, for tool tips.
QString editExplanation(const Intervention& edit);

/// What new edits begin with.
struct EditPlace
{
    HeadRef head; ///< that is looked at
    Cell cell; ///< that is pinned or looked at
    StackKind firstStack = StackKind::kEncoder; ///< of the model
    int experts = 0; ///< of the head's layer
    bool adapter = false; ///< the model has one
};

/// An entry of the menu of new edits.
struct NewEdit
{
    QString text;
    Intervention edit;
    QString submenu = {}; ///< empty: none
};
std::vector<NewEdit> newEdits(EditGroup group, const EditPlace& at);

/// What the form calls a field, with its mnemonic; empty for fields with the same words in every edit.
struct FieldWords
{
    QString label, tip;
    QStringList choices; ///< in the field's order
};
FieldWords fieldWords(const Intervention& edit, std::string_view field);

} // namespace headlight
