#include "core/base/sha256.h"

#include <algorithm>
#include <bit>

namespace headlight {

namespace {

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (§4.2.2).
constexpr std::array<std::uint32_t, 64> kRound{
    0x428a2f98U, 0x71374491U, 0xb5c0fbcfU, 0xe9b5dba5U, 0x3956c25bU, 0x59f111f1U, 0x923f82a4U, 0xab1c5ed5U,
    0xd807aa98U, 0x12835b01U, 0x243185beU, 0x550c7dc3U, 0x72be5d74U, 0x80deb1feU, 0x9bdc06a7U, 0xc19bf174U,
    0xe49b69c1U, 0xefbe4786U, 0x0fc19dc6U, 0x240ca1ccU, 0x2de92c6fU, 0x4a7484aaU, 0x5cb0a9dcU, 0x76f988daU,
    0x983e5152U, 0xa831c66dU, 0xb00327c8U, 0xbf597fc7U, 0xc6e00bf3U, 0xd5a79147U, 0x06ca6351U, 0x14292967U,
    0x27b70a85U, 0x2e1b2138U, 0x4d2c6dfcU, 0x53380d13U, 0x650a7354U, 0x766a0abbU, 0x81c2c92eU, 0x92722c85U,
    0xa2bfe8a1U, 0xa81a664bU, 0xc24b8b70U, 0xc76c51a3U, 0xd192e819U, 0xd6990624U, 0xf40e3585U, 0x106aa070U,
    0x19a4c116U, 0x1e376c08U, 0x2748774cU, 0x34b0bcb5U, 0x391c0cb3U, 0x4ed8aa4aU, 0x5b9cca4fU, 0x682e6ff3U,
    0x748f82eeU, 0x78a5636fU, 0x84c87814U, 0x8cc70208U, 0x90befffaU, 0xa4506cebU, 0xbef9a3f7U, 0xc67178f2U};

std::uint32_t bigEndian(const std::byte* at)
{
    std::uint32_t word = 0;
    for (int i = 0; i < 4; ++i)
        word = word << 8U | std::to_integer<std::uint32_t>(at[i]);
    return word;
}

} // namespace

void Sha256::block(const std::byte* bytes)
{
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i)
        w[i] = bigEndian(bytes + 4 * i);
    for (std::size_t i = 16; i < 64; ++i) {
        const std::uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3U) + w[i - 7]
            + (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10U);
    }
    std::array<std::uint32_t, 8> s = m_state; // a … h of the standard
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        const std::uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        const std::uint32_t first = s[7] + (std::rotr(s[4], 6) ^ std::rotr(s[4], 11) ^ std::rotr(s[4], 25))
            + choice + kRound[i] + w[i];
        const std::uint32_t second
            = (std::rotr(s[0], 2) ^ std::rotr(s[0], 13) ^ std::rotr(s[0], 22)) + majority;
        std::rotate(s.begin(), s.end() - 1, s.end());
        s[4] += first;
        s[0] = first + second;
    }
    for (std::size_t i = 0; i < s.size(); ++i)
        m_state[i] += s[i];
}

void Sha256::add(std::span<const std::byte> bytes)
{
    m_total += bytes.size();
    while (!bytes.empty()) {
        const std::size_t taken = std::min(bytes.size(), m_rest.size() - m_restSize);
        std::copy_n(bytes.begin(), taken, m_rest.begin() + static_cast<std::ptrdiff_t>(m_restSize));
        m_restSize += taken;
        bytes = bytes.subspan(taken);
        if (m_restSize == m_rest.size()) {
            block(m_rest.data());
            m_restSize = 0;
        }
    }
}

void Sha256::add(std::string_view text)
{
    add(std::as_bytes(std::span(text.data(), text.size())));
}

std::string Sha256::hex()
{
    const std::uint64_t bits = m_total * 8;
    const std::byte one{0x80}, zero{0};
    add(std::span(&one, 1));
    while (m_restSize != 56)
        add(std::span(&zero, 1));
    std::array<std::byte, 8> length{};
    for (std::size_t i = 0; i < 8; ++i)
        length[i] = static_cast<std::byte>(bits >> (56 - 8 * i));
    add(length);
    std::string text;
    for (const std::uint32_t word : m_state) {
        for (unsigned shift = 32; shift > 0; shift -= 4)
            text += "0123456789abcdef"[word >> (shift - 4) & 0xFU];
    }
    return text;
}

} // namespace headlight
