#include "core/text/languages.h"

#include <algorithm>

namespace headlight {

namespace {

bool consistsOf(std::string_view text, char first, char last)
{
    return std::all_of(text.begin(), text.end(), [&](char c) { return c >= first && c <= last; });
}

/// "__fr__", "__ceb__".
bool isMarked(std::string_view token)
{
    return token.size() >= 6 && token.size() <= 8 && token.starts_with("__") && token.ends_with("__")
        && consistsOf(token.substr(2, token.size() - 4), 'a', 'z');
}

/// "fr_XX", "fra_Latn": a language plus a country or a script.
bool isLocale(std::string_view token)
{
    const std::size_t bar = token.find('_');
    if (bar == std::string_view::npos)
        return false;
    const std::string_view language = token.substr(0, bar);
    const std::string_view place = token.substr(bar + 1);
    if (!consistsOf(language, 'a', 'z'))
        return false;
    if (language.size() == 2)
        return place.size() == 2 && consistsOf(place, 'A', 'Z');
    return language.size() == 3 && place.size() == 4 && consistsOf(place.substr(0, 1), 'A', 'Z')
        && consistsOf(place.substr(1), 'a', 'z');
}

} // namespace

std::string LanguageToken::code() const
{
    return isMarked(token) ? token.substr(2, token.size() - 4) : token;
}

std::vector<LanguageToken> languagesOf(const Tokenizer& tokenizer)
{
    std::vector<LanguageToken> all;
    for (TokenId id = 0; id < tokenizer.vocabularySize(); ++id) {
        std::string piece = tokenizer.piece(id);
        if ((isMarked(piece) || isLocale(piece)) && tokenizer.isSpecial(id))
            all.push_back({std::move(piece), id});
    }
    return all;
}

const LanguageToken* findLanguage(const std::vector<LanguageToken>& languages, std::string_view name)
{
    const auto found = std::find_if(languages.begin(), languages.end(), [&](const LanguageToken& one) {
        return one.token == name || one.code() == name;
    });
    return found == languages.end() ? nullptr : &*found;
}

} // namespace headlight
