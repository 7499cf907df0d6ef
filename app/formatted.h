#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>

namespace headlight {

/// Formats like printf; at most 160 characters.
template <typename... Numbers>
[[nodiscard]] std::string formatted(const char* format, Numbers... numbers)
{
    std::array<char, 160> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, numbers...);
    return buffer.data();
}

/// A cell of a table: the text, padded with at least one space up to the next column.
[[nodiscard]] inline std::string cell(std::string_view text, std::size_t width)
{
    std::string padded(text);
    padded.resize(std::max(width, text.size() + 1), ' ');
    return padded;
}

} // namespace headlight
