#pragma once

#include "core/math/matrix.h"
#include "core/trace/site.h"

#include <array>
#include <functional>
#include <memory>

namespace headlight {

/// How a stack encodes the positions of its tokens. Sinusoids and learned tables add a vector to every
/// embedding; the later methods act inside the attention and add nothing.
enum class PositionMethod : unsigned char {
    kUnknown, ///< no model, nothing recorded
    kNone, ///< the model has no notion of position
    kSinusoidalInterleaved, ///< "Attention Is All You Need", 3.5: sines on even, cosines on odd dimensions
    kSinusoidalHalves, ///< the same numbers, sines first
    kSinusoidalStretched, ///< sines first; the slowest wave has 10000 exactly (M2M-100)
    kSinusoidalSteep, ///< the exponent counts dimensions instead of pairs
    kSinusoidalSteepOwn, ///< the same, except that cosines have different angles from sines
    kLearned, ///< a table in the checkpoint
    kRotary, ///< queries and keys are rotated
    kRelativeBias, ///< a learned number per head and distance is added to the scores
    kAlibi, ///< a slope per head times the distance is added to the scores
    kDisentangled, ///< queries and keys are also compared with each other's relative position (DeBERTa)
};

bool isSinusoidal(PositionMethod method);

/// What one stack adds to its embeddings for positions, for any length.
struct StackPositions
{
    PositionMethod method = PositionMethod::kUnknown;
    Index width = 0; ///< d_model
    Index limit = 0; ///< number of positions; 0 = unlimited
    /// Rows 0 … length-1 [length × width], for length <= limit; unset if they are unknown.
    std::function<Matrix(Index length)> compute;

    /// Whether any vector is added to the embeddings.
    bool isAdded() const;
    /// The longest length up to `wanted` for which rows are known; 0 if none are.
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

/// A sinusoidal table of any length, computed by the engine's own function.
StackPositions sinusoidalPositions(PositionMethod method, Index width);

/// Finds the formula of the recorded rows [positions × width], which start at position 0: a sinusoid if every
/// number agrees within `tolerance`, otherwise kLearned, with no rows beyond the recorded ones; kUnknown for
/// an empty matrix.
StackPositions recognisePositions(const MatrixView& recorded, float tolerance = 1e-4F);

/// Dot products of all pairs of rows [positions × positions].
Matrix positionSimilarity(const MatrixView& rows);

class Model;
struct AttentionSpec;
struct StackSpec;

/// What a model adds for positions, computed by the same function as in its forward pass, or how else it
/// encodes them. For a null model nothing is known. The result keeps the model alive.
PositionTables positionTables(const std::shared_ptr<const Model>& model);

/// How a stack encodes positions: by what is added to its embeddings, otherwise by its first layer's
/// attention.
PositionMethod positionMethod(const StackSpec& stack);
/// How one attention encodes positions.
PositionMethod positionMethod(const AttentionSpec& attention);

/// Position tables found in introductions to the paper, for comparison. Unless noted, sines on even and
/// cosines on odd dimensions i, of position / 10000^exponent.
enum class PositionFormula : unsigned char {
    kPaper, ///< "Attention Is All You Need", 3.5: the exponent is 2⌊i/2⌋/d, pairs share an angle
    kHalves, ///< the same numbers, all sines first, then all cosines
    kSteep, ///< the exponent counts dimensions instead of pairs: 2i/d for sines, 2(i−1)/d for cosines
    kSteepOwn, ///< the same with 2i/d for every i, so that cosines have different angles from sines
};
inline constexpr std::array kPositionFormulas{PositionFormula::kPaper, PositionFormula::kHalves,
                                              PositionFormula::kSteep, PositionFormula::kSteepOwn};

/// Positions 0 … length − 1 [length × width], computed by the engine's own functions.
Matrix positionTable(PositionFormula formula, Index length, Index width);

} // namespace headlight
