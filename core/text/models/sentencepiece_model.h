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
/// (minutes for a megabyte of Chinese in a model that has none), so it is made to spell them in bytes, which
/// are joined here.
class SentencePieceFile
{
public:
    static Result<std::shared_ptr<const SentencePieceFile>> load(const std::filesystem::path& path);
    static Result<std::shared_ptr<const SentencePieceFile>> parse(const std::string& bytes,
                                                                  const std::string& file);
    ~SentencePieceFile();
    SentencePieceFile(const SentencePieceFile&) = delete;
    SentencePieceFile& operator=(const SentencePieceFile&) = delete;
    SentencePieceFile(SentencePieceFile&&) = delete;
    SentencePieceFile& operator=(SentencePieceFile&&) = delete;

    const SentencePieceProto& proto() const { return m_proto; }
    int pieceCount() const { return static_cast<int>(m_proto.pieces.size()); }
    std::string piece(int id) const { return m_proto.pieces.at(static_cast<std::size_t>(id)).text; }
    int unknownId() const { return m_proto.unknownId; }
    /// "Unigram", "BPE", "word", "character".
    std::string kind() const;

    struct Piece
    {
        int id = 0;
        std::string text; ///< of an unknown stretch: that stretch
        std::size_t begin = 0; ///< in bytes of the text; may be empty ("▁" that was not there)
        std::size_t end = 0;
    };
    /// text: valid UTF-8. Unknown characters in a row are one piece. An error only where the library has one.
    Result<std::vector<Piece>> encode(std::string_view text) const;

private:
    SentencePieceFile(SentencePieceProto proto,
                      std::unique_ptr<const sentencepiece::SentencePieceProcessor> library);

    SentencePieceProto m_proto;
    std::unique_ptr<const sentencepiece::SentencePieceProcessor> m_library;
};

/// How the ids of a SentencePiece file become those of a model.
struct SentencePieceIds
{
    Vocabulary vocabulary;
    std::vector<TokenId> bySentencePiece; ///< one for each piece of the file
    TokenId unknown = 0;
    /// What the file does not know may still be in the vocabulary, and unknown tokens are spelled as in
    /// the text (Marian).
    bool unknownByText = false;
};

SubwordModelPtr makeSentencePieceModel(std::shared_ptr<const SentencePieceFile> file, SentencePieceIds ids);

} // namespace headlight
