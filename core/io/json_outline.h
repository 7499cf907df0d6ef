#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A value of a JSON document as text, and what is inside it.
struct OutlineEntry
{
    std::string name; ///< of the member; the index in an array
    std::string value; ///< "{…}" and "[…]" stand for what is below
    std::vector<OutlineEntry> below = {};
};

struct JsonOutline
{
    std::vector<OutlineEntry> entries; ///< members of the outermost object, by name
    bool cut = false; ///< there was more than was asked for
};

/// The outline of a JSON object for display, of at most `most` entries in all. A short array of plain values
/// stands on one line. Empty for a text that is no JSON object.
JsonOutline outlineOf(std::string_view json, std::size_t most);

} // namespace headlight
