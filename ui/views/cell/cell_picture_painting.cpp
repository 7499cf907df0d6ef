// How CellPicture draws its stages; where they stand is in cell_picture.cpp.
#include "ui/views/cell/cell_picture.h"

#include "ui/picture/local_number.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double kStripe = 3; ///< before the stages of the shown map
constexpr double kPale = 0.38; ///< how much of its colour the whole keeps behind the part

QColor pale(const QColor& colour, const QColor& background)
{
    const auto mix = [](int a, int b) { return static_cast<int>(std::lround(a * kPale + b * (1 - kPale))); };
    return {mix(colour.red(), background.red()), mix(colour.green(), background.green()),
            mix(colour.blue(), background.blue())};
}

} // namespace

void CellPicture::paint(QPainter& painter, const QRectF& visible, const Look& look) const
{
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        const double seen = std::clamp(look.reveal - static_cast<double>(i), 0.0, 1.0);
        if (seen > 0 && m_blocks[i].rect.intersects(visible))
            paintBlock(painter, m_blocks[i], look, seen);
    }
}

void CellPicture::paintBlock(QPainter& painter, const Block& block, const Look& look, double seen) const
{
    painter.save();
    painter.setFont(m_font);
    if (block.words.map == look.map)
        painter.fillRect(QRectF(block.rect.left(), block.rect.top(), kStripe, block.rect.height()),
                         look.palette.pin);
    else
        painter.fillRect(QRectF(block.rect.left() + 1, block.rect.top(), 1, block.rect.height()),
                         look.palette.line);
    if (look.stage == block.words.stage) {
        painter.setPen(QPen(look.palette.text, 1, Qt::DotLine));
        painter.drawRect(block.rect.adjusted(kStripe + 2, 0.5, -0.5, -0.5));
    }
    // Bars grow; what is not made of bars appears.
    const bool growing = seen < 1 && !block.bars.empty();
    painter.setOpacity(growing ? 1.0 : seen);
    paintHeader(painter, block, look, seen);
    paintBars(painter, block, look, seen);
    paintKeys(painter, block, look);
    if (!block.note.isEmpty() && !growing) {
        painter.setPen(block.words.warns ? look.palette.text : look.palette.mutedText);
        QFont font = m_font;
        font.setItalic(block.words.warns);
        painter.setFont(font);
        painter.drawText(block.note, Qt::TextWordWrap, block.words.note);
    }
    painter.restore();
}

void CellPicture::paintHeader(QPainter& painter, const Block& block, const Look& look, double seen) const
{
    const QFontMetricsF bold(boldFont());
    QString value = block.words.value;
    // While the products are added up, the number is what has been added so far.
    if (block.words.stage == CellStage::kProducts && block.bars.size() > 3 && seen < 1) {
        const RowVector& sums = block.bars[3].values;
        const auto done = static_cast<Index>(seen * static_cast<double>(sums.size()));
        value = columnNumber(done > 0 ? static_cast<double>(sums[done - 1]) : 0.0);
    }
    painter.setFont(boldFont());
    painter.setPen(look.palette.text);
    painter.drawText(block.header, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, block.words.title);
    painter.drawText(block.header, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, value);
    const double gap = bold.averageCharWidth();
    const double left = block.header.left() + bold.horizontalAdvance(block.words.title) + gap;
    const double right = block.header.right() - bold.horizontalAdvance(value) - gap;
    if (right <= left)
        return;
    painter.setFont(m_font);
    painter.setPen(look.palette.mutedText);
    const QString formula
        = QFontMetricsF(m_font).elidedText(block.words.formula, Qt::ElideRight, right - left);
    painter.drawText(QRectF(left, block.header.top(), right - left, block.header.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, formula);
}

void CellPicture::paintBars(QPainter& painter, const Block& block, const Look& look, double seen) const
{
    if (block.bars.empty())
        return;
    const SignColours behind{pale(look.signs.positive, look.palette.background),
                             pale(look.signs.negative, look.palette.background), look.signs.zeroLine};
    for (const BarRow& row : block.bars) {
        const auto shown = static_cast<Index>(std::ceil(seen * static_cast<double>(row.bars.count)));
        const bool marked = look.dimension && look.dimension->ofValue == row.ofValue
            && look.dimension->index < row.bars.count;
        if (marked)
            painter.fillRect(row.bars.column(look.dimension->index).adjusted(-1, -1, 1, 1),
                             look.palette.hover);
        painter.setPen(look.palette.mutedText);
        painter.drawText(row.rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, row.label);
        painter.drawText(row.rect, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, row.scale);
        row.bars.paint(painter, row.values, row.part.size() > 0 ? behind : look.signs, shown);
        if (row.part.size() > 0)
            row.bars.paint(painter, row.part, look.signs, shown);
    }
    painter.setPen(look.palette.mutedText);
    const QString text = QFontMetricsF(m_font).elidedText(readout(block, look.dimension), Qt::ElideRight,
                                                          block.readout.width());
    painter.drawText(block.readout, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
}

void CellPicture::paintKeys(QPainter& painter, const Block& block, const Look& look) const
{
    if (block.keys.empty())
        return;
    const QFontMetricsF metrics(m_font);
    const QFontMetricsF bold(boldFont());
    const double number = std::ceil(bold.horizontalAdvance(QStringLiteral("−000.00000")));
    const bool logits = !block.keys.front().logit.isEmpty() && block.header.width() > 4.2 * number;
    const double tokenWidth = std::max(number * 0.8, block.header.width() * 0.22);
    for (const KeyRow& row : block.keys) {
        painter.setFont(row.current ? boldFont() : m_font);
        painter.setPen(row.current ? look.palette.text : look.palette.mutedText);
        constexpr int kLeft = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine;
        constexpr int kRight = Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine;
        const QString token
            = (row.current ? bold : metrics).elidedText(row.token, Qt::ElideRight, tokenWidth - 6);
        painter.drawText(QRectF(row.rect.left(), row.rect.top(), tokenWidth, row.rect.height()), kLeft,
                         token);
        painter.drawText(row.rect, kRight, row.weight);
        double right = row.rect.right() - number;
        if (logits) {
            painter.drawText(QRectF(right - number, row.rect.top(), number, row.rect.height()), kRight,
                             row.logit);
            right -= number;
        }
        const double left = row.rect.left() + tokenWidth;
        const double room = std::max(0.0, right - left - 8);
        const QRectF bar(left, row.rect.top() + 3, std::max(row.share > 0 ? 1.0 : 0.0, room * row.share),
                         row.rect.height() - 6);
        painter.fillRect(bar, row.current ? look.palette.pin : look.palette.hatch);
    }
    painter.setFont(m_font);
    painter.setPen(look.palette.mutedText);
    if (!block.rest.isEmpty())
        painter.drawText(block.restRect, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, block.rest);
}

} // namespace headlight
