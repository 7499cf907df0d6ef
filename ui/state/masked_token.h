#pragma once

#include "core/text/tokenizer.h"

#include <QString>

#include <vector>

namespace headlight {

/// A masked token of the text, and what the model would put there.
struct MaskedToken
{
    int row = 0; ///< place among the tokens
    bool inPair = false; ///< stands in the second sentence
    int begin = 0; ///< place in its line, in code points
    int end = 0;
    using Joint = PieceJoint;
    struct Choice
    {
        TokenId id = 0;
        QString text; ///< for display
        QString word; ///< what takes the place of the mask in the text
        Joint joint = Joint::kAsIs;
        float probability = 0;
    };
    std::vector<Choice> choices; ///< best ten
};

} // namespace headlight
