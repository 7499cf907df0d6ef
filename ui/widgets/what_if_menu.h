#pragma once

#include "core/edit/interventions.h"
#include "core/trace/site.h"
#include "ui/widgets/trace_view.h"

class QMenu;

namespace headlight {

class Workspace;

/// Adds what-if entries to a context menu: switch off the current head, mask or allow the cell, hide its
/// tokens from all tokens. Adds nothing without a model to run.
void addWhatIfActions(QMenu& menu, const ViewContext& context, const Cell& cell);

/// Adds one entry: make this edit, or take it back if the document has it.
void addToggleAction(QMenu& menu, Workspace& workspace, const Intervention& edit, const QString& make,
                     const QString& takeBack);

/// Adds one entry: switch this head off, or on again if an edit switches off just this head.
void addHeadOffAction(QMenu& menu, Workspace& workspace, const HeadRef& head);

/// Adds one entry: hide this token from all tokens, or show it again if it is hidden.
void addHideAction(QMenu& menu, Workspace& workspace, StackKind stack, int token);

} // namespace headlight
