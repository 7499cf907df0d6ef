#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace headlight {

/// A subfolder of the system's temporary folder for models that benchmarks write; removed with the object.
class BenchFolder
{
public:
    BenchFolder() = default;
    ~BenchFolder();
    BenchFolder(const BenchFolder&) = delete;
    BenchFolder& operator=(const BenchFolder&) = delete;
    BenchFolder(BenchFolder&&) = delete;
    BenchFolder& operator=(BenchFolder&&) = delete;

    /// Creates the folder, empty. Call it once per object.
    Result<std::filesystem::path> make();

private:
    std::filesystem::path m_path;
};

} // namespace headlight
