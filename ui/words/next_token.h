#pragma once

#include "core/trace/attention_map.h"
#include "core/trace/site.h"
#include "core/trace/trace.h"

#include <QString>

#include <optional>

namespace headlight {

class Workspace;

/// The token that resulted from the last row shown: chosen at the step, proposed by the beam, or the last one
/// of all. Nothing for models that do not write, and for trace files, which do not record it.
std::optional<TokenLabel> writtenToken(const Workspace& workspace);

/// The token after a decoder row's own: what the row is about to write, or how the given text continues.
/// `written`: the token after the last row. Null for encoders and if unknown. Valid as long as the map and
/// `written`.
const TokenLabel* nextToken(const AttentionMap& map, Index row, const std::optional<TokenLabel>& written);

/// Whether the row is part of a given text, which continues regardless of the model: in the prompt of a
/// decoder-only model, or anywhere in such a model's trace file.
bool isGivenText(const Workspace& workspace, const AttentionMap& map, Index row);

/// Whether a decoder row was computed with tokens after it in the text, as without the causal mask. False if
/// the trace has no masks.
bool seesLaterTokens(const Trace& trace, const HeadRef& head, Index row);

/// "chat → noir": the name of a row; only the first part without a next token.
QString rowName(const QString& read, const TokenLabel* next);

/// The row of a decoder head's map that the selected decoding step computed: the last row, while a step or a
/// beam is selected or steps are still arriving. Nothing for a whole decoding, or if nothing was decoded.
std::optional<int> newestRow(const Workspace& workspace, const HeadRef& head);

} // namespace headlight
