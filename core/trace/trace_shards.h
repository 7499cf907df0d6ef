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
/// {"file": "64 hexadecimal digits"}}. The index is written last, so a set that has one is complete. Several
/// writers can share a tensor by heads: NAME@FIRST-LAST holds its heads FIRST to LAST.
inline constexpr const char* kTraceIndex = "trace.index.json";

/// Opens the files of the folder as one trace: maps them and joins the shared tensors. The error lists
/// missing files or tensors.
Result<TraceTensors> readTraceShards(const std::filesystem::path& folder, const Job& job);

/// Compares every file with its checksum. Errors: a file that differs, or an index without checksums.
Result<void> verifyTraceShards(const std::filesystem::path& folder, const Job& job);

/// Writes the traces of one batch into shards of about `shardBytes`, with masks and biases as rules where
/// possible. Creates the folder and replaces an existing set in it. Every file is written completely or not
/// at all, the index last.
Result<void> writeTraceShards(const std::filesystem::path& folder, std::span<const Trace> traces,
                              const TraceFileOptions& options, std::uint64_t shardBytes, const Job& job);

} // namespace headlight
