#pragma once

#include "core/base/result.h"
#include "core/io/safetensors.h"
#include "core/tracefile/trace_file.h"

#include <functional>
#include <map>
#include <span>
#include <string>

namespace headlight {

/// Writes the tensors of a trace file; their numbers are in the traces, or in buffers that live as long as
/// the call.
using WriteTensors = std::function<Result<void>(std::span<const TensorToWrite> tensors,
                                                const std::map<std::string, std::string>& metadata)>;
/// Collects the contents of a file for these traces and passes them to `write`. kBadArgument if there is no
/// trace.
Result<void> withTraceTensors(std::span<const Trace> traces, const TraceFileOptions& options,
                              const WriteTensors& write);

} // namespace headlight
