#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/tensor.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace headlight {

/// The weights of a model folder by name: model.safetensors, its shards
/// (model.safetensors.index.json), or pytorch_model.bin in its zip form (also sharded by
/// pytorch_model.bin.index.json). Everything is memory-mapped: opening reads headers only.
class Checkpoint
{
public:
    static Result<std::shared_ptr<const Checkpoint>> open(const std::filesystem::path& folder,
                                                          const Job& job);

    const std::map<std::string, TensorView, std::less<>>& tensors() const { return m_tensors; }
    /// nullptr where there is none of that name.
    const TensorView* find(std::string_view name) const;
    /// The file a person would look at to mend a fault: the index, or the single file.
    const std::filesystem::path& path() const { return m_path; }

private:
    std::map<std::string, TensorView, std::less<>> m_tensors;
    std::filesystem::path m_path;
};

} // namespace headlight
