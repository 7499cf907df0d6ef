#pragma once

#include <string>
#include <string_view>

namespace headlight {

/// How the vocabulary spells white space and bytes.
enum class PieceStyle {
    kPlain, ///< no white space in pieces (WordPiece, WordLevel)
    kByteLevel, ///< every byte a visible character (GPT-2)
    kMetaspace, ///< "▁" for the space, "<0xE2>" for bytes (SentencePiece)
};

/// A piece as Tokenizer::display shows it, without regard to special tokens.
std::string displayPiece(std::string_view piece, PieceStyle style, std::string_view endOfWordSuffix);

} // namespace headlight
