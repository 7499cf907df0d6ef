#pragma once

#include "core/trace/attention_map.h"

#include <QString>

#include <optional>

namespace headlight {

class Workspace;

/// The token that came of the last row of what the workspace shows: chosen at the step, proposed by the beam,
/// or the last of all. Nothing where the model writes nothing, and for trace files, which do not say it.
std::optional<TokenLabel> writtenToken(const Workspace& workspace);

/// The token after that of a row of a decoder: what the row is about to write, or what the given text goes on
/// with. `written`: the one after the last row. Null for encoders and where it is not known. It lives as long
/// as the map and `written`.
const TokenLabel* nextToken(const AttentionMap& map, Index row, const std::optional<TokenLabel>& written);

/// Whether the row stands in a given text, which goes on as it does whatever the model says: in the prompt of
/// a decoder-only model, or anywhere in its trace file.
bool isGivenText(const Workspace& workspace, const AttentionMap& map, Index row);

/// "chat → noir": the name of a row; without a next token the first alone.
QString rowName(const QString& read, const TokenLabel* next);

} // namespace headlight
