#pragma once

#include "core/math/matrix.h"

#include <vector>

namespace headlight {

/// The ways in which introductions and libraries write one and the same mask.
enum class MaskNotation : unsigned char {
    kTruth, ///< 1 = may attend, 0 = may not ("torch.tril" of ones)
    kAdditive, ///< added to the scores: 0, or −∞ ("Attention Is All You Need", 3.2.3)
    kAdditiveFinite, ///< the same with −1e9, of which softmax makes 0 beside any other score
    kHidden, ///< PyTorch's boolean attn_mask: true (1) = hidden
};
inline constexpr float kFiniteMask = -1e9F;

/// The number that a form has for a cell.
float maskNumber(bool allowed, MaskNotation form);
/// truth [queries × keys], 1 = may attend → the numbers of the form.
Matrix maskAs(const ByteMatrix& truth, MaskNotation form);

/// Queries that may attend to nothing: −∞ leaves 0 / 0 there, −1e9 a uniform row.
std::vector<Index> emptyRows(const ByteMatrix& truth);

/// A mask as the rules that make it.
struct MaskRule
{
    bool causal = false; ///< keys up to the query itself
    Index window = 0; ///< at most so many keys up to the query; 0: all
    Index length = 0; ///< keys that are no padding
    bool other = false; ///< none of these rules gives it
    bool operator==(const MaskRule&) const = default;
};
/// Finds the rules behind a whole mask of queries and keys that start at position 0.
MaskRule maskRuleOf(const ByteMatrix& truth);

} // namespace headlight
