#pragma once

#include "core/base/result.h"

#include <chrono>
#include <ctime>
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

[[nodiscard]] inline double millisecondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// What this thread has computed so far.
[[nodiscard]] inline double threadMilliseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

} // namespace headlight
