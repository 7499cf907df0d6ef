#include "core/io/blocks/unpack.h"

#include "core/io/blocks/fields.h"

#include <array>
#include <stdexcept>

namespace headlight {

namespace {

using UnpackOne = void (*)(const std::byte*, float*);

/// In the order of the packed dtypes.
constexpr std::array<UnpackOne, 22> kUnpackers{
    blocks::unpackQ4v0,   blocks::unpackQ4v1,  blocks::unpackQ5v0,   blocks::unpackQ5v1,  blocks::unpackQ8v0,
    blocks::unpackQ2k,    blocks::unpackQ3k,   blocks::unpackQ4k,    blocks::unpackQ5k,   blocks::unpackQ6k,
    blocks::unpackIq1s,   blocks::unpackIq1m,  blocks::unpackIq2xxs, blocks::unpackIq2xs, blocks::unpackIq2s,
    blocks::unpackIq3xxs, blocks::unpackIq3s,  blocks::unpackIq4nl,  blocks::unpackIq4xs, blocks::unpackTq1,
    blocks::unpackTq2,    blocks::unpackMxfp4,
};

UnpackOne unpackerOf(DType dtype)
{
    if (!isPacked(dtype))
        throw std::invalid_argument("a dtype without blocks");
    return kUnpackers.at(static_cast<std::size_t>(dtype) - static_cast<std::size_t>(DType::kQ4v0));
}

} // namespace

void unpackBlocks(DType dtype, const std::byte* from, std::int64_t blocks, float* out)
{
    const UnpackOne unpack = unpackerOf(dtype);
    const auto [values, bytes] = blockShape(dtype);
    for (std::int64_t i = 0; i < blocks; ++i)
        unpack(from + i * bytes, out + i * values);
}

} // namespace headlight
