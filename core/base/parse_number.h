#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace headlight {

/// The number that a text is, and nothing else; empty for anything else or if it does not fit.
template <typename Number>
std::optional<Number> parseNumber(std::string_view text)
{
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [rest, fault] = std::from_chars(text.data(), end, value);
    return fault == std::errc{} && rest == end ? std::optional(value) : std::nullopt;
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

} // namespace headlight
