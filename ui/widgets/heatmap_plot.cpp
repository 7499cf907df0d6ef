#include "ui/widgets/heatmap_plot.h"

#include "ui/background/latest_task.h"

#include <QPainter>

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr double kFewestCells = 3; ///< visible when zoomed in most
constexpr int kMargin = 12;

AxisSpan clamped(const QCPRange& range, int count)
{
    const double all = std::max(1, count);
    const double size = std::clamp(range.size(), std::min(kFewestCells, all), all);
    const double lower = std::clamp(range.lower, 0.0, all - size);
    return {lower, lower + size};
}

} // namespace

/// The colour map of the plot. QCustomPlot's own draws one number per pixel block without masks and loses
/// a map of a single row; this one draws with the paint layer that figures use too.
class HeatmapPlot::Cells : public QCPColorMap
{
public:
    Cells(QCPAxis* keyAxis, QCPAxis* valueAxis, const HeatmapPlot& owner)
        : QCPColorMap(keyAxis, valueAxis)
        , m_owner(owner)
    {
        setInterpolate(false);
        setTightBoundary(true);
    }

protected:
    void draw(QCPPainter* painter) override
    {
        if (m_owner.m_picture && m_owner.m_grid)
            m_owner.m_picture->paintCells(*painter, m_owner.m_layout, *m_owner.m_grid,
                                          painter->modes().testFlag(QCPPainter::pmVectorized));
    }

private:
    const HeatmapPlot& m_owner;
};

/// Labels, captions and legend: in the margins of the axes' rectangle.
class HeatmapPlot::Furniture : public QCPLayerable
{
public:
    Furniture(QCustomPlot* plot, const HeatmapPlot& owner)
        : QCPLayerable(plot, QStringLiteral("axes"))
        , m_owner(owner)
    { }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override
    {
        if (m_owner.m_picture)
            m_owner.m_picture->paintFurniture(*painter, m_owner.m_layout);
    }

private:
    const HeatmapPlot& m_owner;
};

/// Lies over the plot and lets the mouse through; only the parts that a mark leaves or enters repaint.
class HeatmapPlot::Marks : public QWidget
{
public:
    Marks(HeatmapPlot& owner)
        : QWidget(&owner)
        , m_owner(owner)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setAttribute(Qt::WA_NoSystemBackground);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        if (!m_owner.m_picture)
            return;
        QPainter painter(this);
        m_owner.m_picture->paintMarks(painter, m_owner.m_layout, m_owner.m_marks);
    }

private:
    HeatmapPlot& m_owner;
};

HeatmapPlot::HeatmapPlot(QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
    , m_overlay(new Marks(*this))
    , m_task(new LatestTask(this))
{
    m_plot->axisRect()->setAutoMargins(QCP::msNone);
    for (QCPAxis* axis : m_plot->axisRect()->axes()) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    m_plot->axisRect()->setRangeZoomFactor(0.8);
    m_plot->yAxis->setRangeReversed(true);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->installEventFilter(this);
    m_plot->setFocusPolicy(Qt::NoFocus);
    new Cells(m_plot->xAxis, m_plot->yAxis, *this);
    new Furniture(m_plot, *this);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis})
        connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this] { rangeChanged(); });
    connect(m_task, &LatestTask::finished, this, &HeatmapPlot::viewChanged);
    rebuildPicture();
}

HeatmapPlot::~HeatmapPlot() = default;

void HeatmapPlot::setMap(const AttentionMap& map, MapKind kind)
{
    showMap(map, kind, m_options);
}

void HeatmapPlot::setOptions(const HeatmapOptions& options)
{
    if (!(m_options == options))
        showMap(m_map, m_kind, options);
}

CellLimits HeatmapPlot::limits() const
{
    if (!m_reader)
        return {};
    return m_reader->holdsWhole() ? m_reader->limits() : m_overview ? m_overview->limits : CellLimits();
}

void HeatmapPlot::setSharedLimits(const std::optional<CellLimits>& limits)
{
    const bool same
        = m_sharedLimits.has_value() == limits.has_value() && (!limits || (*limits == *m_sharedLimits));
    m_sharedLimits = limits;
    if (!same)
        rebuildPicture();
}

void HeatmapPlot::setMarks(const HeatmapMarks& marks)
{
    if (m_marks == marks)
        return;
    if (m_picture) {
        QRegion touched = m_picture->marksRegion(m_layout, m_marks);
        touched += m_picture->marksRegion(m_layout, marks);
        m_overlay->update(touched);
    }
    const bool another = marks.newest.has_value() != m_marks.newest.has_value();
    m_marks = marks;
    if (another) // the legend explains it, or no longer does
        rebuildPicture();
}

void HeatmapPlot::rebuildPicture()
{
    const PicturePalette colours = PicturePalette::of(palette());
    m_plot->setBackground(QBrush(colours.background));
    m_picture.reset();
    if (m_reader) {
        m_picture.emplace(m_reader->map(), m_reader->kind(), m_sharedLimits.value_or(limits()), m_options,
                          colours, font());
        m_picture->setSums(m_sums);
        m_picture->explainNewest(m_marks.newest.has_value());
    }
    relayout();
}

void HeatmapPlot::relayout()
{
    m_plot->setGeometry(rect());
    m_overlay->setGeometry(rect());
    if (m_picture) {
        m_layout = m_picture->layout(QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin));
        const QRect area = m_layout.cells.area.toRect();
        m_plot->axisRect()->setMargins({area.left(), area.top(), width() - area.left() - area.width(),
                                        height() - area.top() - area.height()});
    }
    rangeChanged();
}

void HeatmapPlot::setSpans(const AxisSpan& queries, const AxisSpan& keys)
{
    m_settingRange = true;
    m_plot->yAxis->setRange(queries.lower, queries.upper);
    m_plot->xAxis->setRange(keys.lower, keys.upper);
    m_settingRange = false;
}

void HeatmapPlot::rangeChanged()
{
    if (m_settingRange || !m_picture) {
        replotSoon();
        return;
    }
    const AxisSpan queries = clamped(m_plot->yAxis->range(), static_cast<int>(pictured().queries()));
    const AxisSpan keys = clamped(m_plot->xAxis->range(), static_cast<int>(pictured().keys()));
    setSpans(queries, keys);
    m_layout = m_layout.showing(queries, keys);
    readVisible();
    replotSoon();
    emit viewChanged();
}

void HeatmapPlot::replotSoon()
{
    if (std::exchange(m_replotQueued, true))
        return;
    // The plot's own queue is a timer, which waits until nothing else is to do: while steps of a decoding
    // come one upon the other, the marks would lie over an old picture.
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_replotQueued = false;
            m_plot->replot(QCustomPlot::rpQueuedRefresh);
            m_overlay->update();
        },
        Qt::QueuedConnection);
}

bool HeatmapPlot::isZoomed() const
{
    return m_picture
        && (m_layout.cells.queries.size() < static_cast<double>(pictured().queries()) - 1e-6
            || m_layout.cells.keys.size() < static_cast<double>(pictured().keys()) - 1e-6);
}

QString HeatmapPlot::poolingNote() const
{
    if (!m_grid || m_grid->isNull() || !m_grid->pooled())
        return {};
    if (m_options.differenceOf)
        return tr("Pooled: each dot shows the largest difference among %1 × %2 cells. Zoom in for single "
                  "cells.")
            .arg(m_grid->tileRows)
            .arg(m_grid->tileColumns);
    return tr("Pooled: each dot shows the largest of %1 × %2 cells. Zoom in for single cells.")
        .arg(m_grid->tileRows)
        .arg(m_grid->tileColumns);
}

QWidget& HeatmapPlot::canvas() const
{
    return *m_plot;
}

bool HeatmapPlot::isReading() const
{
    return m_task->isRunning();
}

void HeatmapPlot::showAll()
{
    showSpans({0, static_cast<double>(m_map.queries())}, {0, static_cast<double>(m_map.keys())});
}

void HeatmapPlot::showSpans(const AxisSpan& queries, const AxisSpan& keys)
{
    setSpans(queries, keys);
    rangeChanged();
}

void HeatmapPlot::zoom(double factor)
{
    setSpans(m_layout.cells.queries, m_layout.cells.keys);
    m_settingRange = true;
    m_plot->xAxis->scaleRange(factor);
    m_plot->yAxis->scaleRange(factor);
    m_settingRange = false;
    rangeChanged();
}

void HeatmapPlot::reveal(const Cell& cell)
{
    const auto shifted = [](AxisSpan span, std::optional<int> token) {
        const double at = token.value_or(0);
        const double shift = !token ? 0
            : at < span.lower       ? at - span.lower
                                    : std::max(0.0, at + 1 - span.upper);
        return AxisSpan{span.lower + shift, span.upper + shift};
    };
    const AxisSpan queries = shifted(m_layout.cells.queries, cell.query);
    const AxisSpan keys = shifted(m_layout.cells.keys, cell.key);
    if (queries == m_layout.cells.queries && keys == m_layout.cells.keys)
        return;
    showSpans(queries, keys);
}

QSize HeatmapPlot::minimumSizeHint() const
{
    return {200, std::max(110, 9 * fontMetrics().height())};
}

void HeatmapPlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    relayout();
}

void HeatmapPlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        rebuildPicture();
}

} // namespace headlight
