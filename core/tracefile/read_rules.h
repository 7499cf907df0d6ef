#pragma once

#include "core/base/result.h"
#include "core/trace/trace.h"
#include "core/tracefile/config.h"
#include "core/tracefile/tensors.h"

#include <string>

namespace headlight {

/// A sentence of a batch; 0 of 1 without a batch.
struct BatchPlace
{
    std::size_t item = 0, items = 1;
};

/// Gives an attention sub-layer the mask and bias rules of its file, unless it has matrices. The table of a
/// bias is a tensor of the file: the error names it, what was found and what was expected. `item`: the
/// sentence of a batch of `items`.
Result<void> applyRules(AttentionChunk& attention, const AttentionRules& rules, const TraceTensors& file,
                        int layer, int heads, BatchPlace place);

} // namespace headlight
