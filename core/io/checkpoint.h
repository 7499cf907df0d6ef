#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/tensor.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace headlight {

/// The weights of a model folder by name: model.safetensors, its shards
/// (model.safetensors.index.json), or pytorch_model.bin in its zip form (also sharded by
/// pytorch_model.bin.index.json), the first of these that is there. Everything is memory-mapped:
/// opening reads only headers and copies only tensors that are not contiguous.
class Checkpoint
{
public:
    /// Also takes the path of one such file instead of a folder. The details of the error list all missing
    /// shards, or all tensors that the index names and no shard has.
    static Result<std::shared_ptr<const Checkpoint>> open(const std::filesystem::path& folder,
                                                          const Job& job);

    const std::map<std::string, TensorView, std::less<>>& tensors() const { return m_tensors; }
    /// nullptr where there is none of that name.
    const TensorView* find(std::string_view name) const;
    /// Tensors that are there in a dtype this program does not read (F8_E4M3, U32, …): name → dtype.
    /// Opening does not fail for them; an error about a missing tensor should look here first.
    const std::map<std::string, std::string, std::less<>>& unsupportedTensors() const
    {
        return m_unsupported;
    }
    /// The file a person would look at to mend a fault: the index, or the single file.
    const std::filesystem::path& path() const { return m_path; }
    /// Sizes of the weight files together, in bytes.
    std::uint64_t fileBytes() const { return m_fileBytes; }

private:
    Result<void> addFile(const std::filesystem::path& file);
    Result<void> addShards(const std::filesystem::path& index, const Job& job);

    std::map<std::string, TensorView, std::less<>> m_tensors;
    std::map<std::string, std::string, std::less<>> m_unsupported;
    std::filesystem::path m_path;
    std::uint64_t m_fileBytes = 0;
};

} // namespace headlight
