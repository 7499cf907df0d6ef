#pragma once

#include <filesystem>
#include <string_view>

namespace headlight {

/// Levels of 64-bit PC processors, by what their instructions can do ("x86-64 psABI", section 3.1.1).
enum class ProcessorLevel : unsigned char {
    kV2, ///< SSE4.2; also every other kind of processor
    kV3, ///< AVX2, fused multiply-add
    kV4, ///< AVX-512
};

/// "x86-64-v3"
std::string_view levelName(ProcessorLevel level);

/// The level of this machine, as far as the operating system supports it. `limit` (a name as above; anything
/// else is no limit) lowers it.
ProcessorLevel processorLevel(std::string_view limit = {});

/// A package has one program for every level: bin/headlight, which runs everywhere, and
/// lib/headlight/LEVEL/headlight. Returns the best one for the level; `program` itself if there is none.
std::filesystem::path programForLevel(const std::filesystem::path& program, ProcessorLevel level);

/// bin/headlight of the package that `program` belongs to, whichever of its programs that is.
std::filesystem::path packageProgram(const std::filesystem::path& program);

} // namespace headlight
