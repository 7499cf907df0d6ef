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

/// The weights of a model by name. In a model folder: model.safetensors, its shards
/// (model.safetensors.index.json), or pytorch_model.bin in its zip form (also sharded by
/// pytorch_model.bin.index.json) or model.pt, whichever comes first. Everything is memory-mapped: opening
/// reads only headers and copies only tensors that are not contiguous.
class Checkpoint
{
public:
    /// Instead of a folder, `folder` may be the path of one such file, or of a GGUF file, whose own tensor
    /// names are then used. The details of the error list all missing shards, or all tensors that the index
    /// names but no shard contains, except those of which `mayLack` is true. What wrappers of PyTorch put
    /// before the names ("module.", "_orig_mod.") is removed.
    static Result<std::shared_ptr<const Checkpoint>> open(const std::filesystem::path& folder, const Job& job,
                                                          const std::function<bool(std::string_view)>& mayLack
                                                          = {});

    using Tensors = std::map<std::string, TensorView, std::less<>>;
    /// The contents of another container, under the names of a Hugging Face checkpoint.
    struct Given
    {
        std::filesystem::path path;
        Tensors tensors;
        std::uint64_t fileBytes = 0;
        /// The container's own name for a tensor, for messages.
        std::function<std::string(std::string_view)> storedName;
    };
    /// For a GGUF file: all matrices are stored [out × in] and should be kept as stored.
    static std::shared_ptr<const Checkpoint> ofGguf(Given given);

    const Tensors& tensors() const { return m_tensors; }
    /// Whether matrices that Hugging Face's checkpoints store transposed (GPT-2's Conv1D) are so here.
    bool keepsTransposed() const { return !m_isGguf; }
    /// Whether matrices stay as stored in any case: packed and half-precision numbers are used in place, in
    /// the mapped file.
    bool keepsStored() const { return m_isGguf; }
    /// The file's own name for a tensor.
    std::string storedName(std::string_view name) const
    {
        return m_storedName ? m_storedName(name) : std::string(name);
    }
    /// nullptr if there is none of that name.
    const TensorView* find(std::string_view name) const;
    /// Existing tensors in a dtype that this program does not read (F8_E4M3, U32, …): name → dtype. Opening
    /// does not fail for them; check here before reporting a missing tensor.
    const std::map<std::string, std::string, std::less<>>& unsupportedTensors() const
    {
        return m_unsupported;
    }
    /// The file in which a person would fix a fault: the index, or the single file.
    const std::filesystem::path& path() const { return m_path; }
    /// Total size of the weight files in bytes.
    std::uint64_t fileBytes() const { return m_fileBytes; }

private:
    Result<void> addFile(const std::filesystem::path& file);
    Result<void> addShards(const std::filesystem::path& index, const Job& job,
                           const std::function<bool(std::string_view)>& mayLack);
    void removeWrappers();

    Tensors m_tensors;
    std::map<std::string, std::string, std::less<>> m_unsupported;
    std::filesystem::path m_path;
    std::function<std::string(std::string_view)> m_storedName;
    bool m_isGguf = false;
    std::uint64_t m_fileBytes = 0;
};

/// The file in a folder that Checkpoint::open would read first, without opening it: model.safetensors, its
/// index, pytorch_model.bin, its index or model.pt. kFileNotFound says what the folder contains instead.
Result<std::filesystem::path> locateWeights(const std::filesystem::path& folder);

} // namespace headlight
