#include "ui/picture/token_flow.h"

#include "ui/picture/token_text.h"

#include <algorithm>

namespace headlight {

namespace {

constexpr qreal kPadding = 5; ///< left and right inside a chip
constexpr qreal kWordGap = 5;
constexpr qreal kPieceGap = 1; ///< between pieces of one word
constexpr qreal kRowGap = 5;
constexpr qreal kLongestChipInEms = 18;
const QChar kSpaceSign(0x2423); // ␣

bool isRawByte(const QString& text)
{
    return text.size() == 6 && text.startsWith(QLatin1String("<0x")) && text.endsWith(QLatin1Char('>'));
}

QString visibleControls(QString text)
{
    text.replace(QLatin1String("\r\n"), QStringLiteral("⏎"));
    text.replace(QLatin1Char('\r'), QStringLiteral("⏎"));
    return visibleText(text);
}

} // namespace

ChipText chipText(const TokenLabel& token, bool showSpaces)
{
    ChipText chip;
    QString text = QString::fromStdString(token.text);
    chip.raw = isRawByte(text);
    if (!token.special && text.startsWith(kSpaceSign)) {
        chip.startsWord = true;
        const bool onlySpaces
            = std::all_of(text.cbegin(), text.cend(), [](QChar c) { return c == kSpaceSign; });
        if (!showSpaces && !onlySpaces)
            text.remove(0, 1);
    }
    chip.text = visibleControls(std::move(text));
    return chip;
}

TokenFlow::TokenFlow(const QFont& font)
    : m_font(font)
    , m_metrics(font)
{ }

void TokenFlow::setFont(const QFont& font)
{
    m_font = font;
    m_metrics = QFontMetricsF(font);
    m_widths.clear();
    m_width = -1;
}

const std::vector<TokenLabel>& TokenFlow::tokens() const
{
    static const std::vector<TokenLabel> none;
    return m_tokens ? *m_tokens : none;
}

void TokenFlow::setTokens(TokenAxis tokens, bool showSpaces)
{
    const bool same
        = m_showSpaces == showSpaces && (m_tokens == tokens || (m_tokens && tokens && *m_tokens == *tokens));
    m_tokens = std::move(tokens);
    if (same)
        return;
    m_showSpaces = showSpaces;
    m_texts.clear();
    m_hasWordStarts = false;
    for (const TokenLabel& token : this->tokens()) {
        m_texts.push_back(chipText(token, showSpaces));
        m_hasWordStarts = m_hasWordStarts || m_texts.back().startsWord;
    }
    m_width = -1;
}

qreal TokenFlow::measured(const QString& text) const
{
    const auto known = m_widths.constFind(text);
    if (known != m_widths.constEnd())
        return *known;
    const qreal width = m_metrics.horizontalAdvance(text);
    m_widths.insert(text, width);
    return width;
}

void TokenFlow::layout(qreal width)
{
    if (width == m_width)
        return;
    m_width = width;
    m_rowHeight = std::ceil(m_metrics.height()) + 5;
    m_chips.clear();
    m_chips.reserve(m_texts.size());
    m_rowStarts.clear();

    const qreal longest = std::max<qreal>(
        24, std::min(width, kLongestChipInEms * m_metrics.averageCharWidth() * 2) - 2 * kPadding);
    const qreal narrowest = std::ceil(m_metrics.averageCharWidth()) + 2 * kPadding;
    const std::vector<TokenLabel>& labels = tokens();
    qreal x = 0;
    qreal y = 0;
    for (std::size_t i = 0; i < m_texts.size(); ++i) {
        Chip chip;
        chip.raw = m_texts[i].raw;
        chip.text = m_texts[i].text;
        qreal textWidth = measured(chip.text);
        if (textWidth > longest) {
            chip.text = m_metrics.elidedText(chip.text, Qt::ElideMiddle, longest);
            textWidth = longest;
        }
        const qreal chipWidth = std::max(std::ceil(textWidth) + 2 * kPadding, narrowest);
        const bool first = i == 0;
        const bool joins = !first && m_hasWordStarts && !m_texts[i].startsWord && !labels[i].special
            && !labels[i - 1].special && !labels[i].padding;
        const qreal gap = first ? 0 : joins ? kPieceGap : kWordGap;
        if (!first && x + gap + chipWidth > width) {
            x = 0;
            y += m_rowHeight + kRowGap;
            m_rowStarts.push_back(static_cast<int>(i));
        } else {
            x += gap;
            chip.joinsPrevious = joins;
            if (first)
                m_rowStarts.push_back(0);
        }
        chip.rect = QRectF(x, y, chipWidth, m_rowHeight);
        x += chipWidth;
        m_chips.push_back(std::move(chip));
    }
    m_height = m_chips.empty() ? 0 : y + m_rowHeight;
}

std::size_t TokenFlow::rowOf(int index) const
{
    const auto after = std::upper_bound(m_rowStarts.begin(), m_rowStarts.end(), index);
    return static_cast<std::size_t>(std::distance(m_rowStarts.begin(), after)) - 1;
}

std::pair<int, int> TokenFlow::chipsBetween(qreal top, qreal bottom) const
{
    const auto above = std::partition_point(m_chips.begin(), m_chips.end(),
                                            [&](const Chip& chip) { return chip.rect.bottom() < top; });
    const auto below = std::partition_point(above, m_chips.end(),
                                            [&](const Chip& chip) { return chip.rect.top() <= bottom; });
    return {static_cast<int>(above - m_chips.begin()), static_cast<int>(below - m_chips.begin())};
}

std::optional<int> TokenFlow::chipAt(const QPointF& point) const
{
    const auto [first, last] = chipsBetween(point.y(), point.y());
    for (int i = first; i < last; ++i) {
        if (chip(i).rect.contains(point))
            return i;
    }
    return std::nullopt;
}

std::optional<int> TokenFlow::neighbourRow(int index, int direction) const
{
    if (index < 0 || index >= size())
        return std::nullopt;
    const auto row = static_cast<std::ptrdiff_t>(rowOf(index)) + direction;
    if (row < 0 || row >= static_cast<std::ptrdiff_t>(m_rowStarts.size()))
        return std::nullopt;
    const int first = m_rowStarts[static_cast<std::size_t>(row)];
    const bool lastRow = static_cast<std::size_t>(row) + 1 == m_rowStarts.size();
    const int end = lastRow ? size() : m_rowStarts[static_cast<std::size_t>(row) + 1];
    const qreal centre = chip(index).rect.center().x();
    int nearest = first;
    for (int i = first; i < end; ++i) {
        if (std::abs(chip(i).rect.center().x() - centre) < std::abs(chip(nearest).rect.center().x() - centre))
            nearest = i;
    }
    return nearest;
}

} // namespace headlight
