#pragma once

#include "core/edit/interventions.h"
#include "core/trace/trace.h"
#include "ui/state/document.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <vector>

namespace headlight {

// Parts of the lines about edits.

struct WhatIf
{
    Q_DECLARE_TR_FUNCTIONS(WhatIf)
};
/// “cat” (3), or 3 if the trace has no such token.
QString tokenWords(const Trace& trace, StackKind stack, Index token);
/// Tokens begin … end, half-open; end -1 = to the last.
QString rangeWords(const Trace& trace, StackKind stack, Index begin, Index end);
/// "Encoder self-attention · layer 1 · head 2", "all heads of cross-attention", …
QString patternWords(const HeadPattern& where);
QString referenceWords(const ReferenceInput& reference);
QString formWords(PatternForm form);
/// Which part of a head is patched: "queries".
QString patchedWords(Site site);
/// What is patched, and where: "Cross-attention · layer 1 · all heads: queries".
QString patchWords(const ActivationPatch& patch);
/// "decoder head 0.2 → keys of decoder head 2.0".
QString pathWords(const HeadPattern& sender, Site reads, const HeadPattern& receiver);
QString tableWords(PositionTable table);
/// Which masks are not as the architecture says: "decoder causal mask off".
QStringList maskLines(const MaskSettings& masks);
/// These masks, and how many edits are active: "2 edits".
QStringList changeWords(const Interventions& interventions);

// Changes to the list of edits, as documents to apply.

Document withEdit(const Document& document, Intervention edit);
/// `place` is the index in the list; an index outside it changes nothing.
Document withoutEdit(const Document& document, std::size_t place);
/// Whether the list has all of these edits.
bool hasEdits(const Document& document, const std::vector<Intervention>& edits);
/// Without these edits if the list has all of them, otherwise with those that it lacks.
Document withToggled(const Document& document, const std::vector<Intervention>& edits);
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
