#include "ui/widgets/heatmap_plot.h"

#include "ui/picture/marks.h"
#include "ui/picture/picture_palette.h"

#include <QContextMenuEvent>
#include <QMetaMethod>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr int kLegendLetters = 84; ///< of width, from which on a plot always has its legend
constexpr int kPlotMargin = 12, kLeastMargin = 4;
constexpr double kWheelStep = 0.8; ///< share of the visible part per notch
constexpr int kFadeTime = 180; ///< milliseconds
constexpr double kClickSlack = 4; ///< pixels; a hand moves less than this in a click

int cellWithin(double at, Index count)
{
    return static_cast<int>(std::clamp<double>(std::floor(at), 0, static_cast<double>(count - 1)));
}

} // namespace

HeatmapPlot::HeatmapPlot(QWidget* parent)
    : Canvas(tr("Heatmap"), parent)
    , m_reading(new MapReading(this))
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_fade.setDuration(kFadeTime);
    m_fade.setStartValue(1.0);
    m_fade.setEndValue(0.0);
    connect(&m_fade, &QVariantAnimation::valueChanged, this, [this] { update(); });
    connect(&m_fade, &QVariantAnimation::finished, this, [this] {
        m_before = {};
        update();
    });
    connect(m_reading, &MapReading::mapRead, this, [this] {
        takeMap();
        emit limitsChanged();
    });
    connect(m_reading, &MapReading::partRead, this, [this] { repaintImage(); });
    connect(m_reading, &MapReading::finished, this, &HeatmapPlot::viewChanged);
}

void HeatmapPlot::showMap(const AttentionMap& map, MapKind kind, const HeatmapOptions& options)
{
    m_reading->read({map, kind, options});
    if (!m_reading->keepsPicture())
        takeMap();
    emit viewChanged();
    if (!isReading())
        emit limitsChanged();
}

void HeatmapPlot::takeMap()
{
    const AttentionMap& map = m_reading->map();
    if (!m_view.isOf(map.queries(), map.keys())) {
        m_view = MapView(map.queries(), map.keys());
        m_press.reset();
    }
    rebuildPicture();
}

void HeatmapPlot::setSharedLimits(const std::optional<CellLimits>& limits)
{
    if (std::exchange(m_sharedLimits, limits) != limits)
        rebuildPicture();
}

void HeatmapPlot::setMarks(const HeatmapMarks& marks)
{
    if (m_marks == marks)
        return;
    if (m_picture) {
        const HeatmapMarksPainter painter(*m_picture, m_layout);
        update(painter.region(m_marks) + painter.region(marks));
    }
    const bool another = marks.newest.has_value() != m_marks.newest.has_value()
        || marks.future.empty() != m_marks.future.empty() || marks.steps != m_marks.steps;
    m_marks = marks;
    if (another) // the legend starts or stops explaining it
        rebuildPicture();
}

void HeatmapPlot::setSwitchedOff(bool off)
{
    if (std::exchange(m_off, off) != off)
        update();
}

void HeatmapPlot::setFixedRoom(const QMargins& margins, const SharedRoom& shared)
{
    if (margins == m_margins && shared == m_shared)
        return;
    m_margins = margins;
    m_shared = shared;
    rebuildPicture();
}

void HeatmapPlot::rebuildPicture()
{
    m_picture.reset();
    if (const CellReader* reader = m_reading->reader()) {
        startFade(*reader);
        HeatmapOptions own = options();
        own.legend = own.legend && hasRoomForLegend();
        own.shared = m_shared;
        m_hasLegend = own.legend;
        m_picture.emplace(reader->map(), reader->kind(), m_sharedLimits.value_or(limits()), own,
                          PicturePalette::of(palette()), font());
        m_picture->setSums(sums());
        m_picture->explainSteps(m_marks.newest.has_value(), !m_marks.future.empty(), m_marks.steps);
    }
    relayout();
}

void HeatmapPlot::startFade(const CellReader& coming)
{
    const Drawn next{coming.map().head(), coming.kind()};
    const bool stage = m_drawn && m_drawn->head == next.head && m_drawn->kind != next.kind;
    m_drawn = next;
    if (!stage || !m_animated || !isVisible() || m_image.isNull())
        return;
    m_before = m_image;
    m_fade.stop();
    m_fade.start();
}

// Everybody knows weights from 0 to 1: a narrow plot leaves out their scale, but never that of others.
bool HeatmapPlot::hasRoomForLegend() const
{
    const HeatmapOptions& asked = options();
    const bool known = kind() == MapKind::kWeights && !asked.differenceOf && !asked.table && !asked.manyRuns
        && asked.scale == ColourScale::kLinear && asked.weightRange == WeightRange::kOne;
    return !known || width() >= kLegendLetters * fontMetrics().averageCharWidth();
}

void HeatmapPlot::relayout()
{
    repaintImage();
    if (!m_picture)
        return;
    if ((options().legend && hasRoomForLegend()) != m_hasLegend)
        return rebuildPicture();
    const int margin = std::clamp(std::min(width(), height()) / 20, kLeastMargin, kPlotMargin);
    const QMargins around = m_margins.value_or(QMargins(margin, margin, margin, margin));
    // From the corner: its edge is that of the words around it, and it does not wander when it grows.
    m_layout = m_picture->layout(QRectF(rect().marginsRemoved(around)), HeatmapPicture::Place::kCorner);
    showView(m_view);
}

void HeatmapPlot::showView(const MapView& view)
{
    m_view = view;
    repaintImage();
    if (!m_picture)
        return;
    m_layout = m_layout.showing(view.rows(), view.columns());
    // At most one tile per device pixel: pixels that cover several cells show the largest.
    const QSizeF pixels = m_layout.cells.area.size() * devicePixelRatioF();
    m_reading->readPart(
        {view.cells(), static_cast<Index>(pixels.height()), static_cast<Index>(pixels.width())});
    emit viewChanged();
}

void HeatmapPlot::repaintImage()
{
    m_image = {};
    update();
}

QString HeatmapPlot::poolingNote() const
{
    const CellGrid* grid = m_reading->grid();
    if (grid == nullptr || grid->isNull() || !grid->pooled())
        return {};
    if (grid->sampled)
        return tr("Preview: one row of every %1, exact; the rest is on its way.").arg(grid->tileRows);
    const QString note = options().table
        ? tr("Each dot shows the mean of %1 × %2 numbers. Zoom in for single numbers.")
        : options().differenceOf
        ? tr("Pooled: each dot shows the largest difference among %1 × %2 cells. Zoom in for single "
             "cells.")
        : tr("Pooled: each dot shows the largest of %1 × %2 cells. Zoom in for single cells.");
    return note.arg(grid->tileRows).arg(grid->tileColumns);
}

void HeatmapPlot::showSpans(const AxisSpan& queries, const AxisSpan& keys)
{
    if (const MapView view = m_view.showing(queries, keys); view != m_view)
        showView(view);
}

void HeatmapPlot::zoom(double factor)
{
    const AxisSpan &rows = m_view.rows(), &columns = m_view.columns();
    showView(m_view.zoomed(factor, (rows.lower + rows.upper) / 2, (columns.lower + columns.upper) / 2));
}

void HeatmapPlot::reveal(const Cell& cell)
{
    if (const MapView view = m_view.revealing(cell); view != m_view)
        showView(view);
}

QSize HeatmapPlot::minimumSizeHint() const
{
    return options().table ? QSize(180, 84) : QSize(200, std::max(110, 9 * fontMetrics().height()));
}

Cell HeatmapPlot::cellAt(const QPointF& position) const
{
    if (!m_picture)
        return {};
    const CellFrame& frame = m_layout.cells;
    if (frame.area.contains(position))
        return {cellWithin(frame.queryAt(position.y()), m_reading->map().queries()),
                cellWithin(frame.keyAt(position.x()), m_reading->map().keys())};
    if (const auto query = m_picture->queryRuler().tokenAt(m_layout.queryAxis, position))
        return {*query, std::nullopt};
    return {std::nullopt, m_picture->keyRuler().tokenAt(m_layout.keyAxis, position)};
}

HeatmapPlot::Tip HeatmapPlot::tipAt(const QPoint& point) const
{
    const Cell cell = cellAt(point);
    if (m_picture && options().table && cell.query && cell.key)
        return {poolingNote(), {}};
    if (!m_picture || cell.query.has_value() == cell.key.has_value() || map().queryTokens().empty())
        return {};
    const TokenRuler& ruler = cell.query ? m_picture->queryRuler() : m_picture->keyRuler();
    const int token = cell.query ? *cell.query : *cell.key;
    const QString text = tr("%1 at position %2").arg(ruler.textOf(token)).arg(token);
    const QString next = ruler.nextOf(token);
    return {next.isEmpty() ? text : tr("%1, next token: %2").arg(text, next), {}};
}

void HeatmapPlot::paintEvent(QPaintEvent* event)
{
    const double ratio = devicePixelRatioF();
    if (m_image.isNull() || m_image.devicePixelRatio() != ratio) {
        m_image = QImage((QSizeF(size()) * ratio).toSize(), QImage::Format_RGB32);
        m_image.setDevicePixelRatio(ratio);
        m_image.fill(PicturePalette::of(palette()).background);
        QPainter painter(&m_image);
        painter.setLayoutDirection(Qt::LayoutDirectionAuto);
        if (m_picture && m_reading->grid() != nullptr)
            m_picture->paintCells(painter, m_layout, *m_reading->grid(), false);
        painter.setRenderHint(QPainter::Antialiasing);
        if (m_picture)
            m_picture->paintFurniture(painter, m_layout);
    }
    QPainter painter(this);
    const QRect& part = event->rect();
    painter.drawImage(part.topLeft(), m_image,
                      QRectF(QPointF(part.topLeft()) * ratio, QSizeF(part.size()) * ratio));
    if (isFading() && m_before.size() == m_image.size()) {
        painter.setOpacity(m_fade.currentValue().toDouble());
        painter.drawImage(part.topLeft(), m_before,
                          QRectF(QPointF(part.topLeft()) * ratio, QSizeF(part.size()) * ratio));
        painter.setOpacity(1);
    }
    if (m_picture && m_off)
        paintOffMap(painter, m_layout.cells.area, PicturePalette::of(palette()));
    if (m_picture)
        HeatmapMarksPainter(*m_picture, m_layout).paint(painter, m_marks);
}

void HeatmapPlot::drag(const QPointF& position)
{
    const QPointF by = position - m_press->at;
    m_press->moved = m_press->moved || by.manhattanLength() >= kClickSlack;
    if (!m_press->pans || !m_press->moved || !m_picture)
        return;
    const MapView view
        = m_press->view.moved(-by.y() / m_layout.cells.cellHeight(), -by.x() / m_layout.cells.cellWidth());
    if (view == m_view)
        return;
    showView(view);
    emit viewChosen();
}

void HeatmapPlot::mouseMoveEvent(QMouseEvent* event)
{
    const bool dragging = m_press.has_value();
    if (dragging)
        drag(event->position());
    // While the map moves under the mouse, the cell stays the one that was grabbed.
    const Cell cell = dragging ? m_mouseCell : cellAt(event->position());
    setCursor(dragging && isZoomed() ? Qt::ClosedHandCursor
                  : cell.empty()     ? Qt::ArrowCursor
                                     : Qt::CrossCursor);
    point(cell);
}

void HeatmapPlot::point(const Cell& cell)
{
    if (std::exchange(m_mouseCell, cell) != cell)
        emit hovered(cell);
}

void HeatmapPlot::mousePressEvent(QMouseEvent* event)
{
    constexpr Qt::KeyboardModifiers kOther = Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier;
    if (event->button() == Qt::LeftButton)
        m_press = Press{event->position(), m_view, !(event->modifiers() & kOther), false};
}

void HeatmapPlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const bool click
        = m_press && !m_press->moved && (event->position() - m_press->at).manhattanLength() < kClickSlack;
    m_press.reset();
    if (const Cell cell = cellAt(event->position()); click && !cell.empty())
        emit clicked(cell);
    mouseMoveEvent(event);
}

void HeatmapPlot::mouseDoubleClickEvent(QMouseEvent*)
{
    m_press.reset(); // its release is not a third click
    emit doubleClicked();
}

void HeatmapPlot::wheelEvent(QWheelEvent* event)
{
    const CellFrame& cells = m_layout.cells;
    const QPointF at = event->position();
    if (!m_picture || !cells.area.contains(at) || event->angleDelta().y() == 0)
        return event->ignore();
    showView(m_view.zoomed(std::pow(kWheelStep, event->angleDelta().y() / 120.0), cells.queryAt(at.y()),
                           cells.keyAt(at.x())));
    emit viewChosen();
    event->accept();
}

void HeatmapPlot::pointerLeft()
{
    m_mouseCell = {};
    emit hovered({});
}

void HeatmapPlot::contextMenuEvent(QContextMenuEvent* event)
{
    if (isSignalConnected(QMetaMethod::fromSignal(&HeatmapPlot::menuRequested)))
        emit menuRequested(cellAt(event->pos()), event->globalPos());
    else
        event->ignore();
}

} // namespace headlight
