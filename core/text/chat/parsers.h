#pragma once

#include "core/text/chat/syntax.h"
#include "core/text/chat/word_stream.h"

namespace headlight::chat {

// All of these throw TemplateFault, which names what is not supported. Jinja's precedence: "if … else", or,
// and, not, comparisons, + and -, ~, * / // %, **, sign, then calls, subscripts, filters and tests.

/// One value.
ExpressionPointer parseExpression(WordStream& words);
/// Values separated by commas form a tuple. Without `conditional`, an "if" ends it (the list of a loop).
ExpressionPointer parseTuple(WordStream& words, bool conditional = true);
/// The filters of a block: "trim | upper".
ExpressionPointer parseBlockFilters(WordStream& words);
/// A whole template.
Block parseTemplate(WordStream& words);

} // namespace headlight::chat
