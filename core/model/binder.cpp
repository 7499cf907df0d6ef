#include "core/model/binder.h"

#include "core/base/text_list.h"
#include "core/model/adapter/adapter.h"
#include "core/model/config_reader.h"

#include <algorithm>
#include <cstring>

namespace headlight {

namespace {

/// Rows transposed at a time: their cache lines are still there when the next row is written.
constexpr Index kTurnedRows = 32;

/// Writes to [columns × rows] = fromᵀ for `count` stored rows [count × columns], starting at row `first`.
template <typename Number>
void turn(const Number* from, Index first, Index count, Index columns, Number* to, Index rows)
{
    constexpr Index kBlock = 64;
    for (Index begin = 0; begin < columns; begin += kBlock) {
        const Index end = std::min(columns, begin + kBlock);
        for (Index c = begin; c < end; ++c)
            for (Index r = 0; r < count; ++r)
                to[c * rows + first + r] = from[r * columns + c];
    }
}

/// The transpose [columns × rows] of a stored matrix [rows × columns], in F32; few rows are in memory twice.
Matrix transposedFloats(const TensorView& tensor, Index rows, Index columns)
{
    Matrix turned(columns, rows);
    Matrix block(std::min(kTurnedRows, rows), columns);
    for (Index first = 0; first < rows; first += kTurnedRows) {
        const Index count = std::min(kTurnedRows, rows - first);
        convertToFloat(tensor, first * columns, {block.data(), static_cast<std::size_t>(count * columns)});
        turn(block.data(), first, count, columns, turned.data(), rows);
    }
    return turned;
}

/// Copies the half-precision numbers of a stored matrix [rows × columns], optionally transposed.
std::shared_ptr<std::vector<std::uint16_t>> copiedHalves(const TensorView& tensor, Index rows, Index columns,
                                                         bool transposed)
{
    auto copy = std::make_shared<std::vector<std::uint16_t>>(static_cast<std::size_t>(rows * columns));
    if (!transposed) {
        std::memcpy(copy->data(), tensor.bytes.data(), tensor.bytes.size());
        return copy;
    }
    const auto rowBytes = static_cast<std::size_t>(columns) * sizeof(std::uint16_t);
    std::vector<std::uint16_t> block(static_cast<std::size_t>(std::min(kTurnedRows, rows) * columns));
    for (Index first = 0; first < rows; first += kTurnedRows) {
        const Index count = std::min(kTurnedRows, rows - first);
        std::memcpy(block.data(), tensor.bytes.data() + static_cast<std::size_t>(first) * rowBytes,
                    static_cast<std::size_t>(count) * rowBytes);
        turn(block.data(), first, count, columns, copy->data(), rows);
    }
    return copy;
}

bool aligned(const TensorView& tensor, std::size_t to)
{
    return reinterpret_cast<std::uintptr_t>(tensor.bytes.data()) % to == 0; // NOLINT: asking for alignment
}

} // namespace

Binder::Binder(const Checkpoint& checkpoint, Options options, const Job& job)
    : m_checkpoint(checkpoint)
    , m_options(std::move(options))
    , m_job(job)
{
    for (const auto& [name, tensor] : checkpoint.tensors())
        m_bytesTotal += static_cast<std::int64_t>(tensor.bytes.size());
}

const TensorView* Binder::find(std::string_view name) const
{
    for (const std::string& prefix : m_options.prefixes)
        if (const TensorView* tensor = m_checkpoint.find(concat(prefix, name)))
            return tensor;
    return nullptr;
}

bool Binder::sameNumbers(std::string_view a, std::string_view b) const
{
    const TensorView* const first = find(a);
    const TensorView* const second = find(b);
    if (first == nullptr || second == nullptr)
        return true;
    return first->dtype == second->dtype && first->shape == second->shape
        && std::memcmp(first->bytes.data(), second->bytes.data(), first->bytes.size()) == 0;
}

std::string Binder::absence(std::string_view name) const
{
    for (const std::string& prefix : m_options.prefixes) {
        const std::string full = concat(prefix, name);
        const auto& stored = m_checkpoint.unsupportedTensors();
        if (const auto found = stored.find(full); found != stored.end())
            return full + " is stored as " + found->second + ", which is not supported";
    }
    return m_checkpoint.storedName(name) + " is missing";
}

const TensorView* Binder::take(std::string_view name, const std::vector<std::int64_t>& shape)
{
    if (m_job.stopped())
        return nullptr; // the loader reports it; a list of missing tensors would be meaningless
    const TensorView* tensor = find(name);
    if (!tensor) {
        m_faults.push_back(absence(name) + ", expected " + shapeText(shape));
        return nullptr;
    }
    if (tensor->shape != shape) {
        m_faults.push_back(storedName(*tensor) + " has shape " + tensor->shapeText() + ", expected "
                           + shapeText(shape));
        m_used.insert(tensor->name);
        return nullptr;
    }
    if (m_used.insert(tensor->name).second) {
        m_bound.push_back(*tensor);
        m_parameters += tensor->elementCount();
        m_bytesDone += static_cast<std::int64_t>(tensor->bytes.size());
        m_job.report({"reading weights", m_bytesDone, m_bytesTotal});
    }
    return tensor;
}

WeightMatrix Binder::weight(std::string_view name, Index rows, Index columns, bool transposed)
{
    transposed = transposed && m_checkpoint.keepsTransposed();
    const std::vector<std::int64_t> shape
        = transposed ? std::vector<std::int64_t>{columns, rows} : std::vector<std::int64_t>{rows, columns};
    const TensorView* tensor = take(name, shape);
    return tensor ? adapted(name, held(*tensor, rows, columns, transposed)) : WeightMatrix{};
}

WeightMatrix Binder::adapted(std::string_view name, WeightMatrix plain)
{
    constexpr std::string_view kWeight = ".weight";
    if (m_options.adapter == nullptr || plain.empty() || !name.ends_with(kWeight))
        return plain;
    name.remove_suffix(kWeight.size());
    const auto modules
        = listFrom(m_options.prefixes, [&](const std::string& prefix) { return concat(prefix, name); });
    return m_options.adapter->applied(modules, plain);
}

WeightMatrix Binder::held(const TensorView& tensor, Index rows, Index columns, bool transposed)
{
    const bool half = tensor.dtype == DType::kF16 || tensor.dtype == DType::kBF16;
    const bool packed = isPacked(tensor.dtype);
    if ((packed && !m_options.expandPacked) || (half && m_options.keepHalf && tensor.rowOrder)) {
        m_memory += static_cast<std::int64_t>(tensor.bytes.size());
        m_heldHalf = m_heldHalf || half;
        m_roundedInputs = m_roundedInputs || (packed && m_options.roundInputs);
        WeightMatrix kept = WeightMatrix::stored(tensor.dtype, tensor.bytes.data(), rows, columns,
                                                 tensor.owner, tensor.rowOrder);
        return packed && m_options.roundInputs ? kept.roundingInputs() : kept;
    }
    const std::size_t width = packed ? 1 : byteSize(tensor.dtype);
    m_memory += rows * columns * static_cast<Index>(half && m_options.keepHalf ? 2 : 4);
    if (half && m_options.keepHalf) {
        m_heldHalf = true;
        if (!transposed && aligned(tensor, width))
            return {tensor.dtype, tensor.bytes.data(), rows, columns, tensor.owner};
        auto copy = transposed ? copiedHalves(tensor, columns, rows, true)
                               : copiedHalves(tensor, rows, columns, false);
        const void* data = copy->data();
        return {tensor.dtype, data, rows, columns, std::move(copy)};
    }
    if (tensor.dtype == DType::kF32 && !transposed && !tensor.rowOrder && aligned(tensor, alignof(float)))
        return {DType::kF32, tensor.bytes.data(), rows, columns, tensor.owner};
    if (transposed)
        return WeightMatrix(transposedFloats(tensor, columns, rows));
    Matrix values(rows, columns);
    convertToFloat(tensor, 0, {values.data(), static_cast<std::size_t>(values.size())});
    return WeightMatrix(std::move(values));
}

Matrix Binder::matrix(std::string_view name, Index rows, Index columns)
{
    const TensorView* tensor = take(name, {rows, columns});
    if (!tensor)
        return {};
    Matrix values(rows, columns);
    convertToFloat(*tensor, 0, {values.data(), static_cast<std::size_t>(values.size())});
    m_memory += rows * columns * 4;
    return values;
}

RowVector Binder::vector(std::string_view name, Index size)
{
    const TensorView* tensor = take(name, {size});
    if (!tensor)
        return {};
    RowVector values(size);
    convertToFloat(*tensor, 0, {values.data(), static_cast<std::size_t>(size)});
    m_memory += size * 4;
    return values;
}

std::vector<float> Binder::numbers(std::string_view name, const std::vector<std::int64_t>& shape)
{
    const TensorView* tensor = take(name, shape);
    if (!tensor)
        return {};
    std::vector<float> values(static_cast<std::size_t>(tensor->elementCount()));
    convertToFloat(*tensor, 0, values);
    m_memory += tensor->elementCount() * 4;
    return values;
}

Linear Binder::linear(const std::string& prefix, Index out, Index in, Bias bias, bool transposed)
{
    Linear both;
    both.weight = weight(prefix + ".weight", out, in, transposed);
    const std::string name = prefix + ".bias";
    if (bias == Bias::kRequired || (bias == Bias::kOptional && has(name)))
        both.bias = vector(name, out);
    return both;
}

NormWeights Binder::norm(const std::string& prefix, Index width, bool withBias)
{
    NormWeights norm;
    const bool old = !has(prefix + ".weight") && has(prefix + ".gamma");
    norm.gain = vector(prefix + (old ? ".gamma" : ".weight"), width);
    if (withBias)
        norm.bias = vector(prefix + (old ? ".beta" : ".bias"), width);
    return norm;
}

std::vector<WeightMatrix> Binder::weights(const std::string& name, Index count, std::pair<Index, Index> shape,
                                          bool transposed)
{
    if (!has(name) && has(name + "_blocks"))
        return packedWeights(name, count, shape);
    transposed = transposed && m_checkpoint.keepsTransposed();
    const auto [rows, columns] = shape;
    std::vector<std::int64_t> stored{count, rows, columns};
    if (transposed)
        stored = {count, columns, rows};
    const TensorView* const tensor = take(name, stored);
    std::vector<WeightMatrix> all;
    for (Index i = 0; tensor != nullptr && i < count && !stopped(); ++i) {
        TensorView one = *tensor;
        const std::size_t bytes = tensor->bytes.size() / static_cast<std::size_t>(count);
        one.shape = {stored[1], stored[2]};
        one.bytes = tensor->bytes.subspan(static_cast<std::size_t>(i) * bytes, bytes);
        all.push_back(held(one, rows, columns, transposed));
    }
    return all;
}

std::vector<WeightMatrix> Binder::packedWeights(const std::string& name, Index count,
                                                std::pair<Index, Index> shape)
{
    const auto [rows, columns] = shape;
    constexpr Index kGroup = WeightMatrix::kMxfp4Group;
    if (columns % kGroup != 0) {
        fault(concat(name, "_blocks: ", columns, " numbers in a row, expected a multiple of ", kGroup));
        return {};
    }
    const TensorView* const blocks = take(name + "_blocks", {count, rows, columns / kGroup, kGroup / 2});
    const TensorView* const scales = take(name + "_scales", {count, rows, columns / kGroup});
    std::vector<WeightMatrix> all;
    if (blocks == nullptr || scales == nullptr)
        return all;
    for (const TensorView* const tensor : {blocks, scales})
        if (tensor->dtype != DType::kU8) {
            fault(concat(tensor->name, " is stored as ", dtypeName(tensor->dtype), ", expected U8"));
            return all;
        }
    m_parameters += blocks->elementCount() - scales->elementCount(); // two numbers per byte
    m_memory += static_cast<std::int64_t>(blocks->bytes.size() + scales->bytes.size());
    const auto groups = static_cast<std::size_t>(rows * columns / kGroup);
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        all.push_back(WeightMatrix::mxfp4({blocks->bytes.data() + i * groups * (kGroup / 2), blocks->owner},
                                          {scales->bytes.data() + i * groups, scales->owner}, rows, columns));
    return all;
}

Linear Binder::part(const Linear& fused, Index first, Index count)
{
    Linear rows;
    if (fused.weight.empty())
        return rows;
    rows.weight = fused.weight.rowsFrom(first, count);
    if (fused.bias.size() > 0)
        rows.bias = fused.bias.segment(first, count);
    return rows;
}

Linear Binder::gather(const Linear& fused, const std::vector<Index>& rows)
{
    Linear picked;
    if (fused.weight.empty())
        return picked;
    picked.weight = fused.weight.gathered(rows);
    if (fused.bias.size() > 0) {
        picked.bias.resize(static_cast<Index>(rows.size()));
        for (std::size_t i = 0; i < rows.size(); ++i)
            picked.bias[static_cast<Index>(i)] = fused.bias[rows[i]];
    }
    return picked;
}

void Binder::ignore(std::string_view name)
{
    if (const TensorView* tensor = find(name))
        m_used.insert(tensor->name);
}

void Binder::ignoreCopy(std::string_view name, const WeightMatrix& used)
{
    const TensorView* const tensor = find(name);
    if (tensor == nullptr || used.empty()
        || tensor->shape != std::vector<std::int64_t>{used.rows(), used.columns()})
        return;
    const auto columns = static_cast<std::size_t>(used.columns());
    std::vector<float> stored(columns), own(columns);
    for (Index row = 0; row < used.rows(); ++row) {
        convertToFloat(*tensor, row * used.columns(), stored);
        used.copyRow(row, own);
        if (std::memcmp(stored.data(), own.data(), columns * sizeof(float)) != 0)
            return;
    }
    m_used.insert(tensor->name);
}

void Binder::ignoreCopy(std::string_view name, const RowVector& used)
{
    ignoreComputed(name, [&](Index, Index) { return Matrix(used); });
}

void Binder::ignoreComputed(std::string_view name,
                            const std::function<Matrix(Index rows, Index columns)>& table)
{
    constexpr float kHalfPrecision = 2e-3F;
    const TensorView* const tensor = find(name);
    if (tensor == nullptr || tensor->shape.empty() || tensor->elementCount() == 0)
        return;
    const Index columns = tensor->shape.back();
    const Index rows = tensor->elementCount() / columns;
    const Matrix expected = table(rows, columns);
    if (expected.rows() != rows || expected.cols() != columns)
        return;
    Matrix stored(rows, columns);
    convertToFloat(*tensor, 0, {stored.data(), static_cast<std::size_t>(stored.size())});
    if (((stored - expected).array().abs() <= kHalfPrecision).all())
        m_used.insert(tensor->name);
}

std::vector<std::string> Binder::unknown() const
{
    std::vector<std::string> names;
    for (const auto& [name, tensor] : m_checkpoint.tensors())
        if (!m_used.contains(name) && whyTensorIsHarmless(name).empty())
            names.push_back(name);
    return names;
}

} // namespace headlight
