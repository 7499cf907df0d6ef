#include "ui/views/cell/cell_picture.h"

#include "ui/picture/value_scale.h"
#include "ui/words/local_number.h"
#include "ui/words/token_details.h"
#include "ui/words/token_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace headlight {

namespace {

struct CellPictureTexts
{
    Q_DECLARE_TR_FUNCTIONS(CellPicture)
};

constexpr double kCellMargin = 10;
constexpr double kBlockGap = 7;
constexpr double kIndent = 8; ///< between a block's stripe and its text
constexpr std::size_t kListedKeys = 7;
constexpr std::size_t kNamedDimensions = 3;
constexpr double kBarHeight = 1.7; ///< in lines of text

QString barNumber(double value)
{
    return withMinus(localNumber(QString::number(value, 'g', 4)));
}

RowVector runningSum(const RowVector& values)
{
    RowVector sums(values.size());
    double sum = 0;
    for (Index i = 0; i < values.size(); ++i)
        sums[i] = static_cast<float>(sum += static_cast<double>(values[i]));
    return sums;
}

CellPicture::BarRow barRow(const QString& label, const RowVector& values, double reach, bool ofValue)
{
    CellPicture::BarRow row;
    row.label = label;
    row.scale = values.isZero(0.0F) ? barNumber(0) : QStringLiteral("±") + barNumber(reach);
    row.values = values;
    row.ofValue = ofValue;
    row.bars.count = values.size();
    row.bars.reach = reach;
    return row;
}

std::vector<Index> largestSizes(const RowVector& values, std::size_t count)
{
    std::vector<Index> order(static_cast<std::size_t>(values.size()));
    std::iota(order.begin(), order.end(), Index{0});
    const std::size_t kept = std::min(count, order.size());
    const auto middle = order.begin() + static_cast<std::ptrdiff_t>(kept);
    std::partial_sort(order.begin(), middle, order.end(),
                      [&](Index a, Index b) { return std::abs(values[a]) > std::abs(values[b]); });
    order.erase(middle, order.end());
    return order;
}

} // namespace

CellPicture::CellPicture(const QFont& font)
    : m_font(font)
{ }

void CellPicture::setFont(const QFont& font)
{
    m_font = font;
    m_width = -1;
}

void CellPicture::clear()
{
    m_blocks.clear();
    m_height = 0;
    m_width = -1;
}

void CellPicture::setCell(CellAccount account, const AttentionMap& map, std::vector<StageWords> stages)
{
    m_account = std::move(account);
    m_blocks.clear();
    m_width = -1;
    for (StageWords& words : stages) {
        Block block;
        block.words = std::move(words);
        addBars(block);
        if (block.words.stage == CellStage::kSoftmax)
            addKeys(block, map);
        m_blocks.push_back(std::move(block));
    }
}

void CellPicture::addBars(Block& block) const
{
    const CellAccount& a = m_account;
    const auto add = [&block](const QString& label, const RowVector& values, double reach, bool ofValue) {
        if (values.size() > 0)
            block.bars.push_back(barRow(label, values, reach, ofValue));
    };
    switch (block.words.stage) {
    case CellStage::kProducts: {
        const RowVector sums = runningSum(a.products);
        add(QStringLiteral("q"), a.queryVector, reachOf(a.queryVector), false);
        add(QStringLiteral("k"), a.keyVector, reachOf(a.keyVector), false);
        add(QStringLiteral("q × k"), a.products, reachOf(a.products), false);
        add(QStringLiteral("Σ"), sums, reachOf(sums), false);
        return;
    }
    case CellStage::kValue:
        add(QStringLiteral("v"), a.value, reachOf(a.value), true);
        add(QStringLiteral("w × v"), a.weighted, reachOf(a.value), true);
        if (a.weighted.size() > 0)
            block.bars.back().scale = CellPictureTexts::tr("scale of v");
        return;
    case CellStage::kOutput: {
        if (a.output.size() == 0)
            return;
        const bool isOff = a.output.isZero(0); // then the key gives nothing to it
        add(CellPictureTexts::tr("out"), a.output,
            std::max(reachOf(a.output), isOff ? 0.0 : reachOf(a.weighted)), true);
        if (!isOff && a.weighted.size() == a.output.size())
            block.bars.back().part = a.weighted;
        return;
    }
    default:
        return;
    }
}

void CellPicture::addKeys(Block& block, const AttentionMap& map) const
{
    const RowVector& weights = m_account.rowWeights;
    if (weights.size() == 0)
        return;
    const auto largest = static_cast<double>(weights.maxCoeff());
    double listed = 0;
    const std::vector<Index> shown = m_account.strongest(kListedKeys);
    for (const Index key : shown) {
        KeyRow row;
        row.key = key;
        row.place = QString::number(key);
        const auto index = static_cast<std::size_t>(key);
        if (index < map.keyTokens().size()) {
            const TokenLabel& token = map.keyTokens()[index];
            row.token = tokenText(token);
            row.place = tokenPlace(token, row.place);
            row.markup = token.isMarkup();
        }
        if (key < m_account.rowLogits.size())
            row.logit = columnNumber(static_cast<double>(m_account.rowLogits[key]));
        const auto weight = static_cast<double>(weights[key]);
        row.weight = columnNumber(weight);
        row.share = largest > 0 ? weight / largest : 0;
        row.current = key == m_account.key;
        listed += weight;
        block.keys.push_back(std::move(row));
    }
    const Index others = m_account.rowKeys()
        - std::ranges::count_if(shown, [this](Index key) { return m_account.takesPart(key); });
    const double rest = std::max(0.0, static_cast<double>(weights.cast<double>().sum()) - listed);
    if (others == 1)
        block.rest = CellPictureTexts::tr("1 more key: %1").arg(columnNumber(rest));
    else if (others > 1)
        block.rest = CellPictureTexts::tr("%1 more keys together: %2").arg(others).arg(columnNumber(rest));
}

void CellPicture::layout(double width)
{
    if (width == m_width)
        return;
    m_width = width;
    double y = kCellMargin;
    for (Block& block : m_blocks)
        y = placeBlock(block, y) + kBlockGap;
    m_height = m_blocks.empty() ? 0 : y - kBlockGap + kCellMargin;
}

double CellPicture::placeBlock(Block& block, double top) const
{
    const QFontMetricsF metrics(m_font);
    const double left = kCellMargin + kIndent;
    const double inner = std::max(40.0, m_width - left - kCellMargin);
    const auto wrapped = [&](const QString& text, double y) {
        const QRectF room = metrics.boundingRect(QRectF(0, 0, inner, 1e6), Qt::TextWordWrap, text);
        return QRectF(left, y, inner, std::ceil(room.height()));
    };
    block.header = QRectF(left, top, inner, std::ceil(metrics.height()) + 4);
    double y = block.header.bottom();
    const QFontMetricsF bold(boldFont());
    const double gap = bold.averageCharWidth();
    const double value = std::max(bold.horizontalAdvance(block.words.value),
                                  bold.horizontalAdvance(QStringLiteral("−0.0000")));
    block.formula
        = block.header.adjusted(bold.horizontalAdvance(block.words.title) + gap, 0, -value - gap, 0);
    if (!block.words.formula.isEmpty()
        && metrics.horizontalAdvance(block.words.formula) + 1 > block.formula.width()) {
        block.formula = wrapped(block.words.formula, y);
        y = block.formula.bottom() + 2;
    }
    y = placeBars(block, y);
    y = placeKeys(block, y);
    block.note = {};
    if (!block.words.note.isEmpty()) {
        block.note = wrapped(block.words.note, y);
        y = block.note.bottom() + 2;
    }
    block.rect = QRectF(kCellMargin - 2, top - 2, m_width - 2 * kCellMargin + 4, y - top + 4);
    return y;
}

double CellPicture::placeBars(Block& block, double y) const
{
    block.readout = {};
    if (block.bars.empty())
        return y;
    const QFontMetricsF metrics(m_font);
    const double left = kCellMargin + kIndent;
    const double labels = std::ceil(metrics.horizontalAdvance(QStringLiteral("q × k "))) + 4;
    // Room for most numbers, so that another cell rarely moves the bars.
    double scales = metrics.horizontalAdvance(QStringLiteral(" ±0.000000"));
    for (const BarRow& row : block.bars)
        scales = std::max(scales, metrics.horizontalAdvance(QLatin1Char(' ') + row.scale));
    scales = std::ceil(scales);
    const double height = std::round(metrics.height() * kBarHeight);
    for (BarRow& row : block.bars) {
        row.rect = QRectF(left, y, m_width - left - kCellMargin, height);
        row.bars.area = QRectF(std::round(left + labels), y + 1,
                               std::max(20.0, row.rect.width() - labels - scales), height - 2);
        y += height;
    }
    block.readout = QRectF(left, y, m_width - left - kCellMargin, std::ceil(metrics.height()) + 2);
    return block.readout.bottom();
}

double CellPicture::placeKeys(Block& block, double y) const
{
    block.restRect = {};
    const QFontMetricsF metrics(m_font);
    const double left = kCellMargin + kIndent;
    const double height = std::ceil(metrics.height()) + 2;
    for (KeyRow& row : block.keys) {
        row.rect = QRectF(left, y, m_width - left - kCellMargin, height);
        y += height;
    }
    if (!block.rest.isEmpty()) {
        block.restRect = QRectF(left, y, m_width - left - kCellMargin, height);
        y += height;
    }
    return y;
}

CellHit CellPicture::hit(const QPointF& point) const
{
    CellHit hit;
    for (const Block& block : m_blocks) {
        if (!block.rect.contains(point))
            continue;
        hit.stage = block.words.stage;
        for (const BarRow& row : block.bars)
            if (point.y() >= row.rect.top() && point.y() < row.rect.bottom())
                if (const auto index = row.bars.at(point.x()))
                    hit.dimension = CellDimension{row.ofValue, *index};
        for (const KeyRow& row : block.keys)
            if (row.rect.contains(point))
                hit.key = row.key;
    }
    return hit;
}

QString CellPicture::readout(const Block& block, const std::optional<CellDimension>& dimension) const
{
    const CellAccount& a = m_account;
    const auto number
        = [](const RowVector& values, Index i) { return barNumber(static_cast<double>(values[i])); };
    if (block.bars.empty())
        return {};
    const bool ofValue = block.bars.front().ofValue;
    if (dimension && dimension->ofValue == ofValue && dimension->index < block.bars.front().values.size()) {
        const Index i = dimension->index;
        if (block.words.stage == CellStage::kProducts && a.products.size() > 0)
            return CellPictureTexts::tr("Dimension %1: %2 × %3 = %4")
                .arg(i)
                .arg(number(a.queryVector, i), number(a.keyVector, i), number(a.products, i));
        if (block.words.stage == CellStage::kValue && a.weighted.size() > 0)
            return CellPictureTexts::tr("Dimension %1: %2 × %3 = %4")
                .arg(i)
                .arg(barNumber(a.weight->value), number(a.value, i), number(a.weighted, i));
        if (block.words.stage == CellStage::kOutput && a.weighted.size() == a.output.size())
            return CellPictureTexts::tr("Dimension %1: %2 in all, %3 from this key")
                .arg(i)
                .arg(number(a.output, i), number(a.weighted, i));
        return CellPictureTexts::tr("Dimension %1: %2").arg(i).arg(number(block.bars.front().values, i));
    }
    const BarRow& asked
        = block.bars[block.words.stage == CellStage::kProducts && block.bars.size() > 2 ? 2 : 0];
    QStringList named;
    for (const Index i : largestSizes(asked.values, kNamedDimensions))
        if (asked.values[i] != 0.0F)
            named << QStringLiteral("%1 (%2)").arg(i).arg(number(asked.values, i));
    if (named.isEmpty())
        return CellPictureTexts::tr("All dimensions of %1 are 0").arg(asked.label);
    return CellPictureTexts::tr("Largest dimensions of %1: %2")
        .arg(asked.label, named.join(QStringLiteral(", ")));
}

} // namespace headlight
