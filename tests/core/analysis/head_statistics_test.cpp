#include "core/analysis/head_statistics.h"

#include "tests/support/catch.h"

#include <cmath>
#include <utility>

using namespace headlight;

namespace {

// Weights given by hand.
class FixedWeights : public AttentionSource
{
public:
    explicit FixedWeights(Matrix weights)
        : m_weights(std::move(weights))
    { }
    Index queries() const override { return m_weights.rows(); }
    Index keys() const override { return m_weights.cols(); }
    bool has(MapKind kind) const override { return kind == MapKind::kWeights; }
    void read(MapKind, Index query, Index key, MatrixSpan out) const override
    {
        out = m_weights.block(query, key, out.rows(), out.cols());
    }

private:
    Matrix m_weights;
};

HeadStatistics statisticsOf(const Matrix& weights, AttentionKind kind = AttentionKind::kSelf, int padding = 0)
{
    std::vector<TokenLabel> tokens(static_cast<std::size_t>(weights.rows()));
    for (std::size_t i = tokens.size() - static_cast<std::size_t>(padding); i < tokens.size(); ++i)
        tokens[i].padding = true;
    const auto axis = std::make_shared<const std::vector<TokenLabel>>(tokens);
    const auto keys
        = std::make_shared<const std::vector<TokenLabel>>(static_cast<std::size_t>(weights.cols()));
    return headStatistics(
        {{StackKind::kDecoder, 0, kind, 0}, std::make_shared<FixedWeights>(weights), axis, keys});
}

} // namespace

TEST_CASE("head statistics: uniform attention", "[analysis]")
{
    const HeadStatistics uniform = statisticsOf(Matrix::Constant(4, 4, 0.25F));
    CHECK(uniform.queries == 4);
    CHECK(uniform.entropy == Approx(2.0));
    CHECK(uniform.largest == Approx(0.25));
    CHECK(uniform.first == Approx(0.25));
    CHECK(uniform.diagonal.value() == Approx(0.25));
    CHECK(uniform.previous.value() == Approx(0.25));
    CHECK(uniform.distance.value() == Approx(1.25)); // (6 + 4 + 4 + 6) / 16
}

TEST_CASE("head statistics: a previous-token head", "[analysis]")
{
    Matrix weights = Matrix::Zero(4, 4);
    weights(0, 0) = 1;
    for (Index q = 1; q < 4; ++q)
        weights(q, q - 1) = 1;
    const HeadStatistics previous = statisticsOf(weights);
    CHECK(previous.entropy == Approx(0.0));
    CHECK(previous.previous.value() == Approx(1.0));
    CHECK(previous.diagonal.value() == Approx(0.25));
    CHECK(previous.first == Approx(0.5));
    CHECK(previous.distance.value() == Approx(0.75));
}

TEST_CASE("head statistics: padding and rows of zeros are not counted", "[analysis]")
{
    Matrix weights = Matrix::Zero(4, 4);
    weights.row(0) << 1, 0, 0, 0;
    weights.row(1) << 0, 1, 0, 0;
    weights.row(3) << 0, 0, 0.5F, 0.5F; // padding; row 2 attends to nothing
    const HeadStatistics counted = statisticsOf(weights, AttentionKind::kSelf, 1);
    CHECK(counted.queries == 2);
    CHECK(counted.diagonal.value() == Approx(1.0));
    CHECK(statisticsOf(Matrix::Zero(3, 3)).queries == 0);
}

TEST_CASE("head statistics: cross-attention has no diagonal", "[analysis]")
{
    const HeadStatistics cross = statisticsOf(Matrix::Constant(2, 8, 0.125F), AttentionKind::kCross);
    CHECK(cross.entropy == Approx(3.0));
    CHECK_FALSE(cross.diagonal.has_value());
    CHECK_FALSE(cross.previous.has_value());
    CHECK_FALSE(cross.distance.has_value());
}

TEST_CASE("head statistics: a single token and a null map", "[analysis]")
{
    const HeadStatistics one = statisticsOf(Matrix::Constant(1, 1, 1.0F));
    CHECK(one.diagonal.value() == Approx(1.0));
    CHECK_FALSE(one.previous.has_value());
    CHECK(headStatistics({}).queries == 0);
}
