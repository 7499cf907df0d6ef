#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/safetensors.h"
#include "core/tracefile/trace_file.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace headlight {

/// The tensors and metadata of a trace from any source: one file, the shards of a folder, or arrays of other
/// programs.
struct TraceTensors
{
    std::filesystem::path path; ///< path used in messages
    /// By their names in a trace file (core/tracefile/trace_file.h). A view's own name is the one in its
    /// source file.
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

} // namespace headlight
