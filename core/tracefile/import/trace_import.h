#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/tracefile/import/named_arrays.h"
#include "core/tracefile/tensors.h"

namespace headlight {

/// Gives the arrays of another program the names and shapes of a trace.
///
/// One layer is [heads, queries, keys], with a leading axis of 1 (dropped) or of a batch, or a plain matrix
/// [queries, keys]; an array without a number in its name holds one layer, or all of them along a first axis.
/// Layers keep their numbers. Lists of lists are the steps of generate(), whose rows are put below each
/// other; arrays of single heads are put together. Attention without a stated stack is the decoder's if no
/// query attends to a later key, otherwise the encoder's; it is cross-attention if the numbers of keys and
/// queries differ. Padding before the words (told by an attention mask, the lists of tokens, or rows that are
/// the same for all keys) goes behind them, with a warning. TransformerLens' queries and keys without its
/// pattern are assumed to be causal, with a warning. Arrays that are not part of a trace, among them masks
/// and arrays of any name whose numbers are no weights, are left out with a warning; two arrays for one place
/// are an error. kBadFile names the array, the shape found, and what was expected.
Result<TraceTensors> importArrays(const NamedArrays& arrays, const Job& job);

} // namespace headlight
