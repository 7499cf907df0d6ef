#include "ui/picture/token_flow.h"

#include "core/base/text_list.h"
#include "ui/words/token_text.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace headlight {

namespace {

constexpr qreal kPadding = 5; ///< left and right inside a chip
constexpr qreal kWordGap = 5;
constexpr qreal kPieceGap = 1; ///< between pieces of one word
constexpr qreal kRowGap = 5;
constexpr qreal kLongestChipInEms = 18;
constexpr std::size_t kMeasuredAtOnce = 400; ///< kinds of tokens: two milliseconds
constexpr std::size_t kReadAtOnce = 6000; ///< tokens: a millisecond or two
constexpr std::size_t kKeptKinds = 100000; ///< of earlier texts too
const QChar kSpaceSign(0x2423); // ␣
constexpr std::string_view kSpaceBytes = "␣";
constexpr std::int64_t kMostIds = 1 << 20; ///< of a vocabulary

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
    m_measured = 0;
    readOn();
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
    if (m_kinds.size() > kKeptKinds) {
        m_kinds.clear();
        m_ofId.clear();
        for (Numbers& numbers : m_numbers)
            numbers.clear();
        m_measured = 0;
    }
    if (std::exchange(m_showSpaces, showSpaces) != showSpaces)
        m_measured = 0;
    m_kindOf.clear();
    m_kindOf.reserve(this->tokens().size());
    m_hasWordStarts = false;
    readOn();
}

void TokenFlow::readOn()
{
    readSome();
    measureSome();
    m_width = -1;
}

void TokenFlow::readSome()
{
    const std::vector<TokenLabel>& all = tokens();
    const std::size_t end = std::min(all.size(), m_kindOf.size() + kReadAtOnce);
    for (std::size_t i = m_kindOf.size(); i < end; ++i) {
        m_kindOf.push_back(kindOf(all[i]));
        m_hasWordStarts = m_hasWordStarts || kind(i).startsWord;
    }
}

std::int32_t TokenFlow::kindOf(const TokenLabel& token)
{
    const bool inVocabulary = token.id >= 0 && token.id < kMostIds;
    const auto id = static_cast<std::size_t>(token.id);
    if (inVocabulary && id < m_ofId.size() && m_ofId[id] >= 0) {
        const Kind& known = m_kinds[static_cast<std::size_t>(m_ofId[id])];
        if (*known.text == token.text && known.special == token.special && known.padding == token.padding)
            return m_ofId[id];
    }
    Numbers& numbers = m_numbers.at((token.special ? 1U : 0U) + (token.padding ? 2U : 0U));
    const auto [found, isNew] = numbers.try_emplace(token.text, static_cast<std::int32_t>(m_kinds.size()));
    if (isNew) {
        Kind kind{&found->first, token.special, token.padding, false, {}, 0};
        kind.startsWord = !token.special && token.text.starts_with(kSpaceBytes);
        kind.width = static_cast<qreal>(token.text.size()) * m_metrics.averageCharWidth();
        m_kinds.push_back(std::move(kind));
    }
    if (inVocabulary) {
        if (id >= m_ofId.size())
            m_ofId.resize(id + 1, -1);
        m_ofId[id] = found->second;
    }
    return found->second;
}

ChipText TokenFlow::chipOf(const Kind& kind) const
{
    TokenLabel token{.text = *kind.text, .special = kind.special};
    return chipText(token, m_showSpaces);
}

void TokenFlow::measureSome()
{
    const std::size_t end = std::min(m_kinds.size(), m_measured + kMeasuredAtOnce);
    for (; m_measured < end; ++m_measured) {
        Kind& kind = m_kinds[m_measured];
        kind.chip = chipOf(kind);
        kind.width = m_metrics.horizontalAdvance(kind.chip.text);
    }
}

qreal TokenFlow::chipWidth(const Kind& kind) const
{
    return std::max(std::ceil(std::min(kind.width, m_longestText)) + 2 * kPadding, m_narrowestChip);
}

bool TokenFlow::joins(std::size_t index) const
{
    const Kind& own = kind(index);
    return m_hasWordStarts && !own.startsWord && !own.special && !own.padding && !kind(index - 1).special;
}

qreal TokenFlow::rowTop(std::size_t row) const
{
    return static_cast<qreal>(row) * (m_rowHeight + kRowGap);
}

void TokenFlow::layout(qreal width)
{
    if (width == m_width)
        return;
    m_width = width;
    m_rowHeight = std::ceil(m_metrics.height()) + 5;
    const qreal average = m_metrics.averageCharWidth();
    m_longestText = std::max<qreal>(24, std::min(m_width, kLongestChipInEms * average * 2) - 2 * kPadding);
    m_narrowestChip = std::ceil(average) + 2 * kPadding;
    const auto widths = listFrom(m_kinds, [this](const Kind& kind) { return chipWidth(kind); });
    m_x.clear();
    m_x.reserve(m_kindOf.size());
    m_rowStarts.clear();
    qreal x = 0;
    for (std::size_t i = 0; i < m_kindOf.size(); ++i) {
        const qreal chip = widths[static_cast<std::size_t>(m_kindOf[i])];
        const qreal gap = i == 0 ? 0 : joins(i) ? kPieceGap : kWordGap;
        const bool fits = i > 0 && x + gap + chip <= width;
        if (!fits)
            m_rowStarts.push_back(static_cast<int>(i));
        x = fits ? x + gap : 0;
        m_x.push_back(static_cast<float>(x));
        x += chip;
    }
    m_height = m_rowStarts.empty() ? 0 : rowTop(m_rowStarts.size() - 1) + m_rowHeight;
}

Chip TokenFlow::chip(int index) const
{
    const auto i = static_cast<std::size_t>(index);
    const Kind& own = kind(i);
    const auto x = static_cast<qreal>(m_x[i]);
    const ChipText text = static_cast<std::size_t>(m_kindOf[i]) < m_measured ? own.chip : chipOf(own);
    Chip chip;
    chip.rect = QRectF(x, rowTop(rowOf(index)), chipWidth(own), m_rowHeight);
    chip.text = own.width > m_longestText ? m_metrics.elidedText(text.text, Qt::ElideMiddle, m_longestText)
                                          : text.text;
    chip.joinsPrevious = x > 0 && joins(i);
    chip.raw = text.raw;
    return chip;
}

std::size_t TokenFlow::rowOf(int index) const
{
    const auto after = std::upper_bound(m_rowStarts.begin(), m_rowStarts.end(), index);
    return static_cast<std::size_t>(std::distance(m_rowStarts.begin(), after)) - 1;
}

std::pair<int, int> TokenFlow::chipsBetween(qreal top, qreal bottom) const
{
    const auto rows = static_cast<qreal>(m_rowStarts.size());
    const auto startOf = [&](qreal row) {
        const auto number = static_cast<std::size_t>(std::clamp<qreal>(row, 0, rows));
        return number < m_rowStarts.size() ? m_rowStarts[number] : size();
    };
    const qreal step = m_rowHeight + kRowGap;
    if (rows == 0)
        return {0, 0};
    const int first = startOf(std::ceil((top - m_rowHeight) / step));
    return {first, std::max(first, startOf(std::floor(bottom / step) + 1))};
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
