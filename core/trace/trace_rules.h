#pragma once

#include "core/base/result.h"
#include "core/trace/trace.h"
#include "core/trace/trace_file_config.h"
#include "core/trace/trace_tensors.h"

#include <string>

namespace headlight {

/// Gives an attention sub-layer the mask and bias rules of its file, unless it has matrices. The table of a
/// bias is a tensor of the file: the error names it, what was found and what was expected. `item`: the
/// sentence of a batch.
Result<void> applyRules(AttentionChunk& attention, const AttentionRules& rules, const TraceTensors& file,
                        int layer, int heads, std::size_t item);

} // namespace headlight
