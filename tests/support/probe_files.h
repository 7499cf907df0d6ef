#pragma once

#include "core/io/safetensors.h"
#include "core/parity/probe.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace headlight::test {

inline std::filesystem::path builtInFolder(const std::string& name)
{
    return std::filesystem::path(kSourceRoot) / "resources/models" / name;
}

/// Makes a model folder whose files are links to those of another, without its probe.
inline void linkModel(const std::filesystem::path& from, const std::filesystem::path& to)
{
    std::filesystem::create_directories(to);
    for (const auto& entry : std::filesystem::directory_iterator(from))
        if (entry.is_regular_file() && entry.path().filename() != kProbeFile)
            std::filesystem::create_symlink(entry.path(), to / entry.path().filename());
}

/// A probe that can be edited and written back.
struct ProbeDraft
{
    struct Part
    {
        DType dtype = DType::kF32;
        std::vector<std::int64_t> shape;
        std::vector<std::byte> bytes;
    };
    std::map<std::string, Part> parts;
    std::map<std::string, std::string> metadata;

    explicit ProbeDraft(const std::filesystem::path& file)
    {
        const SafetensorsFile read = SafetensorsFile::open(file).value();
        for (const auto& [name, tensor] : read.tensors())
            parts[name] = {tensor.dtype, tensor.shape, {tensor.bytes.begin(), tensor.bytes.end()}};
        metadata.insert(read.metadata().begin(), read.metadata().end());
    }

    float number(const std::string& name, std::size_t place) const
    {
        float value = 0.0F;
        std::memcpy(&value, parts.at(name).bytes.data() + place * sizeof value, sizeof value);
        return value;
    }
    void setNumber(const std::string& name, std::size_t place, float value)
    {
        std::memcpy(parts.at(name).bytes.data() + place * sizeof value, &value, sizeof value);
    }
    void setId(const std::string& name, std::size_t place, std::int64_t id)
    {
        std::memcpy(parts.at(name).bytes.data() + place * sizeof id, &id, sizeof id);
    }

    void write(const std::filesystem::path& file) const
    {
        std::vector<TensorToWrite> tensors;
        for (const auto& [name, part] : parts)
            tensors.push_back({name, part.dtype, part.shape, part.dtype, {part.bytes}});
        writeSafetensors(file, tensors, metadata).value();
    }
};

} // namespace headlight::test
