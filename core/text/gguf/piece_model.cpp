#include "core/text/gguf/piece_model.h"

#include "core/text/models/sentencepiece_model.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace headlight {

namespace {

using TokenType = GgufVocabulary::Type;

/// Writes messages of a protocol buffer.
class ProtoWriter
{
public:
    void varint(unsigned field, std::uint64_t value)
    {
        number(std::uint64_t{field} << 3U);
        number(value);
    }
    void real(unsigned field, float value)
    {
        number(std::uint64_t{field} << 3U | 5U);
        const auto bytes = std::bit_cast<std::array<char, sizeof value>>(value);
        m_bytes.append(bytes.data(), bytes.size());
    }
    void text(unsigned field, std::string_view value)
    {
        number(std::uint64_t{field} << 3U | 2U);
        number(value.size());
        m_bytes += value;
    }
    const std::string& bytes() const { return m_bytes; }

private:
    void number(std::uint64_t value)
    {
        for (; value > 127; value >>= 7U)
            m_bytes += static_cast<char>((value & 127U) | 128U);
        m_bytes += static_cast<char>(value);
    }
    std::string m_bytes;
};

/// The token that stands for unknown text: the named one unless it is an ordinary piece, otherwise the first
/// of that type. Conversions give the type to padding, too. Empty if there is none.
std::optional<std::size_t> unknownOf(const GgufVocabulary& file)
{
    const auto named = file.unknown ? std::optional(static_cast<std::size_t>(*file.unknown)) : std::nullopt;
    if (named && (file.types[*named] == TokenType::kUnknown || file.types[*named] == TokenType::kControl))
        return named;
    const auto first = std::find(file.types.begin(), file.types.end(), TokenType::kUnknown);
    return first == file.types.end() ? named : static_cast<std::size_t>(first - file.types.begin());
}

/// The pieces' types in a model file, which has one unknown token. Unused pieces are matched like others, as
/// in llama.cpp; an empty piece and all but the last of equal spelling are never found in a text.
std::vector<TokenType> pieceTypes(const GgufVocabulary& file, const Vocabulary& vocabulary)
{
    const auto unknown = unknownOf(file);
    std::vector<TokenType> types = file.types;
    for (std::size_t i = 0; i < types.size(); ++i) {
        const bool found = vocabulary.find(file.tokens[i]) == static_cast<TokenId>(i);
        if (i == unknown)
            types[i] = TokenType::kUnknown;
        else if (types[i] == TokenType::kUnknown || file.tokens[i].empty() || !found)
            types[i] = TokenType::kControl;
        else if (types[i] == TokenType::kUnused)
            types[i] = TokenType::kNormal;
    }
    return types;
}

} // namespace

Result<SubwordModelPtr> makeGgufPieceModel(const GgufVocabulary& file, Vocabulary vocabulary)
{
    if (file.scores.empty())
        return badFile(file.file, "tokenizer.ggml.scores", "found none, expected one for each token");
    // The fields of sentencepiece_model.proto.
    constexpr unsigned kPieces = 1, kTrainer = 2, kNormalizer = 3;
    constexpr unsigned kBpeModel = 2;
    const std::vector<TokenType> types = pieceTypes(file, vocabulary);
    ProtoWriter model;
    TokenId unknown = 0;
    for (std::size_t i = 0; i < file.tokens.size(); ++i) {
        ProtoWriter piece;
        const bool own
            = !file.tokens[i].empty() && vocabulary.find(file.tokens[i]) == static_cast<TokenId>(i);
        piece.text(1, own ? file.tokens[i] : "<token " + std::to_string(i) + ">");
        piece.real(2, file.scores[i]);
        piece.varint(3, static_cast<std::uint64_t>(types[i]));
        model.text(kPieces, piece.bytes());
        if (types[i] == TokenType::kUnknown)
            unknown = static_cast<TokenId>(i);
    }
    ProtoWriter trainer;
    trainer.varint(3, kBpeModel);
    trainer.varint(35, std::find(types.begin(), types.end(), TokenType::kByte) != types.end() ? 1 : 0);
    trainer.varint(40, static_cast<std::uint64_t>(unknown));
    model.text(kTrainer, trainer.bytes());
    ProtoWriter normalizer;
    normalizer.text(1, "identity");
    normalizer.varint(3, file.spacePrefix.value_or(true) ? 1 : 0);
    normalizer.varint(4, 0); // keeps consecutive spaces
    normalizer.varint(5, 1);
    model.text(kNormalizer, normalizer.bytes());
    ASSIGN_OR_RETURN(const auto parsed, SentencePieceFile::parse(model.bytes(), file.file));
    SentencePieceIds ids;
    for (TokenId id = 0; id < static_cast<TokenId>(file.tokens.size()); ++id)
        ids.bySentencePiece.push_back(id);
    ids.unknown = unknown;
    ids.vocabulary = std::move(vocabulary);
    return makeSentencePieceModel(parsed, std::move(ids));
}

} // namespace headlight
