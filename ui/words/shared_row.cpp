#include "ui/words/shared_row.h"

#include <list>

namespace headlight {

namespace {

constexpr Index kLongRow = 4096; ///< keys
constexpr std::size_t kKeptRows = 16; ///< 8 MB of 131,072 keys

/// The most recently read rows, newest first. Only rows of recorded maps; keeps no record alive.
class LastRows
{
public:
    static LastRows& shared()
    {
        static LastRows rows;
        return rows;
    }

    std::shared_ptr<const RowVector> find(const AttentionMap& map, MapKind kind, Index query)
    {
        const AttentionSource::Record record = map.record();
        const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) {
            return row.query == query && row.kind == kind && row.head == map.head()
                && row.numbers->size() == map.keys() && row.record.isOf(record);
        });
        if (found == m_rows.end())
            return nullptr;
        m_rows.splice(m_rows.begin(), m_rows, found);
        return found->numbers;
    }
    void keep(const AttentionMap& map, MapKind kind, Index query, std::shared_ptr<const RowVector> numbers)
    {
        const AttentionSource::Record record = map.record();
        m_rows.push_front({{record.chunk, record.info}, map.head(), kind, query, std::move(numbers)});
        if (m_rows.size() > kKeptRows)
            m_rows.pop_back();
    }

private:
    struct Row
    {
        AttentionSource::WeakRecord record;
        HeadRef head;
        MapKind kind = MapKind::kWeights;
        Index query = 0;
        std::shared_ptr<const RowVector> numbers;
    };
    std::list<Row> m_rows;
};

/// Whether the row is long and its record can be identified.
bool isKept(const AttentionMap& map)
{
    return map.keys() >= kLongRow && map.record().chunk != nullptr;
}

} // namespace

std::shared_ptr<const RowVector> sharedRow(const AttentionMap& map, MapKind kind, Index query)
{
    const bool kept = isKept(map);
    if (kept)
        if (auto known = LastRows::shared().find(map, kind, query))
            return known;
    auto row = std::make_shared<const RowVector>(map.block(kind, query, 0, 1, map.keys()).row(0));
    if (kept)
        LastRows::shared().keep(map, kind, query, row);
    return row;
}

float sharedNumber(const AttentionMap& map, MapKind kind, Index query, Index key)
{
    const bool wholeRow = kind == MapKind::kWeights || kind == MapKind::kNormWeighted;
    return wholeRow && map.effort(kind) > 1 && isKept(map) ? (*sharedRow(map, kind, query))[key]
                                                           : map.at(kind, query, key);
}

Cell completed(const AttentionMap& map, Cell cell)
{
    if (map.isNull())
        return cell;
    cell = cell.within(map.queries(), map.keys());
    if (cell.query.has_value() == cell.key.has_value() || !map.has(MapKind::kWeights))
        return cell;
    Index largest = 0;
    if (cell.query) {
        sharedRow(map, MapKind::kWeights, *cell.query)->maxCoeff(&largest);
        cell.key = static_cast<int>(largest);
    } else if (!isColumnSlow(map, MapKind::kWeights)) {
        map.block(MapKind::kWeights, 0, *cell.key, map.queries(), 1).col(0).maxCoeff(&largest);
        cell.query = static_cast<int>(largest);
    }
    return cell;
}

} // namespace headlight
