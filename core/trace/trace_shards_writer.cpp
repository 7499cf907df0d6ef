#include "core/trace/trace_shards.h"

#include "core/base/sha256.h"
#include "core/io/atomic_file.h"
#include "core/io/mapped_file.h"
#include "core/io/safetensors.h"
#include "core/trace/trace_file_parts.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <set>
#include <string>
#include <system_error>
#include <vector>

namespace headlight {

namespace {

using nlohmann::json;

std::uint64_t shardBytesOf(const TensorToWrite& tensor)
{
    std::uint64_t given = 0;
    for (const auto piece : tensor.pieces)
        given += piece.size();
    return given / byteSize(tensor.given) * byteSize(tensor.stored);
}

/// Groups consecutive tensors into shards of about that size.
std::vector<std::span<const TensorToWrite>> shardsOf(std::span<const TensorToWrite> tensors,
                                                     std::uint64_t shardBytes)
{
    std::vector<std::span<const TensorToWrite>> shards;
    std::size_t begin = 0;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const std::uint64_t own = shardBytesOf(tensors[i]);
        if (i > begin && bytes + own > shardBytes) {
            shards.push_back(tensors.subspan(begin, i - begin));
            begin = i;
            bytes = 0;
        }
        bytes += own;
    }
    shards.push_back(tensors.subspan(begin));
    return shards;
}

std::string shardName(std::size_t number, std::size_t of)
{
    std::array<char, 64> name{};
    std::snprintf(name.data(), name.size(), "trace-%05zu-of-%05zu.safetensors", number, of);
    return name.data();
}

bool isShardName(const std::string& name)
{
    return name.starts_with("trace-") && name.find("-of-") != std::string::npos
        && name.ends_with(".safetensors");
}

Error folderFault(const std::filesystem::path& folder, const std::error_code& code)
{
    return Error{ErrorCode::kFileUnwritable, code.message(), folder.string(), {}, {}};
}

/// Removes the rest of an older set, which no index names any more.
void removeOtherShards(const std::filesystem::path& folder, const std::set<std::string>& written)
{
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        const std::string name = entry.path().filename().string();
        if (isShardName(name) && !written.contains(name))
            std::filesystem::remove(entry.path(), ignored);
    }
}

class ShardsWriter
{
public:
    ShardsWriter(std::filesystem::path folder, const Job& job)
        : m_folder(std::move(folder))
        , m_job(job)
    { }

    Result<void> write(const std::vector<std::span<const TensorToWrite>>& shards,
                       const std::map<std::string, std::string>& metadata)
    {
        const std::map<std::string, std::string> own{{"format", "headlight-trace"}, {"version", "1"}};
        json map = json::object();
        json sums = json::object();
        std::set<std::string> written;
        for (std::size_t i = 0; i < shards.size(); ++i) {
            if (m_job.stopped())
                return Error{ErrorCode::kCancelled, "stopped", m_folder.string(), {}, {}};
            const std::string name = shardName(i + 1, shards.size());
            m_job.report(
                {"writing " + name, static_cast<std::int64_t>(i), static_cast<std::int64_t>(shards.size())});
            if (const auto done = writeSafetensors(m_folder / name, shards[i], own); !done)
                return done;
            const auto file = MappedFile::open(m_folder / name);
            if (!file)
                return file.error();
            Sha256 sum;
            sum.add(file->bytes());
            sums[name] = sum.hex();
            for (const TensorToWrite& tensor : shards[i])
                map[tensor.name] = name;
            written.insert(name);
        }
        const json index{{"metadata", metadata}, {"weight_map", map}, {"sha256", sums}};
        const auto done = writeFileAtomically(
            m_folder / kTraceIndex, index.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
        if (done)
            removeOtherShards(m_folder, written);
        return done;
    }

private:
    std::filesystem::path m_folder;
    const Job& m_job;
};

} // namespace

Result<void> writeTraceShards(const std::filesystem::path& folder, std::span<const Trace> traces,
                              const TraceFileOptions& options, std::uint64_t shardBytes, const Job& job)
{
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    if (code)
        return folderFault(folder, code);
    std::filesystem::remove(folder / kTraceIndex, code); // from here on the older set is incomplete
    if (code)
        return folderFault(folder, code);
    TraceFileOptions own = options;
    own.rules = true;
    return withTraceTensors(traces, own, [&](auto tensors, const auto& metadata) {
        return ShardsWriter(folder, job).write(shardsOf(tensors, shardBytes), metadata);
    });
}

} // namespace headlight
