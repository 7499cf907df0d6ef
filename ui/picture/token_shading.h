#pragma once

#include "core/trace/trace.h"
#include "ui/state/focus.h"

#include <optional>
#include <vector>

namespace headlight {

/// Which way a head's attention is read where both are possible.
enum class ReadingDirection : unsigned char {
    kLooksAt, ///< a row: what one query looks at
    kLookedAtBy, ///< a column: which queries look at one key
};

/// Whose tokens are the queries and the keys of a head.
StackKind queryStack(const HeadRef& head);
StackKind keyStack(const HeadRef& head);

/// The cell that a token stands for: in cross-attention the target's tokens are queries and the
/// source's keys; in self-attention the direction decides. Empty where the head has no such tokens.
Cell cellOfToken(const HeadRef& head, StackKind stack, int token, ReadingDirection direction);

/// Where a weight that is this part (0 … 1) of the largest one stands on the ramp: logarithmic, so that small
/// weights stay visible; 0 stays 0.
double weightRamp(double part);

/// One number per token of one stack: a row or a column of a head's matrix, as recorded.
struct TokenShading
{
    ReadingDirection direction = ReadingDirection::kLooksAt;
    MapKind map = MapKind::kWeights;
    StackKind stack = StackKind::kEncoder; ///< whose tokens are shaded
    StackKind originStack = StackKind::kEncoder;
    int origin = 0; ///< the query (of a row) or key (of a column) that is read
    std::vector<float> values; ///< NaN: never computed
    std::vector<bool> allowed; ///< may attend; empty: no mask is known
    float low = 0, high = 0; ///< ends of the ramp; weights start at 0

    bool isAllowed(int token) const;
    /// Weights stand on a logarithmic ramp, everything else on a linear one.
    bool logarithmic() const { return map == MapKind::kWeights || map == MapKind::kNormWeighted; }
    /// Numbers without a natural zero: the ramp runs from the lowest to the highest of them.
    bool isSigned() const { return !logarithmic() && map != MapKind::kMask && map != MapKind::kKept; }
    /// Place on the ramp, 0 … 1; nothing where there is no number or it is masked.
    std::optional<float> strength(int token) const;
    /// Tokens by falling value, masked ones left out.
    std::vector<int> strongest(std::size_t count) const;
};

/// The row or column of the cell's query or key. Where the cell has both, `direction` decides.
/// Nothing where the head, the map or the row does not exist.
std::optional<TokenShading> shadingOf(const Trace& trace, const HeadRef& head, MapKind map, const Cell& cell,
                                      ReadingDirection direction);

} // namespace headlight
