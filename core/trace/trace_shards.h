#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/trace_file.h"
#include "core/trace/trace_tensors.h"

#include <cstdint>
#include <filesystem>
#include <span>

namespace headlight {

/// A trace in several files (CONTRACT §4): a folder with trace-00001-of-0000N.safetensors … and
/// trace.index.json, {"metadata": {…as in one file…}, "weight_map": {"tensor name": "file"}, "sha256":
/// {"file": "64 hexadecimal digits"}}. The index is written last: a set is complete once it is there. Several
/// writers share a tensor by its heads: NAME@FIRST-LAST holds heads FIRST to LAST of it.
inline constexpr const char* kTraceIndex = "trace.index.json";

/// Opens the files of the folder as one trace: maps them and joins the tensors that were shared. The error
/// lists the files or tensors that are missing.
Result<TraceTensors> readTraceShards(const std::filesystem::path& folder, const Job& job);

/// Compares every file with its checksum. Faults: a file that differs, or an index without checksums.
Result<void> verifyTraceShards(const std::filesystem::path& folder, const Job& job);

/// Writes the traces of one batch into shards of about `shardBytes`, with masks and biases as rules where
/// they are some. Makes the folder; a set that lies in it is replaced. Every file appears whole or not at
/// all, and the index last.
Result<void> writeTraceShards(const std::filesystem::path& folder, std::span<const Trace> traces,
                              const TraceFileOptions& options, std::uint64_t shardBytes, const Job& job);

} // namespace headlight
