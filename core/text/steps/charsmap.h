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

/// The replacement table of a SentencePiece model: a double array (Darts-clone) over UTF-8, whose values are
/// positions in a list of zero-terminated replacements. Layout: size of the array in bytes (u32), the array
/// (u32 units), the replacements. All little-endian.
class Charsmap
{
public:
    /// Checks every index of the table, so that searches can neither leave it nor loop.
    static Result<Charsmap> parse(std::string_view blob);

    /// The replacement of the shortest entry that `chunk` starts with; empty if there is none.
    std::optional<std::string_view> replacement(std::string_view chunk) const;

private:
    std::vector<std::uint32_t> m_units;
    std::string m_replacements;
};

/// The "Precompiled" normalizer: grapheme clusters of fewer than six bytes are looked up whole, everything
/// else code point by code point.
NormalizerPtr makeCharsmapNormalizer(Charsmap map);

Result<std::string> decodeBase64(std::string_view text);

} // namespace headlight
