// Products of few rows with F32 weights: every level against sums in F64, and identical results for any
// number of rows.
#include "core/nn/few_rows.h"
#include "core/nn/weight_matrix.h"
#include "tests/support/catch.h"

#include <random>

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

} // namespace

TEST_CASE("few rows: every level equals the exact product", "[nn]")
{
    CHECK(fewRowsProduct(DotLevel::kPortable) == nullptr); // Eigen's product is used
    for (const DotLevel level : {DotLevel::kAvx2, DotLevel::kAvx512}) {
        if (level > dotLevel())
            continue; // not supported by this processor
        for (const Index columns : {1, 7, 16, 33, 200})
            for (const Index rows : {1, 2, 5, 6, 7, 12, 32})
                for (const Index out : {1, 3, 4, 9}) {
                    INFO("level " << static_cast<int>(level) << ": " << rows << " x " << columns << " x "
                                  << out);
                    const Matrix x = normalNumbers(rows, columns, 1);
                    const Matrix w = normalNumbers(out, columns, 2);
                    Matrix y = Matrix::Constant(rows, out + 2, 5.0F); // an extra column on either side
                    fewRowsProduct(level)({x.data(), rows, columns}, {w.data(), out, columns}, columns,
                                          y.data() + 1, y.cols());
                    CHECK(farthest(y.middleCols(1, out), x, w) < 1e-6);
                    CHECK((y.col(0).array() == 5.0F).all());
                    CHECK((y.col(out + 1).array() == 5.0F).all());
                }
    }
}

TEST_CASE("few rows: a matrix gives the same numbers for two rows as for thirty-two, from any columns of x",
          "[nn]")
{
    const Matrix w = normalNumbers(50, 96, 3);
    const Matrix wide = normalNumbers(kMostFewRows + 1, 120, 4);
    const WeightMatrix weight{Matrix(w)};
    Matrix most(kMostFewRows, 50);
    weight.multiply(wide.block(0, 7, kMostFewRows, 96), most, nullptr);
    CHECK(farthest(most, wide.block(0, 7, kMostFewRows, 96), w) < 1e-6);
    Matrix two(2, 50);
    weight.multiply(wide.block(4, 7, 2, 96), two, nullptr);
    if (fewRowsProduct(dotLevel()) != nullptr)
        CHECK(two == most.middleRows(4, 2));
    Matrix more(kMostFewRows + 1, 50); // Eigen's product
    weight.multiply(wide.middleCols(7, 96), more, nullptr);
    CHECK(farthest(more, wide.middleCols(7, 96), w) < 1e-6);
}

} // namespace headlight::test
