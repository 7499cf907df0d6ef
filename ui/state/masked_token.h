#pragma once

#include "core/text/tokenizer.h"

#include <QString>

#include <vector>

namespace headlight {

/// A masked token of the text and the model's predictions for it.
struct MaskedToken
{
    int row = 0; ///< row among the tokens
    bool inPair = false; ///< whether it is in the second sentence
    int begin = 0; ///< position in its line, in code points
    int end = 0;
    using Joint = PieceJoint;
    struct Choice
    {
        TokenId id = 0;
        QString text; ///< for display
        QString word; ///< text that replaces the mask
        Joint joint = Joint::kAsIs;
        float probability = 0;
    };
    std::vector<Choice> choices; ///< best ten
};

} // namespace headlight
