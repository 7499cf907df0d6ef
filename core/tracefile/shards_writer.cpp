#include "core/tracefile/shards.h"

#include "core/base/sha256.h"
#include "core/io/atomic_file.h"
#include "core/io/safetensors.h"
#include "core/tracefile/tensors.h"
#include "core/tracefile/written_rules.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
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
    return formatted("trace-%05zu-of-%05zu.safetensors", number, of);
}

/// Files of a set that is being written end in this: how many there will be is not known yet.
constexpr std::string_view kPartial = ".partial";
constexpr const char* kPartialIndex = "trace-index.partial";

std::string partialName(std::size_t number)
{
    return formatted("trace-%05zu.partial", number);
}

bool isShardName(const std::string& name)
{
    return name.starts_with("trace-")
        && (name.ends_with(kPartial)
            || (name.find("-of-") != std::string::npos && name.ends_with(".safetensors")));
}

Error folderFault(const std::filesystem::path& folder, const std::error_code& code)
{
    return Error{ErrorCode::kFileUnwritable, code.message(), folder.string()};
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

/// The checksum of a file. Reads a piece at a time, because a mapping would count as memory.
Result<std::string> shardChecksum(const std::filesystem::path& path)
{
    constexpr std::size_t kPiece = std::size_t{1} << 20U;
    std::ifstream file(path, std::ios::binary);
    std::vector<char> piece(kPiece);
    Sha256 sum;
    while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) || file.gcount() > 0)
        sum.add(std::string_view(piece.data(), static_cast<std::size_t>(file.gcount())));
    if (!file.eof())
        return Error{ErrorCode::kFileUnreadable, "cannot be read again", path.string()};
    return sum.hex();
}

TraceFileOptions withRules(TraceFileOptions options)
{
    options.rules = true;
    return options;
}

/// A copy of the record with only the masks and biases that are rules, without its numbers.
std::optional<StackChunk> rulesOf(const std::optional<StackChunk>& stack)
{
    if (!stack)
        return std::nullopt;
    StackChunk rules;
    rules.firstRow = stack->firstRow;
    rules.rows = stack->rows;
    const auto take = [](const std::vector<AttentionChunk>& layers, std::vector<AttentionChunk>& to) {
        for (const AttentionChunk& layer : layers) {
            AttentionChunk& kept = to.emplace_back();
            kept.firstQuery = layer.firstQuery;
            kept.queries = layer.queries;
            kept.firstKey = layer.firstKey;
            kept.keys = layer.keys;
            if (std::ranges::all_of(layer.bias,
                                    [](const ScoreBias& bias) { return bias.slope() || bias.table(); }))
                kept.bias = layer.bias;
            if (layer.mask.size() == 1 && layer.mask.front().rule())
                kept.mask = layer.mask;
        }
    };
    take(stack->self, rules.self);
    take(stack->cross, rules.cross);
    return rules;
}

/// About as many as its shard will have.
std::uint64_t recordedBytes(const std::optional<StackChunk>& stack)
{
    if (!stack)
        return 0;
    Index numbers = 0;
    eachMatrix(*stack, [&numbers](const Matrix& matrix) { numbers += matrix.size(); });
    return static_cast<std::uint64_t>(numbers) * sizeof(float);
}

} // namespace

/// The files of a set while they are written. Without finish() nothing of it stays, and an older set in the
/// folder is as it was.
class ShardsWriter
{
public:
    ShardsWriter(std::filesystem::path folder, Job job)
        : m_folder(std::move(folder))
        , m_job(std::move(job))
    { }
    ShardsWriter(const ShardsWriter&) = delete;
    ShardsWriter& operator=(const ShardsWriter&) = delete;
    ~ShardsWriter()
    {
        std::error_code ignored;
        for (std::size_t i = 0; !m_complete && i < m_shards.size(); ++i)
            for (const std::string& name : {partialName(i + 1), shardName(i + 1, m_shards.size())})
                if (m_renamed || name.ends_with(kPartial))
                    std::filesystem::remove(m_folder / name, ignored);
        if (!m_complete)
            std::filesystem::remove(m_folder / kPartialIndex, ignored);
    }

    /// Makes the folder.
    Result<void> begin()
    {
        std::error_code code;
        std::filesystem::create_directories(m_folder, code);
        if (code)
            return folderFault(m_folder, code);
        return {};
    }

    bool has(const std::string& tensor) const { return m_names.contains(tensor); }

    /// One more shard.
    Result<void> write(std::span<const TensorToWrite> tensors)
    {
        if (m_job.stopped())
            return Error{ErrorCode::kCancelled, "stopped", m_folder.string()};
        static const std::map<std::string, std::string> own{{"format", "headlight-trace"}, {"version", "1"}};
        const std::string name = partialName(m_shards.size() + 1);
        m_job.report({concat("writing part ", m_shards.size() + 1, " of the trace"),
                      static_cast<std::int64_t>(m_shards.size()), 0});
        RETURN_IF_ERROR(writeSafetensors(m_folder / name, tensors, own));
        Shard& shard = m_shards.emplace_back();
        for (const TensorToWrite& tensor : tensors) {
            shard.tensors.push_back(tensor.name);
            m_names.insert(tensor.name);
        }
        ASSIGN_OR_RETURN(shard.sha256, shardChecksum(m_folder / name));
        return {};
    }

    /// Gives the files their names, the index last. All bytes are on the disk before the older set goes.
    Result<void> finish(const std::map<std::string, std::string>& metadata)
    {
        json map = json::object();
        json sums = json::object();
        std::set<std::string> written;
        for (std::size_t i = 0; i < m_shards.size(); ++i) {
            const std::string name = shardName(i + 1, m_shards.size());
            sums[name] = m_shards[i].sha256;
            for (const std::string& tensor : m_shards[i].tensors)
                map[tensor] = name;
            written.insert(name);
        }
        const json index{{"metadata", metadata}, {"weight_map", map}, {"sha256", sums}};
        RETURN_IF_ERROR(writeFileAtomically(
            m_folder / kPartialIndex, index.dump(1, ' ', false, json::error_handler_t::replace) + "\n"));
        std::error_code code;
        std::filesystem::remove(m_folder / kTraceIndex, code);
        if (code)
            return folderFault(m_folder, code);
        m_renamed = true;
        for (std::size_t i = 0; i < m_shards.size() && !code; ++i)
            std::filesystem::rename(m_folder / partialName(i + 1),
                                    m_folder / shardName(i + 1, m_shards.size()), code);
        if (!code)
            std::filesystem::rename(m_folder / kPartialIndex, m_folder / kTraceIndex, code);
        if (code)
            return folderFault(m_folder, code);
        m_complete = true;
        removeOtherShards(m_folder, written);
        return {};
    }

private:
    struct Shard
    {
        std::vector<std::string> tensors;
        std::string sha256;
    };
    std::filesystem::path m_folder;
    Job m_job;
    std::vector<Shard> m_shards;
    std::set<std::string> m_names; ///< of all tensors
    bool m_renamed = false; ///< shards have their own names, which may have been those of an older set
    bool m_complete = false;
};

Result<void> writeTraceShards(const std::filesystem::path& folder, std::span<const Trace> traces,
                              const TraceFileOptions& options, std::uint64_t shardBytes, const Job& job)
{
    ShardsWriter writer(folder, job);
    RETURN_IF_ERROR(writer.begin());
    return withTraceTensors(traces, withRules(options),
                            [&](auto tensors, const auto& metadata) -> Result<void> {
                                for (const auto& shard : shardsOf(tensors, shardBytes))
                                    RETURN_IF_ERROR(writer.write(shard));
                                return writer.finish(metadata);
                            });
}

/// The files of a stream, and the tensors that are not written yet.
class TraceShardStream::Parts
{
public:
    Parts(const std::filesystem::path& folder, const TraceFileOptions& options, std::uint64_t shardBytes,
          const Job& job)
        : m_writer(folder, job)
        , m_options(withRules(options))
        , m_shardBytes(shardBytes)
    { }

    Result<void> begin() { return m_writer.begin(); }

    Result<void> add(std::vector<Trace> traces)
    {
        m_rules.resize(traces.size());
        for (std::size_t i = 0; i < traces.size(); ++i) {
            const TraceChunk& chunk = *traces[i].leaf();
            m_pendingBytes += recordedBytes(chunk.encoder) + recordedBytes(chunk.decoder);
            auto rules = std::make_shared<TraceChunk>();
            rules->parent = m_rules[i];
            rules->encoder = rulesOf(chunk.encoder);
            rules->decoder = rulesOf(chunk.decoder);
            m_rules[i] = std::move(rules);
        }
        m_pending.push_back(std::move(traces));
        return m_pendingBytes < std::min(m_shardBytes, kWaiting) ? Result<void>() : writePending();
    }

    Result<void> finish(const std::vector<Trace>& traces)
    {
        // The rules of all layers are those of the metadata, and what the layers recorded is written.
        std::vector<Trace> rest;
        for (std::size_t i = 0; i < traces.size(); ++i)
            rest.push_back(withRulesOf(traces[i], i < m_rules.size() ? m_rules[i] : nullptr));
        m_tensors.clear();
        return writeFrom(0, [&] {
            return withTraceTensors(rest, m_options, [&](auto tensors, const auto& metadata) -> Result<void> {
                gather(tensors, true);
                const auto done = writeGathered();
                return done ? m_writer.finish(metadata) : done;
            });
        });
    }

private:
    /// Layers that have fewer bytes wait for the next ones: no shard is small, and no memory large.
    static constexpr std::uint64_t kWaiting = std::uint64_t{64} << 20U;

    static Trace withRulesOf(const Trace& trace, const std::shared_ptr<const TraceChunk>& rules)
    {
        std::shared_ptr<const TraceChunk> leaf = trace.leaf();
        std::vector<const TraceChunk*> chain;
        for (const TraceChunk* chunk = rules.get(); chunk != nullptr; chunk = chunk->parent.get())
            chain.push_back(chunk);
        std::ranges::reverse(chain);
        for (const TraceChunk* const chunk : chain) {
            auto next = std::make_shared<TraceChunk>(*chunk);
            next->parent = leaf;
            leaf = std::move(next);
        }
        return {trace.sharedInfo(), leaf, trace.axis(StackKind::kEncoder), trace.axis(StackKind::kDecoder)};
    }

    /// Collects the tensors that are not written yet. Tables wait for the end: a table's number is its place
    /// among those of all layers.
    void gather(std::span<const TensorToWrite> tensors, bool tables)
    {
        for (const TensorToWrite& tensor : tensors) {
            const bool known = m_writer.has(tensor.name)
                || std::ranges::any_of(m_tensors,
                                       [&](const TensorToWrite& other) { return other.name == tensor.name; });
            if (!known && (tables || !tensor.name.starts_with(WrittenRules::kTablePrefix)))
                m_tensors.push_back(tensor);
        }
    }

    Result<void> writeGathered()
    {
        for (const auto& shard : shardsOf(m_tensors, m_shardBytes))
            if (!shard.empty())
                RETURN_IF_ERROR(m_writer.write(shard));
        return {};
    }

    Result<void> writePending()
    {
        m_tensors.clear();
        const auto done = writeFrom(0, [this] { return writeGathered(); });
        m_pending.clear();
        m_pendingBytes = 0;
        return done;
    }

    /// Gathers what waits, and then does the last of it. The numbers of tensors live as long as the call that
    /// gathers them: one call in another for each layer.
    // NOLINTNEXTLINE(misc-no-recursion): a level for each of few layers
    Result<void> writeFrom(std::size_t layer, const std::function<Result<void>()>& last)
    {
        if (layer == m_pending.size())
            return last();
        return withTraceTensors(m_pending[layer], m_options, [&](auto tensors, const auto& /*metadata*/) {
            gather(tensors, false);
            return writeFrom(layer + 1, last);
        });
    }

    ShardsWriter m_writer;
    TraceFileOptions m_options;
    std::uint64_t m_shardBytes;
    std::vector<std::vector<Trace>> m_pending; ///< by layer, a trace of each sentence
    std::uint64_t m_pendingBytes = 0;
    std::vector<TensorToWrite> m_tensors; ///< of the shards that are being written
    std::vector<std::shared_ptr<const TraceChunk>> m_rules; ///< of each sentence, layer by layer
};

TraceShardStream::TraceShardStream(std::unique_ptr<Parts> parts)
    : m_parts(std::move(parts))
{ }
TraceShardStream::TraceShardStream(TraceShardStream&& other) noexcept = default;
TraceShardStream& TraceShardStream::operator=(TraceShardStream&& other) noexcept = default;
TraceShardStream::~TraceShardStream() = default;

Result<TraceShardStream> TraceShardStream::begin(const std::filesystem::path& folder,
                                                 const TraceFileOptions& options, std::uint64_t shardBytes,
                                                 const Job& job)
{
    auto parts = std::make_unique<Parts>(folder, options, shardBytes, job);
    RETURN_IF_ERROR(parts->begin());
    return TraceShardStream(std::move(parts));
}

Result<void> TraceShardStream::add(std::vector<Trace> traces)
{
    return m_parts->add(std::move(traces));
}

Result<void> TraceShardStream::finish(const std::vector<Trace>& traces)
{
    return m_parts->finish(traces);
}

} // namespace headlight
