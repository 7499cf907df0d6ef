#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/tracefile/tensors.h"
#include "core/tracefile/trace_file.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

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

/// Writes shards while a pass is running. The recording of each layer is written and freed as soon as the
/// layer is done, so that memory holds one layer at a time. The number of shards is known only at the end:
/// they are written as trace-00001.partial and renamed once the last one is written, before the index. A
/// stream that ends without finish() removes its files. Single-threaded.
class TraceShardStream
{
public:
    /// Creates the folder. An older set in it stays until finish() replaces it.
    static Result<TraceShardStream> begin(const std::filesystem::path& folder,
                                          const TraceFileOptions& options, std::uint64_t shardBytes,
                                          const Job& job);

    TraceShardStream(TraceShardStream&& other) noexcept;
    TraceShardStream& operator=(TraceShardStream&& other) noexcept;
    TraceShardStream(const TraceShardStream&) = delete;
    TraceShardStream& operator=(const TraceShardStream&) = delete;
    ~TraceShardStream();

    /// Writes the recordings of further layers: one trace per sentence. Small layers share a shard.
    Result<void> add(std::vector<Trace> traces);
    /// Writes everything that is recorded besides the layers, and completes the set.
    Result<void> finish(const std::vector<Trace>& traces);

private:
    class Parts;
    explicit TraceShardStream(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> m_parts;
};

} // namespace headlight
