#include "core/base/machine.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <system_error>

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#include <cpuid.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace headlight {

namespace {

constexpr std::array<std::string_view, 3> kLevelNames{"x86-64-v2", "x86-64-v3", "x86-64-v4"};

#ifdef __x86_64__

/// Whether the processor has F16C, MOVBE and LZCNT, for which compilers have no names (Intel's manual, volume
/// 2, CPUID).
bool hasSmallInstructions()
{
    constexpr unsigned kMovbe = 1U << 22U, kF16c = 1U << 29U, kLzcnt = 1U << 5U;
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & kMovbe) == 0 || (c & kF16c) == 0)
        return false;
    return __get_cpuid(0x80000001U, &a, &b, &c, &d) != 0 && (c & kLzcnt) != 0;
}

// The compiler's function also checks that the operating system saves the wide registers.
ProcessorLevel machineLevel()
{
    __builtin_cpu_init();
    const bool three = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0
        && __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0
        && hasSmallInstructions();
    const bool four = three && __builtin_cpu_supports("avx512f") != 0
        && __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512cd") != 0
        && __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
    return four ? ProcessorLevel::kV4 : three ? ProcessorLevel::kV3 : ProcessorLevel::kV2;
}

#else

ProcessorLevel machineLevel()
{
    return ProcessorLevel::kV2;
}

#endif

} // namespace

ProcessorLevel processorLevel(std::string_view limit)
{
    const auto* const named = std::ranges::find(kLevelNames, limit);
    const ProcessorLevel machine = machineLevel();
    return named == kLevelNames.end()
        ? machine
        : std::min(machine, static_cast<ProcessorLevel>(named - kLevelNames.begin()));
}

bool enableTiles()
{
#if defined(__x86_64__) && defined(__linux__)
    constexpr unsigned kLeaf = 7, kBf16 = 1U << 22U, kTile = 1U << 24U; // Intel's manual, volume 2, CPUID
    constexpr long kAskForState = 0x1023, kTileData = 18; // ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA
    unsigned a = 0, b = 0, c = 0, d = 0;
    const bool has = __get_cpuid_count(kLeaf, 0, &a, &b, &c, &d) != 0 && (d & kBf16) != 0 && (d & kTile) != 0;
    return has && syscall(SYS_arch_prctl, kAskForState, kTileData) == 0;
#else
    return false;
#endif
}

std::filesystem::path programForLevel(const std::filesystem::path& program, ProcessorLevel level)
{
    const std::filesystem::path others = program.parent_path().parent_path() / "lib" / "headlight";
    for (auto number = static_cast<std::size_t>(level); number > 0; --number) {
        const std::filesystem::path better = others / kLevelNames.at(number) / program.filename();
        std::error_code ignored;
        if (std::filesystem::is_regular_file(better, ignored))
            return better;
    }
    return program;
}

std::filesystem::path packageProgram(const std::filesystem::path& program)
{
    const std::filesystem::path folder = program.parent_path();
    const bool level = std::ranges::find(kLevelNames, folder.filename().string()) != kLevelNames.end();
    if (!level || folder.parent_path().filename() != "headlight")
        return program;
    return folder.parent_path().parent_path().parent_path() / "bin" / program.filename();
}

std::int64_t physicalMemory()
{
    return std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGE_SIZE);
}

std::int64_t availableMemory()
{
    std::ifstream file("/proc/meminfo");
    std::string name;
    std::int64_t kibibytes = 0;
    std::string unit;
    while (file >> name >> kibibytes) {
        if (name == "MemAvailable:")
            return kibibytes * 1024;
        std::getline(file, unit);
    }
    return physicalMemory();
}

void keepFreedMemory()
{
#if defined(__GLIBC__)
    constexpr std::int64_t kLeast = std::int64_t{512} << 20, kMost = std::numeric_limits<int>::max();
    constexpr int kShare = 16; // of the memory
    constexpr int kOwnMapping = 32 << 20; // larger blocks are mapped from the system and returned to it
    mallopt(M_TRIM_THRESHOLD, static_cast<int>(std::clamp(physicalMemory() / kShare, kLeast, kMost)));
    mallopt(M_MMAP_THRESHOLD, kOwnMapping);
    mallopt(M_ARENA_MAX, 1); // each thread's own arena would return and clear the pages of every matrix anew
#endif
}

void preferLargePages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes)
{
#if defined(__linux__)
    constexpr std::size_t kLarge = std::size_t{2} << 20U;
    std::size_t room = bytes;
    if (std::align(kLarge, kLarge, begin, room) != nullptr)
        madvise(begin, room / kLarge * kLarge, MADV_HUGEPAGE); // a wish: without it, the pages stay small
#endif
}

} // namespace headlight
