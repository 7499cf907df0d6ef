#include "core/text/sentencepiece_model.h"

#include "core/text/byte_level.h"
#include "core/text/tokenizer_json.h"

#include <utility>

namespace headlight {

SentencePieceFile::SentencePieceFile(SentencePieceProto proto, SentencePieceNormalizer normalizer)
    : m_proto(std::move(proto))
    , m_symbols(m_proto)
    , m_normalizer(std::move(normalizer))
    , m_segmenter(makeSegmenter(m_proto, m_symbols))
{
    for (std::size_t id = 0; id < m_proto.pieces.size(); ++id) {
        if (m_proto.pieces[id].type != SentencePieceProto::Type::kByte)
            continue;
        if (const auto byte = byteOfFallbackPiece(m_proto.pieces[id].text))
            m_bytes[*byte] = static_cast<int>(id);
    }
}

Result<std::shared_ptr<const SentencePieceFile>> SentencePieceFile::load(const std::filesystem::path& path)
{
    Result<std::string> bytes = readTextFile(path);
    if (!bytes)
        return bytes.error();
    return parse(*bytes, path.string());
}

Result<std::shared_ptr<const SentencePieceFile>> SentencePieceFile::parse(const std::string& bytes,
                                                                          const std::string& file)
{
    Result<SentencePieceProto> proto = parseSentencePiece(bytes, file);
    if (!proto)
        return proto.error();
    Result<SentencePieceNormalizer> normalizer = SentencePieceNormalizer::make(*proto, file);
    if (!normalizer)
        return normalizer.error();
    return std::shared_ptr<const SentencePieceFile>(
        new SentencePieceFile(std::move(*proto), std::move(*normalizer)));
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

void SentencePieceFile::addBytes(std::string_view text, std::size_t begin, std::size_t end,
                                 std::vector<Piece>& out) const
{
    // The last byte stands for the character, those before it for nothing.
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<std::uint8_t>(text[i]);
        out.push_back({m_bytes[byte], fallbackPiece(byte), begin, i + 1 == text.size() ? end : begin});
    }
}

std::vector<SentencePieceFile::Piece> SentencePieceFile::encode(std::string_view text) const
{
    const SentencePieceText normalized = m_normalizer.normalize(text, m_symbols);
    std::vector<SentencePieceSegment> segments;
    m_segmenter->cut(normalized.bytes, segments);
    std::vector<Piece> pieces;
    pieces.reserve(segments.size());
    bool afterUnknown = false;
    for (const SentencePieceSegment& segment : segments) {
        const std::string_view piece
            = std::string_view(normalized.bytes).substr(segment.begin, segment.end - segment.begin);
        const std::size_t begin = normalized.origins[segment.begin];
        const std::size_t end = normalized.origins[segment.end];
        const bool unknown = segment.id == m_proto.unknownId;
        if (unknown && m_proto.byteFallback) {
            addBytes(piece, begin, end, pieces);
        } else if (unknown && afterUnknown) {
            pieces.back().text += piece;
            pieces.back().end = end;
        } else {
            pieces.push_back({segment.id, std::string(piece), begin, end});
        }
        afterUnknown = unknown;
    }
    return pieces;
}

namespace {

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
        for (SentencePieceFile::Piece& piece : m_file->encode(word)) {
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

SubwordModelPtr makeSentencePieceModel(std::shared_ptr<const SentencePieceFile> file, SentencePieceIds ids)
{
    return std::make_unique<SentencePieceModel>(std::move(file), std::move(ids));
}

} // namespace headlight
