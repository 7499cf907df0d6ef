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
    std::string dtype; ///< one that the format knows, not always one that this program reads
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0; ///< bytes from the end of the header
    std::uint64_t end = 0;
};

struct SafetensorsHeader
{
    std::vector<HeaderEntry> entries; ///< in the order of the data
    std::map<std::string, std::string, std::less<>> metadata;
};

/// Parses and checks the JSON text of a header against the size of the data that follows it: entries
/// complete, sizes equal to shape × dtype, the data filled from its first to its last byte without
/// overlaps and holes (as the format demands, so that nothing can hide between tensors). Members of an
/// entry that the format does not define are ignored. `file` is the name for messages.
Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view text, std::uint64_t dataBytes,
                                                 const std::string& file);

} // namespace headlight
