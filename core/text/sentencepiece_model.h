#pragma once

#include "core/base/result.h"
#include "core/text/sentencepiece_normalizer.h"
#include "core/text/sentencepiece_proto.h"
#include "core/text/sentencepiece_segmenter.h"
#include "core/text/subword_model.h"

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// A SentencePiece model file (*.model, *.spm). Read and run by this program itself: the SentencePiece
/// library trusts what it reads, and joins unknown characters in a row in quadratic time (a megabyte of
/// Chinese in a model without it takes many seconds). Its answers are the library's, which the tests compare.
class SentencePieceFile
{
public:
    static Result<std::shared_ptr<const SentencePieceFile>> load(const std::filesystem::path& path);
    static Result<std::shared_ptr<const SentencePieceFile>> parse(const std::string& bytes,
                                                                  const std::string& file);
    ~SentencePieceFile() = default;
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
    /// text: valid UTF-8. Unknown characters in a row are one piece.
    std::vector<Piece> encode(std::string_view text) const;

private:
    SentencePieceFile(SentencePieceProto proto, SentencePieceNormalizer normalizer);
    void addBytes(std::string_view text, std::size_t begin, std::size_t end, std::vector<Piece>& out) const;

    SentencePieceProto m_proto;
    SymbolMatcher m_symbols;
    SentencePieceNormalizer m_normalizer;
    std::unique_ptr<const SentencePieceSegmenter> m_segmenter;
    std::array<int, 256> m_bytes{}; ///< numbers of "<0x00>" …, where there are any
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
