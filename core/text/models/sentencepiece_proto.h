#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The checked content of a SentencePiece model file (sentencepiece_model.proto). Parsed by hand: the
/// SentencePiece library trusts its input and does not expose the protocol buffer.
struct SentencePieceProto
{
    enum class Type : unsigned char { kNormal = 1, kUnknown, kControl, kUserDefined, kUnused, kByte };
    enum class Algorithm : unsigned char { kUnigram = 1, kBpe, kWord, kCharacter };
    struct Piece
    {
        std::string text;
        float score = 0.0F;
        Type type = Type::kNormal;
        /// Whether the piece can match text; the others represent something else.
        bool inText() const
        {
            return type == Type::kNormal || type == Type::kUserDefined || type == Type::kUnused;
        }
    };

    std::vector<Piece> pieces; ///< by id; texts are unique among those that match text, and among the others
    int unknownId = 0;
    Algorithm algorithm = Algorithm::kUnigram;
    bool byteFallback = false; ///< if true, there is a piece for each byte
    std::string charsmap; ///< replacement table, for Charsmap::parse; empty = none
};

/// `file` is the name in messages.
Result<SentencePieceProto> parseSentencePiece(std::string_view bytes, const std::string& file);

/// Whether no piece of the model is a byte, or has the spelling of one.
bool canSpellInBytes(const SentencePieceProto& proto);
/// Bytes to append to the file of such a model to make it spell unknown characters in bytes (consecutive
/// messages of a protocol buffer are merged): 256 more pieces and the trainer's flag for them.
std::string byteFallbackAddition();

} // namespace headlight
