#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace headlight::test {

/// Writes a SentencePiece model file, field by field (sentencepiece_model.proto).
class SpmBuilder
{
public:
    enum Type { kNormal = 1, kUnknown, kControl, kUserDefined, kUnused, kByte, kNoType = 9 };

    SpmBuilder& piece(std::string_view text, float score = 0.0F, Type type = kNormal)
    {
        std::string message;
        bytes(message, 1, text);
        message += tag(2, 5);
        const auto bits = std::bit_cast<std::array<char, sizeof score>>(score);
        message.append(bits.data(), bits.size());
        number(message, 3, static_cast<std::uint64_t>(type));
        bytes(m_pieces, 1, message);
        return *this;
    }
    /// 1 = Unigram, 2 = BPE, 3 = word, 4 = character.
    SpmBuilder& algorithm(int which) { return trainer(3, which); }
    SpmBuilder& byteFallback() { return trainer(35, 1); }
    SpmBuilder& spaceAsSuffix() { return trainer(24, 1); }
    SpmBuilder& charsmap(std::string_view table)
    {
        bytes(m_normalizer, 2, table);
        return *this;
    }
    SpmBuilder& addPrefix(bool on) { return normalizer(3, on); }
    SpmBuilder& removeExtraSpaces(bool on) { return normalizer(4, on); }
    SpmBuilder& escapeSpaces(bool on) { return normalizer(5, on); }

    std::string build() const
    {
        std::string file = m_pieces;
        bytes(file, 2, m_trainer);
        bytes(file, 3, m_normalizer);
        return file;
    }

private:
    static std::string varint(std::uint64_t value)
    {
        std::string out;
        for (; value >= 0x80; value >>= 7)
            out.push_back(static_cast<char>((value & 0x7FU) | 0x80U));
        out.push_back(static_cast<char>(value));
        return out;
    }
    static std::string tag(unsigned field, unsigned kind) { return varint(field << 3U | kind); }
    static void bytes(std::string& out, unsigned field, std::string_view content)
    {
        out += tag(field, 2) + varint(content.size());
        out += content;
    }
    static void number(std::string& out, unsigned field, std::uint64_t value)
    {
        out += tag(field, 0) + varint(value);
    }
    SpmBuilder& trainer(unsigned field, int value)
    {
        number(m_trainer, field, static_cast<std::uint64_t>(value));
        return *this;
    }
    SpmBuilder& normalizer(unsigned field, bool on)
    {
        number(m_normalizer, field, on ? 1 : 0);
        return *this;
    }

    std::string m_pieces, m_trainer, m_normalizer;
};

} // namespace headlight::test
