#include "core/analysis/token_groups.h"

#include "core/text/steps/byte_level.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace headlight {

namespace {

constexpr std::string_view kSpaceMark = "␣";
constexpr std::string_view kContinuation = "##"; ///< continuation mark of WordPiece

/// Letters of scripts that put no spaces between words.
bool isUnspaced(char32_t c)
{
    constexpr std::array<std::pair<char32_t, char32_t>, 11> kBlocks{{{0x0E00, 0x0EFF}, // Thai, Lao
                                                                     {0x1000, 0x109F}, // Myanmar
                                                                     {0x1780, 0x17FF}, // Khmer
                                                                     {0x3005, 0x3007},
                                                                     {0x3040, 0x30FF}, // kana
                                                                     {0x31F0, 0x31FF},
                                                                     {0x3400, 0x4DBF}, // Han
                                                                     {0x4E00, 0x9FFF},
                                                                     {0xF900, 0xFAFF},
                                                                     {0xFF66, 0xFF9F},
                                                                     {0x20000, 0x3FFFF}}};
    return std::ranges::any_of(kBlocks,
                               [c](const auto& block) { return c >= block.first && c <= block.second; });
}

bool joinable(char32_t c)
{
    return isWordCharacter(c) && !isUnspaced(c);
}

bool isApostrophe(char32_t c)
{
    return c == U'\'' || c == 0x2019;
}

/// "<0xE2>": one byte of a character that the vocabulary does not have.
bool isByte(const TokenLabel& token)
{
    return token.text.size() >= 6 && token.text.starts_with("<0x") && token.text.ends_with(">");
}

bool startsWithSpace(const TokenLabel& token)
{
    return token.text.starts_with(kSpaceMark) || token.text.starts_with("⏎") || token.text.starts_with("⇥");
}

std::string_view withoutContinuation(std::string_view text)
{
    return text.starts_with(kContinuation) && text.size() > kContinuation.size()
        ? text.substr(kContinuation.size())
        : text;
}

/// The pieces of one axis.
struct Pieces
{
    const std::vector<TokenLabel>& tokens;
    bool spaceMarks = false; ///< whether words begin with a mark of a space

    std::u32string textOf(Index i) const { return decodeUtf8(withoutContinuation(at(i).text)); }
    const TokenLabel& at(Index i) const { return tokens[static_cast<std::size_t>(i)]; }
    bool known(Index i) const { return i >= 0 && i < static_cast<Index>(tokens.size()); }
    bool joins(Index i) const;
    /// Whether tokens i - 1 and i touch in the text.
    bool meetInText(Index i) const { return known(i) && known(i - 1) && touches(at(i - 1), at(i)); }

private:
    bool touches(const TokenLabel& before, const TokenLabel& here) const;
    bool meet(Index i) const;
};

/// Whether there is nothing between the two in the text.
bool Pieces::touches(const TokenLabel& before, const TokenLabel& here) const
{
    const bool placed = before.rangeEnd > before.rangeBegin && here.rangeEnd > here.rangeBegin;
    if (placed)
        return before.rangeEnd >= here.rangeBegin;
    return spaceMarks || here.text.starts_with(kContinuation);
}

/// Whether the characters on both sides of the cut belong to one word.
bool Pieces::meet(Index i) const
{
    const std::u32string before = textOf(i - 1);
    const std::u32string here = textOf(i);
    if (before.empty() || here.empty())
        return false;
    const char32_t left = before.back();
    const char32_t right = here.front();
    if (joinable(left) && joinable(right))
        return true;
    // "don" + "'t", and "don" + "'" + "t".
    if (joinable(left) && isApostrophe(right)) {
        if (here.size() > 1)
            return joinable(here[1]);
        if (!known(i + 1) || startsWithSpace(at(i + 1)) || !touches(at(i), at(i + 1)))
            return false;
        const std::u32string after = textOf(i + 1);
        return !after.empty() && joinable(after.front());
    }
    return before.size() == 1 && isApostrophe(left) && joinable(right) && joins(i - 1);
}

/// Whether token i continues the word of token i - 1.
bool Pieces::joins(Index i) const
{
    if (!known(i) || !known(i - 1))
        return false;
    const TokenLabel& before = at(i - 1);
    const TokenLabel& here = at(i);
    if (before.special || here.special || before.padding || here.padding || before.segment != here.segment)
        return false;
    const bool placed = before.rangeEnd > before.rangeBegin && here.rangeEnd > here.rangeBegin;
    if (placed && here.rangeBegin < before.rangeEnd)
        return true; // parts of one character
    if (isByte(here) && isByte(before) && !placed)
        return true;
    if (startsWithSpace(here) || !touches(before, here))
        return false;
    return here.text.starts_with(kContinuation) || meet(i);
}

/// Replaces bytes that form characters by those characters: "<0xC3><0xA9>" becomes "é". Other bytes, and
/// those of invisible characters, are unchanged.
std::string withWholeCharacters(const std::string& text)
{
    constexpr std::size_t kPiece = 6; // "<0xE2>"
    std::string out, bytes;
    const auto flush = [&out, &bytes] {
        for (std::size_t i = 0; i < bytes.size();) {
            const Utf8Step step = readUtf8(bytes, i);
            if (step.valid && step.c >= 0x20 && step.c != 0x7F)
                out.append(bytes, i, step.length);
            else
                for (std::size_t b = 0; b < step.length; ++b)
                    out += fallbackPiece(static_cast<std::uint8_t>(bytes[i + b]));
            i += step.length;
        }
        bytes.clear();
    };
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = byteOfFallbackPiece(std::string_view(text).substr(i, kPiece));
        if (byte) {
            bytes += static_cast<char>(*byte);
            i += kPiece;
        } else {
            flush();
            out += text[i++];
        }
    }
    flush();
    return out;
}

/// Groups whose bytes have become characters: whether a reader sees the end of one and the beginning of the
/// other as one word, or as one sign (an emoji with several parts, a flag, a letter with its accent).
bool belongTogether(const TokenLabel& before, const TokenLabel& here)
{
    if (before.special || here.special || before.padding || here.padding || before.segment != here.segment
        || startsWithSpace(here) || here.text.empty())
        return false;
    const std::u32string left = decodeUtf8(before.text), right = decodeUtf8(here.text);
    if (!left.empty() && joinable(left.back()) && joinable(right.front()))
        return true;
    const std::u32string both = left + right;
    std::size_t at = 0;
    while (at < left.size())
        at = graphemeEnd(both, at);
    return at != left.size();
}

} // namespace

TokenGroups::TokenGroups(std::vector<Index> begins, Index tokens)
    : m_begins(std::move(begins))
    , m_tokens(tokens)
{ }

Index TokenGroups::groupOf(Index token) const
{
    return std::ranges::upper_bound(m_begins, token) - m_begins.begin() - 1;
}

TokenGroups wordGroups(const std::vector<TokenLabel>& tokens, Index count)
{
    const bool marks = std::ranges::any_of(tokens, [](const TokenLabel& token) {
        return token.text.starts_with(kSpaceMark) && token.text.size() > kSpaceMark.size();
    });
    const Pieces pieces{tokens, marks};
    std::vector<Index> begins;
    for (Index i = 0; i < count; ++i)
        if (i == 0 || !pieces.joins(i))
            begins.push_back(i);
    TokenGroups words(std::move(begins), count);
    const TokenAxis labels = groupLabels(tokens, words);
    if (!labels)
        return words;
    std::vector<Index> whole;
    TokenLabel last;
    for (Index g = 0; g < words.groups(); ++g) {
        const TokenLabel& label = (*labels)[static_cast<std::size_t>(g)];
        const bool joined = g > 0 && pieces.meetInText(words.begin(g)) && belongTogether(last, label);
        if (!joined)
            whole.push_back(words.begin(g));
        last.text = joined ? last.text + label.text : label.text;
        last.special = label.special;
        last.padding = label.padding;
        last.segment = label.segment;
    }
    return {std::move(whole), count};
}

TokenAxis groupLabels(const std::vector<TokenLabel>& tokens, const TokenGroups& groups)
{
    if (static_cast<Index>(tokens.size()) < groups.tokens())
        return nullptr;
    auto labels = std::make_shared<std::vector<TokenLabel>>();
    for (Index g = 0; g < groups.groups(); ++g) {
        TokenLabel label = tokens[static_cast<std::size_t>(groups.begin(g))];
        for (Index i = groups.begin(g) + 1; i < groups.end(g); ++i) {
            const TokenLabel& piece = tokens[static_cast<std::size_t>(i)];
            label.text += withoutContinuation(piece.text);
            label.rangeEnd = std::max(label.rangeEnd, piece.rangeEnd);
        }
        label.text = withWholeCharacters(label.text);
        labels->push_back(std::move(label));
    }
    return labels;
}

} // namespace headlight
