#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace headlight {

/// A part of a rendered conversation that comes from a message's content; everything else belongs to the
/// template.
struct ContentPart
{
    std::size_t message = 0;
    std::int32_t begin = 0, end = 0; ///< code points in the text
    bool operator==(const ContentPart&) const = default;
};

/// A conversation rendered by a chat template.
struct WrittenChat
{
    std::string text; ///< special tokens spelled out
    std::vector<ContentPart> contents; ///< in order; none is empty
};

} // namespace headlight
