#pragma once

#include "core/math/matrix.h"
#include "core/trace/site.h"

#include <functional>

namespace headlight {

/// How a stack tells its tokens apart by position. The first three (and learned tables) add a vector to
/// every embedding; the others act inside the attention and add nothing.
enum class PositionScheme : unsigned char {
    kUnknown, ///< nothing is known: no model, nothing recorded
    kNone, ///< the model has no notion of position
    kSinusoidalInterleaved, ///< "Attention Is All You Need", 3.5: sines on even, cosines on odd dimensions
    kSinusoidalHalves, ///< the same numbers, sines first
    kLearned, ///< a table in the checkpoint
    kRotary, ///< queries and keys are rotated
    kRelativeBias, ///< a learned number per head and distance is added to the scores
    kAlibi, ///< a slope per head times the distance is added to the scores
};

/// What one stack adds to its embeddings for the position, for any length.
struct StackPositions
{
    PositionScheme scheme = PositionScheme::kUnknown;
    Index width = 0; ///< d_model
    Index limit = 0; ///< positions that the table has; 0: any number
    /// Rows 0 … length-1 of a learned table [length × width]; called with length <= limit.
    std::function<Matrix(Index length)> learned;

    /// Whether a vector is added to the embeddings at all.
    bool isAdded() const;
    /// The longest length up to `wanted` for which rows are known; 0 where nothing is.
    Index available(Index wanted) const;
    /// [available(length) × width], by the very function that the engine uses.
    Matrix rows(Index length) const;
};

/// Both stacks of a model. What a model adds is found out once, when it is opened.
struct PositionTables
{
    StackPositions encoder, decoder;

    const StackPositions& stack(StackKind kind) const
    {
        return kind == StackKind::kEncoder ? encoder : decoder;
    }
};

/// Tells which formula the recorded rows [positions × width] follow, starting at position 0: a sinusoid
/// where every number agrees within `tolerance`, else kLearned; kUnknown for an empty matrix.
StackPositions recognisePositions(const MatrixView& recorded, float tolerance = 1e-4F);

/// Dot products of every two rows [positions × positions].
Matrix positionSimilarity(const MatrixView& rows);

} // namespace headlight
