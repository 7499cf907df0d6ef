#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace headlight {

/// A folder in the system's temporary folder, for the models that benches make; it goes with the object.
class BenchFolder
{
public:
    BenchFolder() = default;
    ~BenchFolder();
    BenchFolder(const BenchFolder&) = delete;
    BenchFolder& operator=(const BenchFolder&) = delete;
    BenchFolder(BenchFolder&&) = delete;
    BenchFolder& operator=(BenchFolder&&) = delete;

    /// Makes the folder, empty. Once per object.
    Result<std::filesystem::path> make();

private:
    std::filesystem::path m_path;
};

} // namespace headlight
