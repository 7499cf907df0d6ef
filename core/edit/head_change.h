#pragma once

#include "core/edit/interventions.h"
#include "core/math/mask.h"
#include "core/math/matrix.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace headlight {

/// Position of a tapped matrix in its sequence.
struct RowPlace
{
    Index first = 0; ///< position of row 0 in its sequence
    const Mask* mask = nullptr; ///< for weights: what the head may attend to
    Index maskRow = 0; ///< row of the mask for row 0
};

/// Seed of the dropout at one place of the model: a head's weights, or a stream (head 0).
std::uint64_t dropoutSeed(Index seed, Site site, const LayerRef& layer, int head);

/// One compiled change of one recorded quantity: the rows of a head or of the stream.
struct HeadChange
{
    enum class Kind : unsigned char {
        kScale, ///< × factor
        kConstant, ///< every row becomes row 0 of `rows`
        kRows, ///< row target + i, or i without a target, becomes row i of `rows`
        kPattern, ///< a weight pattern; kFrozen: rows of `rows`
        kDropout, ///< each number is dropped with probability `factor`
    };
    Kind kind = Kind::kScale;
    int lane = -1; ///< -1 = all lanes
    float factor = 0.0F;
    PatternForm form = PatternForm::kUniform;
    Index target = -1;
    std::uint64_t seed = 0; ///< for kDropout
    std::vector<std::shared_ptr<const Matrix>> rows = {}; ///< one per lane, or one for all

    bool concerns(std::size_t ofLane) const { return lane < 0 || static_cast<std::size_t>(lane) == ofLane; }
    void apply(std::size_t ofLane, const RowPlace& place, MatrixSpan values) const;

private:
    void applyPattern(const Matrix* frozen, const RowPlace& place, MatrixSpan values) const;
};

} // namespace headlight
