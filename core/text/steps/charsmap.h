#pragma once

#include "core/base/result.h"
#include "core/text/steps/normalizer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// The replacement table of a SentencePiece model: a double array (Darts-clone) over UTF-8, whose
/// values are places in a list of replacements that end with a zero byte. Layout: size of the array
/// in bytes (u32), the array (u32 units), the replacements. All little-endian.
class Charsmap
{
public:
    /// Checks every index of the table, so that a search can neither leave it nor loop.
    static Result<Charsmap> parse(std::string_view blob);

    /// What the shortest entry that `chunk` starts with is replaced by; nothing if there is no entry.
    std::optional<std::string_view> replacement(std::string_view chunk) const;
    /// The longest entry that `text` starts with: its length in bytes and what it is replaced by.
    std::optional<std::pair<std::size_t, std::string_view>> longest(std::string_view text) const;

private:
    /// The replacement at a place of the list.
    std::string_view textAt(std::uint32_t place) const;

    std::vector<std::uint32_t> m_units;
    std::string m_replacements;
};

/// The "Precompiled" normalizer: grapheme clusters of less than six bytes are looked up whole, all
/// else code point by code point.
NormalizerPtr makeCharsmapNormalizer(Charsmap map);

Result<std::string> decodeBase64(std::string_view text);

} // namespace headlight
