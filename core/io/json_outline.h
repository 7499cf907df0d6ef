#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A value of a JSON document as text, with its contents.
struct OutlineEntry
{
    std::string name; ///< name of the member; index in an array
    std::string value; ///< "{…}" and "[…]" stand for nested contents
    std::vector<OutlineEntry> below = {};
};

struct JsonOutline
{
    std::vector<OutlineEntry> entries; ///< members of the outermost object, sorted by name
    bool cut = false; ///< whether the limit cut entries off
};

/// The outline of a JSON object for display, with at most `most` entries. A short array of plain values is
/// one line. Empty if the text is not a JSON object.
JsonOutline outlineOf(std::string_view json, std::size_t most);

} // namespace headlight
