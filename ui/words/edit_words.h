#pragma once

#include "core/edit/edit_kinds.h"
#include "core/trace/trace.h"
#include "ui/state/focus.h"

#include <QString>
#include <QStringList>

#include <string_view>
#include <vector>

namespace headlight {

// The window's words about edits. Each kind has its words in one place, EditWords in the .cpp; a kind or a
// field without words does not compile.

/// An edit's line in a list. Tokens are named if the trace has them.
QString editWords(const Intervention& edit, const Trace& trace);
/// The same for the masks and edits with which a trace was recorded; those that cannot be read are as
/// the file has them.
QStringList recordedEditLines(const Trace& trace);
/// If the token that an edit names is a different one in the unedited run, names both. Empty if it is the
/// same, or if the unedited run is unknown.
QString otherTokenWords(const Intervention& edit, const Trace& now, const Trace& without);
/// One sentence about what an edit does, for tooltips.
QString editExplanation(const Intervention& edit);

/// Starting values of new edits.
struct EditPlace
{
    HeadRef head; ///< current head
    Cell cell; ///< pinned or current cell
    StackKind firstStack = StackKind::kEncoder; ///< first stack of the model
    int experts = 0; ///< number of experts in the head's layer
    bool adapter = false; ///< whether the model has one
};

/// An entry of the menu of new edits.
struct NewEdit
{
    QString text;
    Intervention edit;
    QString submenu = {}; ///< empty = none
};
std::vector<NewEdit> newEdits(EditGroup group, const EditPlace& at);

/// Label of a field, with its mnemonic; empty for fields that have the same words in every edit.
struct FieldWords
{
    QString label, tip;
    QStringList choices; ///< in the field's order
};
FieldWords fieldWords(const Intervention& edit, std::string_view field);

} // namespace headlight
