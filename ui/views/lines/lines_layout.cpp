#include "ui/views/lines/lines_layout.h"

#include "ui/picture/token_text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace headlight {

namespace {

constexpr double kPadding = 6; ///< between a text and the lines, and at the edges
constexpr double kSmallestGap = 70;
constexpr double kLargestGap = 420; ///< a wider view keeps the columns near each other
constexpr double kLargestColumn = 0.36; ///< of the width
constexpr double kMostStripes = 0.3; ///< of a column: the texts must stay readable
constexpr double kStripes = 42; ///< pixels for the stripes of all heads

} // namespace

LinesLayout::LinesLayout(const QFont& font)
{
    setFont(font);
}

void LinesLayout::setFont(const QFont& font)
{
    m_font = font;
    m_rowHeight = std::ceil(QFontMetricsF(font).height()) + 4;
    m_widths.clear();
    measure(m_queries);
    measure(m_keys);
}

bool LinesLayout::setTokens(TokenAxis queries, TokenAxis keys, const SegmentFilter& filter)
{
    const bool same = filter == m_filter && queries == m_queries.tokens && keys == m_keys.tokens;
    if (same)
        return false;
    m_filter = filter;
    fill(m_queries, std::move(queries), filter.queries);
    fill(m_keys, std::move(keys), filter.keys);
    m_queryNames.clear();
    return true;
}

void LinesLayout::setQueryNames(std::vector<QString> names)
{
    if (names == m_queryNames)
        return;
    m_queryNames = std::move(names);
    for (std::size_t i = 0; i < m_queries.texts.size(); ++i)
        m_queries.texts[i] = i < m_queryNames.size() ? m_queryNames[i] : tokenText((*m_queries.tokens)[i]);
    measure(m_queries);
}

void LinesLayout::fill(Column& column, TokenAxis tokens, std::optional<int> segment)
{
    column.tokens = std::move(tokens);
    column.texts.clear();
    column.shown.clear();
    column.rowOf.clear();
    const int count = column.tokens ? static_cast<int>(column.tokens->size()) : 0;
    for (int i = 0; i < count; ++i) {
        const TokenLabel& token = (*column.tokens)[static_cast<std::size_t>(i)];
        column.texts.push_back(tokenText(token));
        const bool shown = !segment || token.segment == *segment;
        column.rowOf.push_back(shown ? static_cast<int>(column.shown.size()) : -1);
        if (shown)
            column.shown.push_back(i);
    }
    measure(column);
}

void LinesLayout::measure(Column& column)
{
    const QFontMetricsF metrics(m_font);
    column.textWidth = 0;
    for (const QString& text : column.texts) {
        const auto known = m_widths.constFind(text);
        const double width = known != m_widths.constEnd() ? *known : metrics.horizontalAdvance(text);
        if (known == m_widths.constEnd())
            m_widths.insert(text, width);
        column.textWidth = std::max(column.textWidth, width);
    }
}

void LinesLayout::setHeads(std::size_t heads)
{
    m_heads = std::max<std::size_t>(heads, 1);
    layout(m_width);
}

void LinesLayout::layout(double width)
{
    m_width = width;
    const auto heads = static_cast<double>(m_heads);
    const double largest = std::max(30.0, std::min(kLargestColumn * width, (width - kSmallestGap) / 2));
    m_stripe = std::min(std::clamp(kStripes / heads, 3.0, 10.0), largest * kMostStripes / heads);
    const double beside = 2 * kPadding + m_stripe * heads;
    double left = std::min(largest, std::ceil(m_queries.textWidth) + beside);
    double right = std::min(largest, std::ceil(m_keys.textWidth) + beside);
    const double spare = std::max(0.0, width - left - right - kLargestGap);
    left += std::floor(spare / 2);
    right += spare - std::floor(spare / 2);
    m_gapLeft = std::floor(left);
    m_gapRight = std::ceil(width - right);
}

double LinesLayout::height() const
{
    return m_rowHeight * std::max(rows(LineSide::kQuery), rows(LineSide::kKey));
}

std::optional<int> LinesLayout::rowOf(const LineToken& token) const
{
    const std::vector<int>& all = column(token.side).rowOf;
    if (token.index < 0 || static_cast<std::size_t>(token.index) >= all.size())
        return std::nullopt;
    const int row = all[static_cast<std::size_t>(token.index)];
    return row < 0 ? std::nullopt : std::optional(row);
}

const TokenLabel& LinesLayout::label(const LineToken& token) const
{
    return (*column(token.side).tokens)[static_cast<std::size_t>(token.index)];
}

const QString& LinesLayout::text(const LineToken& token) const
{
    return column(token.side).texts[static_cast<std::size_t>(token.index)];
}

bool LinesLayout::isCut(const LineToken& token) const
{
    const double stripes = m_stripe * static_cast<double>(m_heads);
    return QFontMetricsF(m_font).horizontalAdvance(text(token)) + 2 * kPadding + stripes
        > rect(token).width();
}

QRectF LinesLayout::rect(const LineToken& token) const
{
    const std::optional<int> row = rowOf(token);
    if (!row)
        return {};
    const double y = *row * m_rowHeight;
    return token.side == LineSide::kQuery ? QRectF(0, y, m_gapLeft, m_rowHeight)
                                          : QRectF(m_gapRight, y, m_width - m_gapRight, m_rowHeight);
}

QPointF LinesLayout::anchor(const LineToken& token, double shift) const
{
    const double y = rowOf(token).value_or(0) * m_rowHeight + m_rowHeight / 2 + shift;
    return {token.side == LineSide::kQuery ? m_gapLeft : m_gapRight, y};
}

std::pair<int, int> LinesLayout::rowsBetween(LineSide side, double top, double bottom) const
{
    const int last = rows(side);
    const int first = std::clamp(static_cast<int>(std::floor(top / m_rowHeight)), 0, last);
    return {first, std::clamp(static_cast<int>(std::ceil(bottom / m_rowHeight)), first, last)};
}

std::optional<LineToken> LinesLayout::hit(const QPointF& point) const
{
    if (point.y() < 0 || point.x() < 0 || point.x() >= m_width)
        return std::nullopt;
    const bool left = point.x() < m_gapLeft;
    if (!left && point.x() < m_gapRight)
        return std::nullopt;
    const LineSide side = left ? LineSide::kQuery : LineSide::kKey;
    const int row = static_cast<int>(point.y() / m_rowHeight);
    if (row >= rows(side))
        return std::nullopt;
    return LineToken{side, tokenAt(side, row)};
}

std::vector<int> segmentsOf(const std::vector<TokenLabel>& tokens)
{
    std::vector<int> segments;
    for (const TokenLabel& token : tokens)
        if (std::find(segments.begin(), segments.end(), token.segment) == segments.end())
            segments.push_back(token.segment);
    std::sort(segments.begin(), segments.end());
    return segments;
}

} // namespace headlight
