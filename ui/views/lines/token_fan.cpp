#include "ui/views/lines/token_fan.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

namespace headlight {

TokenFan tokenFan(const LineToken& token, int share, std::vector<RowVector> weights)
{
    constexpr std::size_t kMost = 1000; // more would merge into an area and be slow to draw
    TokenFan fan{token, share, {}, std::move(weights), 0};
    const bool query = token.side == LineSide::kQuery;
    for (std::size_t head = 0; head < fan.weights.size(); ++head) {
        const RowVector& own = fan.weights[head];
        const std::span<const float> numbers(own.data(), static_cast<std::size_t>(own.size()));
        const HeaviestOfRow heaviest = heaviestOfRow(numbers, share / 100.0, kMost);
        fan.found += heaviest.found;
        for (const Index i : heaviest.keys) {
            const auto other = static_cast<std::int32_t>(i);
            fan.lines.push_back({query ? token.index : other, query ? other : token.index, own[i],
                                 static_cast<std::int32_t>(head)});
        }
    }
    const auto larger = [](const AttentionLine& a, const AttentionLine& b) { return a.weight > b.weight; };
    if (fan.lines.size() > kMost) {
        std::nth_element(fan.lines.begin(), fan.lines.begin() + kMost, fan.lines.end(), larger);
        fan.lines.resize(kMost);
    }
    std::sort(fan.lines.rbegin(), fan.lines.rend(), larger);
    return fan;
}

} // namespace headlight
