#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace headlight {

/// Copies the elements of a strided window in row-major order. Shape and strides count elements of `size`
/// bytes; the first one is at `offset`. `out` has room for exactly these.
inline void copyStrided(std::span<const std::byte> from, const std::vector<std::int64_t>& shape,
                        const std::vector<std::int64_t>& strides, std::int64_t offset, std::size_t size,
                        std::span<std::byte> out)
{
    std::vector<std::int64_t> index(shape.size(), 0);
    std::int64_t at = offset;
    for (std::size_t written = 0; written < out.size(); written += size) {
        std::memcpy(out.data() + written, from.data() + static_cast<std::size_t>(at) * size, size);
        for (std::size_t i = index.size(); i-- > 0;) { // counts up like an odometer
            at += strides[i];
            if (++index[i] < shape[i])
                break;
            at -= strides[i] * shape[i];
            index[i] = 0;
        }
    }
}

} // namespace headlight
