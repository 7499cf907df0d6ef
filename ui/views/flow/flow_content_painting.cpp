#include "core/edit/recorded_edits.h"
#include "ui/picture/marks.h"
#include "ui/state/translation.h"
#include "ui/views/flow/flow_painting.h"
#include "ui/views/flow/flow_source.h"
#include "ui/words/token_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

bool covers(const CellGrid& grid, const CellRect& rect)
{
    return !grid.isNull() && grid.rect.query <= rect.query && grid.rect.key <= rect.key
        && grid.rect.query + grid.rect.rows >= rect.query + rect.rows
        && grid.rect.key + grid.rect.columns >= rect.key + rect.columns;
}

/// Paints the numbers of a matrix, or the tokens of a column.
class ContentPainter : FlowBrush<FlowScene>
{
public:
    using FlowBrush::FlowBrush;

    void paintMatrix(const FlowBox& box, const QRectF& rect)
    {
        const FlowPictures::Picture* const picture = m_scene.pictures.find(box);
        if (picture == nullptr || picture->overview.isNull())
            return paintEmpty(rect, picture != nullptr);
        if (showsCells(rect.size()))
            paintCells(box, *picture, rect);
        else
            paintImage(box, rect);
        if (box.site == Site::kWeights && box.head >= 0 && isSwitchedOff(m_scene.edits, box.headRef()))
            paintOffHatch(m_painter, rect, m_look.palette, kOffSpacing);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(faded(m_look.palette.line, 0.6F), 1));
        m_painter.drawRect(rect);
        if (box.head >= 0)
            paintLabels(box, rect);
    }

    void paintTokens(const FlowBox& box, const QRectF& rect)
    {
        const std::vector<TokenLabel>& tokens = m_scene.trace.tokens(box.stack);
        const auto count = static_cast<int>(tokens.size());
        if (count == 0)
            return;
        const double row = rect.height() / count;
        const double line = m_metrics.height();
        if (rect.width() < 3 * m_metrics.averageCharWidth())
            return;
        const int step = std::max(1, static_cast<int>(std::ceil(line * 0.95 / row)));
        for (int i = 0; i < count; i += step) {
            const TokenLabel& token = tokens[static_cast<std::size_t>(i)];
            const FlowToken placed = placeToken({rect.left(), rect.top() + i * row, rect.width(), row}, rect,
                                                tokenText(token), m_metrics);
            if (placed.band.bottom() < 0 || placed.band.top() > m_window.surface.height())
                continue;
            m_painter.setPen(token.padding          ? m_look.palette.faintText
                                 : token.isMarkup() ? m_look.palette.mutedText
                                                    : m_look.palette.text);
            m_painter.drawText(placed.band,
                               (placed.beginning ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter,
                               placed.text);
        }
    }

private:
    void paintEmpty(const QRectF& rect, bool missing)
    {
        m_painter.setPen(QPen(m_look.palette.line, 1, missing ? Qt::DashLine : Qt::SolidLine));
        m_painter.setBrush(m_look.palette.masked);
        m_painter.drawRect(rect);
        const QString text
            = m_scene.toCome ? headlight::tr("not computed yet") : headlight::tr("not recorded");
        const QRectF bound = m_metrics.boundingRect(rect, Qt::AlignCenter | Qt::TextWordWrap, text);
        if (!missing || bound.width() > rect.width() || bound.height() > rect.height())
            return;
        m_painter.setPen(m_look.palette.mutedText);
        m_painter.drawText(rect, Qt::AlignCenter | Qt::TextWordWrap, text);
    }

    void paintImage(const FlowBox& box, const QRectF& rect)
    {
        const FlowPictures::Shown shown = m_scene.pictures.image(box, rect.size() * m_look.pixelRatio);
        m_painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
        m_painter.drawImage(rect, *shown.image, shown.source);
    }

    void paintCells(const FlowBox& box, const FlowPictures::Picture& picture, const QRectF& rect)
    {
        const QRectF seen = rect & QRectF(QPointF(), m_window.surface);
        const CellRect all = picture.overview.rect;
        const CellGrid& detail = picture.detail;
        const bool fine = covers(detail, seenCells(rect, seen, all))
            && detail.tileRows <= picture.overview.tileRows
            && detail.tileColumns <= picture.overview.tileColumns;
        const CellGrid& grid = fine ? detail : picture.overview;
        const double cellWidth = rect.width() / static_cast<double>(all.columns);
        const double cellHeight = rect.height() / static_cast<double>(all.rows);
        // Pool tiles smaller than a pixel, so that large numbers are never lost.
        if (cellWidth * static_cast<double>(grid.tileColumns) < 1
            || cellHeight * static_cast<double>(grid.tileRows) < 1)
            return paintImage(box, rect);
        const CellFrame frame{
            seen,
            {(seen.top() - rect.top()) / cellHeight, (seen.bottom() - rect.top()) / cellHeight},
            {(seen.left() - rect.left()) / cellWidth, (seen.right() - rect.left()) / cellWidth}};
        const CellColours colours = m_scene.pictures.colours(FlowPictures::groupOf(box));
        m_painter.fillRect(seen, m_look.palette.background);
        QImage image = composeCells(grid, frame, colours, m_look.pixelRatio);
        image.setDevicePixelRatio(m_look.pixelRatio);
        m_painter.drawImage(seen.topLeft(), image);
        paintCellValues(m_painter, grid, frame, colours);
    }

    /// Tokens beside the rows of a large matrix and above its columns.
    void paintLabels(const FlowBox& box, const QRectF& rect)
    {
        constexpr double kLeastRoom = 44;
        const auto [rows, columns] = m_scene.size(box);
        const double line = m_metrics.height();
        const std::vector<TokenLabel>& queries = m_scene.trace.tokens(box.rowStack());
        const double room = 9 * m_window.scale; // half the gap between matrices
        m_painter.setPen(m_look.palette.mutedText);
        if (const double row = rect.height() / rows; room >= kLeastRoom && row >= line)
            for (int i = 0; i < std::min(rows, static_cast<int>(queries.size())); ++i)
                drawLabel({rect.left() - room - 4, rect.top() + i * row, room, row},
                          queries[static_cast<std::size_t>(i)], Qt::AlignRight);
        const auto stack = box.columnStack();
        if (const double column = rect.width() / columns;
            stack && column >= kLeastRoom && 6 * m_window.scale >= line + 2) {
            const std::vector<TokenLabel>& keys = m_scene.trace.tokens(*stack);
            for (int i = 0; i < std::min(columns, static_cast<int>(keys.size())); ++i)
                drawLabel({rect.left() + i * column, rect.top() - line - 2, column, line},
                          keys[static_cast<std::size_t>(i)], Qt::AlignHCenter);
        }
    }

    void drawLabel(const QRectF& room, const TokenLabel& token, Qt::Alignment alignment)
    {
        if (room.intersects(QRectF(QPointF(), m_window.surface)))
            m_painter.drawText(room, alignment | Qt::AlignVCenter,
                               m_metrics.elidedText(tokenText(token), Qt::ElideRight, room.width()));
    }
};

} // namespace

FlowToken placeToken(const QRectF& row, const QRectF& column, const QString& text,
                     const QFontMetricsF& metrics)
{
    constexpr double kEnd = 4, kLeast = 24;
    const double character = metrics.averageCharWidth();
    // From the edge of the surface, also if the column begins beyond it: no word loses its beginning.
    const double left = std::max(row.left() - kTokenReach * character, kEnd);
    const double width = std::max(row.right() - kEnd - left, kLeast - kEnd);
    const double line = metrics.height();
    const double top = std::clamp(row.center().y() - line / 2, column.top(),
                                  std::max(column.top(), column.bottom() - line));
    FlowToken placed{{row.right() - kEnd - width, top, width, line}, text, false};
    if (metrics.horizontalAdvance(text) <= width)
        return placed;
    // Without room for a word, its beginning says more than dots.
    placed.beginning = width < 7 * character;
    if (!placed.beginning)
        placed.text = metrics.elidedText(text, Qt::ElideRight, width);
    return placed;
}

void paintFlowContent(QPainter& painter, FlowScene& scene, const FlowBox& box, const FlowWindow& window,
                      const FlowLook& look)
{
    ContentPainter content(painter, scene, window, look);
    const QRectF rect = window.toSurface(box.rect);
    box.kind == FlowBox::Kind::kTokens ? content.paintTokens(box, rect) : content.paintMatrix(box, rect);
}

} // namespace headlight
