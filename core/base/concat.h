#pragma once

#include <array>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace headlight {

inline std::string concatTexts(std::initializer_list<std::string_view> texts)
{
    std::string all;
    for (const std::string_view text : texts)
        all += text;
    return all;
}

/// One part of concat(): a text or a letter as it is, a number as std::to_string writes it.
template <typename Part>
auto partText(const Part& part)
{
    if constexpr (std::is_same_v<Part, char>)
        return std::string(1, part);
    else if constexpr (std::is_arithmetic_v<Part>)
        return std::to_string(part);
    else
        return std::string_view(part);
}

/// Texts, letters and numbers in one text: concat("found ", 3, ", expected ", name).
std::string concat(const auto&... parts)
{
    return concatTexts({std::string_view(partText(parts))...});
}

/// Formats like printf; at most 159 characters.
[[nodiscard]] std::string formatted(const char* format, auto... numbers)
{
    std::array<char, 160> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, numbers...);
    return buffer.data();
}

} // namespace headlight
