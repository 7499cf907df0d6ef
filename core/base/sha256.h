#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace headlight {

/// SHA-256 (FIPS 180-4), fed piece by piece. Here it tells files apart; nothing secret depends on it.
class Sha256
{
public:
    void add(std::span<const std::byte> bytes);
    void add(std::string_view text);
    /// 64 hexadecimal digits of all that was added; the object is done with then.
    std::string hex();

private:
    void block(const std::byte* bytes);

    std::array<std::uint32_t, 8> m_state{0x6a09e667U, 0xbb67ae85U, 0x3c6ef372U, 0xa54ff53aU,
                                         0x510e527fU, 0x9b05688cU, 0x1f83d9abU, 0x5be0cd19U};
    std::array<std::byte, 64> m_rest{};
    std::size_t m_restSize = 0;
    std::uint64_t m_total = 0; ///< bytes
};

} // namespace headlight
