#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/tracefile/trace_file.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

struct OpenTraceOptions
{
    /// Files with the tokens of an import (core/tracefile/import/named_arrays.h). If unset: the tokens in the
    /// file, then NAME.tokens.json, NAME.tokens.txt, tokens.json and tokens.txt next to it (NAME is the
    /// file's name without its ending), otherwise positions.
    std::optional<std::filesystem::path> tokens, targetTokens;
    /// Whether to compare the checksums of a sharded trace or of an archive (.npz, .pt) with the contents.
    bool verify = false;
};

struct OpenedTrace : TraceFile
{
    bool imported = false; ///< made from another program's arrays: confirm before showing it
};

/// Opens a trace in any form: a trace file, a folder of shards (or its index), and arrays of other programs
/// as .npy, .npz, .pt, .safetensors or JSON.
Result<OpenedTrace> openTrace(const std::filesystem::path& path, const OpenTraceOptions& options,
                              const Job& job);

/// Describes what was read, one line per stack and kind of attention: "decoder.self: 12 layers × 12 heads ×
/// 34 queries × 34 keys, weights".
std::vector<std::string> traceInWords(const TraceFile& file);

} // namespace headlight
