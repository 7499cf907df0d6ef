#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace headlight {

/// Instruction set levels of 64-bit PC processors ("x86-64 psABI", section 3.1.1).
enum class ProcessorLevel : unsigned char {
    kV2, ///< SSE4.2; also used for every other kind of processor
    kV3, ///< AVX2, fused multiply-add
    kV4, ///< AVX-512
};

/// The level of this machine, as far as the operating system supports it. `limit`, a level's name, lowers it;
/// other texts have no effect.
ProcessorLevel processorLevel(std::string_view limit = {});

/// Whether the processor multiplies tiles of BF16 numbers (Intel AMX) and the system lets this process use
/// their registers, for which it must ask once.
bool enableTiles();

/// A package holds one program per level: bin/headlight, which runs everywhere, and
/// lib/headlight/LEVEL/headlight. Returns the best one for `level`, or `program` itself if there is no other.
std::filesystem::path programForLevel(const std::filesystem::path& program, ProcessorLevel level);

/// The bin/headlight of the package that `program`, any of its programs, belongs to.
std::filesystem::path packageProgram(const std::filesystem::path& program);

/// Bytes of physical memory in this machine.
std::int64_t physicalMemory();

/// Bytes that programs can still allocate without swapping, as estimated by the kernel (MemAvailable); all
/// physical memory if there is no estimate.
std::int64_t availableMemory();

/// Keeps freed memory in the process, for all threads: up to a sixteenth of the machine's, but at least half
/// a gibibyte and at most two. The next pass needs again what the last one freed, and the system would clear
/// every page of it anew. Call it once, at startup, before other threads start.
void keepFreedMemory();

/// Asks for pages of some megabytes for memory that was just allocated: the system clears and maps it faster.
void preferLargePages(void* begin, std::size_t bytes);

} // namespace headlight
