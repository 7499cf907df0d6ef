#pragma once
// What every reader's target has in common: the bytes as a file, and the names of the targets.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace headlight::fuzz {

/// One input, read by one reader. Whatever comes out is used as the program would use it.
struct Target
{
    std::string_view name;
    void (*run)(std::string_view bytes);
};

/// A folder in memory that belongs to this process, made once and removed at its end.
const std::filesystem::path& folder();
/// Writes a file there; its path.
std::filesystem::path put(const std::string& name, std::string_view bytes);

std::span<const Target> weightTargets();
std::span<const Target> textTargets();
std::span<const Target> traceTargets();

} // namespace headlight::fuzz
