// Products of matrices in F32: every level against sums in F64, and identical results for any number of rows.
#include "core/base/workers.h"
#include "core/io/half.h"
#include "core/math/coded_product.h"
#include "core/math/matrix_product.h"
#include "core/math/product_kernels.h"
#include "core/math/tile_product.h"
#include "core/nn/linear.h"
#include "core/nn/row_dot.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace headlight::test {

namespace {

Matrix normalNumbers(Index rows, Index columns, unsigned seed)
{
    std::mt19937 random(seed); // NOLINT: the same numbers every time
    std::normal_distribution<float> number(0.2F, 1.0F);
    return Matrix::NullaryExpr(rows, columns, [&] { return number(random); });
}

double farthest(const Matrix& found, const Matrix& x, const Matrix& w)
{
    const Eigen::MatrixXd exact = x.cast<double>() * w.cast<double>().transpose();
    const Eigen::MatrixXd size = x.cast<double>().cwiseAbs() * w.cast<double>().cwiseAbs().transpose();
    return ((found.cast<double>() - exact).array().abs() / size.array()).maxCoeff();
}

/// Codes of any size, each group of 32 with its step and minimum before it.
class CodedMatrix
{
public:
    CodedMatrix(Index rows, Index columns, bool hasMinimums)
        : m_steps(normalNumbers(rows, columns / kCodedGroup, 2))
        , m_minimums(normalNumbers(rows, columns / kCodedGroup, 3))
        , m_hasMinimums(hasMinimums)
        , m_stored(static_cast<std::size_t>(m_steps.size()))
    {
        for (Index row = 0; row < rows; ++row)
            for (Index group = 0; group < m_steps.cols(); ++group) {
                Group& stored = m_stored[static_cast<std::size_t>(row * m_steps.cols() + group)];
                stored = {m_steps(row, group), m_minimums(row, group), {}};
                for (Index i = 0; i < kCodedGroup; ++i)
                    stored.codes[static_cast<std::size_t>(i)]
                        = static_cast<std::uint8_t>((row * 37 + (group * kCodedGroup + i) * 11) % 256);
            }
    }

    CodedRows rows() const
    {
        const auto at = [this](Index row) {
            return reinterpret_cast<const std::byte*>(m_stored.data() + row * m_steps.cols());
        };
        return {m_steps.rows(), at, read, CodedRows::kColumns / kCodedGroup * Index{sizeof(Group)},
                m_hasMinimums};
    }

    Matrix numbers() const
    {
        return Matrix::NullaryExpr(
            m_steps.rows(), m_steps.cols() * kCodedGroup, [this](Index row, Index column) {
                const Group& stored
                    = m_stored[static_cast<std::size_t>(row * m_steps.cols() + column / kCodedGroup)];
                const int code = stored.codes[static_cast<std::size_t>(column % kCodedGroup)];
                return stored.step * static_cast<float>(code) - (m_hasMinimums ? stored.minimum : 0.0F);
            });
    }

private:
    struct Group
    {
        float step = 0, minimum = 0;
        std::array<std::uint8_t, kCodedGroup> codes{};
    };

    static void read(const std::byte* from, Index columns, const CodedRow& to)
    {
        for (Index group = 0; group < columns / kCodedGroup; ++group) {
            Group stored;
            std::memcpy(&stored, from + group * Index{sizeof stored}, sizeof stored);
            to.steps[group] = stored.step;
            to.minimums[group] = stored.minimum;
            for (Index i = 0; i < kCodedGroup; ++i)
                to.codes[group * CodedRow::kGroupNumbers + i]
                    = floatToBfloat(stored.codes[static_cast<std::size_t>(i / 2 + i % 2 * kCodedGroup / 2)]);
        }
    }

    Matrix m_steps, m_minimums;
    bool m_hasMinimums;
    std::vector<Group> m_stored;
};

} // namespace

TEST_CASE("product kernels: every level equals the exact product", "[math]")
{
    CHECK(productKernels(ProcessorLevel::kV2) == nullptr); // Eigen's product is used
    for (const ProcessorLevel level : {ProcessorLevel::kV3, ProcessorLevel::kV4}) {
        if (level > processorLevel())
            continue; // not supported by this processor
        for (const Index columns : {0, 1, 7, 16, 33, 200, 600})
            for (const Index rows : {1, 2, 5, 7, 12, 17, 32, 48, 65, 80})
                for (const Index out : {1, 3, 6, 9, 50}) {
                    INFO("level " << static_cast<int>(level) << ": " << rows << " x " << columns << " x "
                                  << out);
                    const Matrix x = normalNumbers(rows, columns, 1);
                    const Matrix w = normalNumbers(out, columns, 2);
                    Matrix y = Matrix::Constant(rows, out + 2, 5.0F); // an extra column on either side
                    PackedRows(x, *productKernels(level), nullptr)
                        .multiply({{w.data(), out, columns}}, y.data() + 1, y.cols());
                    if (columns > 0)
                        CHECK(farthest(y.middleCols(1, out), x, w) < 1e-6);
                    else
                        CHECK((y.middleCols(1, out).array() == 0.0F).all());
                    CHECK((y.col(0).array() == 5.0F).all());
                    CHECK((y.col(out + 1).array() == 5.0F).all());
                }
    }
}

TEST_CASE("product kernels: every level multiplies few rows exactly", "[math]")
{
    for (const ProcessorLevel level : {ProcessorLevel::kV3, ProcessorLevel::kV4}) {
        if (level > processorLevel())
            continue; // not supported by this processor
        for (const Index columns : {1, 16, 33, 600, 2000})
            for (const Index rows : {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
                for (const Index out : {1, 7, 50}) {
                    INFO("level " << static_cast<int>(level) << ": " << rows << " x " << columns << " x "
                                  << out);
                    const Matrix x = normalNumbers(rows, columns + 3, 1);
                    const Matrix w = normalNumbers(out, columns + 5, 2);
                    Matrix y = Matrix::Constant(rows, out + 2, 5.0F); // an extra column on either side
                    productKernels(level)->few.at(static_cast<std::size_t>(rows - kLeastFew))(
                        {{x.data(), rows, x.cols()},
                         {{w.data(), out, w.cols()}},
                         columns,
                         y.data() + 1,
                         y.cols()});
                    CHECK(farthest(y.middleCols(1, out), x.leftCols(columns), w.leftCols(columns)) < 1e-6);
                    CHECK((y.col(0).array() == 5.0F).all());
                    CHECK((y.col(out + 1).array() == 5.0F).all());
                }
    }
}

TEST_CASE("product kernels: tiles multiply exactly, and leave neighbouring numbers alone", "[math]")
{
    if (!TiledRows::available())
        SUCCEED("This processor has no tiles.");
    else
        for (const Index columns : {1, 31, 200, 1024, 1100})
            for (const Index rows : {1, 33, 64, 65, 97, 530})
                for (const Index out : {1, 16, 17, 150}) {
                    INFO(rows << " x " << columns << " x " << out);
                    const Matrix x = normalNumbers(rows, columns + 3, 1);
                    const Matrix w = normalNumbers(out, columns + 5, 2);
                    Matrix y = Matrix::Constant(rows, out + 2, 5.0F); // an extra column on either side
                    const Workers workers(2);
                    TiledRows(x.leftCols(columns), &workers)
                        .multiply({w.data(), out, w.cols()}, y.data() + 1, y.cols());
                    CHECK(farthest(y.middleCols(1, out), x.leftCols(columns), w.leftCols(columns)) < 1e-6);
                    CHECK((y.col(0).array() == 5.0F).all());
                    CHECK((y.col(out + 1).array() == 5.0F).all());
                }
}

TEST_CASE("product kernels: tiles give infinite and undefined sums where F32 does", "[math]")
{
    if (!TiledRows::available()) {
        SUCCEED("This processor has no tiles.");
        return;
    }
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    Matrix x = normalNumbers(70, 100, 1);
    Matrix w = normalNumbers(300, 100, 2);
    w.row(140).setZero();
    x(3, 7) = kInfinity;
    w(5, 9) = 3.39e38F; // rounds to no BF16 number
    w(6, 9) = std::numeric_limits<float>::quiet_NaN();
    w(7, 11) = -kInfinity;
    Matrix y(70, 300);
    TiledRows(x, nullptr).multiply({w.data(), 300, 100}, y.data(), 300);
    const Matrix expected = x * w.transpose();
    for (Index i = 0; i < 70; ++i)
        for (Index j = 0; j < 300; ++j) {
            INFO(i << ", " << j);
            if (std::isfinite(expected(i, j)))
                CHECK(std::abs(y(i, j) - expected(i, j)) <= 1e-5F * std::max(1.0F, std::abs(expected(i, j))));
            else
                CHECK((std::isnan(expected(i, j)) ? std::isnan(y(i, j)) : y(i, j) == expected(i, j)));
        }
}

TEST_CASE("product kernels: tiles multiply codes exactly, with and without minimums", "[math]")
{
    if (!TiledRows::available()) {
        SUCCEED("This processor has no tiles.");
        return;
    }
    for (const bool hasMinimums : {true, false})
        for (const Index columns : {32, 256, 1056, 2304})
            for (const Index rows : {1, 10, 33, 70, 530})
                for (const Index out : {1, 40, 300}) {
                    INFO(hasMinimums << ", " << rows << " x " << columns << " x " << out);
                    const CodedMatrix w(out, columns, hasMinimums);
                    const Matrix x = normalNumbers(rows, columns, 1);
                    Matrix y = Matrix::Constant(rows, out + 2, 5.0F);
                    REQUIRE(
                        CodedProduct(x, groupSums(x), nullptr).multiply(w.rows(), y.data() + 1, y.cols()));
                    CHECK(farthest(y.middleCols(1, out), x, w.numbers()) < 1e-6);
                    CHECK((y.col(0).array() == 5.0F).all());
                    CHECK((y.col(out + 1).array() == 5.0F).all());
                }
}

TEST_CASE("product kernels: codes give up where a sum is not finite, and no row knows of the others",
          "[math]")
{
    if (!TiledRows::available()) {
        SUCCEED("This processor has no tiles.");
        return;
    }
    const CodedMatrix w(40, 512, true);
    Matrix x = normalNumbers(70, 512, 1);
    Matrix all(70, 40), few(5, 40);
    REQUIRE(CodedProduct(x, groupSums(x), nullptr).multiply(w.rows(), all.data(), all.cols()));
    REQUIRE(CodedProduct(x.topRows(5), groupSums(x.topRows(5)), nullptr)
                .multiply(w.rows(), few.data(), few.cols()));
    CHECK(few == all.topRows(5));
    x(69, 3) = std::numeric_limits<float>::infinity();
    CHECK_FALSE(CodedProduct(x, groupSums(x), nullptr).multiply(w.rows(), all.data(), all.cols()));
}

TEST_CASE("product kernels: tiles keep numbers of every size", "[math]")
{
    if (!TiledRows::available()) {
        SUCCEED("This processor has no tiles.");
        return;
    }
    Matrix x = normalNumbers(64, 96, 1);
    for (Index i = 0; i < 64; ++i)
        x.row(i) *= std::ldexp(1.0F, static_cast<int>(i) - 32);
    Matrix w = normalNumbers(64, 96, 2);
    for (Index i = 0; i < 96; ++i)
        w.col(i) *= std::ldexp(1.0F, static_cast<int>(i % 7) * 5 - 15);
    Matrix y(64, 64);
    TiledRows(x, nullptr).multiply({w.data(), 64, 96}, y.data(), 64);
    CHECK(farthest(y, x, w) < 1e-6);
}

TEST_CASE("product kernels: products and sums of products of parts of matrices are exact", "[math]")
{
    for (const Index inner : {3, 40, 700, 1500})
        for (const Index rows : {1, 2, 31, 33, 100, 530})
            for (const Index columns : {5, 64, 70, 150}) {
                INFO(rows << " x " << inner << " x " << columns);
                const Matrix left = normalNumbers(rows, inner + 3, 5);
                const Matrix right = normalNumbers(inner, columns + 9, 6);
                const auto a = left.middleCols(2, inner);
                const auto b = right.middleCols(4, columns);
                Matrix out = Matrix::Constant(rows, columns + 2, 5.0F);
                multiply(a, b, out.middleCols(1, columns));
                CHECK(farthest(out.middleCols(1, columns), a, b.transpose()) < 1e-6);
                CHECK((out.col(0).array() == 5.0F).all());
                CHECK((out.col(columns + 1).array() == 5.0F).all());
                const Matrix once = out.middleCols(1, columns);
                multiplyAndAdd(a, b, out.middleCols(1, columns));
                CHECK((out.middleCols(1, columns) - 2.0F * once).cwiseAbs().maxCoeff()
                      <= 1e-5F * once.cwiseAbs().maxCoeff());
                CHECK(farthest(productTransposed(a, Matrix(b.transpose())), a, b.transpose()) < 1e-6);
            }
}

TEST_CASE("product kernels: a matrix gives the same numbers for 13 rows as for forty, and for fifty as for a "
          "hundred, from any columns of x, on any number of threads",
          "[math]")
{
    constexpr Index kMost = 100;
    const Matrix w = normalNumbers(500, 640, 3);
    const Matrix wide = normalNumbers(kMost, 650, 4);
    const WeightMatrix weight{Matrix(w)};
    Matrix most(kMost, 500);
    weight.multiply(wide.middleCols(7, 640), most, nullptr);
    CHECK(farthest(most, wide.middleCols(7, 640), w) < 1e-6);
    Matrix fifty(50, 500);
    weight.multiply(wide.block(4, 7, 50, 640), fifty, nullptr);
    Matrix forty(40, 500);
    weight.multiply(wide.block(3, 7, 40, 640), forty, nullptr);
    Matrix fewer(13, 500);
    weight.multiply(wide.block(4, 7, 13, 640), fewer, nullptr);
    if (productKernels() != nullptr) {
        CHECK(fifty == most.middleRows(4, 50));
        CHECK(fewer == forty.middleRows(1, 13));
    }
    Workers workers(3);
    Matrix shared(kMost, 500);
    weight.multiply(wide.middleCols(7, 640), shared, &workers);
    CHECK(shared == most);
}

TEST_CASE("product kernels: each column is finished once, with its bias", "[math]")
{
    Linear linear{WeightMatrix(normalNumbers(301, 200, 7)), RowVector::LinSpaced(301, -3.0F, 3.0F)};
    const Matrix x = normalNumbers(40, 200, 8);
    Workers workers(2);
    const Matrix plain = linear.apply(x, &workers);
    const Matrix doubled = linear.apply(x, &workers, [](MatrixSpan columns, Index first) {
        columns.rowwise() += RowVector::LinSpaced(columns.cols(), static_cast<float>(first),
                                                  static_cast<float>(first + columns.cols() - 1));
    });
    const RowVector numbers = RowVector::LinSpaced(301, 0.0F, 300.0F);
    CHECK((doubled - (plain.rowwise() + numbers)).cwiseAbs().maxCoeff() < 1e-3F);
    Matrix without(40, 301);
    linear.weight.multiply(x, without, nullptr);
    CHECK((plain - (without.rowwise() + linear.bias)).cwiseAbs().maxCoeff() < 1e-4F);
}

} // namespace headlight::test
