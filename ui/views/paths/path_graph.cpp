#include "ui/views/paths/path_graph.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headlight {

std::string PathEdge::receiver() const
{
    constexpr std::array kLetters{".q", ".k", ".v"};
    return toString(to) + kLetters.at(static_cast<std::size_t>(reads));
}

bool PathEffect::none() const
{
    constexpr double kLeast = 0.02;
    const double size = std::abs(change.mean.value_or(0));
    return size < kLeast || size < 2 * change.error.value_or(0);
}

PathGraph PathGraph::of(const StackCompositions& found, StackKind stack, std::optional<Reads> reads)
{
    PathGraph graph{stack, found.shape, found.random, {}, 0};
    const double chance = found.random.mean + 3 * found.random.deviation;
    for (const auto& [from, to, composition] : found.pairs)
        for (const auto& [kind, number] : {std::pair{Reads::kQueries, composition.query},
                                           {Reads::kKeys, composition.key},
                                           {Reads::kValues, composition.value}})
            if (number > chance && reads.value_or(kind) == kind
                && (to.kind == AttentionKind::kSelf || kind == Reads::kQueries))
                graph.edges.push_back({from, to, kind, number});
    graph.beyondChance = graph.edges.size();
    std::stable_sort(graph.edges.begin(), graph.edges.end(),
                     [](const PathEdge& a, const PathEdge& b) { return a.composition > b.composition; });
    graph.edges.resize(std::min(graph.edges.size(), kMostEdges));
    return graph;
}

} // namespace headlight
