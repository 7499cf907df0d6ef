#pragma once

#include "core/analysis/token_groups.h"
#include "core/trace/attention_map.h"

#include <span>
#include <stop_token>
#include <vector>

namespace headlight {

// What may be done to attention maps before they are looked at. All of these are pure: they give another map
// that computes what it is asked for from the first one. Cells that are left out on purpose read as weight 0
// and as 0 in MapKind::kKept, so that a picture can tell them from cells that are zero.

/// How several heads are looked at.
enum class HeadsTogether : unsigned char {
    kBeside, ///< one map for each
    kMean,
    kMaximum, ///< rows no longer sum to 1
};

/// Which tokens are left out.
enum class HiddenTokens : unsigned char {
    kNone,
    kFirst, ///< key 0, where heads with nothing to say put their weight ("attention sink")
    kSpecial, ///< special tokens, as keys and as queries
};

/// What happens to one map, in this order. A value.
struct MapTransform
{
    HiddenTokens hidden = HiddenTokens::kNone;
    /// What is left of a row of weights is divided by its sum; without this such rows sum to less than 1.
    bool renormalise = false;
    /// Tokens become words: weights are summed over the keys of a word and averaged over its queries, the
    /// other kinds are averaged over both. A masked cell counts only where no other is.
    bool words = false;
    /// Of each row the largest weights are kept that cover this share of its sum; equal weights together.
    double mass = 1;

    bool operator==(const MapTransform&) const = default;
};

AttentionMap transformed(const AttentionMap& map, const MapTransform& transform);

/// One map from several of the same tokens; the head is that of the first one. A cell may attend where it may
/// in any of them. Null without maps, or where they differ in size.
AttentionMap combined(const std::vector<AttentionMap>& maps, HeadsTogether how);

/// Tokens merged to groups on both axes, as MapTransform::words says.
AttentionMap mergedTokens(const AttentionMap& map, const TokenGroups& queries, const TokenGroups& keys);

/// The smallest of the largest numbers of a row that together cover `share` (0 … 1) of its sum; infinity for
/// a row without positive numbers. Numbers that are not positive count as nothing.
float massThreshold(std::span<const float> row, double share);

/// Sums of a map's rows and columns. Numbers that are not finite are left out.
struct MapSums
{
    std::vector<float> rows; ///< [queries]
    std::vector<float> columns; ///< [keys]
};
/// Reads the map some rows at a time. Empty if stopped.
MapSums mapSums(const AttentionMap& map, MapKind kind, const std::stop_token& stop = {});

} // namespace headlight
