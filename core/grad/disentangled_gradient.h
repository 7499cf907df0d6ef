#pragma once

#include "core/math/disentangled.h"

namespace headlight {

/// One head's part of the tables that its scores are compared with.
struct DisentangledHead
{
    const DisentangledSpec& spec;
    const DisentangledTables& tables;
    Index firstColumn = 0, width = 0;
    float scale = 1.0F;
};

/// DisentangledTerms::addTo() backwards: adds to ∂m/∂ the queries at positions `first`, … [rows × d_k] and to
/// ∂m/∂ all keys [keys × d_k] what ∂m/∂scores [rows × keys] gives them through both terms.
void addDisentangledBack(const DisentangledHead& head, const MatrixView& scores, Index first,
                         MatrixSpan queries, MatrixSpan keys);

} // namespace headlight
