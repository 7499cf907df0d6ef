#pragma once

#include "core/trace/attention_map.h"

#include <QFont>
#include <QFontMetricsF>
#include <QHash>
#include <QRectF>
#include <QString>

#include <optional>
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

/// Tokens of one stack as wrapped rows of chips in reading order: geometry and hit test, no widgets. Laid out
/// for a width; tokens of an unchanged text are measured only once.
class TokenFlow
{
public:
    explicit TokenFlow(const QFont& font);

    void setTokens(TokenAxis tokens, bool showSpaces);
    /// Places the chips within `width` pixels, from y = 0 down. Cheap if nothing has changed.
    void layout(qreal width);
    void setFont(const QFont& font);

    int size() const { return static_cast<int>(m_chips.size()); }
    const std::vector<TokenLabel>& tokens() const;
    const Chip& chip(int index) const { return m_chips[static_cast<std::size_t>(index)]; }
    qreal height() const { return m_height; }
    qreal rowHeight() const { return m_rowHeight; }

    std::optional<int> chipAt(const QPointF& point) const;
    /// Chips that intersect the vertical span, as [first, last).
    std::pair<int, int> chipsBetween(qreal top, qreal bottom) const;
    /// The nearest chip in the row above (-1) or below (+1); nothing at the ends.
    std::optional<int> neighbourRow(int index, int direction) const;

private:
    qreal measured(const QString& text) const;
    std::size_t rowOf(int index) const;

    TokenAxis m_tokens;
    QFont m_font;
    QFontMetricsF m_metrics;
    mutable QHash<QString, qreal> m_widths;
    bool m_showSpaces = false;
    bool m_hasWordStarts = false; ///< the tokenizer marks spaces, so chips of one word may touch
    std::vector<ChipText> m_texts;
    std::vector<Chip> m_chips;
    std::vector<int> m_rowStarts; ///< first chip of each row
    qreal m_width = -1;
    qreal m_height = 0;
    qreal m_rowHeight = 0;
};

} // namespace headlight
