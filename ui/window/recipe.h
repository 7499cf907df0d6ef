#pragma once

#include "ui/run/model_facts.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"

namespace headlight {

/// A word of a command line, quoted for a POSIX shell where that is needed.
QString shellWord(const QString& word);

/// The command that draws this picture again: `headlight render …` without its -o. `builtin`: the model
/// that comes with the program, which needs no --model.
QString renderRecipe(const Document& document, const Focus& focus, const ModelFacts& model, bool builtin);

} // namespace headlight
