#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace headlight {

/// Reads little-endian numbers and runs of bytes from front to back. A read past the end returns nothing and
/// does not move.
class ByteReader
{
public:
    explicit ByteReader(std::span<const std::byte> bytes, std::size_t position = 0)
        : m_bytes(bytes)
        , m_position(position <= bytes.size() ? position : bytes.size())
    { }

    std::size_t position() const { return m_position; }
    std::size_t left() const { return m_bytes.size() - m_position; }

    template <typename T>
    std::optional<T> number()
    {
        static_assert(std::is_integral_v<T>);
        if (sizeof(T) > left())
            return std::nullopt;
        T value = 0;
        std::memcpy(&value, m_bytes.data() + m_position, sizeof(T));
        m_position += sizeof(T);
        return value;
    }

    std::optional<std::span<const std::byte>> bytes(std::uint64_t count)
    {
        if (count > left())
            return std::nullopt;
        const auto found = m_bytes.subspan(m_position, static_cast<std::size_t>(count));
        m_position += static_cast<std::size_t>(count);
        return found;
    }

    std::optional<std::string_view> text(std::uint64_t count)
    {
        const auto found = bytes(count);
        if (!found)
            return std::nullopt;
        return std::string_view(reinterpret_cast<const char*>(found->data()), found->size());
    }

    /// Reads up to the next line feed, which is skipped; empty if there is none within `limit` bytes.
    std::optional<std::string_view> line(std::size_t limit)
    {
        const std::size_t range = left() < limit ? left() : limit;
        for (std::size_t i = 0; i < range; ++i) {
            if (m_bytes[m_position + i] == std::byte{'\n'}) {
                const auto found = text(i);
                ++m_position;
                return found;
            }
        }
        return std::nullopt;
    }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_position;
};

} // namespace headlight
