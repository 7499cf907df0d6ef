#pragma once

#include "core/trace/site.h"
#include "ui/widgets/trace_view.h"

class QMenu;

namespace headlight {

class Workspace;
struct Cell;

/// What-if entries of a context menu: the head that is looked at off, the cell forbidden or allowed, its
/// tokens hidden from everyone. Without a model to run there are none.
void addWhatIfActions(QMenu& menu, const ViewContext& context, const Cell& cell);

/// One entry: switch this head off, or on again where an edit of its own has switched it off.
void addHeadOffAction(QMenu& menu, Workspace& workspace, const HeadRef& head);

/// One entry: hide this token from everyone, or show it again where it is hidden.
void addHideAction(QMenu& menu, Workspace& workspace, StackKind stack, int token);

} // namespace headlight
