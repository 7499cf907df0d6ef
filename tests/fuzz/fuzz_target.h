#pragma once
// Shared by all fuzz targets: the input bytes as a file, and the list of targets.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace headlight::fuzz {

/// A target feeds one input to one reader, and uses the result as the program would.
struct Target
{
    std::string_view name;
    void (*run)(std::string_view bytes);
};

/// This process's folder in memory, created once and removed at the end.
const std::filesystem::path& folder();
/// Writes a file there and returns its path.
std::filesystem::path put(const std::string& name, std::string_view bytes);

std::span<const Target> weightTargets();
std::span<const Target> textTargets();
std::span<const Target> traceTargets();
std::span<const Target> validTargets();

} // namespace headlight::fuzz
