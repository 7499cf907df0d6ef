// How the numbers of a map come: at once where it is small, else in the background.

#include "core/base/workers.h"
#include "ui/background/latest_task.h"
#include "ui/widgets/heatmap_plot.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr Index kMostTiles = 1400; ///< in each direction of an overview that is read once
constexpr Index kInstantCells = Index{1} << 19; ///< a map that is read at once (some 700 × 700)

bool haveSameSize(const AttentionMap& a, const AttentionMap& b)
{
    return a.queries() == b.queries() && a.keys() == b.keys();
}

CellRect cellsOf(const AxisSpan& queries, const AxisSpan& keys)
{
    const auto begin = [](const AxisSpan& span) { return static_cast<Index>(std::floor(span.lower + 1e-9)); };
    const auto end = [](const AxisSpan& span) { return static_cast<Index>(std::ceil(span.upper - 1e-9)); };
    return {begin(queries), begin(keys), end(queries) - begin(queries), end(keys) - begin(keys)};
}

} // namespace

void HeatmapPlot::showMap(const AttentionMap& map, MapKind kind, const HeatmapOptions& options)
{
    const bool sameSize = haveSameSize(map, pictured());
    const bool more = continues(map, kind, options);
    m_map = map;
    m_kind = kind;
    m_options = options;
    // Steps may come faster than a map is read: each reading is brought to its end, or none would be seen.
    m_behind = more && m_reading;
    if (!m_behind)
        startReading(sameSize || more, sameSize);
    if (!sameSize && !(m_task->isRunning() && m_reader))
        setSpans({0, static_cast<double>(map.queries())}, {0, static_cast<double>(map.keys())});
    // What is still on its way replaces the picture when it comes; until then that stays as it is.
    if (!m_task->isRunning() || !m_reader)
        rebuildPicture();
    emit viewChanged();
    if (!m_task->isRunning())
        emit limitsChanged();
}

bool HeatmapPlot::continues(const AttentionMap& map, MapKind kind, const HeatmapOptions& options) const
{
    return m_reader != nullptr && !map.isNull() && map.head() == m_map.head() && kind == m_kind
        && options == m_options && map.queries() >= m_map.queries() && map.keys() >= m_map.keys();
}

const AttentionMap& HeatmapPlot::pictured() const
{
    return m_reader ? m_reader->map() : m_map;
}

void HeatmapPlot::startReading(bool keepPicture, bool sameSize)
{
    m_task->cancel();
    m_reading = false;
    const bool some = !m_map.isNull() && m_map.queries() > 0 && m_map.keys() > 0;
    const auto fits
        = [this](Index cells) { return m_map.queries() <= cells / std::max<Index>(1, m_map.keys()); };
    // A picture that is replaced within a few hundredths of a second stays until then, and so does that of
    // fewer rows of the same: no flicker.
    const bool grown = keepPicture && !sameSize;
    if (!some || !keepPicture || (!grown && !fits(CellReader::kWholeCells))) {
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
    m_reading = true;
    m_task->start([this, map = m_map, kind = m_kind, options = m_options,
                   part = m_reader && sameSize ? visible() : std::nullopt](
                      const std::stop_token& stop, const LatestTask::Deliver& deliver) {
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
    const bool sameSize = m_reader == nullptr || haveSameSize(reading.reader->map(), m_reader->map());
    m_reading = false;
    m_reader = std::move(reading.reader);
    m_overview = std::move(reading.overview);
    m_grid = reading.visible ? std::move(reading.visible) : m_overview;
    m_gridReader = m_reader;
    m_sums = std::move(reading.sums);
    if (!sameSize)
        setSpans({0, static_cast<double>(pictured().queries())}, {0, static_cast<double>(pictured().keys())});
    rebuildPicture();
    emit limitsChanged();
    if (std::exchange(m_behind, false))
        showMap(AttentionMap(m_map), m_kind, HeatmapOptions(m_options)); // copies: it sets them
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
        || part.cells.rows <= CellReader::kWholeCells / std::max<Index>(1, pictured().keys())) {
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
    if (!isZoomed() || m_reading)
        return;
    m_task->start(
        [this, reader = m_reader, part](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
            Workers workers;
            auto grid = std::make_shared<const CellGrid>(
                reader->read(part.cells, part.rows, part.columns, stop, &workers));
            deliver([this, grid] {
                m_grid = grid;
                replotSoon();
            });
        });
}

} // namespace headlight
