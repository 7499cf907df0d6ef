#pragma once

#include "core/edit/interventions.h"
#include "core/trace/trace.h"

#include <QCoreApplication>
#include <QString>

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
/// "Encoder layer 1 · self-attention · head 2", "all heads of cross-attention", …
QString patternWords(const HeadPattern& where);
QString referenceWords(const ReferenceInput& reference);
QString formWords(PatternForm form);
/// Which part of a head is patched: "queries".
QString patchedWords(Site site);
QString tableWords(PositionTable table);

} // namespace headlight
