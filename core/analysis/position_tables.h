#pragma once

#include "core/math/matrix.h"
#include "core/trace/site.h"

#include <functional>

namespace headlight {

/// How a stack tells its tokens apart by position. Sinusoids and learned tables add a vector to every
/// embedding; the methods after them act inside the attention and add nothing.
enum class PositionMethod : unsigned char {
    kUnknown, ///< nothing is known: no model, nothing recorded
    kNone, ///< the model has no notion of position
    kSinusoidalInterleaved, ///< "Attention Is All You Need", 3.5: sines on even, cosines on odd dimensions
    kSinusoidalHalves, ///< the same numbers, sines first
    kSinusoidalStretched, ///< sines first; the slowest wave has 10000 exactly (M2M-100)
    kSinusoidalSteep, ///< the exponent counts dimensions instead of pairs
    kSinusoidalSteepOwn, ///< the same, with an angle of its own for every cosine
    kLearned, ///< a table in the checkpoint
    kRotary, ///< queries and keys are rotated
    kRelativeBias, ///< a learned number per head and distance is added to the scores
    kAlibi, ///< a slope per head times the distance is added to the scores
    kDisentangled, ///< queries and keys are compared with each other's relative position too (DeBERTa)
};

bool isSinusoidal(PositionMethod method);

/// What one stack adds to its embeddings for the position, for any length.
struct StackPositions
{
    PositionMethod method = PositionMethod::kUnknown;
    Index width = 0; ///< d_model
    Index limit = 0; ///< positions that there are; 0: any number
    /// Rows 0 … length-1 [length × width], for length <= limit; unset where they are not known.
    std::function<Matrix(Index length)> compute;

    /// Whether a vector is added to the embeddings at all.
    bool isAdded() const;
    /// The longest length up to `wanted` for which rows are known; 0 where none are.
    Index available(Index wanted) const;
    /// [available(length) × width].
    Matrix rows(Index length) const;
};

/// Both stacks of a model.
struct PositionTables
{
    StackPositions encoder, decoder;

    const StackPositions& stack(StackKind kind) const
    {
        return kind == StackKind::kEncoder ? encoder : decoder;
    }
};

/// One of the sinusoids for any length, by the engine's own function.
StackPositions sinusoidalPositions(PositionMethod method, Index width);

/// Tells which formula the recorded rows [positions × width] follow, starting at position 0: a sinusoid
/// where every number agrees within `tolerance`, else kLearned, of which longer rows are not known;
/// kUnknown for an empty matrix.
StackPositions recognisePositions(const MatrixView& recorded, float tolerance = 1e-4F);

/// Dot products of every two rows [positions × positions].
Matrix positionSimilarity(const MatrixView& rows);

} // namespace headlight
