#pragma once

#include "core/base/result.h"
#include "core/text/subword_model.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// A SentencePiece model file (*.model, *.spm), read and run by the SentencePiece library. The file
/// is checked before the library sees it: the library trusts the replacement tables in it.
class SentencePieceFile
{
public:
    static Result<std::shared_ptr<const SentencePieceFile>> load(const std::filesystem::path& path);
    static Result<std::shared_ptr<const SentencePieceFile>> parse(const std::string& bytes,
                                                                  const std::string& file);
    ~SentencePieceFile();
    SentencePieceFile(const SentencePieceFile&) = delete;
    SentencePieceFile& operator=(const SentencePieceFile&) = delete;

    int pieceCount() const;
    std::string piece(int id) const;
    int unknownId() const;
    /// "Unigram", "BPE", "word", "character".
    const std::string& kind() const;

    struct Piece
    {
        int id = 0;
        std::string text; ///< of an unknown stretch: that stretch
        std::size_t begin = 0; ///< in bytes of the text; may be empty ("▁" that was not there)
        std::size_t end = 0;
    };
    Result<std::vector<Piece>> encode(std::string_view text) const;

private:
    struct Library;
    SentencePieceFile(std::unique_ptr<Library> library, std::string kind);

    std::unique_ptr<Library> m_library;
    std::string m_kind;
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
