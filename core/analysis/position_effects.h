#pragma once

#include "core/analysis/position_tables.h"
#include "core/trace/trace.h"

#include <functional>
#include <memory>
#include <vector>

namespace headlight {

class Model;

/// What the positions do inside one attention sub-layer: rotate queries and keys, or add a bias to the
/// scores. Read from the model itself: its frequencies, tables and slopes.
struct PositionEffects
{
    PositionMethod method
        = PositionMethod::kUnknown; ///< kRotary, kRelativeBias, kAlibi, kDisentangled; kNone: nothing

    // Rotary (Su et al. 2021).
    std::vector<float> frequencies; ///< per rotated pair: radians per position, scaling applied
    bool interleaved = false; ///< pair i is dimensions (2i, 2i+1); else (i, i + pairs)
    float rotationScale = 1; ///< multiplies sine and cosine (YaRN, longrope)
    int headWidth = 0; ///< dimensions of a head; those beyond 2 · pairs do not turn

    // Bias by distance.
    int heads = 0;
    bool bothDirections = false; ///< keys after the query have buckets of their own
    int buckets = 0; ///< relative bias only
    /// [heads × 2·reach + 1]: what is added to the score of a key at distance column − reach from its
    /// query (negative: before it), by the engine's own function. Unset without a bias.
    std::function<Matrix(int reach)> bias;

    float scale = 1; ///< q · k is multiplied by it
    bool causal = false;
};

/// Of a null model: unknown. The result keeps the model alive.
PositionEffects positionEffects(const std::shared_ptr<const Model>& model, const LayerRef& layer);

/// Angles by which the pairs turn at positions 0 … length-1 [length × pairs], in radians.
Matrix rotaryAngles(const PositionEffects& effects, Index length);

/// Mean over the rotated pairs of cos(distance · frequency) for distances 0 … length-1: how a score falls
/// with the distance where query and key have the same strength in every pair.
std::vector<float> rotaryMeanEffect(const PositionEffects& effects, Index length);

/// The score of a query and a key (before soft-capping) as a function of their distance when only the
/// rotation changes: [0 … length-1] with the key at position 0 and the query at the distance. The operands
/// are those recorded, already rotated for their own positions; they are turned back first, which is exact
/// but for rounding. At the distance that they had, the value is the recorded score.
std::vector<float> rotaryScoreByDistance(const PositionEffects& effects, const RowVector& query,
                                         Index queryPosition, const RowVector& key, Index keyPosition,
                                         Index length);

} // namespace headlight
