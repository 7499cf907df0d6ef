#pragma once

#include "core/trace/attention_map.h"
#include "core/trace/trace.h"

#include <QString>
#include <QVariant>

#include <cstdint>
#include <vector>

namespace headlight {

/// The token's text in quotation marks, for sentences: “cat”, “␣”, “</s>”; long ones are cut in the middle.
QString tokenInSentence(const TokenLabel& token);

/// The token's position in words, with a note if the model's chat template wrote it: "3", "3, from the chat
/// template".
QString tokenPlace(const TokenLabel& token, const QString& place);

/// One of the tokens with its position, for sentences: “cat” (3), “user” (0, from the chat template).
QString placedToken(const std::vector<TokenLabel>& tokens, std::int64_t position);

/// Italic if the token was not typed by a person, as in the labels of maps; otherwise nothing. For table
/// models.
QVariant tokenFont(const TokenLabel& token);

/// Everything about one token as rich text for a tooltip: id, position, and the code points of `typedText`
/// that it covers (eight at most).
QString tokenDetails(const TokenLabel& token, int index, int count, const QString& typedText);

} // namespace headlight
