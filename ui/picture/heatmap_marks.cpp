#include "ui/picture/heatmap_picture.h"

#include "ui/picture/newest_mark.h"
#include "ui/picture/oklab.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

// What lies over the cells and labels of a heatmap: marks of rows, columns and tokens.

namespace headlight {

namespace {

/// A frame just outside the rectangle, in the gaps between large cells, with a casing in the colour of the
/// background: visible on every colour of every map. Four filled bars: no antialiasing, no wide strokes.
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

QRectF clipped(const QRectF& r, const QRectF& area)
{
    return r.intersected(area);
}

/// Labels of the axis that the label of a pinned token covers in part, and its own.
std::vector<QPolygonF> coveredBy(const TokenRuler& ruler, const AxisPlace& place, const PlacedLabel& pinned)
{
    std::vector<QPolygonF> covered{pinned.outline()};
    for (const PlacedLabel& label : ruler.place(place))
        if (QPolygonF outline = label.outline(); covered.front().intersects(outline))
            covered.push_back(std::move(outline));
    return covered;
}

} // namespace

void HeatmapPicture::paintNewestRow(QPainter& painter, const HeatmapLayout& layout, int row) const
{
    const CellFrame& frame = layout.cells;
    if (row < 0 || row >= m_queryRuler.count())
        return;
    const QRectF cell = frame.cell(row, 0);
    const QRectF band
        = clipped({frame.area.left(), cell.top(), frame.area.width(), cell.height()}, frame.area);
    if (band.isEmpty())
        return;
    for (const double y : {std::floor(band.top()) - 1, std::ceil(band.bottom())})
        paintNewestEdge(painter, {band.left(), y}, {band.right(), y}, palette());
    paintNewestArrow(painter, {band.left() - 0.5, band.center().y()}, 1, palette());
    paintNewestArrow(painter, {band.right() + 0.5, band.center().y()}, -1, palette());
}

void HeatmapPicture::paintFound(QPainter& painter, const TokenRuler& ruler, const AxisPlace& place,
                                const std::vector<int>& tokens, Qt::Orientation axis) const
{
    if (tokens.empty())
        return;
    constexpr double kThickness = 3; // less than the gap between cells and labels
    for (const int token : tokens) {
        const double length = std::max(2.0, place.cell());
        const double begin = std::max(place.middle(token) - length / 2, place.start);
        const double end = std::min(place.middle(token) + length / 2, place.start + place.length);
        if (token >= ruler.count() || begin >= end)
            continue;
        const double edge = place.edge - kThickness - 1;
        painter.fillRect(axis == Qt::Vertical ? QRectF(edge, begin, kThickness, end - begin)
                                              : QRectF(begin, edge, end - begin, kThickness),
                         palette().found);
    }
    // Labels that are left out stay so: found tokens that stand close would cover each other.
    for (const PlacedLabel& label : ruler.place(place))
        if (std::binary_search(tokens.begin(), tokens.end(), label.token))
            paintLabelMark(painter, ruler, place, label.token, LabelEmphasis::kFound);
}

void HeatmapPicture::paintLabelMark(QPainter& painter, const TokenRuler& ruler, const AxisPlace& place,
                                    std::optional<int> token, LabelEmphasis emphasis) const
{
    if (!token || *token < 0 || *token >= ruler.count() || *token + 1 <= place.span.lower
        || *token >= place.span.upper)
        return;
    const PlacedLabel label = ruler.placeOne(place, *token);
    // Labels that stand close are covered, not mixed with; a pin stays, so what it leaves of others goes.
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().background);
    if (emphasis == LabelEmphasis::kPin) {
        // Letters stand on whole pixels, so they may reach out of their outline by a part of one.
        painter.setPen(QPen(palette().background, 2));
        for (const QPolygonF& outline : coveredBy(ruler, place, label))
            painter.drawPolygon(outline);
    } else {
        painter.drawPolygon(label.outline());
    }
    ruler.paint(painter, label, palette(), emphasis);
}

void HeatmapPicture::paintMarks(QPainter& painter, const HeatmapLayout& layout,
                                const HeatmapMarks& marks) const
{
    const CellFrame& frame = layout.cells;
    const auto band = [&](const Cell& cell, bool row) {
        const QRectF all = frame.cell(cell.query.value_or(0), cell.key.value_or(0));
        const QRectF& area = frame.area;
        return clipped(row ? QRectF(area.left(), all.top(), area.width(), all.height())
                           : QRectF(all.left(), area.top(), all.width(), area.height()),
                       area);
    };
    const QColor& background = palette().background;
    const auto mark = [&](const Cell& cell, const QColor& lines, const QColor& box, double width) {
        const bool query = cell.query && *cell.query < m_queryRuler.count();
        const bool key = cell.key && *cell.key < m_keyRuler.count();
        QColor casing = background;
        casing.setAlphaF(0.8F);
        if (query && !band(cell, true).isEmpty())
            frameAround(painter, band(cell, true), lines, casing, 1);
        if (key && !band(cell, false).isEmpty())
            frameAround(painter, band(cell, false), lines, casing, 1);
        const QRectF both = query && key ? clipped(band(cell, true), band(cell, false)) : QRectF();
        if (!both.isEmpty())
            frameAround(painter, both, box, background, width);
    };
    painter.save();
    if (marks.newest)
        paintNewestRow(painter, layout, *marks.newest);
    if (m_options.labels) {
        painter.setFont(m_font);
        paintFound(painter, m_queryRuler, layout.queryAxis, marks.found.queries, Qt::Vertical);
        paintFound(painter, m_keyRuler, layout.keyAxis, marks.found.keys, Qt::Horizontal);
        paintLabelMark(painter, m_queryRuler, layout.queryAxis, marks.newest, LabelEmphasis::kNewest);
    }
    if (!(marks.hover == marks.pin))
        mark(marks.hover, mixed(background, palette().text, 0.55), palette().text, 1);
    mark(marks.pin, palette().pin, palette().pin, 2);
    painter.setFont(m_font);
    if (m_options.labels) {
        paintLabelMark(painter, m_queryRuler, layout.queryAxis, marks.hover.query, LabelEmphasis::kHover);
        paintLabelMark(painter, m_keyRuler, layout.keyAxis, marks.hover.key, LabelEmphasis::kHover);
        paintLabelMark(painter, m_queryRuler, layout.queryAxis, marks.pin.query, LabelEmphasis::kPin);
        paintLabelMark(painter, m_keyRuler, layout.keyAxis, marks.pin.key, LabelEmphasis::kPin);
    }
    painter.restore();
}

QRegion HeatmapPicture::marksRegion(const HeatmapLayout& layout, const HeatmapMarks& marks) const
{
    QRegion region;
    const CellFrame& frame = layout.cells;
    const auto add = [&region](const QRectF& r) { region += r.adjusted(-5, -5, 5, 5).toAlignedRect(); };
    const auto addCovered = [&](const TokenRuler& ruler, const AxisPlace& place, std::optional<int> token) {
        if (token)
            for (const QPolygonF& outline : coveredBy(ruler, place, ruler.placeOne(place, *token)))
                add(outline.boundingRect());
    };
    addCovered(m_queryRuler, layout.queryAxis, marks.pin.query);
    addCovered(m_keyRuler, layout.keyAxis, marks.pin.key);
    for (const Cell& cell : {marks.hover, marks.pin}) {
        const QRectF box = frame.cell(cell.query.value_or(0), cell.key.value_or(0));
        if (cell.query) {
            add({frame.area.left(), box.top(), frame.area.width(), box.height()});
            add(m_queryRuler.placeOne(layout.queryAxis, *cell.query).outline().boundingRect());
        }
        if (cell.key) {
            add({box.left(), frame.area.top(), box.width(), frame.area.height()});
            add(m_keyRuler.placeOne(layout.keyAxis, *cell.key).outline().boundingRect());
        }
    }
    if (marks.newest) {
        const QRectF row = frame.cell(*marks.newest, 0);
        add(QRectF(frame.area.left() - kNewestArrow, row.top(), frame.area.width() + 2 * kNewestArrow,
                   std::max(row.height(), kNewestArrow))
                .adjusted(0, -kNewestArrow, 0, kNewestArrow));
        add(m_queryRuler.placeOne(layout.queryAxis, *marks.newest).outline().boundingRect());
    }
    const auto addAxis = [&](const AxisPlace& axis, const QRectF& strip) {
        // Slanted labels at the ends reach beyond the axis.
        add(strip.adjusted(-axis.thickness, -axis.thickness, axis.thickness, axis.thickness));
    };
    if (!marks.found.queries.empty())
        addAxis(layout.queryAxis,
                {layout.queryAxis.edge - layout.queryAxis.thickness, frame.area.top(),
                 layout.queryAxis.thickness, frame.area.height()});
    if (!marks.found.keys.empty())
        addAxis(layout.keyAxis,
                {frame.area.left(), layout.keyAxis.edge - layout.keyAxis.thickness, frame.area.width(),
                 layout.keyAxis.thickness});
    return region;
}

} // namespace headlight
