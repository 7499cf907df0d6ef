#pragma once

#include "core/analysis/stream_parts.h"

#include <vector>

namespace headlight {

/// One key of a query's row, and how its score came about.
struct AskedKey
{
    Index key = 0;
    double score = 0; ///< before mask and soft-cap, with the bias of positions
    double weight = 0; ///< as recorded
    /// [query writers × key writers]: sums to the score.
    DoubleMatrix parts;
    /// The same for the number that enters the softmax: as `parts` if there is no soft-cap, which otherwise
    /// scales all but the distance by cap · tanh(s/cap)/s.
    DoubleMatrix capped;
    /// Score − sum of the parts: a rounding error, unless the model clips its queries and keys (MPT).
    double remainder = 0;
};

/// Who wrote what made a head's query and keys match.
struct WhoAsked
{
    HeadRef head;
    Index query = 0;
    std::vector<Writer> queryWriters, keyWriters; ///< "bias" and, if positions act here, "distance" are last
    std::vector<AskedKey> keys; ///< in the order asked for
};

/// The sites that whoAsked() reads.
SiteSet whoAskedSites();

/// Splits scores of one query by the writers of both sides, exactly: S_ab = R_i(L(a_i) W_Q) · R_j(L(b_j) W_K)
/// · scale. A query of cross-attention is written by the decoder, its keys by the encoder. Errors:
/// kBadArgument for cells that do not exist or sites that the trace lacks, kUnsupported for a head whose
/// comparison an edit replaced.
Result<WhoAsked> whoAsked(const Model& model, const Trace& trace, const HeadRef& head, Index query,
                          const std::vector<Index>& keys);

/// How one key came to get more weight than another, by writers [query writers × key writers]: sums to
/// log(weight / weight of the other).
DoubleMatrix contrastOf(const AskedKey& one, const AskedKey& other);

} // namespace headlight
