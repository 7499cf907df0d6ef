#include "core/io/checkpoint.h"

#include "core/io/excerpt.h"
#include "core/io/gguf.h"
#include "core/io/json_fields.h"
#include "core/io/json_file.h"
#include "core/io/mapped_file.h"
#include "core/io/safetensors.h"
#include "core/io/torch_file.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace headlight {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// File names of weights, in order of preference.
constexpr std::array<std::string_view, 5> kWeightFiles
    = {"model.safetensors", "model.safetensors.index.json", "pytorch_model.bin",
       "pytorch_model.bin.index.json", "model.pt"};
constexpr std::size_t kMaxDetails = 20;

Error noWeights(const fs::path& folder)
{
    std::string others;
    for (const char* name :
         {"tf_model.h5", "flax_model.msgpack", "adapter_model.safetensors", "model.onnx"}) {
        if (isListed(folder / name))
            others += concat(others.empty() ? "" : ", ", name);
    }
    std::string message = "found no weights, expected model.safetensors or pytorch_model.bin, whole or in "
                          "shards with an index";
    if (!others.empty())
        message += " (there is " + others + ", which is not read)";
    return {ErrorCode::kFileNotFound, std::move(message), folder.string()};
}

/// Whether this is the short text that `git clone` leaves in place of a file if Git LFS is not installed.
bool isLfsPointer(const fs::path& path)
{
    constexpr std::string_view kBegin = "version https://git-lfs.github.com/spec/";
    if (!fs::is_regular_file(statusOf(path)))
        return false; // opening a pipe would wait for its writer
    std::array<char, kBegin.size()> begin = {};
    std::ifstream file(path, std::ios::binary);
    file.read(begin.data(), begin.size());
    return file && std::string_view(begin.data(), begin.size()) == kBegin;
}

/// Adds one line per fault; beyond kMaxDetails only "and more".
void addDetail(Error& error, std::string detail)
{
    if (error.details.size() < kMaxDetails)
        error.details.push_back(std::move(detail));
    else if (error.details.size() == kMaxDetails)
        error.details.emplace_back("and more");
}

/// Shard → the tensors it should contain.
using WeightMap = std::map<std::string, std::vector<std::string>>;

Result<WeightMap> readWeightMap(const fs::path& index)
{
    JsonLimits limits{.bytes = std::size_t{64} << 20U, .values = 2'000'000};
    ASSIGN_OR_RETURN(const auto root, readJsonFile(index, limits));
    const json* entries = findField(root, "weight_map");
    if (entries == nullptr || !entries->is_object() || entries->empty())
        return badFile(index.string(), "weight_map",
                       foundExpected(entries, "an object with the file of each tensor"));
    WeightMap map;
    for (const auto& [tensor, shard] : entries->items()) {
        if (!shard.is_string() || !isPlainName(shard.get_ref<const std::string&>()))
            return badFile(index.string(), "weight_map." + excerpt(tensor),
                           foundExpected(&shard, "the name of a file in the same folder"));
        map[shard.get<std::string>()].push_back(tensor);
    }
    return map;
}

/// torch.compile, FSDP and activation checkpointing add these to any part of a name.
constexpr std::array<std::string_view, 3> kInnerWrappers{"_orig_mod.", "_fsdp_wrapped_module.",
                                                         "_checkpoint_wrapped_module."};
/// DistributedDataParallel, DeepSpeed and PEFT's merged models put these before all names.
constexpr std::array<std::string_view, 3> kOuterWrappers{"module.", "_forward_module.", "base_model.model."};

std::string withoutInnerWrappers(std::string name)
{
    for (const std::string_view wrapper : kInnerWrappers)
        for (std::size_t at = name.find(wrapper); at != std::string::npos; at = name.find(wrapper, at)) {
            if (at == 0 || name[at - 1] == '.')
                name.erase(at, wrapper.size());
            else
                at += wrapper.size();
        }
    return name;
}

Result<void> checkShardsExist(const fs::path& index, const WeightMap& shards)
{
    Error missing{ErrorCode::kFileNotFound, {}, index.string(), "weight_map"};
    std::size_t count = 0;
    for (const auto& [shard, tensors] : shards) {
        if (!fs::exists(statusOf(index.parent_path() / shard))) {
            ++count;
            addDetail(missing, excerpt(shard));
        }
    }
    if (count == 0)
        return {};
    missing.message = concat(count, " of its ", shards.size(), " weight files are missing from the folder");
    return missing;
}

} // namespace

Result<fs::path> locateWeights(const fs::path& folder)
{
    const fs::file_status status = statusOf(folder);
    if (!fs::exists(status))
        return Error{ErrorCode::kFileNotFound, "no such folder", folder.string()};
    if (!fs::is_directory(status))
        return folder;
    for (const std::string_view name : kWeightFiles) {
        if (isListed(folder / name))
            return folder / name;
    }
    return noWeights(folder);
}

Result<std::shared_ptr<const Checkpoint>> Checkpoint::open(
    const fs::path& folder, const Job& job, const std::function<bool(std::string_view)>& mayLack)
{
    ASSIGN_OR_RETURN(auto path, locateWeights(folder));
    const auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->m_path = path;
    RETURN_IF_ERROR(path.extension() == ".json" ? checkpoint->addShards(path, job, mayLack)
                                                : checkpoint->addFile(path));
    checkpoint->removeWrappers();
    return std::shared_ptr<const Checkpoint>(checkpoint);
}

std::shared_ptr<const Checkpoint> Checkpoint::ofGguf(Given given)
{
    const auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->m_tensors = std::move(given.tensors);
    checkpoint->m_path = std::move(given.path);
    checkpoint->m_fileBytes = given.fileBytes;
    checkpoint->m_storedName = std::move(given.storedName);
    checkpoint->m_isGguf = true;
    return checkpoint;
}

const TensorView* Checkpoint::find(std::string_view name) const
{
    const auto at = m_tensors.find(name);
    return at == m_tensors.end() ? nullptr : &at->second;
}

Result<void> Checkpoint::addFile(const fs::path& file)
{
    const bool isTorch
        = file.extension() == ".bin" || file.extension() == ".pt" || file.extension() == ".pth";
    if (isLfsPointer(file))
        return badFile(file.string(), {},
                       "found a Git LFS pointer, expected the file itself. Download it with git lfs pull");
    if (GgufFile::isGguf(file)) {
        ASSIGN_OR_RETURN(auto opened, GgufFile::open(file));
        m_tensors = opened.tensors();
        m_fileBytes = opened.fileBytes();
        m_isGguf = true;
        return {};
    }
    if (isTorch) {
        ASSIGN_OR_RETURN(auto tensors, readTorchFile(file));
        m_tensors.merge(tensors);
    } else {
        ASSIGN_OR_RETURN(auto opened, SafetensorsFile::open(file));
        m_tensors.insert(opened.tensors().begin(), opened.tensors().end());
        m_unsupported.insert(opened.unsupportedTensors().begin(), opened.unsupportedTensors().end());
    }
    std::error_code ignored;
    m_fileBytes += fs::file_size(file, ignored);
    return {};
}

void Checkpoint::removeWrappers()
{
    std::map<std::string, std::string> names; // without wrappers → stored
    for (const auto& [name, tensor] : m_tensors)
        names.emplace(withoutInnerWrappers(name), name);
    for (const auto& [name, dtype] : m_unsupported)
        names.emplace(withoutInnerWrappers(name), name);
    const bool adapter = std::ranges::any_of(
        names, [](const auto& each) { return each.first.find("lora_") != std::string::npos; });
    for (std::size_t outer = 0; outer < kOuterWrappers.size() && !names.empty() && !adapter;) {
        const std::string_view wrapper = kOuterWrappers[outer++];
        if (!std::ranges::all_of(names, [&](const auto& each) { return each.first.starts_with(wrapper); }))
            continue;
        std::map<std::string, std::string> inner;
        for (const auto& [name, stored] : names)
            inner.emplace(name.substr(wrapper.size()), stored);
        names = std::move(inner);
        outer = 0; // they may be wrapped again
    }
    if (names.size() != m_tensors.size() + m_unsupported.size()
        || std::ranges::all_of(names, [](const auto& each) { return each.first == each.second; }))
        return;
    Tensors tensors;
    std::map<std::string, std::string, std::less<>> unsupported;
    for (const auto& [name, stored] : names) {
        if (const auto found = m_tensors.find(stored); found != m_tensors.end())
            tensors.emplace(name, found->second).first->second.name = name;
        else
            unsupported.emplace(name, m_unsupported.at(stored));
    }
    m_tensors = std::move(tensors);
    m_unsupported = std::move(unsupported);
    m_storedName = [names](std::string_view name) {
        const auto found = names.find(std::string(name));
        return found == names.end() ? std::string(name) : found->second;
    };
}

Result<void> Checkpoint::addShards(const fs::path& index, const Job& job,
                                   const std::function<bool(std::string_view)>& mayLack)
{
    ASSIGN_OR_RETURN(const auto shards, readWeightMap(index));
    RETURN_IF_ERROR(checkShardsExist(index, shards));
    Error unkept{ErrorCode::kMissingTensor, {}, index.string(), "weight_map"};
    std::size_t count = 0;
    std::int64_t done = 0;
    for (const auto& [shard, promised] : shards) {
        if (job.stopped())
            return Error{ErrorCode::kCancelled, "opening the weights was cancelled", index.string()};
        job.report({"opening weights", done++, static_cast<std::int64_t>(shards.size())});
        Checkpoint one;
        RETURN_IF_ERROR(one.addFile(index.parent_path() / shard));
        for (const std::string& tensor : promised) {
            if (const TensorView* found = one.find(tensor)) {
                m_tensors.insert_or_assign(tensor, *found);
            } else if (!one.m_unsupported.contains(tensor) && !(mayLack && mayLack(tensor))) {
                ++count;
                addDetail(unkept, excerpt(tensor) + " is not in " + excerpt(shard));
            }
        }
        m_fileBytes += one.m_fileBytes;
        m_tensors.merge(one.m_tensors); // tensors that the index does not mention
        m_unsupported.merge(one.m_unsupported);
    }
    unkept.message = concat(count, " tensors are not in the files that the index names");
    return count == 0 ? Result<void>() : Result<void>(unkept);
}

} // namespace headlight
