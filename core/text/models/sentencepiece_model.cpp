#include "core/text/models/sentencepiece_model.h"

#include "core/io/mapped_file.h"
#include "core/text/steps/byte_level.h"
#include "core/text/steps/charsmap.h"

#include <sentencepiece_processor.h>

#include <exception>
#include <utility>

namespace headlight {

using Library = sentencepiece::SentencePieceProcessor;

namespace {

/// Loads a model that spells unknown characters in bytes, or returns the library's error.
Result<std::unique_ptr<const Library>> loadLibrary(const std::string& bytes, const std::string& file)
{
    auto library = std::make_unique<Library>();
    std::string complaint;
    try {
        const sentencepiece::util::Status status = library->LoadFromSerializedProto(bytes);
        if (status.ok())
            return std::unique_ptr<const Library>(std::move(library));
        complaint = status.ToString();
    } catch (const std::exception& exception) { // from the library's own tables
        complaint = exception.what();
    }
    return badFile(file, {}, "is not accepted by the SentencePiece library: ", complaint);
}

class SentencePieceModel : public SubwordModel
{
public:
    SentencePieceModel(std::shared_ptr<const SentencePieceFile> file, SentencePieceIds ids)
        : m_file(std::move(file))
        , m_ids(std::move(ids))
    { }
    const Vocabulary& vocabulary() const override { return m_ids.vocabulary; }
    std::string kind() const override { return "SentencePiece " + m_file->kind(); }
    Result<void> tokenize(std::string_view word, std::vector<ModelToken>& out) const override
    {
        ASSIGN_OR_RETURN(auto pieces, m_file->encode(word));
        for (SentencePieceFile::Piece& piece : pieces) {
            const auto number = static_cast<std::size_t>(piece.id);
            const TokenId id
                = number < m_ids.bySentencePiece.size() ? m_ids.bySentencePiece[number] : m_ids.unknown;
            ModelToken& token = out.emplace_back(ModelToken{id, piece.begin, piece.end, {}});
            if (id != m_ids.unknown || !m_ids.unknownByText)
                continue;
            token.id = m_ids.vocabulary.find(piece.text).value_or(m_ids.unknown);
            token.spelling = std::move(piece.text);
        }
        return {};
    }

private:
    std::shared_ptr<const SentencePieceFile> m_file;
    SentencePieceIds m_ids;
};

} // namespace

SentencePieceFile::SentencePieceFile(SentencePieceProto proto, std::unique_ptr<const Library> library)
    : m_proto(std::move(proto))
    , m_library(std::move(library))
{ }

SentencePieceFile::~SentencePieceFile() = default;

Result<std::shared_ptr<const SentencePieceFile>> SentencePieceFile::load(const std::filesystem::path& path)
{
    constexpr std::size_t kMaxBytes = std::size_t{64} << 20U;
    ASSIGN_OR_RETURN(const auto file, MappedFile::open(path, kMaxBytes));
    return parse(std::string(file.text()), path.string());
}

Result<std::shared_ptr<const SentencePieceFile>> SentencePieceFile::parse(const std::string& bytes,
                                                                          const std::string& file)
{
    ASSIGN_OR_RETURN(auto proto, parseSentencePiece(bytes, file));
    if (!proto.charsmap.empty()) {
        if (const Result<Charsmap> map = Charsmap::parse(proto.charsmap); !map)
            return badFile(file, {}, map.error().message);
    }
    ASSIGN_OR_RETURN(auto library,
                     loadLibrary(canSpellInBytes(proto) ? bytes + byteFallbackAddition() : bytes, file));
    return std::shared_ptr<const SentencePieceFile>(
        new SentencePieceFile(std::move(proto), std::move(library)));
}

std::string SentencePieceFile::kind() const
{
    switch (m_proto.algorithm) {
    case SentencePieceProto::Algorithm::kBpe:
        return "BPE";
    case SentencePieceProto::Algorithm::kWord:
        return "word";
    case SentencePieceProto::Algorithm::kCharacter:
        return "character";
    case SentencePieceProto::Algorithm::kUnigram:
        break;
    }
    return "Unigram";
}

Result<std::vector<SentencePieceFile::Piece>> SentencePieceFile::encode(std::string_view text) const
{
    sentencepiece::ImmutableSentencePieceText encoded;
    const sentencepiece::util::Status status = m_library->Encode(std::string(text), encoded.mutable_proto());
    if (!status.ok())
        return Error{ErrorCode::kBadArgument, "the SentencePiece library says: " + status.ToString()};
    std::vector<Piece> pieces;
    pieces.reserve(encoded.pieces_size());
    bool afterAdded = false;
    for (std::size_t i = 0; i < encoded.pieces_size(); ++i) {
        const auto found = encoded.pieces(static_cast<int>(i));
        const auto id = static_cast<int>(found.id());
        // Bytes that the file itself does not contain are unknown characters.
        const auto byte = id < pieceCount() ? std::nullopt : byteOfFallbackPiece(found.piece());
        if (!byte) {
            pieces.push_back({id, found.piece(), found.begin(), found.end()});
        } else {
            if (!afterAdded)
                pieces.push_back({m_proto.unknownId, {}, found.begin(), found.end()});
            pieces.back().text.push_back(static_cast<char>(*byte));
            pieces.back().end = found.end();
        }
        afterAdded = byte.has_value();
    }
    return pieces;
}

SubwordModelPtr makeSentencePieceModel(std::shared_ptr<const SentencePieceFile> file, SentencePieceIds ids)
{
    return std::make_unique<SentencePieceModel>(std::move(file), std::move(ids));
}

} // namespace headlight
