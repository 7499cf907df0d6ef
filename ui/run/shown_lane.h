#pragma once

#include "core/base/result.h"
#include "core/model/training_input.h"
#include "core/run/execute.h"
#include "core/text/chat/conversation.h"
#include "core/trace/trace.h"
#include "ui/state/document.h"
#include "ui/state/snapshot.h"

#include <QString>

#include <optional>
#include <stop_token>
#include <vector>

namespace headlight {

class Model;

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

/// Every line of a text as the token ids that the model reads, special tokens included: "135 3381 1". Blank
/// lines stay. Lines that cannot be encoded stay as they are; without a tokenizer, all lines do.
QString idsOfText(const Model& model, const QString& text);

/// The reverse: every line of ids as text, without special tokens. Lines that are not lists of ids stay.
QString textOfIds(const Model& model, const QString& text);

/// What the model cannot know about a line. tokens: the encoded line; training: its training input, if known.
InputNote inputNoteOf(const QString& line, const std::vector<TokenLabel>& tokens,
                      const std::optional<TrainingInput>& training);

} // namespace headlight
