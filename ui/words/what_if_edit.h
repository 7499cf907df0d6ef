#pragma once

#include "core/edit/interventions.h"
#include "ui/state/document.h"

#include <QString>

namespace headlight {

// Changes to the list of edits, as documents to apply.

Document withEdit(const Document& document, Intervention edit);
/// `place` is the index in the list; an index outside it changes nothing.
Document withoutEdit(const Document& document, std::size_t place);
Document withEditAt(const Document& document, std::size_t place, Intervention edit);
/// by: -1 = up, 1 = down.
Document withEditMoved(const Document& document, std::size_t place, int by);
Document withEditEnabled(const Document& document, std::size_t place, bool enabled);

/// How many heads a choice applies to.
enum class EditScope { kHead, kLayer, kKind, kAll };
/// The head itself, the heads of its layer, those of its stack and kind, or all heads of the model.
HeadPattern scopeOf(const HeadRef& head, EditScope scope);
QString scopeName(EditScope scope);

} // namespace headlight
