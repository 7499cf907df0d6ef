#pragma once

#include "core/analysis/token_groups.h"
#include "core/trace/attention_map.h"

#include <span>
#include <stop_token>
#include <vector>

namespace headlight {

// Transformations of attention maps for display. All are pure: they return another map that computes its
// cells on demand from the first one. Cells left out on purpose have weight 0 and MapKind::kKept 0, so that
// an image can distinguish them from real zeros.

/// How to show several heads.
enum class HeadsTogether : unsigned char {
    kBeside, ///< one map for each
    kMean,
    kMaximum, ///< rows no longer sum to 1
};

/// Which tokens to leave out.
enum class HiddenTokens : unsigned char {
    kNone,
    kFirst, ///< key 0, where heads park weight they do not need ("attention sink")
    kSpecial, ///< special tokens, as keys and as queries
};

/// What to do with one map, in this order. A value type.
struct MapTransform
{
    HiddenTokens hidden = HiddenTokens::kNone;
    /// Divides the remaining weights of a row by their sum; otherwise such rows sum to less than 1.
    bool renormalise = false;
    /// Merges tokens into words: weights are summed over a word's keys and averaged over its queries; other
    /// kinds are averaged over both. Masked cells are ignored unless all cells of the word are masked.
    bool words = false;
    /// Keeps the largest weights of each row that cover this share of its sum; equal weights are kept
    /// together.
    double mass = 1;

    bool operator==(const MapTransform&) const = default;
};

AttentionMap transformed(const AttentionMap& map, const MapTransform& transform);

/// A rectangle of a map as a map of its own.
struct MapPart
{
    Index query = 0, queries = 0, key = 0, keys = 0;
};
AttentionMap partOf(const AttentionMap& map, const MapPart& part);

/// One map from several maps of the same tokens, with the head of the first one. A cell is allowed if any of
/// them allows it. Null if there are no maps, or if they differ in size.
AttentionMap combined(const std::vector<AttentionMap>& maps, HeadsTogether how);

/// Merges tokens into groups on both axes, as described for MapTransform::words.
AttentionMap mergedTokens(const AttentionMap& map, const TokenGroups& queries, const TokenGroups& keys);

/// The smallest of the largest numbers of a row that together cover `share` (0 … 1) of its sum; infinity if
/// no number is positive. Other numbers are ignored.
float massThreshold(std::span<const float> row, double share);

/// Sums of a map's rows and columns, without non-finite numbers.
struct MapSums
{
    std::vector<float> rows; ///< [queries]
    std::vector<float> columns; ///< [keys]
};
/// Reads the map a few rows at a time. Empty if stopped.
MapSums mapSums(const AttentionMap& map, MapKind kind, const std::stop_token& stop = {});

/// Places the map of an unfinished decoding in the layout of the complete map: with the tokens of `whole`;
/// cells beyond the part are left out (MapKind::kKept 0, no number). part: the first rows and columns of the
/// whole; any other map is returned unchanged.
AttentionMap mapInPlaceOf(const AttentionMap& part, const AttentionMap& whole);

/// The map of an early decoding step in the room of the last one's, with the last one's tokens at its axes:
/// cells that do not exist yet count as never computed (NaN).
AttentionMap inRoomOf(const AttentionMap& now, const AttentionMap& last);

} // namespace headlight
