#include "core/text/models/sentencepiece_proto.h"

#include "core/text/models/vocabulary.h"
#include "core/text/steps/byte_level.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <unordered_set>

namespace headlight {

namespace {

/// Reads the fields of one protocol buffer message in order.
class WireReader
{
public:
    explicit WireReader(std::string_view bytes)
        : m_bytes(bytes)
    { }
    bool atEnd() const { return m_at >= m_bytes.size(); }

    struct Field
    {
        std::uint64_t number = 0;
        std::string_view content; ///< content of a length-delimited field
        std::uint64_t value = 0; ///< value of a number; the bits of a float
    };
    /// Empty if the bytes are damaged.
    std::optional<Field> next()
    {
        const std::uint64_t tag = varint();
        Field field{tag >> 3, {}, 0};
        switch (tag & 7u) {
        case 0:
            field.value = varint();
            break;
        case 1:
            take(8);
            break;
        case 2:
            field.content = take(varint());
            break;
        case 5:
            if (const std::string_view bits = take(4); bits.size() == 4) {
                std::uint32_t value = 0;
                std::memcpy(&value, bits.data(), sizeof value);
                field.value = value;
            }
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

    std::string_view m_bytes;
    std::size_t m_at = 0;
    bool m_faulty = false;
};

/// Calls `use` for every field of a message; false if it is damaged.
bool forEachField(std::string_view message, const auto& use)
{
    WireReader reader(message);
    while (!reader.atEnd()) {
        const auto field = reader.next();
        if (!field)
            return false;
        use(*field);
    }
    return true;
}

/// Reads the messages of a file and keeps the first error.
class ProtoReader
{
public:
    SentencePieceProto proto;

    /// ModelProto: 1 pieces, 2 trainer, 3 normalizer; 4 and 5 are not needed.
    void read(std::string_view bytes)
    {
        bool hasTrainer = false;
        bool hasNormalizer = false;
        const bool whole = forEachField(bytes, [&](const WireReader::Field& field) {
            if (field.number == 1)
                readPiece(field.content);
            hasTrainer = hasTrainer || field.number == 2;
            hasNormalizer = hasNormalizer || field.number == 3;
            if (field.number == 2 && !forEachField(field.content, [this](const auto& f) { readTrainer(f); }))
                fault("is damaged: its trainer's fields do not fit together");
            // NormalizerSpec: 2 replacement table; the library reads the rest.
            const auto readNormalizer = [this](const WireReader::Field& f) {
                if (f.number == 2)
                    proto.charsmap = f.content;
            };
            if (field.number == 3 && !forEachField(field.content, readNormalizer))
                fault("is damaged: a normalizer's fields do not fit together");
        });
        if (!whole)
            fault("is not a SentencePiece model, or is cut short");
        if (proto.pieces.empty())
            fault("is not a SentencePiece model: it has no pieces");
        // Both are written after the pieces.
        if (!hasTrainer || !hasNormalizer)
            fault("is cut short: the settings of its trainer and normalizer are missing");
        if (m_fault)
            return;
        checkTexts();
        checkKinds();
    }
    const std::optional<std::string>& fault() const { return m_fault; }

private:
    template <typename... Message>
    requires(sizeof...(Message) > 0) void fault(const Message&... message)
    {
        if (!m_fault)
            m_fault = concat(message...);
    }

    /// SentencePiece: 1 text, 2 score, 3 type.
    void readPiece(std::string_view message)
    {
        SentencePieceProto::Piece piece;
        std::uint64_t type = 1;
        const bool whole = forEachField(message, [&](const WireReader::Field& field) {
            if (field.number == 1)
                piece.text = field.content;
            if (field.number == 2) {
                const auto bits = static_cast<std::uint32_t>(field.value);
                std::memcpy(&piece.score, &bits, sizeof bits);
            }
            if (field.number == 3)
                type = field.value;
        });
        const std::string name = concat("piece ", proto.pieces.size());
        if (!whole)
            fault("is damaged: the fields of ", name, " do not fit together");
        if (type < 1 || type > 6)
            fault("is damaged: ", name, " has the type ", type, ", expected 1 to 6");
        else
            piece.type = static_cast<SentencePieceProto::Type>(type);
        if (!std::isfinite(piece.score))
            fault("is damaged: the score of ", name, " is not finite");
        if (proto.pieces.size() >= static_cast<std::size_t>(Vocabulary::kMaxIds))
            fault("has too many pieces, expected at most ", Vocabulary::kMaxIds);
        else
            proto.pieces.push_back(std::move(piece));
    }

    /// TrainerSpec: 3 algorithm, 35 byte fallback; the library reads the rest.
    void readTrainer(const WireReader::Field& field)
    {
        if (field.number == 3) {
            if (field.value < 1 || field.value > 4)
                return fault("is damaged: its algorithm is ", field.value, ", expected 1 to 4");
            proto.algorithm = static_cast<SentencePieceProto::Algorithm>(field.value);
        }
        if (field.number == 35)
            proto.byteFallback = field.value != 0;
    }

    /// The SentencePiece library requires this of the texts.
    void checkTexts()
    {
        std::unordered_set<std::string_view> inText;
        std::unordered_set<std::string_view> reserved;
        for (std::size_t id = 0; id < proto.pieces.size() && !m_fault; ++id) {
            const SentencePieceProto::Piece& piece = proto.pieces[id];
            const std::string name = concat("piece ", id);
            if (piece.text.empty())
                return fault("is damaged: ", name, " is empty");
            if (replaceInvalidUtf8(piece.text) != piece.text)
                return fault("is damaged: ", name, " is not UTF-8");
            if (piece.text.find('\0') != std::string::npos)
                return fault("is damaged: ", name, " holds a zero byte");
            if (!(piece.inText() ? inText : reserved).insert(piece.text).second)
                return fault("lists \"", piece.text.substr(0, 60), "\" twice");
        }
    }

    /// Requires exactly one unknown token, and all 256 bytes if there are any.
    void checkKinds()
    {
        using Type = SentencePieceProto::Type;
        std::array<bool, 256> bytes{};
        int unknown = -1;
        for (std::size_t id = 0; id < proto.pieces.size() && !m_fault; ++id) {
            const SentencePieceProto::Piece& piece = proto.pieces[id];
            if (piece.type == Type::kUnknown) {
                if (unknown >= 0)
                    return fault("has two unknown tokens, ", unknown, " and ", id);
                unknown = static_cast<int>(id);
            }
            if (piece.type != Type::kByte)
                continue;
            const auto byte = byteOfFallbackPiece(piece.text);
            if (!byte || !proto.byteFallback)
                return fault("is damaged: piece ", id, " (\"", piece.text.substr(0, 60),
                             "\") represents a byte, but ",
                             byte ? "its trainer used no bytes" : "is not spelled like one");
            bytes[*byte] = true;
        }
        if (m_fault)
            return;
        if (unknown < 0)
            return fault("has no unknown token");
        for (std::size_t byte = 0; byte < bytes.size() && proto.byteFallback; ++byte) {
            if (!bytes[byte])
                return fault("lacks the piece ", fallbackPiece(static_cast<std::uint8_t>(byte)));
        }
        proto.unknownId = unknown;
    }

    std::optional<std::string> m_fault;
};

} // namespace

Result<SentencePieceProto> parseSentencePiece(std::string_view bytes, const std::string& file)
{
    ProtoReader reader;
    reader.read(bytes);
    if (reader.fault())
        return badFile(file, {}, *reader.fault());
    return std::move(reader.proto);
}

bool canSpellInBytes(const SentencePieceProto& proto)
{
    return std::ranges::none_of(proto.pieces, [](const SentencePieceProto::Piece& piece) {
        return byteOfFallbackPiece(piece.text).has_value();
    });
}

std::string byteFallbackAddition()
{
    std::string addition;
    for (unsigned byte = 0; byte < 256; ++byte) {
        const std::string name = fallbackPiece(static_cast<std::uint8_t>(byte));
        // ModelProto 1: a piece of ten bytes, with field 1, its text (six bytes), and field 3, its type (6,
        // one byte).
        addition += concat("\x0A\x0A\x0A\x06", name, "\x18\x06");
    }
    // ModelProto 2: a trainer of three bytes, with field 35, its byte fallback.
    return addition + "\x12\x03\x98\x02\x01";
}

} // namespace headlight
