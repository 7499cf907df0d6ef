#pragma once

#include "core/math/similarity.h"
#include "core/trace/trace.h"

#include <optional>
#include <vector>

namespace headlight {

/// One number of a pass beside the same number calculated again from the stage before it.
struct StageNumber
{
    double value = 0; ///< what the pass used
    bool recorded = true; ///< false: computed from recorded operands by the functions of the pass
    std::optional<double> again; ///< in double precision from the stage before; unset: that is not known
    double size = 0; ///< how large the terms are that `again` was added from

    /// |value − again|; 0 where nothing was calculated again.
    double off() const;
    /// Whether the two differ by no more than single precision explains: 1e-5 of the size.
    bool agrees() const;
};

/// How one weight of one head came to be, and what it did: every stage from the dot product to the head's
/// output, with the operands as they were recorded. What the trace does not hold is empty; nothing is
/// filled in. A value.
struct CellAccount
{
    HeadRef head;
    Index query = 0, key = 0;
    Index keys = 0; ///< known to the pass that computed this query's row
    Index headWidth = 0; ///< d_head as the trace states it, 0: not stated
    ScoreRule rule;

    // Queries · keys, as they entered the dot product (after rotation, where the model rotates).
    RowVector queryVector, keyVector; ///< [d_head]; no entries: not recorded
    RowVector products; ///< [d_head]
    std::optional<double> dot; ///< the products' sum, in double precision
    std::optional<VectorAngle> angle; ///< |q|, |k|, cos θ and θ, of which the dot product is made

    // The score's way to the softmax.
    std::optional<StageNumber> score; ///< scaled dot product
    std::optional<double> capped; ///< cap · tanh(score / cap), where the model has a cap
    std::optional<float> bias; ///< what was added; unset: none is recorded
    /// The terms that the bias of disentangled attention is the sum of; unset: it is no such sum.
    std::optional<float> contentToPosition, positionToContent;
    std::optional<bool> allowed; ///< by the mask; unset: no mask is recorded
    std::optional<double> logit; ///< what softmax reads of this key; unset too where it is masked

    // The row. Where a number of a key is not known it is NaN; a masked key's logit is −infinity.
    std::optional<StageNumber> weight;
    std::optional<float> sink; ///< share of the row that goes to a learned sink
    RowVector rowWeights, rowLogits; ///< [keys]; no entries: not known

    // What the weight does.
    RowVector value; ///< [d_value]
    RowVector weighted; ///< weight × value
    RowVector output; ///< the head's output of this query [d_value], before the output projection
    std::optional<double> outputOff; ///< largest |output − sum of weights × values| over the dimensions
    double outputSize = 0; ///< largest sum of |weight × value| over the dimensions
    RowVector valueNorms; ///< ‖v‖ of every key [keys]
    /// weight × ‖v‖ (Kobayashi, Kuribayashi, Yokoi, Inui, "Attention is Not Only a Weight", 2020, section
    /// 2.2; they take v behind the output projection, which no trace holds: here it is before it).
    std::optional<double> normWeighted;
    std::optional<double> normShare; ///< of the sum over the row

    /// Keys by falling weight, at most `count`, this one among them wherever it stands.
    std::vector<Index> strongest(std::size_t count) const;
    /// How many keys of the row have a larger weight.
    Index rank() const;
    /// The same by weight × ‖v‖.
    Index normRank() const;
    /// The recorded output is what weights and values give, within single precision.
    bool outputAgrees() const;
};

/// Nothing where the head or the cell does not exist.
std::optional<CellAccount> cellAccount(const Trace& trace, const HeadRef& head, Index query, Index key);

} // namespace headlight
