#pragma once

#include "core/math/matrix.h"

#include <vector>

namespace headlight {

/// Notations for the same mask in introductions and libraries.
enum class MaskNotation : unsigned char {
    kTruth, ///< 1 = may attend, 0 = may not ("torch.tril" of ones)
    kAdditive, ///< added to the scores: 0, or −∞ ("Attention Is All You Need", 3.2.3)
    kAdditiveFinite, ///< the same with −1e9, which softmax turns into 0 beside any other score
    kHidden, ///< PyTorch's boolean attn_mask: true (1) = hidden
};
inline constexpr float kFiniteMask = -1e9F;

/// How this notation writes a cell.
float maskNumber(bool allowed, MaskNotation form);
/// Converts truth [queries × keys], 1 = may attend, to this notation.
Matrix maskAs(const ByteMatrix& truth, MaskNotation form);

/// Queries that may attend to nothing: with −∞ they become 0 / 0, with −1e9 a uniform row.
std::vector<Index> emptyRows(const ByteMatrix& truth);

/// The rules that produce a mask.
struct MaskRule
{
    bool causal = false; ///< keys up to the query itself
    Index window = 0; ///< number of keys up to and including the query; 0 = all
    Index length = 0; ///< number of keys that are not padding
    bool other = false; ///< no combination of these rules gives the mask
    bool operator==(const MaskRule&) const = default;
};
/// Finds the rules behind a whole mask whose queries and keys start at position 0.
MaskRule maskRuleOf(const ByteMatrix& truth);

} // namespace headlight
