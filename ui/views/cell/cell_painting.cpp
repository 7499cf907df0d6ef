#include "ui/views/cell/cell_picture.h"

#include "ui/picture/marks.h"
#include "ui/words/local_number.h"
#include "ui/words/token_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double kStripe = 3; ///< width of the mark beside the stages of the shown map
constexpr double kPale = 0.38; ///< opacity of the whole behind the part

QColor pale(const QColor& colour, const QColor& background)
{
    const auto mix = [](int a, int b) { return static_cast<int>(std::lround(a * kPale + b * (1 - kPale))); };
    return {mix(colour.red(), background.red()), mix(colour.green(), background.green()),
            mix(colour.blue(), background.blue())};
}

/// Paints the stages one after the other.
class CellPainting
{
public:
    CellPainting(QPainter& painter, const CellPicture& picture, const CellLook& look)
        : m_painter(painter)
        , m_picture(picture)
        , m_look(look)
    { }

    void paintBlock(const CellPicture::Block& block, double seen) const
    {
        m_painter.save();
        m_painter.setFont(m_picture.font());
        if (block.words.map == m_look.map)
            m_painter.fillRect(QRectF(block.rect.left(), block.rect.top(), kStripe, block.rect.height()),
                               m_look.palette.pin);
        else
            m_painter.fillRect(QRectF(block.rect.left() + 1, block.rect.top(), 1, block.rect.height()),
                               m_look.palette.line);
        if (m_look.stage == block.words.stage)
            paintFocusRing(m_painter, block.rect.adjusted(kStripe + 1, 0, 0, 0), m_look.palette.text);
        // Bars grow; anything else just appears.
        const bool growing = seen < 1 && !block.bars.empty();
        m_painter.setOpacity(growing ? 1.0 : seen);
        paintHeader(block, seen);
        paintBars(block, seen);
        paintKeys(block);
        if (!block.note.isEmpty() && !growing) {
            m_painter.setPen(block.words.warns ? m_look.palette.text : m_look.palette.mutedText);
            QFont font = m_picture.font();
            font.setItalic(block.words.warns);
            m_painter.setFont(font);
            m_painter.drawText(block.note, Qt::TextWordWrap, block.words.note);
        }
        m_painter.restore();
    }

private:
    void paintHeader(const CellPicture::Block& block, double seen) const
    {
        QString value = block.words.value;
        // While the products are being added up, show the sum so far.
        if (block.words.stage == CellStage::kProducts && block.bars.size() > 3 && seen < 1) {
            const RowVector& sums = block.bars[3].values;
            const auto done = static_cast<Index>(seen * static_cast<double>(sums.size()));
            value = columnNumber(done > 0 ? static_cast<double>(sums[done - 1]) : 0.0);
        }
        m_painter.setFont(m_picture.boldFont());
        m_painter.setPen(m_look.palette.text);
        m_painter.drawText(block.header, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                           block.words.title);
        m_painter.drawText(block.header, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, value);
        m_painter.setFont(m_picture.font());
        m_painter.setPen(m_look.palette.mutedText);
        m_painter.drawText(block.formula, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                           block.words.formula);
    }

    void paintBars(const CellPicture::Block& block, double seen) const
    {
        if (block.bars.empty())
            return;
        const SignColours behind{pale(m_look.signs.positive, m_look.palette.background),
                                 pale(m_look.signs.negative, m_look.palette.background),
                                 m_look.signs.zeroLine};
        for (const CellPicture::BarRow& row : block.bars) {
            const auto shown = static_cast<Index>(std::ceil(seen * static_cast<double>(row.bars.count)));
            const bool marked = m_look.dimension && m_look.dimension->ofValue == row.ofValue
                && m_look.dimension->index < row.bars.count;
            if (marked)
                m_painter.fillRect(row.bars.column(m_look.dimension->index).adjusted(-1, -1, 1, 1),
                                   m_look.palette.hover);
            m_painter.setPen(m_look.palette.mutedText);
            m_painter.drawText(row.rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, row.label);
            m_painter.drawText(row.rect, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, row.scale);
            row.bars.paint(m_painter, row.values, row.part.size() > 0 ? behind : m_look.signs, shown);
            if (row.part.size() > 0)
                row.bars.paint(m_painter, row.part, m_look.signs, shown);
        }
        m_painter.setPen(m_look.palette.mutedText);
        const QString text = QFontMetricsF(m_picture.font())
                                 .elidedText(m_picture.readout(block, m_look.dimension), Qt::ElideRight,
                                             block.readout.width());
        m_painter.drawText(block.readout, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
    }

    void paintKeys(const CellPicture::Block& block) const
    {
        if (block.keys.empty())
            return;
        const QFontMetricsF bold(m_picture.boldFont());
        const double number = std::ceil(bold.horizontalAdvance(QStringLiteral("−000.00000")));
        const bool logits = !block.keys.front().logit.isEmpty() && block.header.width() > 4.2 * number;
        const double tokenWidth = std::max(number * 0.8, block.header.width() * 0.22);
        for (const CellPicture::KeyRow& row : block.keys) {
            const QFont plain = row.current ? m_picture.boldFont() : m_picture.font();
            m_painter.setPen(row.current ? m_look.palette.text : m_look.palette.mutedText);
            constexpr int kLeft = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine;
            constexpr int kRight = Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine;
            QFont ofToken = plain;
            ofToken.setItalic(row.markup
                              && canSlant(row.token)); // like the labels of maps (ui/picture/token_axis.h)
            const QString token
                = QFontMetricsF(ofToken).elidedText(row.token, Qt::ElideRight, tokenWidth - 6);
            m_painter.setFont(ofToken);
            m_painter.drawText(QRectF(row.rect.left(), row.rect.top(), tokenWidth, row.rect.height()), kLeft,
                               token);
            m_painter.setFont(plain);
            m_painter.drawText(row.rect, kRight, row.weight);
            double right = row.rect.right() - number;
            if (logits) {
                m_painter.drawText(QRectF(right - number, row.rect.top(), number, row.rect.height()), kRight,
                                   row.logit);
                right -= number;
            }
            const double left = row.rect.left() + tokenWidth;
            const double room = std::max(0.0, right - left - 8);
            const QRectF bar(left, row.rect.top() + 3, std::max(row.share > 0 ? 1.0 : 0.0, room * row.share),
                             row.rect.height() - 6);
            m_painter.fillRect(bar, row.current ? m_look.palette.pin : m_look.palette.hatch);
        }
        m_painter.setFont(m_picture.font());
        m_painter.setPen(m_look.palette.mutedText);
        if (!block.rest.isEmpty())
            m_painter.drawText(block.restRect, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
                               block.rest);
    }

    QPainter& m_painter;
    const CellPicture& m_picture;
    const CellLook& m_look;
};

} // namespace

void paintCellPicture(QPainter& painter, const CellPicture& picture, const QRectF& visible,
                      const CellLook& look)
{
    const CellPainting painting(painter, picture, look);
    for (std::size_t i = 0; i < picture.blocks().size(); ++i) {
        const double seen = std::clamp(look.reveal - static_cast<double>(i), 0.0, 1.0);
        if (seen > 0 && picture.blocks()[i].rect.intersects(visible))
            painting.paintBlock(picture.blocks()[i], seen);
    }
}

} // namespace headlight
