#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/safetensors.h"
#include "core/tracefile/trace_file.h"

#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace headlight {

/// The tensors and metadata of a trace from any source: one file, the shards of a folder, or arrays of other
/// programs.
struct TraceTensors
{
    std::filesystem::path path; ///< path used in messages
    /// By their names in a trace file (core/tracefile/trace_file.h). A view has the name in its source.
    std::map<std::string, TensorView, std::less<>> tensors;
    std::map<std::string, std::string, std::less<>> metadata;

    const TensorView* find(std::string_view name) const
    {
        const auto at = tensors.find(name);
        return at == tensors.end() ? nullptr : &at->second;
    }
};

TraceTensors traceTensorsOf(const SafetensorsFile& file);

/// Checks them and builds a trace of each sentence, like readTraceFile().
Result<TraceFile> readTraceTensors(TraceTensors tensors, const Job& job);

/// Writes the tensors of a trace file; their numbers live at least as long as the call.
using WriteTensors = std::function<Result<void>(std::span<const TensorToWrite> tensors,
                                                const std::map<std::string, std::string>& metadata)>;
/// Collects the contents of a file for these traces and passes them to `write`. kBadArgument without a trace.
Result<void> withTraceTensors(std::span<const Trace> traces, const TraceFileOptions& options,
                              const WriteTensors& write);

} // namespace headlight
