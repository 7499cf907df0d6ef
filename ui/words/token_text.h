#pragma once

#include "core/trace/attention_map.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace headlight {

/// Text without anything invisible: a line feed becomes ⏎, a tab ⇥, lone spaces ␣. Zero-width characters are
/// named (U+200D) unless they join or change their neighbours, and a combining mark that a tokenizer has
/// split from its letter gets a circle as its base (◌́).
QString visibleText(const QString& text);

/// The text, or its beginning and end with "…" between them if it has more than `longest` UTF-16 units;
/// characters as a reader sees them (such as an emoji of several parts) stay whole.
QString shortened(const QString& text, qsizetype longest);

/// A token as pictures show it: its vocabulary form after visibleText(). Pictures draw special tokens in
/// another style, so that a typed "</s>" is not mistaken for one.
QString tokenText(const TokenLabel& token);

/// The text in a sentence: what is written from right to left is isolated, so that numbers and quotation
/// marks beside it stay in their places.
QString isolated(const QString& text);

/// The text without the leading space mark: a token in running text.
QString withoutSpaceMark(const QString& text);

/// Whether all letters of the text have slanted forms. Fonts have them for few scripts; a slanted font would
/// draw the letters of others as boxes.
bool canSlant(const QString& text);

/// The token in a sentence: in quotation marks, or bare if it is special.
QString quotedToken(const TokenLabel& token);
/// The same for one of the tokens; its position if there is no such token.
QString quotedToken(const std::vector<TokenLabel>& tokens, std::int64_t position);

} // namespace headlight
