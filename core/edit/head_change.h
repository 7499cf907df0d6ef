#pragma once

#include "core/edit/interventions.h"
#include "core/math/mask.h"
#include "core/math/matrix.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace headlight {

/// Where the rows of a tapped matrix stand.
struct RowPlace
{
    Index first = 0; ///< position of row 0 in its sequence
    const Mask* mask = nullptr; ///< of weights: what the head may attend to
    Index maskRow = 0; ///< row of the mask that belongs to row 0
};

/// What falls at one place of the model: of a head's weights, or of a stream (head 0).
std::uint64_t dropoutSeed(Index seed, Site site, const LayerRef& layer, int head);

/// One compiled change of one recorded quantity: of a head's rows or of the stream's.
struct HeadChange
{
    enum class Kind : unsigned char {
        kScale, ///< × factor
        kConstant, ///< every row becomes row 0 of `rows`
        kRows, ///< row target + i, or i without a target, becomes row i of `rows`
        kPattern, ///< weights of a form; kFrozen: rows of `rows`
        kDropout, ///< each number falls with the probability `factor`
    };
    Kind kind = Kind::kScale;
    int lane = -1; ///< -1: all lanes
    float factor = 0.0F;
    PatternForm form = PatternForm::kUniform;
    Index target = -1;
    std::uint64_t seed = 0; ///< kDropout
    std::vector<std::shared_ptr<const Matrix>> rows; ///< one per lane, or one for all

    bool concerns(std::size_t ofLane) const { return lane < 0 || static_cast<std::size_t>(lane) == ofLane; }
    void apply(std::size_t ofLane, const RowPlace& place, MatrixSpan values) const;

private:
    void applyPattern(const Matrix* frozen, const RowPlace& place, MatrixSpan values) const;
};

} // namespace headlight
