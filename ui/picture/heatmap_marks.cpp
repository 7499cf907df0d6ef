#include "ui/picture/heatmap_marks.h"

#include "ui/picture/colour_map.h"
#include "ui/picture/marks.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr double kLeastOutline = 4; ///< smallest height in pixels of a row that gets its own outline

/// A frame just outside the rectangle, in the gaps between large cells, with a casing in the background
/// colour: visible on every colour of every map. Four filled bars: no antialiasing, no wide strokes.
void frameAround(QPainter& painter, const QRectF& r, const QColor& colour, const QColor& casing, double width)
{
    const auto bars = [&painter](const QRectF& outer, double thickness, const QColor& fill) {
        painter.fillRect(QRectF(outer.left(), outer.top(), outer.width(), thickness), fill);
        painter.fillRect(QRectF(outer.left(), outer.bottom() - thickness, outer.width(), thickness), fill);
        painter.fillRect(QRectF(outer.left(), outer.top(), thickness, outer.height()), fill);
        painter.fillRect(QRectF(outer.right() - thickness, outer.top(), thickness, outer.height()), fill);
    };
    const QRectF inner(std::floor(r.left()), std::floor(r.top()), std::ceil(r.right()) - std::floor(r.left()),
                       std::ceil(r.bottom()) - std::floor(r.top()));
    bars(inner.adjusted(-width - 1, -width - 1, width, width), width + 2, casing);
    bars(inner.adjusted(-width, -width, width - 1, width - 1), width, colour);
}

/// Labels partly covered by another one, not only touched: rows may be as high as a line of text.
std::vector<QPolygonF> coveredBy(const TokenRuler& ruler, const AxisPlace& place, const PlacedLabel& marked)
{
    PlacedLabel within = marked;
    within.box.adjust(0.1, 0.1, -0.1, -0.1);
    const QPolygonF inner = within.outline();
    std::vector<QPolygonF> covered;
    for (const PlacedLabel& label : ruler.place(place))
        if (QPolygonF outline = label.outline(); label.token != marked.token && inner.intersects(outline))
            covered.push_back(std::move(outline));
    return covered;
}

} // namespace

QRectF HeatmapMarksPainter::rowBand(int query) const
{
    const QRectF &cell = m_layout.cells.cell(query, 0), &area = m_layout.cells.area;
    return QRectF(area.left(), cell.top(), area.width(), cell.height()).intersected(area);
}

QRectF HeatmapMarksPainter::columnBand(int key) const
{
    const QRectF &cell = m_layout.cells.cell(0, key), &area = m_layout.cells.area;
    return QRectF(cell.left(), area.top(), cell.width(), area.height()).intersected(area);
}

void HeatmapMarksPainter::paintNewestRow(QPainter& painter, int row) const
{
    const QRectF band = row >= 0 && row < m_picture.queryRuler().count() ? rowBand(row) : QRectF();
    if (band.isEmpty())
        return;
    const PicturePalette& palette = m_picture.palette();
    for (const double y : {std::floor(band.top()) - 1, std::ceil(band.bottom())})
        paintNewestEdge(painter, {band.left(), y}, {band.right(), y}, palette);
    paintNewestArrow(painter, {band.left() - 0.5, band.center().y()}, 1, palette);
    paintNewestArrow(painter, {band.right() + 0.5, band.center().y()}, -1, palette);
}

// Every row still to come has an outline, so that the grid of the whole output is visible from the start.
void HeatmapMarksPainter::paintFuture(QPainter& painter, const Cell& first) const
{
    const QRectF& area = m_layout.cells.area;
    painter.setPen(QPen(m_picture.palette().line, 1));
    painter.setBrush(Qt::NoBrush);
    const auto outline = [&painter](const QRectF& place) {
        if (!place.isEmpty())
            painter.drawRect(place.adjusted(0.5, 0.5, -1.5, -1.5));
    };
    const int rows = m_picture.queryRuler().count(), columns = m_picture.keyRuler().count();
    const int from = first.query.value_or(rows);
    if (m_layout.cells.cellHeight() >= kLeastOutline)
        for (int row = from; row < rows; ++row)
            outline(rowBand(row));
    else if (from < rows)
        outline(QRectF(QPointF(area.left(), rowBand(from).top()), area.bottomRight()));
    if (first.key && *first.key < columns) { // beside the existing rows
        const double bottom = from < rows ? std::max(rowBand(from).top(), area.top()) : area.bottom();
        outline(QRectF(QPointF(columnBand(*first.key).left(), area.top()), QPointF(area.right(), bottom)));
    }
}

void HeatmapMarksPainter::paintFound(QPainter& painter, const TokenRuler& ruler, const AxisPlace& place,
                                     const std::vector<int>& tokens) const
{
    if (tokens.empty())
        return;
    constexpr double kThickness = 3; // less than the gap between cells and labels
    const bool rows = &ruler == &m_picture.queryRuler();
    const double length = std::max(2.0, place.cell());
    const double edge = place.edge - kThickness - 1;
    const int beyond = static_cast<int>(std::ceil(length / place.cell()));
    const auto first = std::lower_bound(tokens.begin(), tokens.end(),
                                        static_cast<int>(std::floor(place.span.lower)) - beyond);
    const int last = std::min(ruler.count(), static_cast<int>(std::ceil(place.span.upper)) + beyond);
    double begin = 0, end = 0; // of the bar so far
    const auto paintBar = [&] {
        if (begin < end)
            painter.fillRect(rows ? QRectF(edge, begin, kThickness, end - begin)
                                  : QRectF(begin, edge, end - begin, kThickness),
                             m_picture.palette().found);
    };
    // Tokens that touch each other have one bar: of a long text very many may be found.
    for (auto token = first; token != tokens.end() && *token < last; ++token) {
        const double from = std::max(place.middle(*token) - length / 2, place.start);
        const double to = std::min(place.middle(*token) + length / 2, place.start + place.length);
        if (from > end) {
            paintBar();
            begin = from;
        }
        end = std::max(end, to);
    }
    paintBar();
    // Only labels that are drawn anyway: found tokens close to each other would cover one another.
    for (const PlacedLabel& label : ruler.place(place))
        if (std::binary_search(tokens.begin(), tokens.end(), label.token))
            paintLabel(painter, ruler, place, label.token, LabelEmphasis::kFound);
}

void HeatmapMarksPainter::paintLabels(QPainter& painter, const Cell& cell, LabelEmphasis emphasis) const
{
    paintLabel(painter, m_picture.queryRuler(), m_layout.queryAxis, cell.query, emphasis);
    paintLabel(painter, m_picture.keyRuler(), m_layout.keyAxis, cell.key, emphasis);
}

void HeatmapMarksPainter::paintLabel(QPainter& painter, const TokenRuler& ruler, const AxisPlace& place,
                                     std::optional<int> token, LabelEmphasis emphasis) const
{
    if (!token || *token < 0 || *token >= ruler.count() || *token + 1 <= place.span.lower
        || *token >= place.span.upper || place.thickness <= 0)
        return;
    const PicturePalette& palette = m_picture.palette();
    const PlacedLabel label = ruler.placeOne(place, *token);
    const std::vector<QPolygonF> covered = coveredBy(ruler, place, label);
    // Under the mouse, a bare number says no more than those beside it, which stay.
    if (emphasis == LabelEmphasis::kHover && !covered.empty() && label.index.isEmpty())
        return;
    // A label removes those that it overlaps entirely.
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.background);
    painter.drawPolygon(label.outline());
    // Letters snap to whole pixels and may extend beyond their outline by a fraction of one.
    painter.setPen(QPen(palette.background, 2));
    for (const QPolygonF& outline : covered)
        painter.drawPolygon(outline);
    ruler.paint(painter, label, palette, emphasis);
}

void HeatmapMarksPainter::paintCell(QPainter& painter, const Cell& cell, const QColor& lines,
                                    const QColor& box, double width) const
{
    const auto bandOf = [](std::optional<int> token, const TokenRuler& ruler, const auto& band) {
        return token && *token < ruler.count() ? band(*token) : QRectF();
    };
    const QRectF row = bandOf(cell.query, m_picture.queryRuler(), [this](int i) { return rowBand(i); });
    const QRectF column = bandOf(cell.key, m_picture.keyRuler(), [this](int i) { return columnBand(i); });
    const QColor& background = m_picture.palette().background;
    const QColor casing = faded(background, 0.8F);
    for (const QRectF& band : {row, column})
        if (!band.isEmpty())
            frameAround(painter, band, lines, casing, 1);
    if (const QRectF both = row.intersected(column); !both.isEmpty())
        frameAround(painter, both, box, background, width);
}

void HeatmapMarksPainter::paint(QPainter& painter, const HeatmapMarks& marks) const
{
    const PicturePalette& palette = m_picture.palette();
    painter.save();
    painter.setFont(m_picture.font());
    if (!marks.future.empty())
        paintFuture(painter, marks.future);
    if (marks.newest)
        paintNewestRow(painter, *marks.newest);
    if (m_picture.hasLabels()) {
        paintFound(painter, m_picture.queryRuler(), m_layout.queryAxis, marks.found.queries);
        paintFound(painter, m_picture.keyRuler(), m_layout.keyAxis, marks.found.keys);
        paintLabels(painter, {marks.newest, std::nullopt}, LabelEmphasis::kNewest);
    }
    if (!(marks.hover == marks.pin))
        paintCell(painter, marks.hover, mixed(palette.background, palette.text, 0.55), palette.text, 1);
    paintCell(painter, marks.pin, palette.pin, palette.pin, 2);
    if (m_picture.hasLabels()) {
        paintLabels(painter, marks.hover, LabelEmphasis::kHover);
        paintLabels(painter, marks.pin, LabelEmphasis::kPin);
    }
    painter.restore();
}

QRegion HeatmapMarksPainter::region(const HeatmapMarks& marks) const
{
    QRegion region;
    const CellFrame& frame = m_layout.cells;
    const auto add = [&region](const QRectF& r) { region += r.adjusted(-5, -5, 5, 5).toAlignedRect(); };
    const auto addCovered = [&](const TokenRuler& ruler, const AxisPlace& place, std::optional<int> token) {
        if (token)
            for (const QPolygonF& outline : coveredBy(ruler, place, ruler.placeOne(place, *token)))
                add(outline.boundingRect());
    };
    for (const Cell& cell : {marks.hover, marks.pin}) {
        addCovered(m_picture.queryRuler(), m_layout.queryAxis, cell.query);
        addCovered(m_picture.keyRuler(), m_layout.keyAxis, cell.key);
        const QRectF box = frame.cell(cell.query.value_or(0), cell.key.value_or(0));
        if (cell.query) {
            add({frame.area.left(), box.top(), frame.area.width(), box.height()});
            add(m_picture.queryRuler().placeOne(m_layout.queryAxis, *cell.query).outline().boundingRect());
        }
        if (cell.key) {
            add({box.left(), frame.area.top(), box.width(), frame.area.height()});
            add(m_picture.keyRuler().placeOne(m_layout.keyAxis, *cell.key).outline().boundingRect());
        }
    }
    if (!marks.future.empty())
        add(frame.area);
    if (marks.newest) {
        const QRectF row = frame.cell(*marks.newest, 0);
        add(QRectF(frame.area.left() - kNewestArrow, row.top(), frame.area.width() + 2 * kNewestArrow,
                   std::max(row.height(), kNewestArrow))
                .adjusted(0, -kNewestArrow, 0, kNewestArrow));
        add(m_picture.queryRuler().placeOne(m_layout.queryAxis, *marks.newest).outline().boundingRect());
    }
    const auto addAxis = [&](const AxisPlace& axis, const QRectF& strip) {
        // Slanted labels at the ends extend beyond the axis.
        add(strip.adjusted(-axis.thickness, -axis.thickness, axis.thickness, axis.thickness));
    };
    if (!marks.found.queries.empty())
        addAxis(m_layout.queryAxis,
                {m_layout.queryAxis.edge - m_layout.queryAxis.thickness, frame.area.top(),
                 m_layout.queryAxis.thickness, frame.area.height()});
    if (!marks.found.keys.empty())
        addAxis(m_layout.keyAxis,
                {frame.area.left(), m_layout.keyAxis.edge - m_layout.keyAxis.thickness, frame.area.width(),
                 m_layout.keyAxis.thickness});
    return region;
}

} // namespace headlight
