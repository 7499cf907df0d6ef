#include "core/analysis/attention_lines.h"

#include "core/analysis/largest_few.h"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>
#include <utility>

namespace headlight {

namespace {

constexpr Index kLineCellsAtOnce = Index{1} << 19;

bool weaker(const AttentionLine& a, const AttentionLine& b)
{
    if (a.weight != b.weight)
        return a.weight < b.weight;
    // Any order of equal weights would do, as long as it is always the same.
    return std::tie(a.head, a.query, a.key) > std::tie(b.head, b.query, b.key);
}

/// Collects lines and drops the weakest, so that memory depends on the limit, not on the input.
class Gatherer
{
public:
    explicit Gatherer(std::size_t limit)
        : m_limit(limit)
    { }

    /// More lines that the mass rule chose.
    void count(std::size_t found) { m_found += found; }
    void add(const AttentionLine& line)
    {
        if (line.weight < m_floor)
            return;
        m_lines.push_back(line);
        if (m_lines.size() >= 2 * m_limit + 4096)
            cut();
    }

    LineSet finish()
    {
        if (m_lines.size() > m_limit)
            cut();
        std::ranges::sort(m_lines, weaker);
        LineSet set;
        set.found = m_found;
        set.threshold = m_found > m_lines.size() && !m_lines.empty() ? m_lines.front().weight : 0;
        set.lines = std::move(m_lines);
        return set;
    }

private:
    void cut()
    {
        const auto drop = static_cast<std::ptrdiff_t>(m_lines.size() - m_limit);
        std::nth_element(m_lines.begin(), m_lines.begin() + drop, m_lines.end(), weaker);
        m_lines.erase(m_lines.begin(), m_lines.begin() + drop);
        if (m_limit > 0)
            m_floor = std::ranges::min_element(m_lines, weaker)->weight;
    }

    std::size_t m_limit;
    std::size_t m_found = 0;
    float m_floor = 0;
    std::vector<AttentionLine> m_lines;
};

/// Whether the key comes before the other one: by falling weight.
struct Larger
{
    std::span<const float> row;
    bool operator()(Index a, Index b) const
    {
        const float left = row[static_cast<std::size_t>(a)], right = row[static_cast<std::size_t>(b)];
        return left > right || (left == right && a < b);
    }
};

/// Positive numbers by size, 16 steps for each power of two: a number of a higher one is larger.
constexpr std::size_t kSizes = 4096;

std::size_t sizeOf(float positive)
{
    return std::bit_cast<std::uint32_t>(positive) >> 19U; // the exponent and four bits of the fraction
}

struct Sizes
{
    std::array<double, kSizes> mass{};
    std::array<std::size_t, kSizes> count{};
    double sum = 0;

    explicit Sizes(std::span<const float> row)
    {
        for (const float weight : row)
            if (weight > 0) { // false for NaN
                const std::size_t size = sizeOf(weight);
                mass[size] += static_cast<double>(weight);
                ++count[size];
                sum += static_cast<double>(weight);
            }
    }
};

/// The keys of sizes first … last − 1, in order of place.
std::vector<Index> keysOf(std::span<const float> row, std::size_t first, std::size_t last)
{
    std::vector<Index> keys;
    for (std::size_t i = 0; i < row.size(); ++i)
        if (row[i] > 0 && sizeOf(row[i]) >= first && sizeOf(row[i]) < last)
            keys.push_back(static_cast<Index>(i));
    return keys;
}

/// Rounding must not ask for one more key where the share is that of the whole row.
double wantedMass(double share, double sum)
{
    return share * sum - 1e-6 * sum;
}

/// The lines of one query of one head.
void gatherRow(std::span<const float> row, const LineRule& rule, AttentionLine line, Gatherer& gatherer)
{
    HeaviestOfRow heaviest;
    if (row.size() > rule.limit) {
        heaviest = heaviestOfRow(row, rule.share, rule.limit);
    } else {
        heaviest.keys = massOfRow(row, rule.share);
        heaviest.found = heaviest.keys.size();
    }
    gatherer.count(heaviest.found);
    for (const Index key : heaviest.keys) {
        line.key = static_cast<std::int32_t>(key);
        line.weight = row[static_cast<std::size_t>(key)];
        gatherer.add(line);
    }
}

} // namespace

std::vector<Index> massOfRow(std::span<const float> row, double share)
{
    std::vector<Index> order;
    double sum = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (row[i] > 0) { // false for NaN
            order.push_back(static_cast<Index>(i));
            sum += static_cast<double>(row[i]);
        }
    }
    const Larger larger{row};
    const double wanted = wantedMass(share, sum);
    double covered = 0;
    std::size_t kept = 0, sorted = 0;
    while (kept < order.size() && covered < wanted) {
        if (kept == sorted) {
            // Usually a few keys suffice, so sort piece by piece.
            sorted = std::min(order.size(), std::max<std::size_t>(16, 2 * sorted));
            const auto begin = order.begin() + static_cast<std::ptrdiff_t>(kept);
            const auto middle = order.begin() + static_cast<std::ptrdiff_t>(sorted);
            // Not partial_sort: its heap is slow if a large part of a long row is needed.
            std::nth_element(begin, middle, order.end(), larger);
            std::sort(begin, middle, larger);
        }
        covered += static_cast<double>(row[static_cast<std::size_t>(order[kept])]);
        ++kept;
    }
    order.resize(kept);
    return order;
}

HeaviestOfRow heaviestOfRow(std::span<const float> row, double share, std::size_t limit)
{
    const Sizes sizes(row);
    const double wanted = wantedMass(share, sizes.sum);
    HeaviestOfRow heaviest;
    double covered = 0;
    std::size_t size = kSizes; // those from here on belong to it whole
    while (size > 0 && covered + sizes.mass[size - 1] < wanted) {
        covered += sizes.mass[--size];
        heaviest.found += sizes.count[size];
    }
    const Larger larger{row};
    if (size > 0 && covered < wanted) { // of the next size some
        std::vector<Index> keys = keysOf(row, size - 1, size);
        const auto last = lastToReach(wanted - covered, keys.begin(), keys.end(), larger,
                                      [row](Index key) { return row[static_cast<std::size_t>(key)]; });
        heaviest.found += static_cast<std::size_t>(last - keys.begin()) + 1;
    }
    const std::size_t kept = std::min(limit, heaviest.found);
    std::size_t first = kSizes;
    for (std::size_t enough = 0; first > 0 && enough < kept;)
        enough += sizes.count[--first];
    heaviest.keys = keysOf(row, first, kSizes);
    const auto end = heaviest.keys.begin() + static_cast<std::ptrdiff_t>(kept);
    std::nth_element(heaviest.keys.begin(), end, heaviest.keys.end(), larger);
    heaviest.keys.resize(kept);
    std::ranges::sort(heaviest.keys, larger);
    return heaviest;
}

LineSet attentionLines(std::span<const AttentionMap> heads, const LineRule& rule, const std::stop_token& stop)
{
    Gatherer gatherer(rule.limit);
    for (std::size_t head = 0; head < heads.size(); ++head) {
        const AttentionMap& map = heads[head];
        if (!map.has(MapKind::kWeights) || map.keys() == 0)
            continue;
        const Index atOnce = std::max<Index>(1, kLineCellsAtOnce / map.keys());
        const Index end = std::min(rule.end, map.queries());
        for (Index first = rule.begin; first < end; first += atOnce) {
            if (stop.stop_requested())
                return {};
            const Index rows = std::min(atOnce, end - first);
            const Matrix weights = map.block(MapKind::kWeights, first, 0, rows, map.keys());
            for (Index row = 0; row < rows; ++row)
                gatherRow({weights.data() + row * weights.cols(), static_cast<std::size_t>(weights.cols())},
                          rule,
                          {static_cast<std::int32_t>(first + row), 0, 0, static_cast<std::int32_t>(head)},
                          gatherer);
        }
    }
    return gatherer.finish();
}

} // namespace headlight
