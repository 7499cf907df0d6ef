#include "core/io/tensor.h"

#include "core/base/text_list.h"
#include "core/io/blocks/unpack.h"
#include "core/io/half.h"

#include <algorithm>
#include <stdexcept>

namespace headlight {
namespace {

struct DTypeFacts
{
    DType dtype;
    std::string_view name;
    BlockShape block;
};

constexpr std::array<DTypeFacts, 32> kDTypes = {{
    {DType::kF64, "F64", {1, 8}},
    {DType::kF32, "F32", {1, 4}},
    {DType::kF16, "F16", {1, 2}},
    {DType::kBF16, "BF16", {1, 2}},
    {DType::kI64, "I64", {1, 8}},
    {DType::kI32, "I32", {1, 4}},
    {DType::kI16, "I16", {1, 2}},
    {DType::kI8, "I8", {1, 1}},
    {DType::kU8, "U8", {1, 1}},
    {DType::kBool, "BOOL", {1, 1}},
    {DType::kQ4v0, "Q4_0", {32, 18}},
    {DType::kQ4v1, "Q4_1", {32, 20}},
    {DType::kQ5v0, "Q5_0", {32, 22}},
    {DType::kQ5v1, "Q5_1", {32, 24}},
    {DType::kQ8v0, "Q8_0", {32, 34}},
    {DType::kQ2k, "Q2_K", {256, 84}},
    {DType::kQ3k, "Q3_K", {256, 110}},
    {DType::kQ4k, "Q4_K", {256, 144}},
    {DType::kQ5k, "Q5_K", {256, 176}},
    {DType::kQ6k, "Q6_K", {256, 210}},
    {DType::kIq1s, "IQ1_S", {256, 50}},
    {DType::kIq1m, "IQ1_M", {256, 56}},
    {DType::kIq2xxs, "IQ2_XXS", {256, 66}},
    {DType::kIq2xs, "IQ2_XS", {256, 74}},
    {DType::kIq2s, "IQ2_S", {256, 82}},
    {DType::kIq3xxs, "IQ3_XXS", {256, 98}},
    {DType::kIq3s, "IQ3_S", {256, 110}},
    {DType::kIq4nl, "IQ4_NL", {32, 18}},
    {DType::kIq4xs, "IQ4_XS", {256, 136}},
    {DType::kTq1, "TQ1_0", {256, 54}},
    {DType::kTq2, "TQ2_0", {256, 66}},
    {DType::kMxfp4, "MXFP4", {32, 17}},
}};

const DTypeFacts& factsOf(DType dtype)
{
    return kDTypes.at(static_cast<std::size_t>(dtype));
}

/// Reads `out.size()` numbers of type T from bytes that may be unaligned.
template <typename T, typename Out, typename Convert>
void convertAll(const std::byte* from, std::span<Out> out, Convert convert)
{
    for (std::size_t i = 0; i < out.size(); ++i) {
        T number{};
        std::memcpy(&number, from + i * sizeof(T), sizeof(T));
        out[i] = convert(number);
    }
}

/// Converts whole numbers of any width, and flags to 0 and 1; false for other dtypes.
template <typename Out>
bool convertWhole(DType dtype, const std::byte* from, std::span<Out> out)
{
    const auto as = [&]<typename T>(T /*stored*/) {
        convertAll<T>(from, out, [](T number) { return static_cast<Out>(number); });
        return true;
    };
    switch (dtype) {
    case DType::kI64:
        return as(std::int64_t{});
    case DType::kI32:
        return as(std::int32_t{});
    case DType::kI16:
        return as(std::int16_t{});
    case DType::kI8:
        return as(std::int8_t{});
    case DType::kU8:
        return as(std::uint8_t{});
    case DType::kBool:
        convertAll<std::uint8_t>(from, out, [](std::uint8_t flag) { return static_cast<Out>(flag != 0); });
        return true;
    default:
        return false;
    }
}

/// The requested elements; throws if the view does not contain them, which would be a bug in our code.
const std::byte* elements(const TensorView& tensor, std::int64_t first, std::size_t count)
{
    const std::size_t size = byteSize(tensor.dtype);
    const std::size_t held = tensor.bytes.size() / size;
    if (first < 0 || static_cast<std::size_t>(first) > held || count > held - static_cast<std::size_t>(first))
        throw std::out_of_range("elements beyond the end of tensor " + tensor.name);
    return tensor.bytes.data() + static_cast<std::size_t>(first) * size;
}

/// The same for a packed tensor, whose elements may begin and end inside a block.
void unpackElements(const TensorView& tensor, std::int64_t first, std::span<float> out)
{
    const auto [values, bytes] = blockShape(tensor.dtype);
    const auto held = static_cast<std::int64_t>(tensor.bytes.size()) / bytes * values;
    if (first < 0 || first > held || static_cast<std::int64_t>(out.size()) > held - first)
        throw std::out_of_range("elements beyond the end of tensor " + tensor.name);
    std::array<float, kLargestBlock> one{};
    while (!out.empty()) {
        const std::byte* const from = tensor.bytes.data() + first / values * bytes;
        const std::int64_t skipped = first % values;
        const auto whole = static_cast<std::int64_t>(out.size()) / values;
        std::int64_t count = whole * values;
        if (skipped == 0 && whole > 0) {
            unpackBlocks(tensor.dtype, from, whole, out.data());
        } else {
            unpackBlocks(tensor.dtype, from, 1, one.data());
            count = std::min(values - skipped, static_cast<std::int64_t>(out.size()));
            std::copy_n(one.begin() + skipped, count, out.begin());
        }
        first += count;
        out = out.subspan(static_cast<std::size_t>(count));
    }
}

/// Converts row by row, each from its stored place.
void convertOrdered(const TensorView& tensor, std::int64_t first, std::span<float> out)
{
    const std::vector<std::int64_t>& order = *tensor.rowOrder;
    TensorView inOrder = tensor;
    inOrder.rowOrder = nullptr;
    const std::int64_t columns = tensor.elementCount() / static_cast<std::int64_t>(order.size());
    while (columns > 0 && !out.empty()) {
        const std::int64_t column = first % columns;
        const auto count
            = static_cast<std::size_t>(std::min(columns - column, static_cast<std::int64_t>(out.size())));
        convertToFloat(inOrder, order.at(static_cast<std::size_t>(first / columns)) * columns + column,
                       out.first(count));
        first += static_cast<std::int64_t>(count);
        out = out.subspan(count);
    }
}

} // namespace

BlockShape blockShape(DType dtype)
{
    return factsOf(dtype).block;
}

bool isPacked(DType dtype)
{
    return factsOf(dtype).block.values > 1;
}

std::size_t byteSize(DType dtype)
{
    if (isPacked(dtype))
        throw std::invalid_argument(
            concat("numbers of the dtype ", dtypeName(dtype), " have no size of their own"));
    return static_cast<std::size_t>(factsOf(dtype).block.bytes);
}

std::string_view dtypeName(DType dtype)
{
    return factsOf(dtype).name;
}

std::optional<DType> dtypeFromName(std::string_view name)
{
    for (const DTypeFacts& facts : kDTypes) {
        if (facts.name == name && facts.block.values == 1)
            return facts.dtype;
    }
    return std::nullopt;
}

std::string shapeText(std::span<const std::int64_t> shape)
{
    return concat("[", joined(shape), "]");
}

std::optional<std::int64_t> elementCountOf(std::span<const std::int64_t> shape)
{
    std::int64_t count = 1;
    bool empty = false;
    bool overflows = false;
    for (const std::int64_t extent : shape) {
        if (extent < 0)
            return std::nullopt;
        empty = empty || extent == 0;
        overflows = overflows || __builtin_mul_overflow(count, extent, &count);
    }
    if (overflows && !empty)
        return std::nullopt;
    return empty ? 0 : count;
}

std::int64_t TensorView::elementCount() const
{
    const std::optional<std::int64_t> count = elementCountOf(shape);
    if (!count)
        throw std::out_of_range("tensor " + name + " has the impossible shape " + shapeText());
    return *count;
}

std::string TensorView::shapeText() const
{
    return headlight::shapeText(shape);
}

void convertToFloat(const TensorView& tensor, std::int64_t first, std::span<float> out)
{
    if (out.empty())
        return;
    if (tensor.rowOrder)
        return convertOrdered(tensor, first, out);
    if (isPacked(tensor.dtype))
        return unpackElements(tensor, first, out);
    const std::byte* from = elements(tensor, first, out.size());
    switch (tensor.dtype) {
    case DType::kF64:
        return convertAll<double>(from, out, [](double number) { return static_cast<float>(number); });
    case DType::kF32:
        std::memcpy(out.data(), from, out.size_bytes());
        return;
    case DType::kF16:
        return halvesToFloats(from, out);
    case DType::kBF16:
        return bfloatsToFloats(from, out);
    default:
        convertWhole(tensor.dtype, from, out);
    }
}

std::vector<std::int64_t> toIntegers(const TensorView& tensor)
{
    std::vector<std::int64_t> out(tensor.bytes.size() / byteSize(tensor.dtype));
    if (out.empty())
        return out;
    if (!convertWhole(tensor.dtype, tensor.bytes.data(), std::span(out)))
        throw std::invalid_argument("tensor " + tensor.name + " holds no integers");
    return out;
}

} // namespace headlight
