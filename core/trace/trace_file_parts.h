#pragma once

#include "core/base/result.h"
#include "core/io/safetensors.h"
#include "core/trace/trace_file.h"

#include <functional>
#include <map>
#include <span>
#include <string>

namespace headlight {

/// The tensors of a trace file before they are written: their numbers lie in the traces or in buffers that
/// live as long as the call.
using WriteTensors = std::function<Result<void>(std::span<const TensorToWrite> tensors,
                                                const std::map<std::string, std::string>& metadata)>;
/// Gathers what a file of these traces holds and gives it to `write`. kBadArgument without a trace.
Result<void> withTraceTensors(std::span<const Trace> traces, const TraceFileOptions& options,
                              const WriteTensors& write);

} // namespace headlight
