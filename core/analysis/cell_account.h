#pragma once

#include "core/math/similarity.h"
#include "core/trace/trace.h"

#include <optional>
#include <vector>

namespace headlight {

/// A number from a pass, next to the same number recalculated from the previous stage.
struct StageNumber
{
    double value = 0; ///< what the pass used
    bool recorded = true; ///< false = computed from recorded operands by the functions of the pass
    std::optional<double> again; ///< double precision, from the previous stage; unset = not possible
    double size = 0; ///< magnitude of the terms summed in `again`

    /// value − again|; 0 if nothing was recalculated.
    double off() const;
    /// Whether the difference is within single precision: 1e-5 of the size.
    bool agrees() const;
};

/// How one weight of one head was computed, and its effect: every stage from the dot product to the head's
/// output, with the recorded operands. What the trace does not include is empty; nothing is guessed. A value
/// type.
struct CellAccount
{
    HeadRef head;
    Index query = 0, key = 0;
    Index keys = 0; ///< number of keys known to the pass that computed this query's row
    Index headWidth = 0; ///< d_head according to the trace; 0 = not stated
    Index modelWidth = 0; ///< d_model, likewise
    ScoreRule rule;
    float ownScale = 1; ///< of the model, without edits

    // The query and key vectors of the dot product (after rotation, if the model rotates).
    RowVector queryVector, keyVector; ///< [d_head]; empty = not recorded
    RowVector products; ///< [d_head]
    std::optional<double> dot; ///< sum of the products, in double precision
    std::optional<VectorAngle> angle; ///< |q|, |k|, cos θ and θ of the dot product

    // From the score to the softmax input.
    std::optional<StageNumber> score; ///< scaled dot product
    std::optional<double> capped; ///< cap · tanh(score / cap), if the model has a cap
    std::optional<float> bias; ///< bias added to the score; unset = not recorded
    /// The two terms of the bias in disentangled attention; unset for other biases.
    std::optional<float> contentToPosition, positionToContent;
    std::optional<bool> allowed; ///< whether the mask allows it; unset = no mask recorded
    std::optional<double> logit; ///< softmax input for this key; unset if the mask makes it −infinity

    // The row. Unknown numbers are NaN; a masked key's logit is −infinity.
    std::optional<StageNumber> weight;
    std::optional<float> sink; ///< share of the row that goes to a learned sink
    RowVector rowWeights, rowLogits; ///< [keys]; empty = unknown
    RowVector rowMask; ///< [keys], 1 = allowed, 0 = masked; empty = not recorded

    // The effect of the weight.
    RowVector value; ///< [d_value]
    RowVector weighted; ///< weight × value
    RowVector output; ///< the head's output of this query [d_value], before the output projection
    std::optional<double> outputOff; ///< largest |output − sum of weights × values| over the dimensions
    double outputSize = 0; ///< largest sum of |weight × value| over the dimensions
    RowVector valueNorms; ///< ‖v‖ of every key [keys]
    /// weight × ‖v‖ (Kobayashi, Kuribayashi, Yokoi, Inui, "Attention is Not Only a Weight", 2020, section
    /// 2.2; they take v after the output projection, which traces do not include: here it is taken before).
    std::optional<double> normWeighted;
    std::optional<double> normShare; ///< share of the row's sum

    /// Whether a key takes part in the row: the mask allows it, or it has weight all the same.
    bool takesPart(Index i) const
    {
        return rowMask.size() == 0 || rowMask[i] != 0 || (i < rowWeights.size() && rowWeights[i] != 0);
    }
    /// How many keys take part.
    Index rowKeys() const;
    /// Keys that take part by decreasing weight, at most `count`, always including this one.
    std::vector<Index> strongest(std::size_t count) const;
    /// Number of keys in the row with a larger weight.
    Index rank() const { return rowWeights.size() > 0 ? (rowWeights.array() > rowWeights[key]).count() : 0; }
    /// The same, but by weight × ‖v‖.
    Index normRank() const;
    /// Whether the recorded output equals weights × values within single precision.
    bool outputAgrees() const;
};

/// Empty if the head or the cell does not exist.
std::optional<CellAccount> cellAccount(const Trace& trace, const HeadRef& head, Index query, Index key);

} // namespace headlight
