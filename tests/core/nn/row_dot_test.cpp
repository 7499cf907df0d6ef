// Dot products and matrix products with packed and half-precision rows, against the same numbers in F32.
#include "core/base/workers.h"
#include "core/io/half.h"
#include "core/io/safetensors.h"
#include "core/nn/rounded_rows.h"
#include "core/nn/row_dot.h"
#include "core/nn/weight_matrix.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

constexpr auto kDotTypes = std::to_array<DType>(
    {DType::kF16,  DType::kBF16,  DType::kQ4v0,   DType::kQ4v1,  DType::kQ5v0, DType::kQ5v1,
     DType::kQ8v0, DType::kQ2k,   DType::kQ3k,    DType::kQ4k,   DType::kQ5k,  DType::kQ6k,
     DType::kIq1s, DType::kIq1m,  DType::kIq2xxs, DType::kIq2xs, DType::kIq2s, DType::kIq3xxs,
     DType::kIq3s, DType::kIq4nl, DType::kIq4xs,  DType::kTq1,   DType::kTq2,  DType::kMxfp4});

/// Offsets of a block's half-precision scales.
std::vector<std::size_t> scalesOf(DType type)
{
    switch (type) {
    case DType::kQ4v1:
    case DType::kQ5v1:
    case DType::kQ4k:
    case DType::kQ5k:
        return {0, 2};
    case DType::kQ2k:
        return {80, 82};
    case DType::kQ3k:
        return {108};
    case DType::kQ6k:
        return {208};
    case DType::kTq1:
        return {52};
    case DType::kTq2:
        return {64};
    case DType::kMxfp4:
    case DType::kIq1m:
        return {};
    default:
        return {0};
    }
}

/// Random rows with reasonable scales.
std::vector<std::byte> randomRows(DType type, Index rows, Index columns)
{
    std::mt19937 random(static_cast<unsigned>(type) + 1U); // NOLINT: the same rows every time
    const BlockShape block = blockShape(type);
    std::vector<std::byte> bytes(static_cast<std::size_t>(rows * columns / block.values * block.bytes));
    if (!isPacked(type)) {
        std::normal_distribution<float> number(0.0F, 1.0F);
        for (std::size_t i = 0; i < bytes.size(); i += 2) {
            const float value = number(random);
            const std::uint16_t half = type == DType::kF16 ? floatToHalf(value) : floatToBfloat(value);
            std::memcpy(bytes.data() + i, &half, 2);
        }
        return bytes;
    }
    for (std::byte& one : bytes)
        one = static_cast<std::byte>(random() & 255U);
    std::uniform_real_distribution<float> scale(-0.02F, 0.02F);
    for (std::size_t at = 0; at < bytes.size(); at += static_cast<std::size_t>(block.bytes)) {
        for (const std::size_t field : scalesOf(type)) {
            const std::uint16_t half = floatToHalf(scale(random));
            std::memcpy(bytes.data() + at + field, &half, 2);
        }
        if (type == DType::kMxfp4)
            bytes[at] = static_cast<std::byte>(118 + random() % 8);
        for (std::size_t word = 0; type == DType::kIq1m && word < 4; ++word) // 0x2xxx: about 0.01
            bytes[at + 49 + 2 * word] = (bytes[at + 49 + 2 * word] & std::byte{0x0F})
                | static_cast<std::byte>(word == 3 ? 0x20 : 0x50);
    }
    return bytes;
}

/// The addresses of kDotRows rows.
DotRows rowsIn(const std::vector<std::byte>& bytes)
{
    DotRows rows{};
    for (std::size_t row = 0; row < rows.size(); ++row)
        rows.at(row) = bytes.data() + row * bytes.size() / rows.size();
    return rows;
}

Matrix expanded(DType type, const std::vector<std::byte>& bytes, Index rows, Index columns)
{
    TensorView view;
    view.dtype = type;
    view.shape = {rows, columns};
    view.bytes = bytes;
    Matrix values(rows, columns);
    convertToFloat(view, 0, {values.data(), static_cast<std::size_t>(values.size())});
    return values;
}

Matrix randomInput(Index rows, Index columns)
{
    std::mt19937 random(5); // NOLINT: the same numbers every time
    std::normal_distribution<float> number(0.3F, 1.0F);
    return Matrix::NullaryExpr(rows, columns, [&] { return number(random); });
}

/// x · weightsᵀ in F64.
struct ExactProduct
{
    ExactProduct(const Matrix& x, const Matrix& weights)
        : sums(x.cast<double>() * weights.cast<double>().transpose())
        , magnitudes(x.cast<double>().cwiseAbs() * weights.cast<double>().cwiseAbs().transpose())
    { }
    /// The largest difference of the first rows from the product, relative to the magnitude of each sum's
    /// terms.
    double worst(const Matrix& found, const std::vector<std::int64_t>& order) const
    {
        double most = 0;
        for (Index row = 0; row < found.rows(); ++row)
            for (Index column = 0; column < found.cols(); ++column) {
                const Index from = order.empty() ? column : order[static_cast<std::size_t>(column)];
                const double error = std::abs(static_cast<double>(found(row, column)) - sums(row, from))
                    / (magnitudes(row, from) + 1e-12);
                if (std::isnan(error) || error > most)
                    most = error;
            }
        return most;
    }

    Eigen::MatrixXd sums, magnitudes;
};

double worst(const Matrix& found, const Matrix& weights, const Matrix& x)
{
    return ExactProduct(x, weights).worst(found, {});
}

} // namespace

TEST_CASE("row products: every dtype at every level equals the product with the numbers in F32", "[nn][gguf]")
{
    constexpr Index kRows = kDotRows, kColumns = 1024;
    const Matrix x = randomInput(1, kColumns);
    const Matrix sums = groupSums(x);
    CHECK(sums(0, 3) == Approx(x.row(0).segment(96, 32).sum()));
    for (const DType type : kDotTypes) {
        const std::vector<std::byte> bytes = randomRows(type, kRows, kColumns);
        const Matrix weights = expanded(type, bytes, kRows, kColumns);
        REQUIRE(weights.allFinite());
        for (const ProcessorLevel level : {ProcessorLevel::kV2, ProcessorLevel::kV3, ProcessorLevel::kV4}) {
            if (level > processorLevel())
                continue; // not supported by this processor
            INFO(dtypeName(type) << " level " << static_cast<int>(level));
            Matrix found(1, kDotRows);
            rowDotsOf(type, level)(rowsIn(bytes), {x.data(), sums.data()}, kColumns, found.data());
            CHECK(worst(found, weights, x) < 1e-6);
        }
    }
}

TEST_CASE("row products: halves of any number of columns", "[nn][gguf]")
{
    for (const Index columns : {1, 31, 33, 100})
        for (const DType type : {DType::kF16, DType::kBF16}) {
            INFO(dtypeName(type) << " " << columns);
            const std::vector<std::byte> bytes = randomRows(type, kDotRows, columns);
            const Matrix weights = expanded(type, bytes, kDotRows, columns);
            const Matrix x = randomInput(1, columns);
            Matrix found(1, kDotRows);
            const Matrix sums = groupSums(x);
            rowDotsOf(type)(rowsIn(bytes), {x.data(), sums.data()}, columns, found.data());
            CHECK(worst(found, weights, x) < 1e-6);
        }
}

TEST_CASE("weight matrices: halves of any number of columns multiply few rows", "[nn][gguf]")
{
    constexpr Index kRows = 7;
    for (const Index columns : {1, 33, 250, 1100})
        for (const DType type : {DType::kF16, DType::kBF16})
            for (const Index tokens : {5, 12}) {
                INFO(dtypeName(type) << " " << columns << " " << tokens);
                const std::vector<std::byte> bytes = randomRows(type, kRows, columns);
                const WeightMatrix stored
                    = WeightMatrix::stored(type, bytes.data(), kRows, columns, nullptr, nullptr);
                const Matrix x = randomInput(tokens, columns);
                Matrix y(tokens, kRows);
                stored.multiply(x, y, nullptr);
                CHECK(worst(y, expanded(type, bytes, kRows, columns), x) < 1e-5);
            }
}

TEST_CASE("weight matrices: packed ones multiply as their numbers do, in any order of rows", "[nn][gguf]")
{
    constexpr Index kRows = 300, kColumns = 1280;
    Workers workers(2);
    for (const DType type : kDotTypes) {
        INFO(dtypeName(type));
        const auto bytes = std::make_shared<const std::vector<std::byte>>(randomRows(type, kRows, kColumns));
        auto order = std::make_shared<std::vector<std::int64_t>>();
        for (Index row = 0; row < kRows; ++row)
            order->push_back((row * 7) % kRows);
        const WeightMatrix plain = WeightMatrix::stored(type, bytes->data(), kRows, kColumns, bytes, nullptr);
        const WeightMatrix turned = WeightMatrix::stored(type, bytes->data(), kRows, kColumns, bytes, order);
        const Matrix weights = expanded(type, *bytes, kRows, kColumns);
        CHECK(plain.toMatrix() == weights);
        CHECK(plain.bytes() == static_cast<std::int64_t>(bytes->size()));
        Matrix ordered(kRows, kColumns);
        for (Index row = 0; row < kRows; ++row)
            ordered.row(row) = weights.row((*order)[static_cast<std::size_t>(row)]);
        CHECK(turned.toMatrix() == ordered);
        CHECK(turned.rowsFrom(20, 30).toMatrix() == ordered.middleRows(20, 30));
        CHECK(plain.gathered({5, 3, 299}).toMatrix().row(2) == weights.row(299));
        CHECK(turned.gathered({5, 3}).toMatrix().row(1) == ordered.row(3));
        const Matrix all = randomInput(20, kColumns);
        const ExactProduct exact(all, weights);
        for (const Index tokens : {1, 3, 9, 20}) { // dot products, tiles of four rows, and panels
            const Matrix x = all.topRows(tokens);
            Matrix y(tokens, kRows);
            plain.multiply(x, y, &workers);
            CHECK(exact.worst(y, {}) < 1e-5);
            turned.multiply(x, y, nullptr);
            CHECK(exact.worst(y, *order) < 1e-5);
        }
    }
}

TEST_CASE("rounded rows: each number is off by at most half a step of its group", "[nn][gguf]")
{
    Matrix x = randomInput(30, 96);
    x.row(3).setZero();
    x(5, 40) = 1000.0F;
    Workers workers(2);
    const Matrix rounded = RoundedRows(x, &workers).numbers();
    CHECK(rounded == RoundedRows(x, nullptr).numbers());
    CHECK(rounded.row(3).isZero(0.0F));
    CHECK(rounded(5, 40) == Approx(1000.0F));
    for (Index row = 0; row < x.rows(); ++row)
        for (Index first = 0; first < x.cols(); first += kRoundedGroup) {
            const auto group = x.row(row).segment(first, kRoundedGroup);
            const float step = group.cwiseAbs().maxCoeff() / 127.0F;
            const auto error = (rounded.row(row).segment(first, kRoundedGroup) - group).cwiseAbs();
            CHECK(error.maxCoeff() <= step * 0.5001F);
            CHECK((step == 0.0F || error.maxCoeff() > 0.0F));
        }
}

TEST_CASE("weight matrices: with rounded inputs they multiply what the integers stand for", "[nn][gguf]")
{
    constexpr Index kRows = 300, kColumns = 512;
    Workers workers(2);
    for (const DType type : kDotTypes) {
        if (!isPacked(type))
            continue;
        INFO(dtypeName(type) << (RoundedRows::multiplies(type, 5) ? ": products of integers" : ""));
        const auto bytes = std::make_shared<const std::vector<std::byte>>(randomRows(type, kRows, kColumns));
        const WeightMatrix rounding
            = WeightMatrix::stored(type, bytes->data(), kRows, kColumns, bytes, nullptr).roundingInputs();
        const Matrix weights = expanded(type, *bytes, kRows, kColumns);
        for (const Index tokens : {1, 4, 5, 13, 40}) {
            const Matrix x = randomInput(tokens, kColumns);
            const ExactProduct exact(RoundedRows(x, nullptr).numbers(), weights);
            Matrix y(tokens, kRows);
            rounding.multiply(x, y, &workers);
            CHECK(exact.worst(y, {}) < 1e-5);
            CHECK(ExactProduct(x, weights).worst(y, {}) > 1e-5); // it does round
            Matrix some(tokens, 3);
            rounding.gathered({7, 290, 30}).multiply(x, some, nullptr);
            CHECK((some.col(1) - y.col(290)).cwiseAbs().maxCoeff() <= 1e-4F * y.cwiseAbs().maxCoeff());
            Matrix part(tokens, 50);
            rounding.rowsFrom(100, 50).multiply(x, part, nullptr);
            CHECK((part - y.middleCols(100, 50)).cwiseAbs().maxCoeff() <= 1e-4F * y.cwiseAbs().maxCoeff());
        }
    }
}

} // namespace headlight::test
