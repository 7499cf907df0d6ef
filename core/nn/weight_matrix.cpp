#include "core/nn/weight_matrix.h"

#include "core/base/workers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

namespace headlight {

namespace {

/// Output rows that are converted from half precision at a time: the F32 copy stays in the cache.
constexpr Index kHalfBlock = 64;
/// Multiply-adds below which a second thread costs more than it brings.
constexpr double kParallelProduct = 2e6;

} // namespace

WeightMatrix::WeightMatrix(Matrix values)
    : m_rows(values.rows())
    , m_columns(values.cols())
{
    auto owner = std::make_shared<const Matrix>(std::move(values));
    m_data = owner->data();
    m_owner = std::move(owner);
}

WeightMatrix::WeightMatrix(DType dtype, const void* data, Index rows, Index columns,
                           std::shared_ptr<const void> owner)
    : m_dtype(dtype)
    , m_data(data)
    , m_rows(rows)
    , m_columns(columns)
    , m_owner(std::move(owner))
{ }

WeightMatrix WeightMatrix::mxfp4(Bytes blocks, Bytes scales, Index rows, Index columns)
{
    WeightMatrix packed(DType::kU8, blocks.data, rows, columns, std::move(blocks.owner));
    packed.m_scales = scales.data;
    packed.m_scalesOwner = std::move(scales.owner);
    return packed;
}

std::size_t WeightMatrix::rowBytes() const
{
    const auto columns = static_cast<std::size_t>(m_columns);
    return m_scales != nullptr ? columns / 2 : columns * byteSize(m_dtype);
}

std::int64_t WeightMatrix::bytes() const
{
    const std::int64_t scales = m_scales != nullptr ? m_rows * m_columns / kMxfp4Group : 0;
    return m_rows * static_cast<std::int64_t>(rowBytes()) + scales;
}

void WeightMatrix::unpack(Index firstRow, Index count, float* out) const
{
    constexpr std::array kNumbers{0.0F,  0.5F,  1.0F,  1.5F,  2.0F,  3.0F,  4.0F,  6.0F,
                                  -0.0F, -0.5F, -1.0F, -1.5F, -2.0F, -3.0F, -4.0F, -6.0F};
    const Index perRow = m_columns / kMxfp4Group;
    const auto* const blocks = static_cast<const std::byte*>(m_data);
    for (Index group = firstRow * perRow; group < (firstRow + count) * perRow; ++group) {
        const float scale = std::ldexp(1.0F, std::to_integer<int>(m_scales[group]) - 127);
        const std::byte* const block = blocks + group * (kMxfp4Group / 2);
        for (Index i = 0; i < kMxfp4Group / 2; ++i) {
            *out++ = scale * kNumbers[std::to_integer<std::size_t>(block[i] & std::byte{15})];
            *out++ = scale * kNumbers[std::to_integer<std::size_t>(block[i] >> 4)];
        }
    }
}

void WeightMatrix::convert(Index firstRow, Index count, float* out) const
{
    if (m_scales != nullptr) {
        unpack(firstRow, count, out);
        return;
    }
    const std::size_t width = byteSize(m_dtype);
    TensorView view;
    view.dtype = m_dtype;
    view.shape = {m_rows, m_columns};
    view.bytes
        = {static_cast<const std::byte*>(m_data), static_cast<std::size_t>(m_rows * m_columns) * width};
    convertToFloat(view, firstRow * m_columns, {out, static_cast<std::size_t>(count * m_columns)});
}

void WeightMatrix::multiplyRows(const MatrixView& x, MatrixSpan y, Index first, Index count) const
{
    using Map = Eigen::Map<const Matrix>;
    if (m_dtype == DType::kF32) {
        const Map weight(static_cast<const float*>(m_data) + first * m_columns, count, m_columns);
        y.middleCols(first, count).noalias() = x * weight.transpose();
        return;
    }
    Matrix block(std::min(kHalfBlock, count), m_columns);
    for (Index done = 0; done < count; done += kHalfBlock) {
        const Index rows = std::min(kHalfBlock, count - done);
        convert(first + done, rows, block.data());
        y.middleCols(first + done, rows).noalias() = x * block.topRows(rows).transpose();
    }
}

void WeightMatrix::multiply(const MatrixView& x, MatrixSpan y, Workers* workers) const
{
    const double work
        = static_cast<double>(x.rows()) * static_cast<double>(m_rows) * static_cast<double>(m_columns);
    const Index parts = workers && work > kParallelProduct ? std::min<Index>(workers->threads(), m_rows) : 1;
    if (parts <= 1) {
        multiplyRows(x, y, 0, m_rows);
        return;
    }
    workers->forEach(static_cast<std::size_t>(parts), [&](std::size_t part) {
        const Index first = static_cast<Index>(part) * m_rows / parts;
        const Index last = (static_cast<Index>(part) + 1) * m_rows / parts;
        multiplyRows(x, y, first, last - first);
    });
}

void WeightMatrix::copyRow(Index row, std::span<float> out) const
{
    convert(row, 1, out.data());
}

Matrix WeightMatrix::toMatrix() const
{
    Matrix values(m_rows, m_columns);
    if (!empty())
        convert(0, m_rows, values.data());
    return values;
}

WeightMatrix WeightMatrix::rowsFrom(Index first, Index count) const
{
    WeightMatrix part = *this;
    part.m_data = static_cast<const std::byte*>(m_data) + static_cast<std::size_t>(first) * rowBytes();
    part.m_rows = count;
    if (m_scales != nullptr)
        part.m_scales = m_scales + first * (m_columns / kMxfp4Group);
    return part;
}

WeightMatrix WeightMatrix::gathered(const std::vector<Index>& rows) const
{
    if (m_scales != nullptr) {
        Matrix picked(static_cast<Index>(rows.size()), m_columns);
        for (std::size_t i = 0; i < rows.size(); ++i)
            convert(rows[i], 1, picked.row(static_cast<Index>(i)).data());
        return WeightMatrix(std::move(picked));
    }
    const std::size_t width = rowBytes();
    auto copy = std::make_shared<std::vector<std::byte>>(rows.size() * width);
    for (std::size_t i = 0; i < rows.size(); ++i)
        std::memcpy(copy->data() + i * width,
                    static_cast<const std::byte*>(m_data) + static_cast<std::size_t>(rows[i]) * width, width);
    const void* data = copy->data();
    return {m_dtype, data, static_cast<Index>(rows.size()), m_columns, std::move(copy)};
}

Matrix Linear::apply(const MatrixView& x, Workers* workers) const
{
    Matrix y(x.rows(), weight.rows());
    weight.multiply(x, y, workers);
    if (bias.size() > 0)
        y.rowwise() += bias;
    return y;
}

} // namespace headlight
