#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace headlight {

/// How files and the command line spell an enumerator.
struct EnumWord
{
    std::string_view word;
    std::string_view former = {}; ///< another spelling, which older files have
};

/// The words of an enumeration, in order: an array of EnumWord for each enumeration that files know.
template <typename Enum>
inline constexpr std::nullptr_t kWordsOf = nullptr;

/// All enumerators that have a word, in order.
template <typename Enum>
inline constexpr auto kValuesOf = [] {
    std::array<Enum, kWordsOf<Enum>.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<Enum>(i);
    return all;
}();

/// The place of a word in either spelling.
inline std::optional<std::size_t> placeOf(std::string_view word, std::span<const EnumWord> words)
{
    for (std::size_t i = 0; i < words.size(); ++i)
        if (!word.empty() && (word == words[i].word || word == words[i].former))
            return i;
    return std::nullopt;
}

template <typename Enum>
std::string_view wordOf(Enum value)
{
    return kWordsOf<Enum>.at(static_cast<std::size_t>(value)).word;
}

template <typename Enum>
std::optional<Enum> fromWord(std::string_view word)
{
    const auto place = placeOf(word, kWordsOf<Enum>);
    return place ? std::optional(static_cast<Enum>(*place)) : std::nullopt;
}

} // namespace headlight
