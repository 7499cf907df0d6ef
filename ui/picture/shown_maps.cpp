#include "ui/picture/shown_maps.h"

#include <memory>
#include <utility>

namespace headlight {

ShownMaps shownMaps(const Trace& trace, const std::vector<HeadRef>& heads, const MapOptions& options)
{
    ShownMaps shown;
    if (trace.isNull())
        return shown;
    const bool together = options.heads != HeadsTogether::kBeside && heads.size() > 1;
    std::vector<AttentionMap> plain;
    for (const HeadRef& head : heads) {
        const AttentionMap map = trace.attention(head);
        if (map.isNull()) {
            ++shown.missing;
            continue;
        }
        const bool unlike = together && !plain.empty()
            && (map.head().stack != plain.front().head().stack
                || map.head().kind != plain.front().head().kind);
        if (unlike) {
            ++shown.unlike;
            continue;
        }
        plain.push_back(map);
        shown.heads.push_back(head);
    }
    if (together && plain.size() > 1)
        plain = {combined(plain, options.heads)};
    for (const AttentionMap& map : plain)
        shown.maps.push_back(transformed(map, options.transform));
    return shown;
}

ShownMaps shownDifferences(const Trace& before, const Trace& after, const std::vector<HeadRef>& heads,
                           const MapOptions& options, MapKind kind)
{
    const ShownMaps a = shownMaps(before, heads, options);
    ShownMaps shown = shownMaps(after, heads, options);
    // Both runs are of the same model: what one lacks, the other lacks, too.
    if (a.heads != shown.heads)
        return {};
    std::vector<AttentionMap> maps;
    std::vector<HeadRef> kept;
    for (std::size_t i = 0; i < shown.maps.size(); ++i) {
        MapComparison comparison = compareMaps(a.maps[i], shown.maps[i], kind, TokenMatch::kExact);
        if (comparison.isNull()) {
            ++shown.missing;
            continue;
        }
        maps.push_back(differenceInPlace(comparison));
        shown.differences.push_back(std::move(comparison));
        kept.push_back(shown.heads[i]);
    }
    const bool together = shown.isCombined();
    shown.maps = std::move(maps);
    if (!together)
        shown.heads = std::move(kept);
    return shown;
}

namespace {

class TableSource : public AttentionSource
{
public:
    explicit TableSource(Matrix values)
        : m_values(std::move(values))
    { }
    Index queries() const override { return m_values.rows(); }
    Index keys() const override { return m_values.cols(); }
    bool has(MapKind kind) const override { return kind == MapKind::kScores; }
    void read(MapKind, Index query, Index key, MatrixSpan out) const override
    {
        out = m_values.block(query, key, out.rows(), out.cols());
    }

private:
    Matrix m_values;
};

} // namespace

AttentionMap tableMap(Matrix values, TokenAxis rows)
{
    return {{}, std::make_shared<const TableSource>(std::move(values)), std::move(rows), nullptr};
}

} // namespace headlight
