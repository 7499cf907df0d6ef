#pragma once

#include "core/analysis/circuits.h"
#include "core/analysis/measure.h"

#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What a head makes of what it reads.
enum class Reads : unsigned char { kQueries, kKeys, kValues };

/// What one head writes and a later one reads.
struct PathEdge
{
    HeadRef from, to;
    Reads reads = Reads::kQueries;
    double composition = 0;

    /// "decoder.0.self.2 -> decoder.2.self.0.k", as `headlight sweep` writes it.
    std::string name() const { return toString(from) + " -> " + receiver(); }
    std::string receiver() const; ///< "decoder.2.self.0.k"
};

/// The result of patching a path.
struct PathEffect
{
    InputMean change; ///< of the measure
    QStringList command;
    bool former = false; ///< of an earlier text

    /// Whether it is too small, or too uncertain, to count.
    bool none() const;
};
using PathEffects = std::map<std::string, PathEffect>; ///< by PathEdge::name()

/// Heads and the paths between them that compose beyond chance.
struct PathGraph
{
    StackKind stack = StackKind::kDecoder;
    StackShape shape;
    CompositionBaseline random;
    std::vector<PathEdge> edges; ///< strongest first, at most kMostEdges
    std::size_t beyondChance = 0; ///< how many there are

    static constexpr std::size_t kMostEdges = 40;

    /// reads: only these edges; none = all. An edge is beyond chance if it exceeds the mean of random
    /// matrices by three deviations. A cross-attention's keys and values come from the encoder: no head
    /// writes them.
    static PathGraph of(const StackCompositions& found, StackKind stack, std::optional<Reads> reads);
};

} // namespace headlight
