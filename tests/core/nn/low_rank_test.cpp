// A low-rank addition to a matrix of weights.
#include "core/nn/weight_matrix.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace headlight::test {

TEST_CASE("adapters: additions to matrices in all precisions", "[nn][adapter]")
{
    constexpr Index kRows = 24, kColumns = 32, kRank = 3;
    const Matrix numbers = Matrix::Random(kRows, kColumns);
    auto addition = std::make_shared<LowRank>();
    addition->down = Matrix::Random(kRank, kColumns);
    addition->up = Matrix::Random(kRows, kRank);
    addition->scale = 0.75F;
    const Matrix added = (0.75 * addition->up.cast<double>() * addition->down.cast<double>()).cast<float>();
    std::vector<std::uint16_t> halves(static_cast<std::size_t>(numbers.size()));
    for (std::size_t i = 0; i < halves.size(); ++i)
        halves[i] = static_cast<std::uint16_t>(0x3C00U + i % 512); // F16 from 1 to 1.5
    // Q8_0: blocks of a half-precision scale and 32 signed bytes.
    std::vector<std::byte> blocks(static_cast<std::size_t>(kRows * kColumns / 32 * 34));
    for (std::size_t i = 0; i < blocks.size(); ++i)
        blocks[i] = i % 34 == 1 ? std::byte{0x24}
            : i % 34 == 0       ? std::byte{0}
                                : static_cast<std::byte>(i * 7);
    const std::vector<WeightMatrix> bases{
        WeightMatrix(numbers), WeightMatrix(DType::kF16, halves.data(), kRows, kColumns, nullptr),
        WeightMatrix::stored(DType::kQ8v0, blocks.data(), kRows, kColumns, nullptr, nullptr)};
    for (const WeightMatrix& base : bases) {
        INFO(base.typeName());
        const WeightMatrix with = base.with(addition);
        const Matrix merged = base.toMatrix() + added;
        CHECK(mismatch(with.toMatrix(), merged, 1e-5) == "");
        CHECK(with.with(nullptr).toMatrix() == base.toMatrix());
        CHECK_FALSE(with.sharesNumbersWith(base));
        CHECK(with.with(nullptr).sharesNumbersWith(base));
        for (const Index n : {Index{1}, Index{40}}) {
            const Matrix x = Matrix::Random(n, kColumns);
            Matrix y(n, kRows);
            with.multiply(x, y, nullptr);
            CHECK(mismatch(y, x * merged.transpose(), 2e-5, 1e-5) == "");
        }
        RowVector row(kColumns);
        with.copyRow(5, {row.data(), static_cast<std::size_t>(kColumns)});
        CHECK(mismatch(Matrix(row), Matrix(merged.row(5)), 1e-5) == "");
        const WeightMatrix part = with.rowsFrom(8, 12);
        CHECK(mismatch(part.toMatrix(), merged.middleRows(8, 12), 1e-5) == "");
        CHECK(mismatch(part.rowsFrom(2, 3).toMatrix(), merged.middleRows(10, 3), 1e-5) == "");
        const WeightMatrix picked = part.gathered({3, 0, 11});
        Matrix expected(3, kColumns);
        expected << merged.row(11), merged.row(8), merged.row(19);
        CHECK(mismatch(picked.toMatrix(), expected, 1e-5) == "");
        const Matrix x = Matrix::Random(2, kColumns);
        Matrix y(2, 3);
        picked.multiply(x, y, nullptr);
        CHECK(mismatch(y, x * expected.transpose(), 2e-5, 1e-5) == "");
    }
}

} // namespace headlight::test
