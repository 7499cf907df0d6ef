#include "core/text/sentencepiece_model.h"

#include "core/text/charsmap.h"
#include "core/text/tokenizer_json.h"

#include <sentencepiece_processor.h>

#include <optional>

namespace headlight {

namespace {

/// Reads the outer layer of a protocol buffer: numbered fields one after the other.
class WireReader
{
public:
    explicit WireReader(std::string_view bytes)
        : m_bytes(bytes)
    { }
    bool atEnd() const { return m_at >= m_bytes.size(); }
    bool faulty() const { return m_faulty; }

    struct Field
    {
        std::uint64_t number = 0;
        std::string_view content; ///< of a length-delimited field
        std::uint64_t value = 0; ///< of a number
    };
    std::optional<Field> next()
    {
        const std::uint64_t tag = varint();
        Field field{tag >> 3, {}, 0};
        switch (tag & 7u) {
        case 0:
            field.value = varint();
            break;
        case 1:
            skip(8);
            break;
        case 2:
            field.content = take(varint());
            break;
        case 5:
            skip(4);
            break;
        default:
            m_faulty = true;
        }
        return m_faulty ? std::nullopt : std::optional(field);
    }

private:
    std::uint64_t varint()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && m_at < m_bytes.size(); shift += 7) {
            const auto byte = static_cast<std::uint8_t>(m_bytes[m_at++]);
            value |= static_cast<std::uint64_t>(byte & 0x7Fu) << shift;
            if (byte < 0x80)
                return value;
        }
        m_faulty = true;
        return 0;
    }
    std::string_view take(std::uint64_t count)
    {
        if (m_faulty || count > m_bytes.size() - m_at) {
            m_faulty = true;
            return {};
        }
        const std::string_view content = m_bytes.substr(m_at, count);
        m_at += count;
        return content;
    }
    void skip(std::uint64_t count) { take(count); }

    std::string_view m_bytes;
    std::size_t m_at = 0;
    bool m_faulty = false;
};

/// What has to be known of a model file besides what the library tells.
struct FileSummary
{
    std::uint64_t pieces = 0;
    std::uint64_t modelType = 1;
    bool hasTrainer = false;
    bool hasNormalizer = false;
};

std::optional<std::string> checkCharsmaps(std::string_view normalizerSpec)
{
    constexpr std::uint64_t kCharsmapField = 2;
    WireReader reader(normalizerSpec);
    while (!reader.atEnd()) {
        const auto field = reader.next();
        if (!field)
            return "is damaged: a normalizer's fields do not fit together";
        if (field->number != kCharsmapField || field->content.empty())
            continue;
        if (const Result<Charsmap> map = Charsmap::parse(field->content); !map)
            return map.error().message;
    }
    return {};
}

/// Fields of sentencepiece_model.proto: 1 pieces, 2 trainer (3 model type), 3 normalizer,
/// 5 denormalizer.
std::optional<std::string> inspect(std::string_view bytes, FileSummary& summary)
{
    WireReader reader(bytes);
    while (!reader.atEnd()) {
        const auto field = reader.next();
        if (!field)
            return "is no SentencePiece model, or is cut short";
        if (field->number == 1)
            ++summary.pieces;
        summary.hasTrainer = summary.hasTrainer || field->number == 2;
        summary.hasNormalizer = summary.hasNormalizer || field->number == 3;
        if (field->number == 3 || field->number == 5) {
            if (std::optional<std::string> fault = checkCharsmaps(field->content))
                return fault;
        }
        if (field->number == 2) {
            WireReader trainer(field->content);
            while (!trainer.atEnd()) {
                const auto inner = trainer.next();
                if (!inner)
                    return "is damaged: its trainer's fields do not fit together";
                if (inner->number == 3)
                    summary.modelType = inner->value;
            }
        }
    }
    if (summary.pieces == 0)
        return "is no SentencePiece model: it has no pieces";
    // Both are written behind the pieces.
    if (!summary.hasTrainer || !summary.hasNormalizer)
        return "is cut short: the settings of its trainer and normalizer are missing";
    if (summary.pieces > static_cast<std::uint64_t>(Vocabulary::kMaxIds))
        return "has " + std::to_string(summary.pieces) + " pieces, expected at most "
            + std::to_string(Vocabulary::kMaxIds);
    return {};
}

std::string kindName(std::uint64_t modelType)
{
    switch (modelType) {
    case 2:
        return "BPE";
    case 3:
        return "word";
    case 4:
        return "character";
    default:
        return "Unigram";
    }
}

} // namespace

struct SentencePieceFile::Library
{
    sentencepiece::SentencePieceProcessor processor;
};

SentencePieceFile::SentencePieceFile(std::unique_ptr<Library> library, std::string kind)
    : m_library(std::move(library))
    , m_kind(std::move(kind))
{ }

SentencePieceFile::~SentencePieceFile() = default;

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
    FileSummary summary;
    if (std::optional<std::string> fault = inspect(bytes, summary))
        return badFile(file, {}, *std::move(fault));
    auto library = std::make_unique<Library>();
    const sentencepiece::util::Status status = library->processor.LoadFromSerializedProto(bytes);
    if (!status.ok())
        return badFile(file, {}, "is refused by the SentencePiece library: " + status.ToString());
    return std::shared_ptr<const SentencePieceFile>(
        new SentencePieceFile(std::move(library), kindName(summary.modelType)));
}

int SentencePieceFile::pieceCount() const
{
    return m_library->processor.GetPieceSize();
}

std::string SentencePieceFile::piece(int id) const
{
    return m_library->processor.IdToPiece(id);
}

int SentencePieceFile::unknownId() const
{
    return m_library->processor.unk_id();
}

const std::string& SentencePieceFile::kind() const
{
    return m_kind;
}

Result<std::vector<SentencePieceFile::Piece>> SentencePieceFile::encode(std::string_view text) const
{
    sentencepiece::ImmutableSentencePieceText encoded;
    const sentencepiece::util::Status status
        = m_library->processor.Encode({text.data(), text.size()}, encoded.mutable_proto());
    if (!status.ok())
        return badArgument("text", "the SentencePiece library failed: " + status.ToString());
    std::vector<Piece> pieces;
    pieces.reserve(encoded.pieces_size());
    for (const auto& piece : encoded.pieces()) {
        const std::size_t end = std::min<std::size_t>(piece.end(), text.size());
        pieces.push_back(
            {static_cast<int>(piece.id()), piece.piece(), std::min<std::size_t>(piece.begin(), end), end});
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
        Result<std::vector<SentencePieceFile::Piece>> pieces = m_file->encode(word);
        if (!pieces)
            return pieces.error();
        for (SentencePieceFile::Piece& piece : *pieces) {
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
