#pragma once

#include "core/base/concat.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace headlight {

/// The texts or numbers of a range, or what `text` makes of its elements, with `between` between them.
template <typename Range, typename Text = std::identity>
std::string joined(const Range& range, std::string_view between = ", ", const Text& text = {})
{
    std::string all;
    bool first = true;
    for (const auto& each : range) {
        if (!first)
            all += between;
        all += partText(std::invoke(text, each));
        first = false;
    }
    return all;
}

/// What `of` makes of each element of a range.
auto listFrom(auto&& range, const auto& of)
{
    std::vector<std::decay_t<decltype(std::invoke(of, *std::begin(range)))>> all;
    all.reserve(std::size(range));
    for (auto&& each : range)
        all.push_back(std::invoke(of, each));
    return all;
}

/// The entry of an enumerator in a table in the order of its enumeration.
template <typename Text, std::size_t kCount, typename Enum>
constexpr const Text& nameIn(const std::array<Text, kCount>& names, Enum value)
{
    return names.at(static_cast<std::size_t>(value));
}

/// What stands between the separators; the whole text if it has none.
inline std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

/// Without the white space at both ends.
inline std::string_view trimmed(std::string_view text)
{
    const auto from = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    return text.substr(from, text.find_last_not_of(" \t\r\n") + 1 - from);
}

/// The number that a text is, and nothing else; empty for anything else or if it does not fit.
template <typename Number>
std::optional<Number> parseNumber(std::string_view text)
{
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [rest, fault] = std::from_chars(text.data(), end, value);
    return fault == std::errc{} && rest == end ? std::optional(value) : std::nullopt;
}

/// The shortest text that reads back as the same number.
std::string shortestNumber(auto value)
{
    std::array<char, 32> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

/// "3" or "2-5", ascending and from 0 on; both ends included.
template <typename Number>
std::optional<std::pair<Number, Number>> parseRange(std::string_view text)
{
    const std::size_t dash = text.find('-');
    const auto first = parseNumber<Number>(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : parseNumber<Number>(text.substr(dash + 1));
    return first && last && *first <= *last ? std::optional(std::pair{*first, *last}) : std::nullopt;
}

/// A field of a CSV file (RFC 4180), quoted if necessary.
inline std::string csvField(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace headlight
