#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// One entry of a safetensors header.
struct HeaderEntry
{
    std::string name;
    std::string dtype; ///< any dtype of the format, even if this program does not read it
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0; ///< bytes from the end of the header
    std::uint64_t end = 0;
};

struct SafetensorsHeader
{
    std::vector<HeaderEntry> entries; ///< in the order of the data
    std::map<std::string, std::string, std::less<>> metadata;
};

/// Parses the JSON text of a header and checks it against the size of the data that follows: entries are
/// complete, sizes equal shape × dtype, and the data is filled from its first to its last byte without
/// overlaps and gaps (as the format demands, so that nothing can hide between tensors). Unknown members of an
/// entry are ignored. `file` is the name in messages.
Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view text, std::uint64_t dataBytes,
                                                 const std::string& file);

} // namespace headlight
