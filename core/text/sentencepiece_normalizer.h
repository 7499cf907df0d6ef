#pragma once

#include "core/text/charsmap.h"
#include "core/text/piece_trie.h"
#include "core/text/sentencepiece_proto.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// A text as SentencePiece cuts it. origins[i]: the byte of the text as given that byte i stands for; one
/// more at the end.
struct SentencePieceText
{
    std::string bytes;
    std::vector<std::uint32_t> origins;
};

/// The user-defined symbols of a model: they are never changed and never cut.
class SymbolMatcher
{
public:
    explicit SymbolMatcher(const SentencePieceProto& proto);
    /// Length of the longest symbol that starts at `at`; 0 where none does.
    std::size_t match(std::string_view text, std::size_t at) const;

private:
    PieceTrie m_trie;
};

/// SentencePiece's normalization: replacements by the longest entry of the table, spaces joined and
/// escaped, a prefix. The same as the library's (normalizer.cc), in linear time.
class SentencePieceNormalizer
{
public:
    /// kBadFile where the replacement table is damaged.
    static Result<SentencePieceNormalizer> make(const SentencePieceProto& proto, const std::string& file);

    /// text: valid UTF-8.
    SentencePieceText normalize(std::string_view text, const SymbolMatcher& symbols) const;

private:
    SentencePieceNormalizer() = default;
    /// What stands for the text from `at` on, and how many bytes of it.
    std::pair<std::string_view, std::size_t> step(std::string_view text, std::size_t at,
                                                  const SymbolMatcher& symbols) const;
    /// Appends the text from `at` on; returns where it ends in the text.
    std::uint32_t appendContent(SentencePieceText& out, std::string_view text, std::size_t at,
                                const SymbolMatcher& symbols) const;
    void trimEnd(SentencePieceText& out, std::uint32_t& consumed) const;
    std::string_view space() const { return m_escapeSpaces ? "\u2581" : " "; }

    std::optional<Charsmap> m_map;
    bool m_addPrefix = true;
    bool m_removeExtraSpaces = true;
    bool m_escapeSpaces = true;
    bool m_spaceAsSuffix = false;
};

} // namespace headlight
