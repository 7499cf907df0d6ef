#pragma once

#include <string>
#include <string_view>

namespace headlight {

/// How a vocabulary writes white space and bytes.
enum class PieceStyle {
    kPlain, ///< no white space in pieces (WordPiece, WordLevel)
    kByteLevel, ///< each byte is a visible character (GPT-2)
    kMetaspace, ///< "▁" for the space, "<0xE2>" for bytes (SentencePiece)
};

/// A piece as Tokenizer::display shows it, ignoring special tokens.
std::string displayPiece(std::string_view piece, PieceStyle style, std::string_view endOfWordSuffix);

} // namespace headlight
