#include "core/tracefile/shards.h"

#include "core/base/sha256.h"
#include "core/base/stopped.h"
#include "core/base/text_list.h"
#include "core/io/excerpt.h"
#include "core/io/json_file.h"
#include "core/io/mapped_file.h"
#include "core/io/safetensors.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

namespace headlight {

namespace {

using nlohmann::json;

constexpr std::size_t kMaxShards = 100'000;
constexpr std::size_t kShardsNamed = 20;

/// Heads first … last of a tensor shared by several writers.
struct SharedPart
{
    std::int64_t first = 0, last = 0;
    TensorView tensor;
};

/// "NAME@4-7" → NAME, 4, 7.
std::optional<std::pair<std::string, SharedPart>> sharedName(const std::string& name)
{
    const std::size_t at = name.rfind('@');
    if (at == std::string::npos || name.find('-', at) == std::string::npos)
        return std::nullopt;
    const auto heads = parseRange<std::int64_t>(std::string_view(name).substr(at + 1));
    if (!heads)
        return std::nullopt;
    return std::pair{name.substr(0, at), SharedPart{heads->first, heads->second, {}}};
}

class ShardsReader
{
public:
    ShardsReader(std::filesystem::path folder, const Job& job)
        : m_folder(std::move(folder))
        , m_index(m_folder / kTraceIndex)
        , m_job(job)
    { }

    Result<TraceTensors> read()
    {
        RETURN_IF_ERROR(readIndex());
        m_result.path = m_index;
        RETURN_IF_ERROR(readMetadata());
        RETURN_IF_ERROR(openFiles());
        RETURN_IF_ERROR(joinShared());
        return std::move(m_result);
    }

    Result<void> verify()
    {
        RETURN_IF_ERROR(readIndex());
        const json* const sums = findField(m_tree, "sha256");
        if (sums == nullptr || !sums->is_object() || sums->empty())
            return fault("sha256", "not found, expected a checksum for each file");
        std::int64_t done = 0;
        for (const std::string& name : m_files) {
            if (m_job.stopped())
                return stoppedError(m_index.string());
            m_job.report({"checking " + name, done++, static_cast<std::int64_t>(m_files.size())});
            const auto expected = textMember(*sums, name);
            if (!expected)
                return fault("sha256", "found none for ", excerpt(name));
            ASSIGN_OR_RETURN(const auto file, MappedFile::open(m_folder / name));
            Sha256 sum;
            sum.add(file.bytes());
            if (const std::string found = sum.hex(); found != *expected)
                return badFile((m_folder / name).string(), "sha256", "found ", found, ", expected ",
                               excerpt(*expected));
        }
        return {};
    }

private:
    Error fault(const std::string& field, const auto&... message) const
    {
        return badFile(m_index.string(), field, message...);
    }

    Result<void> readIndex()
    {
        if (!std::filesystem::exists(statusOf(m_index)))
            return Error{ErrorCode::kFileNotFound,
                         "not found. It is written last: the recording is still running or was interrupted",
                         m_index.string()};
        ASSIGN_OR_RETURN(m_tree, readJsonFile(m_index));
        const json* const map = findField(m_tree, "weight_map");
        if (map == nullptr || !map->is_object() || map->empty())
            return fault("weight_map", "not found, expected an object of tensor names and files");
        for (const auto& [tensor, file] : map->items()) {
            const std::string name = file.is_string() ? file.get<std::string>() : std::string();
            // A plain name: the set is in one folder, and nothing outside it is read.
            if (name.empty() || name == ".." || name.find_first_of("/\\") != std::string::npos)
                return fault("weight_map." + excerpt(tensor), "found ", describeJson(file),
                             ", expected the name of a file in the folder");
            m_files.insert(name);
            m_places.emplace(tensor, name);
        }
        if (m_files.size() > kMaxShards)
            return fault("weight_map", "found ", m_files.size(), " files, which are too many");
        return {};
    }

    Result<void> readMetadata()
    {
        const json* const metadata = findField(m_tree, "metadata");
        if (metadata == nullptr)
            return {};
        if (!metadata->is_object())
            return fault("metadata", "found ", describeJson(*metadata), ", expected an object");
        for (const auto& [name, value] : metadata->items())
            m_result.metadata[name] = value.is_string() ? value.get<std::string>() : toText(value);
        return {};
    }

    Result<void> openFiles()
    {
        std::vector<std::string> missing;
        for (const std::string& name : m_files) {
            if (!std::filesystem::exists(statusOf(m_folder / name)))
                missing.push_back(name);
        }
        if (!missing.empty())
            return incomplete("files", std::move(missing));
        for (const std::string& name : m_files) {
            if (m_job.stopped())
                return stoppedError(m_index.string());
            ASSIGN_OR_RETURN(const auto file, SafetensorsFile::open(m_folder / name));
            for (const auto& [tensor, view] : file.tensors()) {
                const auto place = m_places.find(tensor);
                if (place == m_places.end() || place->second != name)
                    continue;
                m_places.erase(place);
                if (auto shared = sharedName(tensor)) {
                    shared->second.tensor = view;
                    m_shared[shared->first].push_back(std::move(shared->second));
                } else
                    m_result.tensors.emplace(tensor, view);
            }
        }
        for (const auto& [tensor, file] : m_places)
            missing.push_back(std::string(tensor).append(" in ").append(file));
        return missing.empty() ? Result<void>() : incomplete("tensors", std::move(missing));
    }

    Error incomplete(const std::string& what, std::vector<std::string> missing) const
    {
        Error error = fault("weight_map", "found ", missing.size(), " ", what, " missing, expected all");
        for (std::string& name : missing)
            name = excerpt(name);
        if (missing.size() > kShardsNamed)
            missing.resize(kShardsNamed);
        error.details = std::move(missing);
        return error;
    }

    Result<void> joinShared()
    {
        for (auto& [name, parts] : m_shared) {
            std::ranges::sort(parts, {}, &SharedPart::first);
            ASSIGN_OR_RETURN(auto joined, join(name, parts));
            if (!m_result.tensors.emplace(name, std::move(joined)).second)
                return fault(excerpt(name), "found it whole and in parts, expected one of the two");
        }
        return {};
    }

    Result<TensorView> join(const std::string& name, const std::vector<SharedPart>& parts) const
    {
        const TensorView& first = parts.front().tensor;
        std::int64_t heads = 0;
        std::size_t bytes = 0;
        for (const SharedPart& part : parts) {
            if (part.first != heads)
                return fault(excerpt(name), "found heads from ", part.first, " on, expected from ", heads,
                             " on");
            std::vector<std::int64_t> expected = first.shape;
            if (!expected.empty())
                expected.front() = part.last - part.first + 1;
            if (part.tensor.shape != expected || expected.empty() || part.tensor.dtype != first.dtype)
                return fault(excerpt(part.tensor.name), "found ", dtypeName(part.tensor.dtype), " ",
                             part.tensor.shapeText(), ", expected ", dtypeName(first.dtype), " ",
                             shapeText(expected));
            heads = part.last + 1;
            bytes += part.tensor.bytes.size();
        }
        const auto all = std::make_shared<std::vector<std::byte>>();
        all->reserve(bytes);
        for (const SharedPart& part : parts)
            all->insert(all->end(), part.tensor.bytes.begin(), part.tensor.bytes.end());
        TensorView joined{name, first.dtype, first.shape, *all, all};
        joined.shape.front() = heads;
        return joined;
    }

    std::filesystem::path m_folder, m_index;
    const Job& m_job;
    json m_tree;
    std::set<std::string> m_files;
    std::map<std::string, std::string, std::less<>> m_places; ///< tensors still to be found, and their files
    std::map<std::string, std::vector<SharedPart>> m_shared;
    TraceTensors m_result;
};

} // namespace

Result<TraceTensors> readTraceShards(const std::filesystem::path& folder, const Job& job)
{
    return ShardsReader(folder, job).read();
}

Result<void> verifyTraceShards(const std::filesystem::path& folder, const Job& job)
{
    return ShardsReader(folder, job).verify();
}

} // namespace headlight
