#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/tensor.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace headlight {

/// The weights of a model by name. Of a model folder: model.safetensors, its shards
/// (model.safetensors.index.json), or pytorch_model.bin in its zip form (also sharded by
/// pytorch_model.bin.index.json), the first of these that is there. Everything is memory-mapped:
/// opening reads only headers and copies only tensors that are not contiguous.
class Checkpoint
{
public:
    /// Also takes the path of one such file, or of a GGUF file, whose names then stand as they are, instead
    /// of a folder. The details of the error list all missing shards, or all tensors that the index names and
    /// no shard has.
    static Result<std::shared_ptr<const Checkpoint>> open(const std::filesystem::path& folder,
                                                          const Job& job);

    using Tensors = std::map<std::string, TensorView, std::less<>>;
    /// What another container holds, under the names that a Hugging Face checkpoint has.
    struct Given
    {
        std::filesystem::path path;
        Tensors tensors;
        std::uint64_t fileBytes = 0;
        /// The container's own name of a tensor, for messages.
        std::function<std::string(std::string_view)> storedName;
    };
    /// Of a GGUF file: all matrices are stored [out × in], and are to be held as they are stored.
    static std::shared_ptr<const Checkpoint> ofGguf(Given given);

    const Tensors& tensors() const { return m_tensors; }
    /// Whether matrices that Hugging Face checkpoints of a family hold transposed (GPT-2's Conv1D) are so
    /// here.
    bool keepsTransposed() const { return !m_isGguf; }
    /// Whether half precision is kept whatever fits: packed and half numbers are used where they are mapped.
    bool keepsStored() const { return m_isGguf; }
    /// What the file itself calls a tensor.
    std::string storedName(std::string_view name) const
    {
        return m_storedName ? m_storedName(name) : std::string(name);
    }
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

    Tensors m_tensors;
    std::map<std::string, std::string, std::less<>> m_unsupported;
    std::filesystem::path m_path;
    std::function<std::string(std::string_view)> m_storedName;
    bool m_isGguf = false;
    std::uint64_t m_fileBytes = 0;
};

} // namespace headlight
