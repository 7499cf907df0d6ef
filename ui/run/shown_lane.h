#pragma once

#include "core/base/result.h"
#include "core/run/execute.h"
#include "core/text/chat/conversation.h"
#include "ui/state/document.h"

#include <QString>

#include <stop_token>
#include <vector>

namespace headlight {

struct ShownLane
{
    LaneInput input;
    QString line; ///< as typed, or as written by the chat template
    int lane = 0;
    int lanes = 0; ///< 0 = only blank lines
};

/// What the model reads from a document: the shown line, padded to the longest one; or its conversation,
/// which counts as one line whatever it contains. A stop ends the chat template.
Result<ShownLane> prepareShownLane(const Model& model, const Document& document,
                                   const std::stop_token& stop = {});

/// The conversation as chat templates read it.
std::vector<Message> messagesOf(const Dialogue& dialogue);

/// Length of the whole input, in characters.
qsizetype charactersOf(const Document& document);

/// Reads "12 7, 30", the form of the text for a model folder without a tokenizer.
Result<std::vector<TokenId>> idsFromText(const QString& text, bool hasTokenizer);

} // namespace headlight
