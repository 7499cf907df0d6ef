#include "core/io/half.h"
#include "core/io/tensor.h"
#include "tests/support/catch.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>

using namespace headlight;

namespace {

/// binary16 by its definition, independent of the bit tricks being tested.
double halfByDefinition(std::uint16_t half)
{
    const double sign = (half & 0x8000) != 0 ? -1.0 : 1.0;
    const int exponent = (half >> 10) & 31;
    const int fraction = half & 1023;
    if (exponent == 31)
        return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                             : sign * std::numeric_limits<double>::infinity();
    if (exponent == 0)
        return sign * std::ldexp(fraction, -24);
    return sign * std::ldexp(1024 + fraction, exponent - 25);
}

std::uint32_t bits(float value)
{
    return std::bit_cast<std::uint32_t>(value);
}

template <typename T>
TensorView viewOf(DType dtype, const std::vector<T>& values)
{
    TensorView view;
    view.name = "t";
    view.dtype = dtype;
    view.shape = {static_cast<std::int64_t>(values.size())};
    view.bytes = std::as_bytes(std::span(values));
    return view;
}

template <typename T>
std::vector<float> converted(DType dtype, const std::vector<T>& values)
{
    std::vector<float> out(values.size());
    convertToFloat(viewOf(dtype, values), 0, out);
    return out;
}

} // namespace

TEST_CASE("half: every value becomes the float of the definition, in both implementations", "[io]")
{
    std::vector<std::uint16_t> all(65536);
    std::iota(all.begin(), all.end(), std::uint16_t{0});
    const std::vector<float> fast = converted(DType::kF16, all);
    int wrong = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double expected = halfByDefinition(all[i]);
        const float portable = halfToFloat(all[i]);
        const bool same
            = std::isnan(expected) ? std::isnan(portable) : static_cast<double>(portable) == expected;
        wrong += same && std::signbit(portable) == ((all[i] & 0x8000) != 0) && bits(portable) == bits(fast[i])
            ? 0
            : 1;
    }
    CHECK(wrong == 0);
}

TEST_CASE("half: a float goes to the nearest half, ties to even", "[io]")
{
    // Between two neighbours: the midpoint rounds to the even one, the floats next to it to the nearer one.
    int wrong = 0;
    for (std::uint32_t h = 0; h < 0x7BFF; ++h) {
        const auto low = static_cast<std::uint16_t>(h);
        const auto high = static_cast<std::uint16_t>(h + 1);
        const auto middle = static_cast<float>((halfByDefinition(low) + halfByDefinition(high)) / 2);
        const std::uint16_t even = (low & 1) == 0 ? low : high;
        wrong += floatToHalf(halfToFloat(low)) == low ? 0 : 1;
        wrong += floatToHalf(middle) == even ? 0 : 1;
        wrong += floatToHalf(std::nextafter(middle, 0.0F)) == low ? 0 : 1;
        wrong += floatToHalf(std::nextafter(middle, 1e9F)) == high ? 0 : 1;
        wrong += floatToHalf(-middle) == (even | 0x8000) ? 0 : 1;
    }
    CHECK(wrong == 0);
    CHECK(floatToHalf(65519.996F) == 0x7BFF);
    CHECK(floatToHalf(65520.0F) == 0x7C00);
    CHECK(floatToHalf(-1e30F) == 0xFC00);
    CHECK(floatToHalf(std::numeric_limits<float>::infinity()) == 0x7C00);
    CHECK(floatToHalf(std::numeric_limits<float>::denorm_min()) == 0);
    CHECK(std::isnan(halfToFloat(floatToHalf(std::numeric_limits<float>::quiet_NaN()))));
}

TEST_CASE("half: arrays are converted as single values are", "[io]")
{
    std::vector<float> floats;
    std::uint32_t state = 12345;
    for (int i = 0; i < 200'003; ++i) { // not a multiple of the vector width
        state = state * 1664525U + 1013904223U;
        floats.push_back(std::bit_cast<float>(state));
    }
    std::vector<std::byte> halves(2 * floats.size() + 1);
    floatsToHalves(floats, halves.data() + 1); // unaligned
    int wrong = 0;
    for (std::size_t i = 0; i < floats.size(); ++i) {
        std::uint16_t half = 0;
        std::memcpy(&half, halves.data() + 1 + 2 * i, 2);
        wrong += half == floatToHalf(floats[i]) ? 0 : 1;
    }
    CHECK(wrong == 0);
}

TEST_CASE("bfloat: the upper half of a float, rounded to the nearest even", "[io]")
{
    CHECK(bfloatToFloat(0x3F80) == 1.0F);
    CHECK(bfloatToFloat(0x0001) == std::bit_cast<float>(0x00010000U));
    CHECK(floatToBfloat(1.0F) == 0x3F80);
    CHECK(floatToBfloat(std::bit_cast<float>(0x3F808000U)) == 0x3F80); // tie, lower neighbour even
    CHECK(floatToBfloat(std::bit_cast<float>(0x3F818000U)) == 0x3F82); // tie, upper neighbour even
    CHECK(floatToBfloat(std::bit_cast<float>(0x3F808001U)) == 0x3F81);
    CHECK(floatToBfloat(std::numeric_limits<float>::max()) == 0x7F80);
    CHECK(std::isnan(bfloatToFloat(floatToBfloat(std::bit_cast<float>(0x7F800001U)))));
}

TEST_CASE("tensor: every dtype is converted to floats", "[io]")
{
    using Floats = std::vector<float>;
    CHECK(converted<double>(DType::kF64, {0.5, -1e300})
          == Floats{0.5F, -std::numeric_limits<float>::infinity()});
    CHECK(converted<float>(DType::kF32, {1.5F, -0.25F}) == Floats{1.5F, -0.25F});
    CHECK(converted<std::uint16_t>(DType::kBF16, {0x4049, 0xBF80}) == Floats{3.140625F, -1.0F});
    CHECK(converted<std::int64_t>(DType::kI64, {-3, 1LL << 40}) == Floats{-3.0F, 0x1p40F});
    CHECK(converted<std::int32_t>(DType::kI32, {-3, 7}) == Floats{-3.0F, 7.0F});
    CHECK(converted<std::int16_t>(DType::kI16, {-3, 7}) == Floats{-3.0F, 7.0F});
    CHECK(converted<std::int8_t>(DType::kI8, {-128, 127}) == Floats{-128.0F, 127.0F});
    CHECK(converted<std::uint8_t>(DType::kU8, {0, 255}) == Floats{0.0F, 255.0F});
    CHECK(converted<std::uint8_t>(DType::kBool, {0, 1, 2}) == Floats{0.0F, 1.0F, 1.0F});
}

TEST_CASE("tensor: a range of elements is converted, one beyond the end is refused", "[io]")
{
    const std::vector<float> values = {1, 2, 3, 4};
    const TensorView view = viewOf(DType::kF32, values);
    std::vector<float> out(2);
    convertToFloat(view, 2, out);
    CHECK(out == std::vector<float>{3, 4});
    CHECK_THROWS_AS(convertToFloat(view, 3, out), std::out_of_range);
    CHECK_THROWS_AS(convertToFloat(view, -1, out), std::out_of_range);
    CHECK_THROWS_AS(convertToFloat(view, 5, std::span(out).first(1)), std::out_of_range);
    convertToFloat(view, 4, {});
}

TEST_CASE("tensor: integers are read exactly and floats are refused", "[io]")
{
    const std::vector<std::int64_t> large = {std::numeric_limits<std::int64_t>::min(), (1LL << 53) + 1};
    CHECK(toIntegers(viewOf(DType::kI64, large)) == large);
    CHECK(toIntegers(viewOf(DType::kI8, std::vector<std::int8_t>{-1})) == std::vector<std::int64_t>{-1});
    CHECK_THROWS_AS(toIntegers(viewOf(DType::kF32, std::vector<float>{1})), std::invalid_argument);
}

TEST_CASE("tensor: counts of elements never overflow", "[io]")
{
    using Shape = std::vector<std::int64_t>;
    CHECK(elementCountOf(Shape{}) == 1);
    CHECK(elementCountOf(Shape{2, 3}) == 6);
    CHECK(elementCountOf(Shape{1LL << 40, 1LL << 40, 0}) == 0);
    CHECK_FALSE(elementCountOf(Shape{1LL << 40, 1LL << 40}).has_value());
    CHECK_FALSE(elementCountOf(Shape{2, -1}).has_value());
    CHECK(shapeText(Shape{2, 3}) == "[2, 3]");
    CHECK(shapeText(Shape{}) == "[]");
}

TEST_CASE("tensor: dtypes are spelled as safetensors does", "[io]")
{
    for (const char* name : {"F64", "F32", "F16", "BF16", "I64", "I32", "I16", "I8", "U8", "BOOL"})
        CHECK(dtypeName(dtypeFromName(name).value()) == name);
    CHECK_FALSE(dtypeFromName("F8_E4M3").has_value());
    CHECK(byteSize(DType::kBF16) == 2);
    CHECK(byteSize(DType::kBool) == 1);
}
