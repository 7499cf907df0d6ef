#pragma once

#include "core/base/result.h"
#include "core/text/models/sentencepiece_proto.h"
#include "core/text/models/subword_model.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sentencepiece {
class SentencePieceProcessor;
} // namespace sentencepiece

namespace headlight {

/// A SentencePiece model file (*.model, *.spm), run by the SentencePiece library. The library trusts its
/// input, so the file is checked first. It also takes quadratic time to join a run of unknown characters
/// (minutes for a megabyte of Chinese in a model without Chinese), so it is made to spell them in bytes,
/// which are joined here.
class SentencePieceFile
{
public:
    static Result<std::shared_ptr<const SentencePieceFile>> load(const std::filesystem::path& path);
    static Result<std::shared_ptr<const SentencePieceFile>> parse(const std::string& bytes,
                                                                  const std::string& file);
    ~SentencePieceFile();
    SentencePieceFile(const SentencePieceFile&) = delete;
    SentencePieceFile& operator=(const SentencePieceFile&) = delete;

    const SentencePieceProto& proto() const { return m_proto; }
    int pieceCount() const { return static_cast<int>(m_proto.pieces.size()); }
    std::string piece(int id) const { return m_proto.pieces.at(static_cast<std::size_t>(id)).text; }
    int unknownId() const { return m_proto.unknownId; }
    /// "Unigram", "BPE", "word", "character".
    std::string kind() const;

    struct Piece
    {
        int id = 0;
        std::string text; ///< for an unknown stretch: the stretch itself
        std::size_t begin = 0; ///< in bytes of the text; may be empty ("▁" added by the model)
        std::size_t end = 0;
    };
    /// text: valid UTF-8. Consecutive unknown characters become one piece. Fails only if the library does.
    Result<std::vector<Piece>> encode(std::string_view text) const;

private:
    SentencePieceFile(SentencePieceProto proto,
                      std::unique_ptr<const sentencepiece::SentencePieceProcessor> library);

    SentencePieceProto m_proto;
    std::unique_ptr<const sentencepiece::SentencePieceProcessor> m_library;
};

/// Maps the ids of a SentencePiece file to those of a model.
struct SentencePieceIds
{
    Vocabulary vocabulary;
    std::vector<TokenId> bySentencePiece; ///< one per piece of the file
    TokenId unknown = 0;
    /// Looks up unknown stretches in the vocabulary, and spells unknown tokens as in the text (Marian).
    bool unknownByText = false;
};

SubwordModelPtr makeSentencePieceModel(std::shared_ptr<const SentencePieceFile> file, SentencePieceIds ids);

} // namespace headlight
