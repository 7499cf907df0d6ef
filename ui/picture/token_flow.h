#pragma once

#include "core/trace/attention_map.h"

#include <QFont>
#include <QFontMetricsF>
#include <QRectF>
#include <QString>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace headlight {

/// How a chip shows a token.
struct ChipText
{
    QString text;
    bool startsWord = false; ///< begins with a space, which the gap before the chip represents
    bool raw = false; ///< bytes that do not form a character, such as "<0xE2>"
};
/// Omits the leading "␣" unless spaces should be visible; a token made only of spaces always shows them. Line
/// ends and tabs become symbols, and a lone combining mark gets a circle as its base.
ChipText chipText(const TokenLabel& token, bool showSpaces);

/// A token with its place.
struct Chip
{
    QRectF rect;
    QString text; ///< elided to fit the chip
    bool joinsPrevious = false; ///< continues the previous chip's word, on the same row
    bool raw = false;
};

/// Tokens of one stack as wrapped rows of chips in reading order: geometry and hit test, no widgets.
/// Laid out for a width. Each distinct text is measured only once, and a long text in several steps, so that
/// the window never waits.
class TokenFlow
{
public:
    explicit TokenFlow(const QFont& font);
    TokenFlow(TokenFlow&&) = default; // no copies: kinds point at their texts
    TokenFlow& operator=(TokenFlow&&) = default;
    TokenFlow(const TokenFlow&) = delete;
    TokenFlow& operator=(const TokenFlow&) = delete;
    ~TokenFlow() = default;

    /// Both read and measure the first part of a long text.
    void setTokens(TokenAxis tokens, bool showSpaces);
    void setFont(const QFont& font);
    /// Reads and measures the next part, until isMeasured().
    void readOn();
    /// Places the chips that have been read within `width` pixels, from y = 0 down. Cheap if nothing has
    /// changed. Those that have not been measured have estimated widths.
    void layout(qreal width);
    bool isMeasured() const { return m_kindOf.size() == tokens().size() && m_measured == m_kinds.size(); }

    int size() const { return static_cast<int>(m_x.size()); } ///< chips that are placed
    const std::vector<TokenLabel>& tokens() const;
    Chip chip(int index) const;
    qreal height() const { return m_height; }
    qreal rowHeight() const { return m_rowHeight; }

    std::optional<int> chipAt(const QPointF& point) const;
    /// Chips that intersect the vertical span, as [first, last).
    std::pair<int, int> chipsBetween(qreal top, qreal bottom) const;
    /// The nearest chip in the row above (-1) or below (+1); nothing at the ends.
    std::optional<int> neighbourRow(int index, int direction) const;

private:
    /// What all tokens with the same text and the same role have in common.
    struct Kind
    {
        const std::string* text; ///< as the tokenizer has it; in m_numbers
        bool special = false, padding = false;
        bool startsWord = false;
        ChipText chip; ///< once it is measured
        qreal width = 0; ///< of the text; before it is measured, about that
    };
    using Numbers = std::unordered_map<std::string, std::int32_t>; // its keys stay where they are

    std::int32_t kindOf(const TokenLabel& token);
    ChipText chipOf(const Kind& kind) const;
    void readSome();
    void measureSome();
    qreal chipWidth(const Kind& kind) const;
    bool joins(std::size_t index) const;
    const Kind& kind(std::size_t index) const { return m_kinds[static_cast<std::size_t>(m_kindOf[index])]; }
    qreal rowTop(std::size_t row) const;
    std::size_t rowOf(int index) const;

    TokenAxis m_tokens;
    QFont m_font;
    QFontMetricsF m_metrics;
    bool m_showSpaces = false;
    bool m_hasWordStarts = false; ///< the tokenizer marks spaces, so chips of one word can touch
    std::vector<Kind> m_kinds; ///< in the order in which the tokens have them
    /// In m_kinds, by text: of plain, special, padding and special padding tokens.
    std::array<Numbers, 4> m_numbers;
    std::vector<std::int32_t> m_ofId; ///< the kind that a token of the vocabulary had last; −1: none
    std::size_t m_measured = 0; ///< kinds
    std::vector<std::int32_t> m_kindOf; ///< of each token
    std::vector<float> m_x; ///< left end of each chip
    std::vector<int> m_rowStarts; ///< first chip of each row
    qreal m_width = -1; ///< at which they are placed; −1: not yet, or something has changed
    qreal m_height = 0;
    qreal m_rowHeight = 0;
    qreal m_longestText = 0, m_narrowestChip = 0; ///< at this width and font; the font is slow to ask
};

} // namespace headlight
