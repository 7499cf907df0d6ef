#pragma once

#include "core/nn/weight_matrix.h"

namespace headlight {

/// y = x · Wᵀ + b.
struct Linear
{
    WeightMatrix weight; ///< [out × in]
    RowVector bias; ///< [out]; empty = none

    bool present() const { return !weight.empty(); }
    /// done: what to do to each range of columns, with the bias added.
    Matrix apply(const MatrixView& x, Workers* workers, const ColumnsDone& done = {}) const;
    /// apply() backwards: from ∂m/∂y [n × out] to ∂m/∂x [n × in].
    Matrix applyBack(const MatrixView& gradient, Workers* workers) const;
};

} // namespace headlight
