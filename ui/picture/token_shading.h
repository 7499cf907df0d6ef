#pragma once

#include "core/trace/trace.h"
#include "ui/state/focus.h"

#include <optional>
#include <vector>

namespace headlight {

/// Which way to read a head's attention if both are possible.
enum class ReadingDirection : unsigned char {
    kLooksAt, ///< a row: what one query looks at
    kLookedAtBy, ///< a column: which queries look at one key
};

/// Stacks of a head's queries and keys.
StackKind queryStack(const HeadRef& head);
StackKind keyStack(const HeadRef& head);

/// The cell for a token: in cross-attention the target's tokens are queries and the source's are keys; in
/// self-attention the direction decides. Empty if the head has no such tokens.
Cell cellOfToken(const HeadRef& head, StackKind stack, int token, ReadingDirection direction);
/// The token of a stack that a cell means: its query, or its key if that is all it has of the stack.
std::optional<int> tokenOfCell(const HeadRef& head, StackKind stack, const Cell& cell);

/// Position on the ramp of a weight that is this fraction (0 … 1) of the largest one: logarithmic, so that
/// small weights stay visible; 0 stays 0.
double weightRamp(double part);

/// One number per token of a stack: a row or a column of a head's matrix, as recorded.
struct TokenShading
{
    ReadingDirection direction = ReadingDirection::kLooksAt;
    MapKind map = MapKind::kWeights;
    StackKind stack = StackKind::kEncoder; ///< stack whose tokens are shaded
    StackKind originStack = StackKind::kEncoder;
    int origin = 0; ///< query (for a row) or key (for a column) that is read
    std::vector<float> values; ///< NaN = never computed
    std::vector<bool> allowed; ///< what the mask allows; empty = mask unknown
    float low = 0, high = 0; ///< ends of the ramp; weights start at 0

    bool isAllowed(int token) const { return allowed.empty() || allowed[static_cast<std::size_t>(token)]; }
    /// Weights use a logarithmic ramp, everything else a linear one.
    bool logarithmic() const { return map == MapKind::kWeights || map == MapKind::kNormWeighted; }
    /// Numbers without a natural zero: the ramp runs from the lowest to the highest.
    bool isSigned() const { return !logarithmic() && map != MapKind::kMask && map != MapKind::kKept; }
    /// Position on the ramp, 0 … 1; nothing if there is no number or it is masked.
    std::optional<float> strength(int token) const;
    /// Tokens by descending value, without masked ones.
    std::vector<int> strongest(std::size_t count) const;
};

/// The row or column of the cell's query or key, by `direction` if it has both; nothing if there is none.
std::optional<TokenShading> shadingOf(const Trace& trace, const HeadRef& head, MapKind map, const Cell& cell,
                                      ReadingDirection direction);

} // namespace headlight
