#include "ui/views/lines/lines_layout.h"

#include "ui/words/token_text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

namespace headlight {

namespace {

constexpr double kPadding = 6; ///< between text and lines, and at the edges
constexpr double kSmallestGap = 70;
constexpr double kLargestGap = 420; ///< a wider view keeps the columns near each other
constexpr double kLargestColumn = 0.36; ///< of the width
constexpr double kMostStripes = 0.3; ///< of a column: the texts must stay readable
constexpr double kStripes = 42; ///< pixels for the stripes of all heads
/// Of more tokens some are measured, evenly spaced; a longer one is cut as those that no column has room for.
constexpr std::size_t kMeasured = 512;

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
    measure(LineSide::kQuery);
    measure(LineSide::kKey);
}

bool LinesLayout::setTokens(TokenAxis queries, TokenAxis keys, const SegmentFilter& filter)
{
    const bool same = filter == m_filter && queries == m_queries.tokens && keys == m_keys.tokens;
    if (same)
        return false;
    m_filter = filter;
    m_queryName = nullptr;
    fill(LineSide::kQuery, std::move(queries), filter.queries);
    fill(LineSide::kKey, std::move(keys), filter.keys);
    return true;
}

void LinesLayout::setQueryNames(NameOf nameOf)
{
    if (!nameOf && !m_queryName)
        return;
    m_queryName = std::move(nameOf);
    measure(LineSide::kQuery);
}

void LinesLayout::fill(LineSide side, TokenAxis tokens, std::optional<int> segment)
{
    Column& filled = column(side);
    filled.tokens = std::move(tokens);
    filled.shown.clear();
    filled.rowOf.clear();
    const int count = filled.tokens ? static_cast<int>(filled.tokens->size()) : 0;
    for (int i = 0; segment && i < count; ++i) {
        const bool shown = (*filled.tokens)[static_cast<std::size_t>(i)].segment == *segment;
        filled.rowOf.push_back(shown ? static_cast<int>(filled.shown.size()) : -1);
        if (shown)
            filled.shown.push_back(i);
    }
    filled.rows = segment ? static_cast<int>(filled.shown.size()) : count;
    measure(side);
}

void LinesLayout::measure(LineSide side)
{
    const QFontMetricsF metrics(m_font);
    Column& measured = column(side);
    measured.textWidth = 0;
    const std::size_t count = measured.tokens ? measured.tokens->size() : 0;
    const std::size_t step = std::max<std::size_t>(1, count / kMeasured);
    for (std::size_t i = 0; i < count; i += step) {
        const QString name = text({side, static_cast<int>(i)});
        const auto known = m_widths.constFind(name);
        const double width = known != m_widths.constEnd() ? *known : metrics.horizontalAdvance(name);
        if (known == m_widths.constEnd())
            m_widths.insert(name, width);
        measured.textWidth = std::max(measured.textWidth, width);
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
    const Column& own = column(token.side);
    if (token.index < 0 || !own.tokens || static_cast<std::size_t>(token.index) >= own.tokens->size())
        return std::nullopt;
    const int row = own.rowOf.empty() ? token.index : own.rowOf[static_cast<std::size_t>(token.index)];
    return row < 0 ? std::nullopt : std::optional(row);
}

const TokenLabel& LinesLayout::label(const LineToken& token) const
{
    return (*column(token.side).tokens)[static_cast<std::size_t>(token.index)];
}

QString LinesLayout::text(const LineToken& token) const
{
    return token.side == LineSide::kQuery && m_queryName ? m_queryName(token.index) : tokenText(label(token));
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

TokenFan tokenFan(const LineToken& token, int share, std::vector<RowVector> weights)
{
    constexpr std::size_t kMost = 1000; // more would merge into an area and be slow to draw
    TokenFan fan{token, share, {}, std::move(weights), 0};
    const bool query = token.side == LineSide::kQuery;
    for (std::size_t head = 0; head < fan.weights.size(); ++head) {
        const RowVector& own = fan.weights[head];
        const std::span<const float> numbers(own.data(), static_cast<std::size_t>(own.size()));
        const HeaviestOfRow heaviest = heaviestOfRow(numbers, share / 100.0, kMost);
        fan.found += heaviest.found;
        for (const Index i : heaviest.keys) {
            const auto other = static_cast<std::int32_t>(i);
            fan.lines.push_back({query ? token.index : other, query ? other : token.index, own[i],
                                 static_cast<std::int32_t>(head)});
        }
    }
    const auto larger = [](const AttentionLine& a, const AttentionLine& b) { return a.weight > b.weight; };
    if (fan.lines.size() > kMost) {
        std::nth_element(fan.lines.begin(), fan.lines.begin() + kMost, fan.lines.end(), larger);
        fan.lines.resize(kMost);
    }
    std::sort(fan.lines.rbegin(), fan.lines.rend(), larger);
    return fan;
}

} // namespace headlight
