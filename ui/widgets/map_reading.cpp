#include "ui/widgets/map_reading.h"

#include "core/base/workers.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr Index kOverviewTiles = 1400; ///< in each direction, for an overview that is read once
constexpr Index kPreviewCells = 6 << 20; ///< cells of the rows that are read first: a tenth of a second
constexpr Index kSlowMaps = 8; ///< times the cells of a map that is kept whole: preview first
constexpr Index kMostPreviewRows = 256;
constexpr Index kInstantCells = Index{1} << 19; ///< largest map that is read at once (about 700 × 700)

bool sizesAgree(const AttentionMap& a, const AttentionMap& b)
{
    return a.queries() == b.queries() && a.keys() == b.keys();
}

bool fitsInto(const AttentionMap& map, Index cells)
{
    return map.queries() <= cells / std::max<Index>(1, map.keys());
}

bool wantsSums(const MapReading::Subject& subject)
{
    return subject.options.marginals && hasSums(subject.kind);
}

std::shared_ptr<const CellReader> readerOf(const MapReading::Subject& subject, CellReader::Keep keep,
                                           Workers* workers = nullptr)
{
    return std::make_shared<const CellReader>(subject.map, subject.kind, keep,
                                              shadeFor(subject.kind, subject.options), workers);
}

} // namespace

MapReading::MapReading(QObject* parent)
    : QObject(parent)
    , m_task(new LatestTask(this))
{
    connect(m_task, &LatestTask::finished, this, &MapReading::finished);
}

CellLimits MapReading::limits() const
{
    if (!m_reader)
        return {};
    return m_reader->holdsWhole() ? m_reader->limits() : m_overview ? m_overview->limits : CellLimits();
}

bool MapReading::continues(const Subject& subject) const
{
    const AttentionMap &map = subject.map, &before = m_subject.map;
    return m_reader != nullptr && !map.isNull() && map.head() == before.head()
        && subject.kind == m_subject.kind && subject.options == m_subject.options
        && map.queries() >= before.queries() && map.keys() >= before.keys();
}

void MapReading::read(const Subject& subject)
{
    const bool sameSize = sizesAgree(subject.map, map());
    const bool more = continues(subject);
    m_subject = subject;
    // Steps may come faster than a map can be read: finish each reading, or none would ever be shown.
    m_behind = more && m_readingMap;
    if (!m_behind)
        start(more && !sameSize, sameSize);
}

void MapReading::start(bool grown, bool sameSize)
{
    m_task->cancel();
    m_readingMap = false;
    const AttentionMap& map = m_subject.map;
    const bool some = !map.isNull() && map.queries() > 0 && map.keys() > 0;
    // A picture soon to be replaced stays until then, and so does one with fewer rows: no flicker.
    const bool keepsPicture = grown || (sameSize && fitsInto(map, CellReader::kWholeCells));
    if (!some || !keepsPicture) {
        m_overview.reset();
        m_grid.reset();
        m_gridReader.reset();
        m_reader.reset();
        m_sums = {};
    }
    if (!some)
        return;
    if (fitsInto(map, kInstantCells / map.effort(m_subject.kind))) {
        m_reader = readerOf(m_subject, CellReader::Keep::kWholeIfSmall);
        m_overview.reset();
        m_sums = wantsSums(m_subject) ? mapSums(map, m_subject.kind) : MapSums();
        return;
    }
    if (takeKnown())
        return;
    m_readingMap = true;
    m_task->start([this, subject = m_subject, part = m_reader && sameSize ? m_part : std::nullopt](
                      const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        if (!fitsInto(subject.map, CellReader::kWholeCells * kSlowMaps / subject.map.effort(subject.kind))) {
            auto first = std::make_shared<Found>(preview(subject, stop));
            deliver([this, first] { show(std::move(*first)); });
        }
        auto found = std::make_shared<Found>(find(subject, part, stop));
        deliver([this, found] { take(std::move(*found)); });
    });
}

/// On any thread.
MapReading::Found MapReading::preview(const Subject& subject, const std::stop_token& stop)
{
    Workers workers;
    Found found;
    found.reader = readerOf(subject, CellReader::Keep::kNothing);
    const Index rows = std::clamp<Index>(kPreviewCells / subject.map.keys(), 1, kMostPreviewRows);
    found.overview = std::make_shared<const CellGrid>(
        found.reader->sample(found.reader->whole(), rows, kOverviewTiles, stop, &workers));
    return found;
}

/// On any thread.
MapReading::Found MapReading::find(const Subject& subject, const std::optional<Part>& part,
                                   const std::stop_token& stop)
{
    Workers workers;
    Found found;
    found.reader = readerOf(subject, CellReader::Keep::kWholeIfSmall, &workers);
    const CellReader& reader = *found.reader;
    const auto gridOf = [&](const CellRect& rect, Index rows, Index columns) {
        return std::make_shared<const CellGrid>(reader.read(rect, rows, columns, stop, &workers));
    };
    if (!reader.holdsWhole())
        found.overview = gridOf(reader.whole(), kOverviewTiles, kOverviewTiles);
    else if (part)
        found.part = gridOf(part->cells, part->rows, part->columns);
    if (wantsSums(subject))
        found.sums = mapSums(subject.map, subject.kind, stop);
    return found;
}

bool MapReading::takeKnown()
{
    if (wantsSums(m_subject) || fitsInto(m_subject.map, CellReader::kWholeCells))
        return false;
    auto reader = readerOf(m_subject, CellReader::Keep::kNothing);
    const auto known = GridCache::shared().find(
        GridCache::keyOf(*reader, reader->shape(reader->whole(), kOverviewTiles, kOverviewTiles)));
    if (!known)
        return false;
    m_reader = std::move(reader);
    m_overview = m_grid = known;
    m_gridReader = m_reader;
    m_sums = {};
    return true;
}

void MapReading::show(Found found)
{
    if (found.overview->isNull())
        return;
    m_reader = std::move(found.reader);
    m_overview = std::move(found.overview);
    m_grid = m_overview;
    m_gridReader = m_reader;
    emit mapRead();
}

void MapReading::take(Found found)
{
    m_readingMap = false;
    if (found.overview)
        GridCache::shared().keep(GridCache::keyOf(*found.reader, *found.overview), found.overview);
    m_reader = std::move(found.reader);
    m_overview = std::move(found.overview);
    m_grid = found.part ? std::move(found.part) : m_overview;
    m_gridReader = m_reader;
    m_sums = std::move(found.sums);
    emit mapRead();
    if (std::exchange(m_behind, false))
        read(Subject(m_subject)); // a copy, since m_subject is assigned to
}

void MapReading::readPart(const Part& part)
{
    m_part = part;
    if (!m_reader)
        return;
    // A row's weights need all its scores, so the cost is that of whole rows.
    const int effort = map().effort(m_subject.kind);
    const Index quickCells = effort > 1 ? kInstantCells / effort : CellReader::kWholeCells;
    const bool quick
        = m_reader->holdsWhole() || part.cells.rows <= quickCells / std::max<Index>(1, map().keys());
    if (quick) {
        const CellGrid wanted = m_reader->shape(part.cells, part.rows, part.columns);
        if (m_grid && m_gridReader == m_reader && m_grid->sameTiles(wanted))
            return;
        m_grid = std::make_shared<const CellGrid>(m_reader->read(part.cells, part.rows, part.columns));
        m_gridReader = m_reader;
        return;
    }
    if (!m_overview)
        return; // already being read
    m_grid = m_overview;
    m_gridReader = m_reader;
    if (part.cells == m_reader->whole() || m_readingMap)
        return;
    const GridCache::Key key
        = GridCache::keyOf(*m_reader, m_reader->shape(part.cells, part.rows, part.columns));
    if (const auto known = GridCache::shared().find(key)) {
        m_task->cancel();
        m_grid = known;
        return;
    }
    m_task->start([this, reader = m_reader, part, key](const std::stop_token& stop,
                                                       const LatestTask::Deliver& deliver) {
        Workers workers;
        auto grid = std::make_shared<const CellGrid>(
            reader->read(part.cells, part.rows, part.columns, stop, &workers));
        deliver([this, grid, key] {
            GridCache::shared().keep(key, grid);
            m_grid = grid;
            emit partRead();
        });
    });
}

GridCache& GridCache::shared()
{
    constexpr std::size_t kBudget = std::size_t{128} << 20U;
    static GridCache cache(kBudget);
    return cache;
}

GridCache::Key GridCache::keyOf(const CellReader& reader, const CellGrid& tiles)
{
    return {reader.map().record(),
            {reader.map().head(), reader.kind(), reader.shadedBy(), tiles.rect, tiles.tileRows,
             tiles.tileColumns}};
}

std::shared_ptr<const CellGrid> GridCache::find(const Key& key)
{
    if (!key.record.chunk)
        return nullptr;
    const auto found = std::ranges::find_if(m_entries, [&](const Entry& entry) {
        return entry.record.isOf(key.record) && entry.place == key.place;
    });
    if (found == m_entries.end())
        return nullptr;
    m_entries.splice(m_entries.begin(), m_entries, found);
    return m_entries.front().grid;
}

void GridCache::keep(const Key& key, std::shared_ptr<const CellGrid> grid)
{
    if (!key.record.chunk || !grid || grid->isNull() || grid->sampled || find(key))
        return;
    const std::size_t bytes
        = sizeof(float) * static_cast<std::size_t>(grid->values.size() + grid->shades.size())
        + static_cast<std::size_t>(grid->states.size());
    if (bytes > m_budget)
        return;
    m_entries.remove_if([this](const Entry& entry) {
        const bool gone = entry.record.chunk.expired();
        m_bytes -= gone ? entry.bytes : 0;
        return gone;
    });
    m_entries.push_front({{key.record.chunk, key.record.info}, key.place, std::move(grid), bytes});
    m_bytes += bytes;
    for (; m_bytes > m_budget; m_entries.pop_back())
        m_bytes -= m_entries.back().bytes;
}

} // namespace headlight
