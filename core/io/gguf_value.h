#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Types of metadata, numbered as in the file.
enum class GgufType : std::uint32_t {
    kU8,
    kI8,
    kU16,
    kI16,
    kU32,
    kI32,
    kF32,
    kBool,
    kString,
    kArray,
    kU64,
    kI64,
    kF64,
};

/// A metadata value of a GGUF file, single or a list, in the mapped file. Lives as long as the file's
/// mapping.
struct GgufValue
{
    GgufType type = GgufType::kU32; ///< type of each element
    bool isList = false;
    std::uint64_t count = 1;
    std::span<const std::byte> bytes; ///< all elements; bounds are already checked

    /// An integer of any width; empty if it is not an integer or does not fit.
    std::optional<std::int64_t> integer(std::uint64_t index = 0) const;
    /// Any number.
    std::optional<double> real(std::uint64_t index = 0) const;
    std::optional<bool> flag(std::uint64_t index = 0) const;
    /// A single string.
    std::optional<std::string_view> text() const;
    /// The strings of a list; empty if it is not a list of strings.
    std::optional<std::vector<std::string_view>> texts() const;
    /// For messages: "12", "\"llama\"", "a list of 32000 strings".
    std::string inWords() const;
};

/// Bytes per element; 0 for strings and lists, and for numbers that are not types.
std::size_t bytesOf(GgufType type);

} // namespace headlight
