#include "core/analysis/map_transform.h"

#include "core/analysis/largest_few.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

namespace headlight {

namespace {

constexpr Index kCellsAtOnce = Index{1} << 20;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Whether numbers are summed over keys, and are zero where left out.
bool isWeightLike(MapKind kind)
{
    return kind == MapKind::kWeights || kind == MapKind::kNormWeighted;
}

/// Whether cells are 0 or 1.
bool isTruth(MapKind kind)
{
    return kind == MapKind::kMask || kind == MapKind::kKept;
}

/// A map computed from another one.
class DerivedSource : public AttentionSource
{
public:
    explicit DerivedSource(AttentionMap map)
        : m_map(std::move(map))
    { }
    Index queries() const override { return m_map.queries(); }
    Index keys() const override { return m_map.keys(); }
    bool has(MapKind kind) const override { return m_map.has(kind); }
    int effort(MapKind kind) const override { return m_map.effort(kind) + 2; }

protected:
    const AttentionMap& map() const { return m_map; }
    /// 1 where the inner map does not leave the cell out.
    Matrix kept(Index query, Index key, Index rows, Index columns) const
    {
        return m_map.has(MapKind::kKept) ? m_map.block(MapKind::kKept, query, key, rows, columns)
                                         : Matrix::Ones(rows, columns);
    }

private:
    AttentionMap m_map;
};

/// A rectangle of another map.
class PartSource : public DerivedSource
{
public:
    PartSource(const AttentionMap& map, const MapPart& part)
        : DerivedSource(map)
        , m_part(part)
    { }
    Index queries() const override { return m_part.queries; }
    Index keys() const override { return m_part.keys; }
    int effort(MapKind kind) const override { return map().effort(kind); }
    void read(MapKind kind, Index query, Index key, MatrixSpan out) const override
    {
        map().read(kind, m_part.query + query, m_part.key + key, out);
    }

private:
    MapPart m_part;
};

/// Labels `count` tokens from `first` on; axes may have none.
TokenAxis axisPart(const std::vector<TokenLabel>& tokens, Index first, Index count)
{
    const auto size = static_cast<Index>(tokens.size());
    const auto begin = tokens.begin() + std::min(first, size);
    return std::make_shared<const std::vector<TokenLabel>>(begin,
                                                           tokens.begin() + std::min(first + count, size));
}

/// Leaves out the rows and columns of some tokens.
class HidingSource : public DerivedSource
{
public:
    HidingSource(const AttentionMap& map, const MapTransform& transform)
        : DerivedSource(map)
        , m_keyKept(RowVector::Ones(map.keys()))
        , m_queryKept(RowVector::Ones(map.queries()))
        , m_renormalise(transform.renormalise && map.has(MapKind::kWeights))
    {
        if (transform.hidden == HiddenTokens::kFirst) {
            m_keyKept(0) = 0;
            return;
        }
        const auto leaveOut = [](const std::vector<TokenLabel>& tokens, RowVector& kept) {
            for (Index i = 0; i < std::min(kept.size(), static_cast<Index>(tokens.size())); ++i)
                if (tokens[static_cast<std::size_t>(i)].special)
                    kept(i) = 0;
        };
        leaveOut(map.keyTokens(), m_keyKept);
        leaveOut(map.queryTokens(), m_queryKept);
    }
    bool has(MapKind kind) const override { return kind == MapKind::kKept || DerivedSource::has(kind); }
    bool isNormalised(MapKind kind) const override { return !m_renormalise && map().isNormalised(kind); }
    void normalise(MapKind kind, const std::stop_token& stop) const override
    {
        if (!m_renormalise)
            map().normalise(kind, stop);
    }
    void read(MapKind kind, Index query, Index key, MatrixSpan out) const override
    {
        if (kind == MapKind::kKept) {
            out = kept(query, key, out.rows(), out.cols());
        } else {
            out = map().block(kind, query, key, out.rows(), out.cols());
            if (!isWeightLike(kind))
                return;
            if (m_renormalise)
                renormalise(query, out);
        }
        out.array().rowwise() *= m_keyKept.segment(key, out.cols()).array();
        out.array().colwise() *= m_queryKept.segment(query, out.rows()).transpose().array();
    }

private:
    void renormalise(Index query, MatrixSpan out) const
    {
        const Matrix weights = map().block(MapKind::kWeights, query, 0, out.rows(), keys());
        for (Index r = 0; r < out.rows(); ++r) {
            const float left = weights.row(r).dot(m_keyKept);
            if (left > 0)
                out.row(r) /= left;
        }
    }

    RowVector m_keyKept, m_queryKept; ///< 1 or 0 per token
    bool m_renormalise;
};

/// Sums the cells of a group of keys, or takes their mean or maximum.
class GroupSum
{
public:
    GroupSum(MapKind kind)
        : m_kind(kind)
    { }
    void add(float value)
    {
        if (std::isfinite(value)) {
            m_sum += static_cast<double>(value);
            m_largest = std::max(m_largest, value);
            ++m_count;
        } else if (std::isinf(value)) {
            m_masked = true;
        }
    }
    /// `queries`: number of rows added.
    float result(Index queries) const
    {
        if (isTruth(m_kind))
            return m_largest;
        if (isWeightLike(m_kind))
            return static_cast<float>(m_sum / static_cast<double>(queries));
        if (m_count > 0)
            return static_cast<float>(m_sum / static_cast<double>(m_count));
        return m_masked ? -std::numeric_limits<float>::infinity() : kNan;
    }

private:
    MapKind m_kind;
    double m_sum = 0;
    float m_largest = 0;
    Index m_count = 0;
    bool m_masked = false;
};

class MergingSource : public DerivedSource
{
public:
    MergingSource(const AttentionMap& map, TokenGroups queries, TokenGroups keys)
        : DerivedSource(map)
        , m_queries(std::move(queries))
        , m_keys(std::move(keys))
    { }
    Index queries() const override { return m_queries.groups(); }
    Index keys() const override { return m_keys.groups(); }
    int effort(MapKind kind) const override { return 4 * DerivedSource::effort(kind); } // tokens per cell
    void read(MapKind kind, Index query, Index key, MatrixSpan out) const override
    {
        const Index firstKey = m_keys.begin(key);
        const Index keys = m_keys.end(key + out.cols() - 1) - firstKey;
        for (Index r = 0; r < out.rows(); ++r) {
            const Index first = m_queries.begin(query + r);
            const Index rows = m_queries.end(query + r) - first;
            const Matrix cells = map().block(kind, first, firstKey, rows, keys);
            for (Index c = 0; c < out.cols(); ++c) {
                GroupSum sum(kind);
                for (Index q = 0; q < rows; ++q)
                    for (Index k = m_keys.begin(key + c); k < m_keys.end(key + c); ++k)
                        sum.add(cells(q, k - firstKey));
                out(r, c) = sum.result(rows);
            }
        }
    }

private:
    TokenGroups m_queries, m_keys;
};

/// Keeps the largest weights of each row.
class LargestSource : public DerivedSource
{
public:
    LargestSource(const AttentionMap& map, double share)
        : DerivedSource(map)
        , m_share(share)
    { }
    bool has(MapKind kind) const override { return kind == MapKind::kKept || DerivedSource::has(kind); }
    int effort(MapKind kind) const override
    {
        constexpr int kSelection = 16; // cost of selecting a row's largest weights
        return DerivedSource::effort(kind) + map().effort(MapKind::kWeights) + kSelection;
    }
    void read(MapKind kind, Index query, Index key, MatrixSpan out) const override
    {
        out = kind == MapKind::kKept ? kept(query, key, out.rows(), out.cols())
                                     : map().block(kind, query, key, out.rows(), out.cols());
        if (!isWeightLike(kind) && kind != MapKind::kKept)
            return;
        const Matrix weights = map().block(MapKind::kWeights, query, 0, out.rows(), keys());
        for (Index r = 0; r < out.rows(); ++r) {
            const auto row = weights.row(r);
            const float least = massThreshold({row.data(), static_cast<std::size_t>(row.size())}, m_share);
            for (Index c = 0; c < out.cols(); ++c)
                if (!(row(key + c) >= least))
                    out(r, c) = 0;
        }
    }

private:
    double m_share;
};

class CombiningSource : public AttentionSource
{
public:
    CombiningSource(std::vector<AttentionMap> maps, HeadsTogether how)
        : m_maps(std::move(maps))
        , m_how(how)
    { }
    Index queries() const override { return m_maps.front().queries(); }
    Index keys() const override { return m_maps.front().keys(); }
    bool has(MapKind kind) const override
    {
        return std::ranges::all_of(m_maps, [kind](const AttentionMap& map) { return map.has(kind); });
    }
    int effort(MapKind kind) const override
    {
        return std::accumulate(m_maps.begin(), m_maps.end(), 0,
                               [kind](int sum, const AttentionMap& map) { return sum + map.effort(kind); });
    }
    bool isNormalised(MapKind kind) const override
    {
        return std::ranges::all_of(m_maps,
                                   [kind](const AttentionMap& map) { return map.isNormalised(kind); });
    }
    void normalise(MapKind kind, const std::stop_token& stop) const override
    {
        for (const AttentionMap& map : m_maps)
            map.normalise(kind, stop);
    }
    void read(MapKind kind, Index query, Index key, MatrixSpan out) const override
    {
        const bool mean = m_how == HeadsTogether::kMean && !isTruth(kind);
        out = m_maps.front().block(kind, query, key, out.rows(), out.cols());
        for (std::size_t i = 1; i < m_maps.size(); ++i) {
            const Matrix next = m_maps[i].block(kind, query, key, out.rows(), out.cols());
            if (mean)
                out += next;
            else
                out = out.cwiseMax(next);
        }
        if (mean)
            out /= static_cast<float>(m_maps.size());
    }

private:
    std::vector<AttentionMap> m_maps;
    HeadsTogether m_how;
};

template <typename Source>
AttentionMap derived(const AttentionMap& map, std::shared_ptr<const Source> source)
{
    return {map.head(), std::move(source), map.queryAxis(), map.keyAxis()};
}

} // namespace

float massThreshold(std::span<const float> row, double share)
{
    std::vector<float> values;
    values.reserve(row.size());
    double sum = 0;
    for (const float value : row) {
        if (value > 0) {
            values.push_back(value);
            sum += static_cast<double>(value);
        }
    }
    if (values.empty())
        return std::numeric_limits<float>::infinity();
    if (share >= 1)
        return *std::ranges::min_element(values);
    return *lastToReach(share * sum, values.begin(), values.end(), std::greater<>(), std::identity());
}

AttentionMap mergedTokens(const AttentionMap& map, const TokenGroups& queries, const TokenGroups& keys)
{
    if (map.isNull())
        return map;
    return {map.head(), std::make_shared<const MergingSource>(map, queries, keys),
            groupLabels(map.queryTokens(), queries), groupLabels(map.keyTokens(), keys)};
}

AttentionMap transformed(const AttentionMap& map, const MapTransform& transform)
{
    AttentionMap out = map;
    if (map.queries() == 0 || map.keys() == 0)
        return out;
    if (transform.hidden != HiddenTokens::kNone)
        out = derived(out, std::make_shared<const HidingSource>(out, transform));
    if (transform.words)
        out = mergedTokens(out, wordGroups(out.queryTokens(), out.queries()),
                           wordGroups(out.keyTokens(), out.keys()));
    if (transform.mass < 1 && out.has(MapKind::kWeights))
        out = derived(out, std::make_shared<const LargestSource>(out, std::max(0.0, transform.mass)));
    return out;
}

AttentionMap partOf(const AttentionMap& map, const MapPart& part)
{
    return {map.head(), std::make_shared<PartSource>(map, part),
            axisPart(map.queryTokens(), part.query, part.queries),
            axisPart(map.keyTokens(), part.key, part.keys)};
}

AttentionMap combined(const std::vector<AttentionMap>& maps, HeadsTogether how)
{
    if (maps.empty())
        return {};
    const AttentionMap& first = maps.front();
    const bool alike = std::ranges::all_of(maps, [&first](const AttentionMap& map) {
        return !map.isNull() && map.queries() == first.queries() && map.keys() == first.keys();
    });
    if (!alike)
        return {};
    return derived(first, std::make_shared<const CombiningSource>(maps, how));
}

MapSums mapSums(const AttentionMap& map, MapKind kind, const std::stop_token& stop)
{
    MapSums sums;
    if (map.isNull() || !map.has(kind))
        return sums;
    const Index keys = map.keys();
    std::vector<double> columns(static_cast<std::size_t>(keys), 0.0);
    const Index atOnce = std::max<Index>(1, kCellsAtOnce / std::max<Index>(1, keys));
    for (Index query = 0; query < map.queries(); query += atOnce) {
        if (stop.stop_requested())
            return {};
        const Matrix band = map.block(kind, query, 0, std::min(atOnce, map.queries() - query), keys);
        for (Index r = 0; r < band.rows(); ++r) {
            double row = 0;
            for (Index k = 0; k < keys; ++k) {
                const float value = band(r, k);
                if (!std::isfinite(value))
                    continue;
                row += static_cast<double>(value);
                columns[static_cast<std::size_t>(k)] += static_cast<double>(value);
            }
            sums.rows.push_back(static_cast<float>(row));
        }
    }
    sums.columns.reserve(columns.size());
    for (const double column : columns)
        sums.columns.push_back(static_cast<float>(column));
    return sums;
}

} // namespace headlight
