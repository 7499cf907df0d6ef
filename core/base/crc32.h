#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace headlight {

/// CRC-32 of ISO 3309, as zip archives store it.
std::uint32_t crc32(std::span<const std::byte> bytes);

} // namespace headlight
