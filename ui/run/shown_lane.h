#pragma once

#include "core/base/result.h"
#include "core/run/execute.h"
#include "ui/state/document.h"

#include <QString>

#include <vector>

namespace headlight {

struct ShownLane
{
    LaneInput input;
    QString line; ///< as typed, or as the chat template wrote it
    int lane = 0;
    int lanes = 0; ///< 0: nothing but blank lines
};

/// What the model reads of a document: the line that is shown, padded to the longest one, or its
/// conversation, which is one line, whatever it holds.
Result<ShownLane> prepareShownLane(const Model& model, const Document& document);

/// Of all that is typed, in characters.
qsizetype charactersOf(const Document& document);

/// "12 7, 30" for a model folder without a tokenizer.
Result<std::vector<TokenId>> idsFromText(const QString& text, bool hasTokenizer);

} // namespace headlight
