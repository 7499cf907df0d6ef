#pragma once

#include "core/trace/attention_map.h"

#include <QString>

namespace headlight {

/// A token as a picture shows it: nothing invisible (a line feed is ⏎, a tab ⇥, a lone space ␣), special
/// tokens in angle brackets of their own (⟨/s⟩), so that "</s>" typed as text cannot be mistaken for one.
QString tokenText(const TokenLabel& token);

/// The token in a sentence: in quotation marks, or bare where it is special.
QString quotedToken(const TokenLabel& token);

} // namespace headlight
