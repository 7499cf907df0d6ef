#include "core/io/blocks/unpack.h"

#include "core/io/blocks/kinds.h"

#include <stdexcept>

namespace headlight {

namespace {

using UnpackOne = void (*)(const std::byte*, float*);

UnpackOne unpackerOf(DType dtype)
{
    switch (dtype) {
    case DType::kQ4v0:
        return blocks::unpackQ4v0;
    case DType::kQ4v1:
        return blocks::unpackQ4v1;
    case DType::kQ5v0:
        return blocks::unpackQ5v0;
    case DType::kQ5v1:
        return blocks::unpackQ5v1;
    case DType::kQ8v0:
        return blocks::unpackQ8v0;
    case DType::kQ2k:
        return blocks::unpackQ2k;
    case DType::kQ3k:
        return blocks::unpackQ3k;
    case DType::kQ4k:
        return blocks::unpackQ4k;
    case DType::kQ5k:
        return blocks::unpackQ5k;
    case DType::kQ6k:
        return blocks::unpackQ6k;
    case DType::kIq1s:
        return blocks::unpackIq1s;
    case DType::kIq1m:
        return blocks::unpackIq1m;
    case DType::kIq2xxs:
        return blocks::unpackIq2xxs;
    case DType::kIq2xs:
        return blocks::unpackIq2xs;
    case DType::kIq2s:
        return blocks::unpackIq2s;
    case DType::kIq3xxs:
        return blocks::unpackIq3xxs;
    case DType::kIq3s:
        return blocks::unpackIq3s;
    case DType::kIq4nl:
        return blocks::unpackIq4nl;
    case DType::kIq4xs:
        return blocks::unpackIq4xs;
    case DType::kTq1:
        return blocks::unpackTq1;
    case DType::kTq2:
        return blocks::unpackTq2;
    case DType::kMxfp4:
        return blocks::unpackMxfp4;
    default:
        throw std::invalid_argument("a dtype without blocks");
    }
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
