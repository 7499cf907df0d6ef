#include "core/nn/weight_matrix.h"

#include "core/base/workers.h"

#include <algorithm>
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

std::int64_t WeightMatrix::bytes() const
{
    return static_cast<std::int64_t>(m_rows * m_columns) * static_cast<std::int64_t>(byteSize(m_dtype));
}

void WeightMatrix::convert(Index firstRow, Index count, float* out) const
{
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
    if (!isHalf()) {
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
    const auto offset = static_cast<std::size_t>(first * m_columns) * byteSize(m_dtype);
    return {m_dtype, static_cast<const std::byte*>(m_data) + offset, count, m_columns, m_owner};
}

WeightMatrix WeightMatrix::gathered(const std::vector<Index>& rows) const
{
    const std::size_t width = static_cast<std::size_t>(m_columns) * byteSize(m_dtype);
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
