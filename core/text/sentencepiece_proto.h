#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// What a SentencePiece model file says (sentencepiece_model.proto), checked: what stands here fits
/// together.
struct SentencePieceProto
{
    enum class Type : unsigned char { kNormal = 1, kUnknown, kControl, kUserDefined, kUnused, kByte };
    enum class Algorithm : unsigned char { kUnigram = 1, kBpe, kWord, kCharacter };
    struct Piece
    {
        std::string text;
        float score = 0.0F;
        Type type = Type::kNormal;
        /// Can be found in a text; the others stand for something that is not text.
        bool inText() const
        {
            return type == Type::kNormal || type == Type::kUserDefined || type == Type::kUnused;
        }
    };

    std::vector<Piece> pieces; ///< by id; no text occurs twice among those in texts, nor among the others
    int unknownId = 0;
    Algorithm algorithm = Algorithm::kUnigram;
    bool byteFallback = false; ///< then there is a piece for each byte
    bool spaceAsSuffix = false; ///< "▁" ends a word instead of beginning it
    bool addPrefix = true; ///< a text gets a space before it
    bool removeExtraSpaces = true;
    bool escapeSpaces = true; ///< spaces are written "▁"
    std::string charsmap; ///< the replacement table, for Charsmap::parse; empty: none
};

/// `file` is the name for messages.
Result<SentencePieceProto> parseSentencePiece(std::string_view bytes, const std::string& file);

} // namespace headlight
