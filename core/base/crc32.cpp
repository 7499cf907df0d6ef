#include "core/base/crc32.h"

#include <array>

namespace headlight {

namespace {

constexpr std::size_t kCrcSlices = 16;
using CrcTables = std::array<std::array<std::uint32_t, 256>, kCrcSlices>;

/// Table k has the remainder of each byte followed by k zero bytes, so that 16 bytes are looked up at once
/// instead of waiting for each other.
constexpr CrcTables crcTables()
{
    CrcTables tables{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit)
            value = (value & 1U) != 0 ? (value >> 1U) ^ 0xEDB88320U : value >> 1U;
        tables[0][i] = value;
    }
    for (std::size_t k = 1; k < kCrcSlices; ++k)
        for (std::size_t i = 0; i < 256; ++i) {
            const std::uint32_t before = tables[k - 1][i];
            tables[k][i] = (before >> 8U) ^ tables[0][before & 0xFFU];
        }
    return tables;
}

} // namespace

std::uint32_t crc32(std::span<const std::byte> bytes)
{
    static constexpr CrcTables kTables = crcTables();
    std::uint32_t sum = 0xFFFFFFFFU;
    for (; bytes.size() >= kCrcSlices; bytes = bytes.subspan(kCrcSlices)) {
        std::uint32_t next = 0;
        for (std::size_t i = 0; i < kCrcSlices; ++i) {
            const auto carried = i < sizeof sum ? (sum >> (8U * static_cast<unsigned>(i))) & 0xFFU : 0U;
            next ^= kTables[kCrcSlices - 1 - i][std::to_integer<std::uint32_t>(bytes[i]) ^ carried];
        }
        sum = next;
    }
    for (const std::byte byte : bytes)
        sum = (sum >> 8U) ^ kTables[0][(sum ^ std::to_integer<std::uint32_t>(byte)) & 0xFFU];
    return ~sum;
}

} // namespace headlight
