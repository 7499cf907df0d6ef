#pragma once

#include "core/base/result.h"

#include <optional>
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
    std::string charsmap; ///< the replacement table, for Charsmap::parse; empty: none
};

/// `file` is the name for messages.
Result<SentencePieceProto> parseSentencePiece(std::string_view bytes, const std::string& file);

/// Whether no piece of the model is a byte, or spelled like one.
bool canSpellInBytes(const SentencePieceProto& proto);
/// What makes such a model spell unknown characters in bytes, when it is appended to the file's bytes (two
/// messages of a protocol buffer in a row are merged): 256 more pieces and the trainer's flag for them.
std::string byteFallbackAddition();

} // namespace headlight
