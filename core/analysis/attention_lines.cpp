#include "core/analysis/attention_lines.h"

#include <algorithm>
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

    void add(const AttentionLine& line)
    {
        ++m_found;
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
        std::sort(m_lines.begin(), m_lines.end(), weaker);
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
            m_floor = std::min_element(m_lines.begin(), m_lines.end(), weaker)->weight;
    }

    std::size_t m_limit;
    std::size_t m_found = 0;
    float m_floor = 0;
    std::vector<AttentionLine> m_lines;
};

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
    const auto larger = [&row](Index a, Index b) {
        const float left = row[static_cast<std::size_t>(a)], right = row[static_cast<std::size_t>(b)];
        return left > right || (left == right && a < b);
    };
    // If the share is that of the whole row, rounding must not require one more key.
    const double wanted = share * sum - 1e-6 * sum;
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

LineSet attentionLines(std::span<const AttentionMap> heads, const LineRule& rule, const std::stop_token& stop)
{
    Gatherer gatherer(rule.limit);
    for (std::size_t head = 0; head < heads.size(); ++head) {
        const AttentionMap& map = heads[head];
        if (!map.has(MapKind::kWeights) || map.keys() == 0)
            continue;
        const Index atOnce = std::max<Index>(1, kLineCellsAtOnce / map.keys());
        for (Index first = 0; first < map.queries(); first += atOnce) {
            if (stop.stop_requested())
                return {};
            const Index rows = std::min(atOnce, map.queries() - first);
            const Matrix weights = map.block(MapKind::kWeights, first, 0, rows, map.keys());
            for (Index row = 0; row < rows; ++row) {
                const std::span<const float> numbers(weights.data() + row * weights.cols(),
                                                     static_cast<std::size_t>(weights.cols()));
                for (const Index key : massOfRow(numbers, rule.share))
                    gatherer.add({static_cast<std::int32_t>(first + row), static_cast<std::int32_t>(key),
                                  numbers[static_cast<std::size_t>(key)], static_cast<std::int32_t>(head)});
            }
        }
    }
    return gatherer.finish();
}

} // namespace headlight
