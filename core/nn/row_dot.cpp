#include "core/nn/row_dot.h"

#include "core/io/blocks/unpack.h"
#include "core/nn/row_dot_levels.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <array>

namespace headlight {

namespace {

/// Converts a row block by block; each block stays in the L1 cache while its products are summed.
template <DType kType>
float portableDot(const std::byte* row, const float* x, const float* /*sums*/, Index columns)
{
    using Numbers = Eigen::Map<const Eigen::VectorXf>;
    std::array<float, kLargestBlock> numbers{};
    const BlockShape block = blockShape(kType);
    // Plain numbers and small blocks are converted several at a time.
    const auto together = static_cast<Index>(kLargestBlock);
    float sum = 0.0F;
    TensorView view;
    view.dtype = kType;
    for (Index done = 0; done < columns; done += together) {
        const Index count = std::min(together, columns - done);
        const auto bytes = static_cast<std::size_t>(count / block.values * block.bytes);
        if constexpr (kType == DType::kF16 || kType == DType::kBF16) {
            view.bytes = {row, bytes};
            convertToFloat(view, 0, {numbers.data(), static_cast<std::size_t>(count)});
        } else {
            unpackBlocks(kType, row, count / block.values, numbers.data());
        }
        row += bytes;
        sum += Numbers(numbers.data(), count).dot(Numbers(x + done, count));
    }
    return sum;
}

RowDot portableOf(DType dtype)
{
    switch (dtype) {
    case DType::kF16:
        return portableDot<DType::kF16>;
    case DType::kBF16:
        return portableDot<DType::kBF16>;
    case DType::kQ4v0:
        return portableDot<DType::kQ4v0>;
    case DType::kQ4v1:
        return portableDot<DType::kQ4v1>;
    case DType::kQ5v0:
        return portableDot<DType::kQ5v0>;
    case DType::kQ5v1:
        return portableDot<DType::kQ5v1>;
    case DType::kQ8v0:
        return portableDot<DType::kQ8v0>;
    case DType::kQ2k:
        return portableDot<DType::kQ2k>;
    case DType::kQ3k:
        return portableDot<DType::kQ3k>;
    case DType::kQ4k:
        return portableDot<DType::kQ4k>;
    case DType::kQ5k:
        return portableDot<DType::kQ5k>;
    case DType::kQ6k:
        return portableDot<DType::kQ6k>;
    case DType::kIq1s:
        return portableDot<DType::kIq1s>;
    case DType::kIq1m:
        return portableDot<DType::kIq1m>;
    case DType::kIq2xxs:
        return portableDot<DType::kIq2xxs>;
    case DType::kIq2xs:
        return portableDot<DType::kIq2xs>;
    case DType::kIq2s:
        return portableDot<DType::kIq2s>;
    case DType::kIq3xxs:
        return portableDot<DType::kIq3xxs>;
    case DType::kIq3s:
        return portableDot<DType::kIq3s>;
    case DType::kIq4nl:
        return portableDot<DType::kIq4nl>;
    case DType::kIq4xs:
        return portableDot<DType::kIq4xs>;
    case DType::kTq1:
        return portableDot<DType::kTq1>;
    case DType::kTq2:
        return portableDot<DType::kTq2>;
    case DType::kMxfp4:
        return portableDot<DType::kMxfp4>;
    default:
        return nullptr;
    }
}

#if defined(__x86_64__)
/// Checks for F16C, which clang 14 cannot query by name.
bool convertsHalves()
{
    unsigned int eax = 0, ebx = 0, ecx = 0, edx = 0;
    return __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_F16C) != 0;
}
#endif

} // namespace

Matrix groupSums(const MatrixView& x)
{
    const Index groups = x.cols() / kSumGroup;
    Matrix sums(x.rows(), std::max<Index>(groups, 1));
    for (Index row = 0; row < x.rows(); ++row)
        for (Index group = 0; group < groups; ++group)
            sums(row, group) = x.row(row).segment(group * kSumGroup, kSumGroup).sum();
    return sums;
}

DotLevel dotLevel()
{
    // Checks that the processor has the instructions and that the system saves the wider registers.
    static const DotLevel kLevel = [] {
#if defined(__x86_64__)
        __builtin_cpu_init();
        const bool avx2
            = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 && convertsHalves();
        const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") != 0
            && __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0
            && __builtin_cpu_supports("avx512dq") != 0;
        if (avx512)
            return DotLevel::kAvx512;
        if (avx2)
            return DotLevel::kAvx2;
#endif
        return DotLevel::kPortable;
    }();
    return kLevel;
}

RowDot rowDotOf(DType dtype, DotLevel level)
{
    if (level >= DotLevel::kAvx512)
        if (const RowDot dot = avx512DotOf(dtype))
            return dot;
    if (level >= DotLevel::kAvx2)
        if (const RowDot dot = avx2DotOf(dtype))
            return dot;
    return portableOf(dtype);
}

RowDot rowDotOf(DType dtype)
{
    return rowDotOf(dtype, dotLevel());
}

} // namespace headlight
