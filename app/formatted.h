#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace headlight {

/// Formats like printf; at most 160 characters.
template <typename... Numbers>
[[nodiscard]] std::string formatted(const char* format, Numbers... numbers)
{
    std::array<char, 160> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, numbers...);
    return buffer.data();
}

} // namespace headlight
