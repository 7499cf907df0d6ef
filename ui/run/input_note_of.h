#pragma once

#include "core/model/training_input.h"
#include "core/trace/trace.h"
#include "ui/state/snapshot.h"

#include <QString>

#include <optional>
#include <vector>

namespace headlight {

/// What the model cannot know about a line. tokens: the encoded line; training: its training input, if known.
InputNote inputNoteOf(const QString& line, const std::vector<TokenLabel>& tokens,
                      const std::optional<TrainingInput>& training);

} // namespace headlight
