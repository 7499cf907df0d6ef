#include "core/nn/row_dot.h"

#include "core/io/blocks/unpack.h"
#include "core/nn/row_dot_levels.h"

#include <algorithm>
#include <array>
#include <utility>

namespace headlight {

namespace {

/// Converts a row block by block; each block stays in the L1 cache while its products are summed.
template <DType kType>
float portableDot(const std::byte* row, const float* x, Index columns)
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

template <DType kType>
void portableDots(const DotRows& rows, const DotInput& x, Index columns, float* y)
{
    for (std::size_t row = 0; row < rows.size(); ++row)
        y[row] = portableDot<kType>(rows[row], x.numbers, columns);
}

/// Null for dtypes whose rows are not kept as they are stored.
template <DType kType>
constexpr RowDots portableOf()
{
    if constexpr (kType == DType::kF16 || kType == DType::kBF16 || kType >= DType::kQ4v0)
        return portableDots<kType>;
    else
        return nullptr;
}

template <std::size_t... kTypes>
RowDots portableOf(DType dtype, std::index_sequence<kTypes...>)
{
    static constexpr std::array kDots{portableOf<static_cast<DType>(kTypes)>()...};
    return kDots.at(static_cast<std::size_t>(dtype));
}

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

RowDots rowDotsOf(DType dtype, ProcessorLevel level)
{
    if (level >= ProcessorLevel::kV4)
        if (const RowDots dots = avx512DotsOf(dtype))
            return dots;
    if (level >= ProcessorLevel::kV3)
        if (const RowDots dots = avx2DotsOf(dtype))
            return dots;
    return portableOf(dtype, std::make_index_sequence<static_cast<std::size_t>(DType::kMxfp4) + 1>());
}

RowDots rowDotsOf(DType dtype)
{
    static const ProcessorLevel kLevel = processorLevel();
    return rowDotsOf(dtype, kLevel);
}

} // namespace headlight
