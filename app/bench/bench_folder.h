#pragma once

#include "core/base/result.h"
#include "core/model/model.h"

#include <chrono>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <memory>
#include <vector>

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

/// Bytes of weights read to decode one token, each counted once; 0 for models that read only some of them (a
/// mixture of experts).
std::int64_t bytesPerToken(const Model& model);

/// A plain sum over more numbers than most caches hold, by all cores together: the minimum cost of reading.
class PlainRead
{
public:
    PlainRead();
    void run();
    double bytes() const { return static_cast<double>(m_numbers.size() * sizeof(std::uint64_t)); }
    /// Sum of the last run; using it keeps the compiler from removing the reads.
    std::uint64_t sum() const;

private:
    std::vector<std::uint64_t> m_numbers;
    std::vector<std::uint64_t> m_sums; ///< one per core
};

} // namespace headlight
