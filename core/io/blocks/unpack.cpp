#include "core/io/blocks/unpack.h"

#include "core/io/blocks/fields.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

namespace headlight {

namespace {

/// Fetches `bytes` bytes to the L2 cache.
void fetch(const std::byte* from, std::ptrdiff_t bytes)
{
    constexpr std::ptrdiff_t kLine = 64;
    for (std::ptrdiff_t line = 0; line < bytes; line += kLine)
        __builtin_prefetch(from + line, 0, 2);
}

using UnpackAll = void (*)(const std::byte* from, std::int64_t blocks, BlockShape shape, float* out,
                           std::ptrdiff_t ahead);

template <void (*kUnpack)(const std::byte*, float*)>
void unpackAll(const std::byte* from, std::int64_t blocks, BlockShape shape, float* out, std::ptrdiff_t ahead)
{
    for (; blocks > 0; --blocks, from += shape.bytes, out += shape.values) {
        if (ahead != 0)
            fetch(from + ahead, shape.bytes);
        kUnpack(from, out);
    }
}

/// In the order of the packed dtypes.
constexpr std::array<UnpackAll, 22> kUnpackers{
    unpackAll<blocks::unpackQ4v0>,   unpackAll<blocks::unpackQ4v1>,  unpackAll<blocks::unpackQ5v0>,
    unpackAll<blocks::unpackQ5v1>,   unpackAll<blocks::unpackQ8v0>,  unpackAll<blocks::unpackQ2k>,
    unpackAll<blocks::unpackQ3k>,    unpackAll<blocks::unpackQ4k>,   unpackAll<blocks::unpackQ5k>,
    unpackAll<blocks::unpackQ6k>,    unpackAll<blocks::unpackIq1s>,  unpackAll<blocks::unpackIq1m>,
    unpackAll<blocks::unpackIq2xxs>, unpackAll<blocks::unpackIq2xs>, unpackAll<blocks::unpackIq2s>,
    unpackAll<blocks::unpackIq3xxs>, unpackAll<blocks::unpackIq3s>,  unpackAll<blocks::unpackIq4nl>,
    unpackAll<blocks::unpackIq4xs>,  unpackAll<blocks::unpackTq1>,   unpackAll<blocks::unpackTq2>,
    unpackAll<blocks::unpackMxfp4>,
};

/// Numbers in F16 or BF16 that are converted at a time.
constexpr std::int64_t kTogether = 256;

} // namespace

void unpackBlocks(DType dtype, const std::byte* from, std::int64_t blocks, float* out, std::ptrdiff_t ahead)
{
    const BlockShape shape = blockShape(dtype);
    if (isPacked(dtype)) {
        const auto at = static_cast<std::size_t>(dtype) - static_cast<std::size_t>(DType::kQ4v0);
        return kUnpackers.at(at)(from, blocks, shape, out, ahead);
    }
    if (dtype == DType::kF32) {
        std::memcpy(out, from, static_cast<std::size_t>(blocks) * sizeof(float));
        return;
    }
    if (dtype != DType::kF16 && dtype != DType::kBF16)
        throw std::invalid_argument("a dtype without blocks");
    for (std::int64_t done = 0; done < blocks; done += kTogether) {
        const std::byte* const numbers = from + done * shape.bytes;
        if (ahead != 0)
            fetch(numbers + ahead, kTogether * shape.bytes);
        const auto count = static_cast<std::size_t>(std::min(kTogether, blocks - done));
        (dtype == DType::kF16 ? halvesToFloats : bfloatsToFloats)(numbers, {out + done, count});
    }
}

} // namespace headlight
