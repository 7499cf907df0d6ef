#include "ui/picture/linked_zoom.h"
#include "ui/views/compare/compare_canvas.h"

#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

// Which part of its maps a CompareCanvas shows, and what the mouse and the keys do with it.

namespace headlight {

namespace {

constexpr Index kMostTiles = 1400; ///< in each direction of a visible part
constexpr double kFewestCells = 3; ///< visible when zoomed in most
constexpr double kStep = 0.8; ///< of the wheel and the keys

AlignedAxis axisOf(CompareCanvas::Panel panel)
{
    return panel == CompareCanvas::kA ? AlignedAxis::kA
        : panel == CompareCanvas::kB  ? AlignedAxis::kB
                                      : AlignedAxis::kPairs;
}

AxisSpan scaled(const AxisSpan& span, double factor, double about, double by, Index count)
{
    const double all = std::max<double>(1, static_cast<double>(count));
    const double size = std::clamp(span.size() * factor, std::min(kFewestCells, all), all);
    const double fixed = span.lower + about * span.size();
    const double lower = std::clamp(fixed - about * size + by * size, 0.0, all - size);
    return {lower, lower + size};
}

CellRect cellsIn(const CellFrame& frame)
{
    const auto first = [](double at) { return static_cast<Index>(std::floor(at + 1e-9)); };
    const auto last = [](double at) { return static_cast<Index>(std::ceil(at - 1e-9)); };
    return {first(frame.queries.lower), first(frame.keys.lower),
            last(frame.queries.upper) - first(frame.queries.lower),
            last(frame.keys.upper) - first(frame.keys.lower)};
}

} // namespace

void CompareCanvas::setSpans(const AxisSpan& queries, const AxisSpan& keys)
{
    if (!m_content || (m_queries && m_keys && nearlySame(*m_queries, queries) && nearlySame(*m_keys, keys)))
        return;
    m_queries = queries;
    m_keys = keys;
    m_details.reset();
    showSpans();
    update();
}

void CompareCanvas::showSpans()
{
    const MapComparison& comparison = m_content->comparison;
    for (const Panel panel : {kA, kB, kDifference})
        m_layouts[panel] = m_layouts[panel].showing(
            alignedSpan(*m_queries, comparison.queries(), AlignedAxis::kB, axisOf(panel)),
            alignedSpan(*m_keys, comparison.keys(), AlignedAxis::kB, axisOf(panel)));
}

bool CompareCanvas::wantsDetails() const
{
    if (!m_content || !m_queries || m_details)
        return false;
    const std::array<CellRect, 3> parts = visibleParts();
    for (const Panel panel : {kA, kB, kDifference}) {
        const CellGrid& all = m_content->grids[panel];
        if (m_pictures[panel] && all.pooled()
            && (parts[panel].rows < all.rect.rows || parts[panel].columns < all.rect.columns))
            return true;
    }
    return false;
}

std::array<CellRect, 3> CompareCanvas::visibleParts() const
{
    return {cellsIn(m_layouts[kA].cells), cellsIn(m_layouts[kB].cells),
            cellsIn(m_layouts[kDifference].cells)};
}

std::shared_ptr<const CompareCanvas::Grids> CompareCanvas::readParts(const MapComparison& comparison,
                                                                     const std::array<CellRect, 3>& parts,
                                                                     const std::stop_token& stop)
{
    auto grids = std::make_shared<Grids>();
    const auto read = [&](Panel panel, const AttentionMap& map, MapKind kind) {
        if (map.queries() > 0 && map.keys() > 0)
            (*grids)[panel] = CellReader(map, kind, CellReader::Keep::kNothing)
                                  .read(parts[panel], kMostTiles, kMostTiles, stop);
    };
    read(kA, comparison.a(), comparison.kind());
    read(kB, comparison.b(), comparison.kind());
    read(kDifference, comparison.difference(), MapKind::kScores);
    return grids;
}

void CompareCanvas::setDetails(std::shared_ptr<const Grids> details)
{
    m_details = std::move(details);
    update();
}

const CellGrid& CompareCanvas::shownGrid(Panel panel) const
{
    const bool detailed = m_details != nullptr && !(*m_details)[panel].isNull();
    return detailed ? (*m_details)[panel] : m_content->grids[panel];
}

std::optional<CompareCanvas::Panel> CompareCanvas::panelAt(const QPointF& point) const
{
    for (const Panel panel : {kA, kB, kDifference})
        if (m_pictures[panel] && m_layouts[panel].cells.area.contains(point))
            return panel;
    return std::nullopt;
}

void CompareCanvas::zoomPanel(Panel panel, double factor, const QPointF& about, const QPointF& by)
{
    const MapComparison& comparison = m_content->comparison;
    const AttentionMap& map = panel == kA ? comparison.a()
        : panel == kB                     ? comparison.b()
                                          : comparison.difference();
    const CellFrame& cells = m_layouts[panel].cells;
    const AxisSpan queries = scaled(cells.queries, factor, about.y(), by.y(), map.queries());
    const AxisSpan keys = scaled(cells.keys, factor, about.x(), by.x(), map.keys());
    const AlignedAxis own = axisOf(panel);
    emit zoomed(alignedSpan(queries, comparison.queries(), own, AlignedAxis::kB),
                alignedSpan(keys, comparison.keys(), own, AlignedAxis::kB));
}

void CompareCanvas::showAll()
{
    if (m_content)
        emit zoomed({0, static_cast<double>(m_content->comparison.b().queries())},
                    {0, static_cast<double>(m_content->comparison.b().keys())});
}

void CompareCanvas::wheelEvent(QWheelEvent* event)
{
    const std::optional<Panel> panel = panelAt(event->position());
    if (!panel || event->angleDelta().y() == 0) {
        event->ignore();
        return;
    }
    const QRectF& area = m_layouts[*panel].cells.area;
    const QPointF at = event->position() - area.topLeft();
    zoomPanel(*panel, std::pow(kStep, event->angleDelta().y() / 120.0),
              {at.x() / area.width(), at.y() / area.height()}, {});
    event->accept();
}

bool CompareCanvas::zoomByKey(int key)
{
    const bool nearer = key == Qt::Key_Plus || key == Qt::Key_Equal;
    if (!m_content || (!nearer && key != Qt::Key_Minus && key != Qt::Key_0))
        return false;
    if (key == Qt::Key_0)
        showAll();
    else
        zoomPanel(kB, nearer ? kStep : 1 / kStep, {0.5, 0.5}, {});
    return true;
}

void CompareCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    const std::optional<Panel> panel = m_press ? panelAt(*m_press) : std::nullopt;
    if (m_press && panel) {
        constexpr double kClick = 4; // moves by less are those of a hand that clicks
        m_dragging = m_dragging || (at - *m_press).manhattanLength() >= kClick;
        const QRectF& area = m_layouts[*panel].cells.area;
        const QPointF by = *m_drag - at;
        m_drag = at;
        if (m_dragging)
            zoomPanel(*panel, 1, {0.5, 0.5}, {by.x() / area.width(), by.y() / area.height()});
        return;
    }
    const Cell cell = cellAt(at);
    if (cell == m_hovered)
        return;
    m_hovered = cell;
    emit hovered(cell);
}

void CompareCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_content)
        return;
    m_press = m_drag = event->position();
    m_dragging = false;
}

void CompareCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const Cell cell = cellAt(event->position());
    const bool click = m_press && !m_dragging;
    m_press.reset();
    m_dragging = false;
    if (event->button() == Qt::LeftButton && click && !cell.empty())
        emit clicked(cell);
}

void CompareCanvas::mouseDoubleClickEvent(QMouseEvent*)
{
    m_press.reset(); // its release is no third click
    emit doubleClicked();
    showAll();
}

void CompareCanvas::leaveEvent(QEvent*)
{
    if (m_hovered.empty())
        return;
    m_hovered = {};
    emit hovered({});
}

} // namespace headlight
