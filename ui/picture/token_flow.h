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

/// How a token reads on a chip.
struct ChipText
{
    QString text;
    bool startsWord = false; ///< begins with a space; the gap before the chip stands for it
    bool raw = false; ///< bytes that are not a whole character, such as "<0xE2>"
};
/// Leaves the leading "␣" out unless spaces are to be seen; a token of spaces alone always shows them.
/// Line ends and tabs become signs, and a lone combining mark gets a circle to stand on.
ChipText chipText(const TokenLabel& token, bool showSpaces);

/// One token, placed.
struct Chip
{
    QRectF rect;
    QString text; ///< elided to the chip
    bool joinsPrevious = false; ///< continues the word of the chip before it, on the same row
    bool raw = false;
};

/// Tokens of one stack as wrapped rows of chips in reading order: geometry and hit test, no widgets.
/// Laid out for a width; a token of an unchanged text is measured once.
class TokenFlow
{
public:
    explicit TokenFlow(const QFont& font);

    void setTokens(TokenAxis tokens, bool showSpaces);
    /// Places the chips within `width` pixels, from y = 0 down. Cheap where nothing changed.
    void layout(qreal width);
    void setFont(const QFont& font);

    int size() const { return static_cast<int>(m_chips.size()); }
    const std::vector<TokenLabel>& tokens() const;
    const Chip& chip(int index) const { return m_chips[static_cast<std::size_t>(index)]; }
    qreal height() const { return m_height; }
    qreal rowHeight() const { return m_rowHeight; }

    std::optional<int> chipAt(const QPointF& point) const;
    /// Chips that touch the vertical span, as [first, last).
    std::pair<int, int> chipsBetween(qreal top, qreal bottom) const;
    /// The chip nearest in the row above (-1) or below (+1); nothing at the ends.
    std::optional<int> neighbourRow(int index, int direction) const;

private:
    qreal measured(const QString& text) const;
    std::size_t rowOf(int index) const;

    TokenAxis m_tokens;
    QFont m_font;
    QFontMetricsF m_metrics;
    mutable QHash<QString, qreal> m_widths;
    bool m_showSpaces = false;
    bool m_hasWordStarts = false; ///< the tokenizer marks spaces, so chips of one word can touch
    std::vector<ChipText> m_texts;
    std::vector<Chip> m_chips;
    std::vector<int> m_rowStarts; ///< first chip of each row
    qreal m_width = -1;
    qreal m_height = 0;
    qreal m_rowHeight = 0;
};

} // namespace headlight
