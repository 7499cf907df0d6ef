#include "core/nn/weight_matrix.h"

#include "core/base/machine.h"
#include "core/base/workers.h"
#include "core/io/blocks/unpack.h"
#include "core/math/matrix_product.h"
#include "core/math/product_kernels.h"
#include "core/math/tile_product.h"
#include "core/nn/coded_rows.h"
#include "core/nn/rounded_rows.h"
#include "core/nn/row_dot.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <utility>

namespace headlight {

namespace {

/// Numbers that a thread takes at a time, in whole rows: for few rows of x more, because those that begin are
/// not prefetched.
constexpr Index kPartNumbers = 3 * (Index{1} << 17), kFewNumbers = Index{1} << 19;
/// Rows are shared out in multiples of this, so that the kernels' tiles fit, and whole groups of panels.
constexpr Index kRowUnit = 48, kTiledUnit = 128;
/// Numbers of W that multiplyBack() converts at a time: they stay in the cache.
constexpr Index kPanelNumbers = Index{1} << 17;
/// Rows of x up to which their parts (6 bytes a number) are kept: of more, attention takes most of the time.
constexpr Index kMostTiled = 8192;
/// Up to this many rows of x, a dot product with each stored row is cheaper than converting that row.
constexpr Index kFewRows = 4;
/// Bytes that are fetched so far ahead while rows are converted one after another.
constexpr Index kBytesAhead = 4096;
/// Rows of W that multiplyBack() reads at a time, from all columns of a thread.
constexpr Index kBackRows = 384;
/// Strips for rounded rows are kept if they take less than this part of the available memory.
constexpr std::int64_t kStripsShare = 8;
/// Multiply-adds below which a second thread does not pay.
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

WeightMatrix WeightMatrix::stored(DType dtype, const std::byte* data, Index rows, Index columns,
                                  std::shared_ptr<const void> owner, RowOrder order)
{
    WeightMatrix matrix(dtype, data, rows, columns, std::move(owner));
    matrix.m_order = std::move(order);
    return matrix;
}

struct WeightMatrix::KeptStrips
{
    std::once_flag once;
    std::optional<CodedStrips> strips;
};

WeightMatrix WeightMatrix::roundingInputs() const
{
    WeightMatrix other = *this;
    other.m_roundsInputs = true;
    other.m_strips = std::make_shared<KeptStrips>();
    return other;
}

const CodedStrips* WeightMatrix::strips(const Workers* workers) const
{
    std::call_once(m_strips->once, [&] {
        if (CodedStrips::bytes(m_dtype, m_rows, m_columns) < availableMemory() / kStripsShare)
            m_strips->strips.emplace(
                m_dtype, m_rows, m_columns, [this](Index row) { return rowAt(row); }, workers);
    });
    return m_strips->strips ? &*m_strips->strips : nullptr;
}

WeightMatrix WeightMatrix::with(std::shared_ptr<const LowRank> addition) const
{
    WeightMatrix other = *this;
    other.m_addition = std::move(addition);
    other.m_additionBegin = 0;
    return other;
}

void WeightMatrix::addProduct(const Matrix& reduced, MatrixSpan y, Index first, Index count) const
{
    y.middleCols(first, count).noalias()
        += productTransposed(reduced, m_addition->up.middleRows(m_additionBegin + first, count));
}

std::string_view WeightMatrix::typeName() const
{
    return m_scales != nullptr ? dtypeName(DType::kMxfp4) : dtypeName(m_dtype);
}

std::size_t WeightMatrix::rowBytes() const
{
    if (m_scales != nullptr)
        return static_cast<std::size_t>(m_columns) / 2;
    const BlockShape block = blockShape(m_dtype);
    return static_cast<std::size_t>(m_columns / block.values * block.bytes);
}

const std::byte* WeightMatrix::rowAt(Index row) const
{
    return static_cast<const std::byte*>(m_data) + static_cast<std::size_t>(storedRow(row)) * rowBytes();
}

std::int64_t WeightMatrix::bytes() const
{
    const std::int64_t scales = m_scales != nullptr ? m_rows * m_columns / kMxfp4Group : 0;
    return m_rows * static_cast<std::int64_t>(rowBytes()) + scales;
}

void WeightMatrix::convertPart(Index row, Index first, Index count, float* out, Index ahead) const
{
    if (m_scales != nullptr) {
        const Index group = (row * m_columns + first) / kMxfp4Group;
        return unpackMxfp4(static_cast<const std::byte*>(m_data) + group * (kMxfp4Group / 2),
                           {m_scales + group, static_cast<std::size_t>(count / kMxfp4Group)}, out);
    }
    const BlockShape block = blockShape(m_dtype);
    unpackBlocks(m_dtype, rowAt(row) + first / block.values * block.bytes, count / block.values, out, ahead);
}

void WeightMatrix::convert(Index firstRow, Index count, float* out) const
{
    for (Index row = 0; row < count; ++row)
        convertPart(firstRow + row, 0, m_columns, out + row * m_columns, kBytesAhead);
}

/// How x is multiplied, and what has been prepared for that; Eigen's product is used without any.
struct WeightMatrix::OrderedRows
{
    std::optional<RoundedRows> rounded;
    const CodedStrips* strips = nullptr; ///< for `rounded`; null = each is made when it is needed
    bool inDots = false; ///< with each stored row
    Matrix sums; ///< groupSums(), for dot products with numbers that are not rounded
    bool few = false;
    std::optional<PackedRows> packed;
    std::optional<TiledRows> tiled;
    std::optional<CodedProduct> coded;
};

WeightMatrix::OrderedRows WeightMatrix::orderedRows(const MatrixView& x, std::optional<RoundedRows> rounded,
                                                    const Workers* workers) const
{
    OrderedRows ordered;
    const ProductKernels* const kernels = productKernels();
    if (rounded) {
        ordered.rounded = std::move(rounded);
        ordered.inDots = x.rows() == 1;
        ordered.strips = ordered.inDots ? nullptr : strips(workers);
    } else if (m_dtype != DType::kF32 && m_scales == nullptr && x.rows() <= kFewRows) {
        ordered.inDots = true;
        ordered.sums = groupSums(x);
    } else if (m_scales == nullptr && m_columns > 0 && x.rows() <= kMostTiled && multipliesCodes(m_dtype))
        ordered.coded.emplace(x, codingOf(m_dtype)->bias > 0 ? Matrix() : groupSums(x), workers);
    else if (kernels != nullptr && x.rows() >= kLeastFew && x.rows() <= kMostFew)
        ordered.few = true;
    else if (x.rows() >= kLeastTiled && x.rows() <= kMostTiled && m_columns > 0 && TiledRows::available())
        ordered.tiled.emplace(x, workers);
    else if (x.rows() > 1 && kernels != nullptr)
        ordered.packed.emplace(x, *kernels, workers);
    return ordered;
}

struct WeightMatrix::PartOfRows
{
    const WeightMatrix& matrix;
    Index first;

    /// For the kernels, whose rows begin at `first`.
    RowsOfW rows(Index count) const
    {
        if (matrix.m_dtype == DType::kF32)
            return {{static_cast<const float*>(matrix.m_data) + first * matrix.m_columns, count,
                     matrix.m_columns}};
        const auto read = [](const void* from, Index row, Index begin, Index numbers, float* out) {
            const auto& [whole, firstRow] = *static_cast<const PartOfRows*>(from);
            const auto ahead = kMostStreams * static_cast<Index>(whole.rowBytes());
            whole.convertPart(firstRow + row, begin, numbers, out, ahead);
        };
        return {{nullptr, count, 0}, read, this};
    }
};

void WeightMatrix::multiplyRows(const MatrixView& x, const OrderedRows& ordered, MatrixSpan y, Index first,
                                Index count) const
{
    MatrixSpan part = y.middleCols(first, count);
    const PartOfRows rows{*this, first};
    if (ordered.few)
        return productKernels()->few.at(static_cast<std::size_t>(x.rows() - kLeastFew))(
            {{x.data(), x.rows(), x.outerStride()},
             rows.rows(count),
             m_columns,
             part.data(),
             part.outerStride()});
    if (ordered.packed)
        return ordered.packed->multiply(rows.rows(count), part.data(), part.outerStride());
    if (ordered.coded) {
        const CodedRows coded = codedRows(m_dtype, count, [&](Index row) { return rowAt(first + row); });
        if (ordered.coded->multiply(coded, part.data(), part.outerStride()))
            return;
    }
    RowsOfFloats numbers = rows.rows(count).stored;
    Matrix converted;
    if (m_dtype != DType::kF32) {
        converted.resize(count, m_columns);
        convert(first, count, converted.data());
        numbers = {converted.data(), count, m_columns};
    }
    if (ordered.tiled)
        ordered.tiled->multiply(numbers, part.data(), part.outerStride());
    else
        multiplyTransposed(x, Eigen::Map<const Matrix>(numbers.data, count, m_columns), part);
}

void WeightMatrix::multiplyDots(const MatrixView& x, const OrderedRows& ordered, MatrixSpan y, Index first,
                                Index count) const
{
    const Index apart = (count + kDotRows - 1) / kDotRows; // from each of kDotRows rows to the next one
    const auto* const stored = static_cast<const std::byte*>(m_data);
    const auto bytes = static_cast<Index>(rowBytes());
    const RowDots dots = rowDotsOf(m_dtype);
    DotRows rows{};
    std::array<float, kDotRows> products{};
    for (Index done = first; done < first + apart; ++done) {
        for (Index row = done; const std::byte*& each : rows) {
            each = stored + storedRow(std::min(row, first + count - 1)) * bytes;
            row += apart;
        }
        for (Index i = 0; i < x.rows(); ++i) {
            if (ordered.rounded)
                ordered.rounded->dots(m_dtype, rows, products.data());
            else
                dots(rows, {x.row(i).data(), ordered.sums.row(i).data()}, m_columns, products.data());
            const float* from = products.data();
            for (Index row = done; row < first + count; row += apart)
                y(i, row) = *from++;
        }
    }
}

void WeightMatrix::multiplyRounded(const RoundedRows& x, const CodedStrips* strips, MatrixSpan y, Index first,
                                   Index count) const
{
    if (strips != nullptr)
        return x.multiply(*strips, first, count, y.data() + first, y.outerStride());
    for (Index done = first; done < first + count; done += kRoundedStrip) {
        const Index rows = std::min(kRoundedStrip, first + count - done);
        const CodedStrips strip(
            m_dtype, rows, m_columns, [&](Index row) { return rowAt(done + row); }, nullptr);
        x.multiply(strip, 0, rows, y.data() + done, y.outerStride());
    }
}

void WeightMatrix::multiply(const MatrixView& x, MatrixSpan y, Workers* workers,
                            const ColumnsDone& done) const
{
    const double work = static_cast<double>(x.rows()) * static_cast<double>(m_rows * m_columns);
    const Workers* const helpers = work > kParallelProduct ? workers : nullptr;
    std::optional<RoundedRows> rounded;
    if (m_roundsInputs) {
        rounded.emplace(x, helpers);
        if (m_addition || !RoundedRows::multiplies(m_dtype, x.rows())) {
            WeightMatrix exact = *this;
            exact.m_roundsInputs = false;
            return exact.multiply(rounded->numbers(), y, workers, done);
        }
    }
    const Matrix reduced
        = m_addition ? Matrix(productTransposed(x, m_addition->down) * m_addition->scale) : Matrix();
    const OrderedRows ordered = orderedRows(x, std::move(rounded), helpers);
    // As many parts for each thread, in multiples of a unit.
    const bool onTiles = ordered.tiled || ordered.coded;
    const Index unit = onTiles ? kTiledUnit : kRowUnit;
    const Index units = (m_rows + unit - 1) / unit;
    const Index threads = helpers != nullptr ? helpers->threads() : 1;
    const Index panel = ordered.inDots || ordered.few ? kFewNumbers : kPartNumbers;
    const Index panels = (m_rows * m_columns + panel - 1) / panel;
    const Index parts = std::min((panels + threads - 1) / threads * threads, units);
    const auto one = [&](std::size_t part) {
        const Index first = static_cast<Index>(part) * units / parts * unit;
        const Index end = std::min((static_cast<Index>(part) + 1) * units / parts * unit, m_rows);
        if (ordered.inDots)
            multiplyDots(x, ordered, y, first, end - first);
        else if (ordered.rounded)
            multiplyRounded(*ordered.rounded, ordered.strips, y, first, end - first);
        else
            multiplyRows(x, ordered, y, first, end - first);
        if (m_addition)
            addProduct(reduced, y, first, end - first);
        if (done)
            done(y.middleCols(first, end - first), first);
    };
    inParts(helpers, parts, one);
}

void WeightMatrix::addBackPanels(const MatrixView& dy, MatrixSpan dx, Index first, Index count) const
{
    const Index most = std::clamp<Index>(kPanelNumbers / std::max<Index>(m_columns, 1), 16, 256);
    Matrix panel(std::min(most, count), m_columns);
    for (Index done = 0; done < count; done += most) {
        const Index rows = std::min(most, count - done);
        convert(first + done, rows, panel.data());
        multiplyAndAdd(dy.middleCols(first + done, rows), panel.topRows(rows), dx);
    }
}

void WeightMatrix::multiplyBack(const MatrixView& dy, MatrixSpan dx, Workers* workers) const
{
    const double work = static_cast<double>(dy.rows()) * static_cast<double>(m_rows * m_columns);
    const bool parallel = workers && work > kParallelProduct;
    if (m_dtype == DType::kF32) { // each thread has some columns
        const Eigen::Map<const Matrix> numbers(static_cast<const float*>(m_data), m_rows, m_columns);
        const Index parts = parallel ? std::min<Index>(workers->threads(), m_columns) : 1;
        const auto some = [&](std::size_t part) {
            const Index first = static_cast<Index>(part) * m_columns / parts;
            const Index count = (static_cast<Index>(part) + 1) * m_columns / parts - first;
            dx.middleCols(first, count).setZero();
            for (Index row = 0; row < m_rows; row += kBackRows) {
                const Index rows = std::min(kBackRows, m_rows - row);
                multiplyAndAdd(dy.middleCols(row, rows), numbers.block(row, first, rows, count),
                               dx.middleCols(first, count));
            }
        };
        inParts(parallel ? workers : nullptr, parts, some);
    } else { // each part has some rows; their number does not depend on the machine, so neither does the sum
        constexpr Index kParts = 4;
        std::vector<Matrix> sums(parallel ? kParts : 1, Matrix::Zero(dx.rows(), dx.cols()));
        const auto parts = static_cast<Index>(sums.size());
        const auto some = [&](std::size_t part) {
            const Index first = static_cast<Index>(part) * m_rows / parts;
            addBackPanels(dy, sums[part], first, (static_cast<Index>(part) + 1) * m_rows / parts - first);
        };
        inParts(parallel ? workers : nullptr, parts, some);
        dx = sums.front();
        for (std::size_t part = 1; part < sums.size(); ++part)
            dx += sums[part];
    }
    if (m_addition) {
        const Matrix reduced
            = product(dy, m_addition->up.middleRows(m_additionBegin, m_rows)) * m_addition->scale;
        multiplyAndAdd(reduced, m_addition->down, dx);
    }
}

void WeightMatrix::copyRow(Index row, std::span<float> out) const
{
    convert(row, 1, out.data());
    if (m_addition)
        Eigen::Map<RowVector>(out.data(), m_columns)
            += product(m_addition->scale * m_addition->up.row(m_additionBegin + row), m_addition->down);
}

Matrix WeightMatrix::toMatrix() const
{
    Matrix values(m_rows, m_columns);
    if (!empty())
        convert(0, m_rows, values.data());
    if (m_addition)
        values.noalias() += product(m_addition->scale * m_addition->up.middleRows(m_additionBegin, m_rows),
                                    m_addition->down);
    return values;
}

WeightMatrix WeightMatrix::rowsFrom(Index first, Index count) const
{
    WeightMatrix part = m_roundsInputs ? roundingInputs() : *this; // with strips of its own
    part.m_rows = count;
    part.m_additionBegin += first;
    if (m_order) {
        part.m_orderBegin += first;
        return part;
    }
    part.m_data = static_cast<const std::byte*>(m_data) + static_cast<std::size_t>(first) * rowBytes();
    if (m_scales != nullptr)
        part.m_scales = m_scales + first * (m_columns / kMxfp4Group);
    return part;
}

WeightMatrix WeightMatrix::gathered(const std::vector<Index>& rows) const
{
    WeightMatrix picked = gatheredNumbers(rows);
    if (!m_addition)
        return picked;
    auto addition = std::make_shared<LowRank>(*m_addition);
    addition->up.resize(static_cast<Index>(rows.size()), m_addition->up.cols());
    for (std::size_t i = 0; i < rows.size(); ++i)
        addition->up.row(static_cast<Index>(i)) = m_addition->up.row(m_additionBegin + rows[i]);
    return picked.with(std::move(addition));
}

WeightMatrix WeightMatrix::gatheredNumbers(const std::vector<Index>& rows) const
{
    if (m_scales != nullptr) {
        Matrix picked(static_cast<Index>(rows.size()), m_columns);
        for (std::size_t i = 0; i < rows.size(); ++i)
            convert(rows[i], 1, picked.row(static_cast<Index>(i)).data());
        return WeightMatrix(std::move(picked));
    }
    if (isPacked(m_dtype)) {
        auto order = std::make_shared<std::vector<std::int64_t>>();
        for (const Index row : rows)
            order->push_back(storedRow(row));
        WeightMatrix picked = stored(m_dtype, static_cast<const std::byte*>(m_data),
                                     static_cast<Index>(rows.size()), m_columns, m_owner, std::move(order));
        return m_roundsInputs ? picked.roundingInputs() : picked;
    }
    const std::size_t width = rowBytes();
    auto copy = std::make_shared<std::vector<std::byte>>(rows.size() * width);
    for (std::size_t i = 0; i < rows.size(); ++i)
        std::memcpy(copy->data() + i * width, rowAt(rows[i]), width);
    const void* data = copy->data();
    return {m_dtype, data, static_cast<Index>(rows.size()), m_columns, std::move(copy)};
}

} // namespace headlight
