#include "ui/plot/heatmap_plot.h"

#include "core/base/workers.h"
#include "ui/run/latest_task.h"

#include <QPainter>

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr Index kMostTiles = 1400; ///< in each direction of an overview that is read once
constexpr Index kInstantCells = Index{1} << 19; ///< a map that is read at once (some 700 × 700)
constexpr double kFewestCells = 3; ///< visible when zoomed in most
constexpr int kMargin = 12;

AxisSpan clamped(const QCPRange& range, int count)
{
    const double all = std::max(1, count);
    const double size = std::clamp(range.size(), std::min(kFewestCells, all), all);
    const double lower = std::clamp(range.lower, 0.0, all - size);
    return {lower, lower + size};
}

CellRect cellsOf(const AxisSpan& queries, const AxisSpan& keys)
{
    const auto begin = [](const AxisSpan& span) { return static_cast<Index>(std::floor(span.lower + 1e-9)); };
    const auto end = [](const AxisSpan& span) { return static_cast<Index>(std::ceil(span.upper - 1e-9)); };
    return {begin(queries), begin(keys), end(queries) - begin(queries), end(keys) - begin(keys)};
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

void HeatmapPlot::showMap(const AttentionMap& map, MapKind kind, const HeatmapOptions& options)
{
    const bool sameSize = map.queries() == m_map.queries() && map.keys() == m_map.keys();
    m_map = map;
    m_kind = kind;
    m_options = options;
    startReading(sameSize);
    if (!sameSize)
        setSpans({0, static_cast<double>(map.queries())}, {0, static_cast<double>(map.keys())});
    // What is still on its way replaces the picture when it comes; until then that stays as it is.
    if (!m_task->isRunning() || !m_reader)
        rebuildPicture();
    emit viewChanged();
    if (!m_task->isRunning())
        emit limitsChanged();
}

void HeatmapPlot::startReading(bool keepPicture)
{
    m_task->cancel();
    const bool some = !m_map.isNull() && m_map.queries() > 0 && m_map.keys() > 0;
    const auto fits
        = [this](Index cells) { return m_map.queries() <= cells / std::max<Index>(1, m_map.keys()); };
    // A picture that is replaced within a few hundredths of a second stays until then: no flicker.
    if (!some || !keepPicture || !fits(CellReader::kWholeCells)) {
        m_overview.reset();
        m_grid.reset();
        m_gridReader.reset();
        m_reader.reset();
        m_sums = {};
    }
    if (!some)
        return;
    if (fits(kInstantCells / m_map.effort(m_kind))) {
        const bool withSums = m_options.marginals && hasSums(m_kind);
        m_reader = std::make_shared<const CellReader>(m_map, m_kind, CellReader::Keep::kWholeIfSmall,
                                                      shadeFor(m_kind, m_options));
        m_overview.reset();
        m_sums = withSums ? mapSums(m_map, m_kind) : MapSums();
        return;
    }
    m_task->start([this, map = m_map, kind = m_kind, options = m_options,
                   part = m_reader ? visible() : std::nullopt](const std::stop_token& stop,
                                                               const LatestTask::Deliver& deliver) {
        auto reading = std::make_shared<Reading>(read({map, kind, options}, part, stop));
        deliver([this, reading] { take(std::move(*reading)); });
    });
}

/// On any thread.
HeatmapPlot::Reading HeatmapPlot::read(const Subject& subject, const std::optional<Visible>& part,
                                       const std::stop_token& stop)
{
    Workers workers;
    Reading reading;
    reading.reader
        = std::make_shared<const CellReader>(subject.map, subject.kind, CellReader::Keep::kWholeIfSmall,
                                             shadeFor(subject.kind, subject.options), &workers);
    const CellReader& reader = *reading.reader;
    const auto gridOf = [&](const CellRect& rect, Index rows, Index columns) {
        return std::make_shared<const CellGrid>(reader.read(rect, rows, columns, stop, &workers));
    };
    if (!reader.holdsWhole())
        reading.overview = gridOf(reader.whole(), kMostTiles, kMostTiles);
    else if (part)
        reading.visible = gridOf(part->cells, part->rows, part->columns);
    if (subject.options.marginals && hasSums(subject.kind))
        reading.sums = mapSums(subject.map, subject.kind, stop);
    return reading;
}

void HeatmapPlot::take(Reading reading)
{
    m_reader = std::move(reading.reader);
    m_overview = std::move(reading.overview);
    m_grid = reading.visible ? std::move(reading.visible) : m_overview;
    m_gridReader = m_reader;
    m_sums = std::move(reading.sums);
    rebuildPicture();
    emit limitsChanged();
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
        m_plot->replot(QCustomPlot::rpQueuedReplot);
        return;
    }
    const AxisSpan queries = clamped(m_plot->yAxis->range(), static_cast<int>(m_map.queries()));
    const AxisSpan keys = clamped(m_plot->xAxis->range(), static_cast<int>(m_map.keys()));
    setSpans(queries, keys);
    m_layout = m_layout.showing(queries, keys);
    readVisible();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
    m_overlay->update();
    emit viewChanged();
}

std::optional<HeatmapPlot::Visible> HeatmapPlot::visible() const
{
    if (!m_picture)
        return std::nullopt;
    // One tile per device pixel at most: pixels that would hold several cells show the largest.
    const double ratio = devicePixelRatioF();
    return Visible{cellsOf(m_layout.cells.queries, m_layout.cells.keys),
                   static_cast<Index>(m_layout.cells.area.height() * ratio),
                   static_cast<Index>(m_layout.cells.area.width() * ratio)};
}

void HeatmapPlot::readVisible()
{
    const Visible part = *visible();
    // A row's weights need all of its scores, so the cost is that of whole rows.
    if (m_reader->holdsWhole()
        || part.cells.rows <= CellReader::kWholeCells / std::max<Index>(1, m_map.keys())) {
        const CellGrid wanted = m_reader->shape(part.cells, part.rows, part.columns);
        if (m_grid && m_gridReader == m_reader && m_grid->sameTiles(wanted))
            return;
        m_grid = std::make_shared<const CellGrid>(m_reader->read(part.cells, part.rows, part.columns));
        m_gridReader = m_reader;
        return;
    }
    if (!m_overview)
        return; // it is on its way
    m_grid = m_overview;
    m_gridReader = m_reader;
    if (!isZoomed())
        return;
    m_task->start(
        [this, reader = m_reader, part](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
            Workers workers;
            auto grid = std::make_shared<const CellGrid>(
                reader->read(part.cells, part.rows, part.columns, stop, &workers));
            deliver([this, grid] {
                m_grid = grid;
                m_plot->replot(QCustomPlot::rpQueuedReplot);
            });
        });
}

bool HeatmapPlot::isZoomed() const
{
    return m_picture
        && (m_layout.cells.queries.size() < static_cast<double>(m_map.queries()) - 1e-6
            || m_layout.cells.keys.size() < static_cast<double>(m_map.keys()) - 1e-6);
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
