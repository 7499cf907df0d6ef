#pragma once

#include "core/trace/attention_map.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace headlight {

/// Text with nothing invisible in it: a line feed is ⏎, a tab ⇥, lone spaces ␣, signs without a width are
/// named (U+200D) where they do not join or change what stands beside them, and a combining mark that a
/// tokenizer has parted from its letter gets a circle to stand on (◌́).
QString visibleText(const QString& text);

/// The text, or its beginning and its end with "…" between them where it has more than `longest` UTF-16
/// units; what a reader takes for one sign (an emoji of several parts) stays whole.
QString shortened(const QString& text, qsizetype longest);

/// A token as a picture shows it: as it is in the vocabulary, by visibleText(). Pictures draw special ones in
/// another style, so that "</s>" typed as text is not mistaken for one.
QString tokenText(const TokenLabel& token);

/// The text without the mark of a space before it: a token in running text.
QString withoutSpaceMark(const QString& text);

/// The token in a sentence: in quotation marks, or bare where it is special.
QString quotedToken(const TokenLabel& token);
/// The same of one of the tokens; its position where there is no such token.
QString quotedToken(const std::vector<TokenLabel>& tokens, std::int64_t position);

} // namespace headlight
