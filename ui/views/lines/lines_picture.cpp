#include "ui/views/lines/lines_picture.h"

#include "ui/background/once_after.h"
#include "ui/picture/marks.h"
#include "ui/views/lines/line_strokes.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr double kWidth = 1.6;
constexpr double kFaintest = 0.07;
constexpr double kStrongest = 0.85;
constexpr double kTextPadding = 6;

void drawRows(QImage& image, const LinesLayout& layout, std::span<const AttentionLine> lines,
              const std::vector<QColor>& colours, const LinesWindow& window, int top, int bottom)
{
    const double ratio = window.pixelRatio;
    const double first = window.top + top / ratio - kWidth;
    const double last = window.top + bottom / ratio + kWidth;
    for (const AttentionLine& line : lines) {
        const LineToken query{LineSide::kQuery, line.query}, key{LineSide::kKey, line.key};
        if (!layout.rowOf(query) || !layout.rowOf(key))
            continue;
        const auto head = static_cast<std::size_t>(line.head);
        const double shift = headShift(head, colours.size(), layout.rowHeight());
        const QPointF from = layout.anchor(query, shift), to = layout.anchor(key, shift);
        if (std::max(from.y(), to.y()) < first || std::min(from.y(), to.y()) > last)
            continue;
        const QPointF origin(0, window.top);
        blendLine(image,
                  {(from - origin) * ratio, (to - origin) * ratio, kWidth * ratio, colours[head],
                   lineOpacity(line.weight)},
                  top, bottom);
    }
}

QImage blankImage(const LinesWindow& window)
{
    QImage image((QSizeF(window.size) * window.pixelRatio).toSize().expandedTo({1, 1}),
                 QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    return image;
}

class ColumnPainter
{
public:
    ColumnPainter(QPainter& painter, const LinesLayout& layout, const LinesMarks& marks,
                  const PicturePalette& palette)
        : m_painter(painter)
        , m_layout(layout)
        , m_marks(marks)
        , m_palette(palette)
        , m_metrics(painter.font())
    { }

    void paint(const LineToken& token) const
    {
        const QRectF rect = m_layout.rect(token);
        const bool pinned = m_marks.pin == token;
        const std::vector<int>& found
            = token.side == LineSide::kQuery ? m_marks.found.queries : m_marks.found.keys;
        if (std::binary_search(found.begin(), found.end(), token.index))
            m_painter.fillRect(rect, m_palette.foundFill);
        if (pinned)
            m_painter.fillRect(rect, m_palette.pin);
        else if (m_marks.hover == token || m_marks.other == token)
            m_painter.fillRect(rect, m_palette.hover);
        if (m_marks.cursor == token) {
            paintFocusRing(m_painter, rect, m_palette.text, 0);
        }
        const double taken = paintStripes(token, rect);
        if (m_marks.newest == token) {
            m_painter.setPen(QPen(m_palette.newest, 1.5, Qt::DashLine));
            m_painter.drawRect(rect.adjusted(0.75, 0.75, -0.75, -0.75));
            paintNewestArrow(m_painter, {rect.left() + kNewestArrow + 1, rect.center().y()}, 1, m_palette);
        }
        const TokenLabel& label = m_layout.label(token);
        m_painter.setPen(pinned                 ? m_palette.pinText
                             : label.padding    ? m_palette.faintText
                             : label.isMarkup() ? m_palette.mutedText
                                                : m_palette.text);
        const bool left = token.side == LineSide::kQuery;
        const QRectF place = left ? rect.adjusted(kTextPadding, 0, -kTextPadding - taken, 0)
                                  : rect.adjusted(kTextPadding + taken, 0, -kTextPadding, 0);
        const QString text = m_metrics.elidedText(m_layout.text(token), Qt::ElideMiddle, place.width());
        // Alignment follows the column, whatever the direction of the script.
        m_painter.drawText(place,
                           (left ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignAbsolute | Qt::AlignVCenter
                               | Qt::TextSingleLine,
                           text);
    }

private:
    /// Paints the heads' weights side by side next to the gap; returns the width they took.
    double paintStripes(const LineToken& token, const QRectF& rect) const
    {
        if (m_marks.stripes.empty() || token.side != m_marks.stripeSide)
            return 0;
        const double all = m_layout.stripeWidth() * static_cast<double>(m_marks.stripes.size());
        for (std::size_t head = 0; head < m_marks.stripes.size(); ++head) {
            const RowVector& weights = m_marks.stripes[head];
            if (token.index >= weights.size() || !(weights[token.index] > 0))
                continue;
            const QColor colour
                = faded(m_marks.colours[head], static_cast<float>(lineOpacity(weights[token.index])));
            const double along = m_layout.stripeWidth() * static_cast<double>(head);
            const double x = token.side == LineSide::kKey ? rect.left() + along : rect.right() - all + along;
            m_painter.fillRect(QRectF(x, rect.top() + 1, m_layout.stripeWidth(), rect.height() - 2), colour);
        }
        return all;
    }

    QPainter& m_painter;
    const LinesLayout& m_layout;
    const LinesMarks& m_marks;
    const PicturePalette& m_palette;
    QFontMetricsF m_metrics;
};

} // namespace

double lineOpacity(float weight)
{
    const double ramp = std::log10(1 + 9 * std::clamp(static_cast<double>(weight), 0.0, 1.0));
    return kFaintest + (kStrongest - kFaintest) * ramp;
}

double headShift(std::size_t head, std::size_t heads, double rowHeight)
{
    if (heads < 2)
        return 0;
    const double step = std::min(2.5, (rowHeight - 4) / static_cast<double>(heads));
    return (static_cast<double>(head) - static_cast<double>(heads - 1) / 2) * step;
}

QImage linesImage(const LinesLayout& layout, std::span<const AttentionLine> lines,
                  const std::vector<QColor>& colours, const LinesWindow& window)
{
    QImage image = blankImage(window);
    image.setDevicePixelRatio(window.pixelRatio);
    addLines(image, layout, lines, colours, window);
    return image;
}

void addLines(QImage& image, const LinesLayout& layout, std::span<const AttentionLine> lines,
              const std::vector<QColor>& colours, const LinesWindow& window)
{
    drawRows(image, layout, lines, colours, window, 0, image.height());
}

std::optional<QImage> scrolledLines(const QImage& image, double oldTop, const LinesLayout& layout,
                                    std::span<const AttentionLine> lines, const std::vector<QColor>& colours,
                                    const LinesWindow& window)
{
    QImage moved = blankImage(window);
    const double step = (window.top - oldTop) * window.pixelRatio;
    const int rows = static_cast<int>(std::lround(step));
    if (image.size() != moved.size() || std::abs(step - rows) > 1e-9 || std::abs(rows) >= image.height())
        return std::nullopt;
    const int kept = image.height() - std::abs(rows);
    const int from = std::max(rows, 0), to = std::max(-rows, 0);
    for (int y = 0; y < kept; ++y)
        std::copy_n(image.constScanLine(from + y), image.bytesPerLine(), moved.scanLine(to + y));
    drawRows(moved, layout, lines, colours, window, rows > 0 ? kept : 0, rows > 0 ? moved.height() : to);
    moved.setDevicePixelRatio(window.pixelRatio);
    return moved;
}

void paintColumns(QPainter& painter, const LinesLayout& layout, const LinesMarks& marks,
                  const PicturePalette& palette, const LinesWindow& window)
{
    const ColumnPainter columns(painter, layout, marks, palette);
    for (const LineSide side : {LineSide::kQuery, LineSide::kKey}) {
        const auto [first, last] = layout.rowsBetween(side, window.top, window.top + window.size.height());
        for (int row = first; row < last; ++row)
            columns.paint({side, layout.tokenAt(side, row)});
    }
}

namespace {

constexpr std::size_t kDrawnAtOnce = 150; ///< lines: a millisecond or two, so that other views have time too

} // namespace

GrowingLines::GrowingLines(const LinesLayout& layout)
    : m_layout(layout)
{
    onceAfter(m_drawOn, 0, this, &GrowingLines::drawMore);
}

const QImage& GrowingLines::picture(std::span<const AttentionLine> lines, const std::vector<QColor>& colours,
                                    const LinesWindow& window)
{
    if (!m_image.isNull() && m_window == window)
        return m_image;
    const bool whole = !m_image.isNull() && !isGrowing() && m_window.size == window.size
        && m_window.pixelRatio == window.pixelRatio;
    std::optional<QImage> scrolled;
    if (whole)
        scrolled = scrolledLines(m_image, m_window.top, m_layout, lines, colours, window);
    m_window = window;
    if (scrolled) {
        m_image = *std::move(scrolled);
        return m_image;
    }
    m_lines = lines;
    m_colours = colours;
    m_image = linesImage(m_layout, lines.last(std::min(lines.size(), kDrawnAtOnce)), colours, window);
    m_drawOn.stop();
    if (lines.size() > kDrawnAtOnce) {
        m_next = linesImage(m_layout, {}, colours, window);
        m_drawn = 0;
        m_drawOn.start();
    }
    return m_image;
}

void GrowingLines::forget()
{
    m_drawOn.stop();
    m_image = m_next = {};
    m_lines = {};
}

void GrowingLines::drawMore()
{
    const std::span<const AttentionLine> rest = m_lines.subspan(m_drawn);
    const std::size_t count = std::min(rest.size(), kDrawnAtOnce);
    addLines(m_next, m_layout, rest.first(count), m_colours, m_window);
    m_drawn += count;
    if (count < rest.size())
        return m_drawOn.start();
    m_image = std::exchange(m_next, {});
    emit grown();
}

} // namespace headlight
