#pragma once

#include "core/analysis/position_tables.h"
#include "core/trace/trace.h"

#include <functional>
#include <memory>
#include <vector>

namespace headlight {

class Model;

/// The effect of positions inside one attention sub-layer: they rotate queries and keys, or add a bias to the
/// scores. Read from the model itself: its frequencies, tables and slopes.
struct PositionEffects
{
    PositionMethod method
        = PositionMethod::kUnknown; ///< kRotary, kRelativeBias, kAlibi or kDisentangled; kNone = no effect

    // Rotary (Su et al. 2021).
    std::vector<float> frequencies; ///< per rotated pair: radians per position, with scaling applied
    bool interleaved = false; ///< true = pair i is dimensions (2i, 2i+1); false = (i, i + pairs)
    float rotationScale = 1; ///< multiplies sine and cosine (YaRN, longrope)
    int headWidth = 0; ///< dimensions of a head; those beyond 2 · pairs are not rotated

    // Bias by distance.
    int heads = 0;
    bool bothDirections = false; ///< whether keys after the query have separate buckets
    int buckets = 0; ///< relative bias only
    /// [heads × 2·reach + 1]: the bias of a key at distance column − reach from its query (negative = before
    /// it), computed by the engine's own function. Unset if there is no bias.
    std::function<Matrix(int reach)> bias;

    float scale = 1; ///< factor of q · k
    bool causal = false;
};

/// Unknown for a null model. The result keeps the model alive.
PositionEffects positionEffects(const std::shared_ptr<const Model>& model, const LayerRef& layer);

/// Rotation angles of the pairs at positions 0 … length-1 [length × pairs], in radians.
Matrix rotaryAngles(const PositionEffects& effects, Index length);

/// Mean over the rotated pairs of cos(distance · frequency) for distances 0 … length-1: how a score decays
/// with distance if query and key have the same magnitude in every pair.
std::vector<float> rotaryMeanEffect(const PositionEffects& effects, Index length);

/// The score of a query and a key (before soft-capping) as a function of their distance if only the rotation
/// changes: [0 … length-1], with the key at position 0 and the query at the distance. The operands are as
/// recorded, rotated for their own positions; they are rotated back first, which is exact up to rounding. At
/// their original distance the value is the recorded score.
std::vector<float> rotaryScoreByDistance(const PositionEffects& effects, const RowVector& query,
                                         Index queryPosition, const RowVector& key, Index keyPosition,
                                         Index length);

} // namespace headlight
