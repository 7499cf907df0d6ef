#pragma once

#include "core/model/training_input.h"
#include "core/trace/trace.h"
#include "ui/state/input_note.h"

#include <QString>

#include <optional>
#include <vector>

namespace headlight {

/// What of a line the model cannot know. tokens: of the line, as they were encoded; training: what it has
/// read, where that is known.
InputNote inputNoteOf(const QString& line, const std::vector<TokenLabel>& tokens,
                      const std::optional<TrainingInput>& training);

} // namespace headlight
