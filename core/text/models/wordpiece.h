#pragma once

#include "core/text/models/subword_model.h"

#include <string>

namespace headlight {

/// BERT's model: takes the longest piece that fits, then the longest one that continues the word, and so on.
struct WordPieceOptions
{
    std::string unknown = "[UNK]"; ///< replaces a word that cannot be cut
    std::string continuationPrefix = "##";
    std::size_t maxCharacters = 100; ///< longer words are unknown
};

SubwordModelPtr makeWordPiece(Vocabulary vocabulary, WordPieceOptions options);

} // namespace headlight
