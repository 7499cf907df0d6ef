#include "core/math/layers.h"
#include "core/math/mask.h"
#include "core/math/positions.h"
#include "core/math/score_bias.h"
#include "core/math/similarity.h"
#include "core/math/softmax.h"
#include "tests/support/catch.h"

#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

/// "1..|11.|111": one character per cell, bars between rows.
std::string text(const Mask& mask)
{
    const ByteMatrix cells = mask.toMatrix();
    std::string all;
    for (Index row = 0; row < cells.rows(); ++row) {
        all += row == 0 ? "" : "|";
        for (Index key = 0; key < cells.cols(); ++key)
            all += cells(row, key) != 0 ? '1' : '.';
    }
    return all;
}

std::vector<float> softmaxOf(std::vector<float> row, const std::vector<std::uint8_t>& allowed)
{
    maskedSoftmax(row, allowed);
    return row;
}

} // namespace

TEST_CASE("mask: the rules and their combination", "[math]")
{
    CHECK(text(Mask(2, 3)) == "111|111");
    CHECK(text(Mask(3, 3).causal()) == "1..|11.|111");
    CHECK(text(Mask(2, 4, 2).causal()) == "111.|1111");
    CHECK(text(Mask(3, 4).keyLimit(2)) == "11..|11..|11..");
    CHECK(text(Mask(4, 4).causal().window(2)) == "1...|11..|.11.|..11");
    CHECK(text(Mask(3, 3).window(2)) == "11.|111|.11");
    CHECK(text(Mask(3, 3).causal().keyLimit(2)) == "1..|11.|11.");
    CHECK(text(Mask(3, 3).causal().edit({0, 1, 2, 3, true})) == "1.1|11.|111");
    CHECK(text(Mask(3, 3).edit({1, 2, 0, 3, false})) == "111|...|111");
    ByteMatrix cells(2, 2);
    cells << 1, 0, 0, 1;
    CHECK(text(Mask(2, 2).explicitCells(cells)) == "1.|.1");
    CHECK_THROWS(Mask(3, 2).explicitCells(cells));
}

TEST_CASE("mask: allowsAll tells the truth", "[math]")
{
    CHECK(Mask(3, 3).allowsAll());
    CHECK_FALSE(Mask(3, 3).causal().allowsAll());
    CHECK(Mask(1, 3, 2).causal().allowsAll()); // the last row of a causal pass
    CHECK(Mask(2, 3).keyLimit(3).allowsAll());
    CHECK_FALSE(Mask(2, 3).keyLimit(2).allowsAll());
    CHECK_FALSE(Mask(2, 3).edit({0, 1, 0, 1, false}).allowsAll());
}

TEST_CASE("softmax: rows sum to one, masked keys are exactly zero", "[math]")
{
    const auto row = softmaxOf({1.0F, 2.0F, 3.0F, 4.0F}, {1, 0, 1, 1});
    CHECK(row[1] == 0.0F);
    CHECK(std::accumulate(row.begin(), row.end(), 0.0F) == Approx(1.0F).margin(1e-6));
    CHECK(row[3] / row[2] == Approx(std::exp(1.0F)).epsilon(1e-5));
}

TEST_CASE("softmax: nothing to attend to gives zeros, never NaN", "[math]")
{
    CHECK(softmaxOf({1.0F, -5.0F}, {0, 0}) == std::vector<float>{0.0F, 0.0F});
}

TEST_CASE("softmax: scores of 1e4 and a single key are safe", "[math]")
{
    CHECK(softmaxOf({1e4F, -1e4F}, {1, 1}) == std::vector<float>{1.0F, 0.0F});
    CHECK(softmaxOf({-1e4F}, {1}) == std::vector<float>{1.0F});
    CHECK(softmaxOf({-1e4F, 1e4F}, {1, 0}) == std::vector<float>{1.0F, 0.0F});
    // A masked infinity has no effect.
    CHECK(softmaxOf({0.0F, INFINITY}, {1, 0}) == std::vector<float>{1.0F, 0.0F});
}

TEST_CASE("log-softmax: exponentials sum to one", "[math]")
{
    const std::array logits = {1e4F, 1e4F - 1.0F, -1e4F};
    std::array<float, 3> logs{};
    logSoftmax(logits, logs);
    CHECK(logs[0] == Approx(-std::log(1.0 + std::exp(-1.0))).margin(1e-6));
    CHECK(logs[0] - logs[1] == Approx(1.0F).margin(1e-3));
}

TEST_CASE("positions: the paper's formula, also for odd widths", "[math]")
{
    for (const Index width : {6, 7, 1}) {
        const Matrix table = sinusoidalInterleaved(3, 5, width);
        REQUIRE(table.rows() == 5);
        for (Index row = 0; row < 5; ++row) {
            for (Index i = 0; i < width; ++i) {
                const double angle = static_cast<double>(row + 3)
                    / std::pow(10000.0, static_cast<double>(2 * (i / 2)) / static_cast<double>(width));
                CHECK(table(row, i) == Approx(i % 2 == 0 ? std::sin(angle) : std::cos(angle)).margin(1e-6));
            }
        }
    }
}

TEST_CASE("positions: halves hold the same numbers in another order", "[math]")
{
    const Matrix interleaved = sinusoidalInterleaved(0, 9, 8);
    const Matrix halves = sinusoidalHalves(0, 9, 8);
    for (Index pair = 0; pair < 4; ++pair) {
        CHECK(halves.col(pair) == interleaved.col(2 * pair));
        CHECK(halves.col(4 + pair) == interleaved.col(2 * pair + 1));
    }
}

TEST_CASE("positions: rotation keeps lengths and depends on distance alone", "[math]")
{
    const std::vector<float> frequencies = {1.0F, 0.1F};
    const auto dotAt = [&](Index query, Index key) {
        Matrix q(1, 4), k(1, 4);
        q << 0.3F, -1.0F, 2.0F, 0.5F;
        k << 1.0F, 0.2F, -0.4F, 1.5F;
        rotate(q, query, frequencies, false, 1.0F);
        rotate(k, key, frequencies, false, 1.0F);
        CHECK(q.norm() == Approx(std::sqrt(0.09F + 1.0F + 4.0F + 0.25F)).margin(1e-5));
        return (q * k.transpose())(0, 0);
    };
    CHECK(dotAt(7, 4) == Approx(dotAt(13, 10)).margin(1e-4));
    CHECK(std::abs(dotAt(7, 4) - dotAt(7, 5)) > 1e-2);
}

TEST_CASE("positions: T5 buckets and ALiBi slopes", "[math]")
{
    CHECK(relativeBucket(0, true, 32, 128) == 0);
    CHECK(relativeBucket(-1, true, 32, 128) == 1);
    CHECK(relativeBucket(1, true, 32, 128) == 17);
    CHECK(relativeBucket(-1000, true, 32, 128) == 15);
    CHECK(relativeBucket(1000, true, 32, 128) == 31);
    CHECK(relativeBucket(5, false, 32, 128) == 0); // unidirectional: the future is a single bucket
    CHECK(relativeBucket(-15, false, 32, 128) == 15);
    CHECK(relativeBucket(-1000, false, 32, 128) == 31);
    const std::vector<float> eight = alibiSlopes(8);
    CHECK(eight.front() == 0.5F);
    CHECK(eight.back() == 1.0F / 256.0F);
    CHECK(alibiSlopes(12).size() == 12);
    CHECK(alibiSlopes(12)[8] == Approx(std::exp2(-0.5F)));
}

TEST_CASE("norms: layer norm and RMS norm against their definitions", "[math]")
{
    Matrix x(1, 3);
    x << 1.0F, 2.0F, 6.0F;
    RowVector gain(3), bias(3);
    gain << 1.0F, 2.0F, 0.5F;
    bias << 0.0F, 1.0F, -1.0F;
    Matrix layer = x;
    normalize(layer, NormKind::kLayerNorm, gain, bias, 0.0F);
    const float deviation = std::sqrt(14.0F / 3.0F); // mean 3, squares 4 + 1 + 9
    CHECK(layer(0, 0) == Approx(-2.0F / deviation));
    CHECK(layer(0, 1) == Approx(2.0F * (-1.0F / deviation) + 1.0F));
    CHECK(layer(0, 2) == Approx(0.5F * (3.0F / deviation) - 1.0F));
    Matrix rms = x;
    normalize(rms, NormKind::kRmsNorm, gain, {}, 0.0F);
    const float size = std::sqrt(41.0F / 3.0F);
    CHECK(rms(0, 1) == Approx(4.0F / size));
    Matrix plusOne = x;
    normalize(plusOne, NormKind::kRmsNormPlusOne, gain, {}, 0.0F);
    CHECK(plusOne(0, 2) == Approx(9.0F / size));
}

TEST_CASE("activations: known values", "[math]")
{
    const auto at = [](Activation activation, float value) {
        Matrix x = Matrix::Constant(1, 1, value);
        activate(x, activation);
        return x(0, 0);
    };
    CHECK(at(Activation::kRelu, -2.0F) == 0.0F);
    CHECK(at(Activation::kRelu, 2.0F) == 2.0F);
    CHECK(at(Activation::kGelu, 1.0F) == Approx(0.8413447F).margin(1e-6));
    CHECK(at(Activation::kGeluTanh, 1.0F) == Approx(0.8411920F).margin(1e-6));
    CHECK(at(Activation::kSilu, 1.0F) == Approx(0.7310586F).margin(1e-6));
    CHECK(at(Activation::kQuickGelu, 1.0F) == Approx(0.8457958F).margin(1e-6));
    CHECK(at(Activation::kGelu, -20.0F) == Approx(0.0F).margin(1e-6));
}

TEST_CASE("similarity: cosine, additive without tanh, angles, shares and the best key", "[math]")
{
    RowVector q(2), k(2);
    q << 3, 4;
    k << -4, 3;
    CHECK(angleBetween(q, q).cosine.value() == Approx(1.0));
    CHECK(angleBetween(q, q).angle.value() == Approx(0.0).margin(1e-7));
    CHECK(angleBetween(q, k).cosine.value() == Approx(0.0).margin(1e-12));
    CHECK(angleBetween(q, k).query == Approx(5.0));
    CHECK_FALSE(angleBetween(q, RowVector::Zero(2)).cosine.has_value());
    CHECK_THROWS(angleBetween(q, RowVector::Zero(3)));
    Matrix keys(3, 2);
    keys << 6, 8, -4, 3, 0, 0;
    const Matrix cosines = similarityScores(Similarity::kCosine, q, keys);
    CHECK(cosines(0, 0) == Approx(1.0F));
    CHECK(cosines(0, 1) == Approx(0.0F).margin(1e-6));
    CHECK(cosines(0, 2) == 0.0F);
    SimilarityWeights weights;
    weights.first = weights.second = Matrix::Identity(2, 2);
    weights.combine = RowVector::Constant(2, 0.5F);
    CHECK(similarityScores(Similarity::kAdditiveLinear, q, keys, weights)(0, 0) == Approx(10.5F));
    Matrix scores(2, 3);
    scores << 3, -1, 2, 1, -1, 0;
    Matrix values(3, 1);
    values << 10, 20, 30;
    const SoftLookup shares = shareLookup(scores, values);
    CHECK(shares.weights(0, 0) == Approx(0.75F));
    CHECK(shares.weights(0, 1) == Approx(-0.25F));
    CHECK(shares.values(0, 0) == Approx(17.5F));
    CHECK(shares.weights.row(1).isZero()); // they sum to 0
    CHECK_THROWS(shareLookup(scores, Matrix(2, 1)));
    CHECK(hardLookup(scores.row(0)) == 0);
    RowVector ties(3);
    ties << 1, 2, 2;
    CHECK(hardLookup(ties) == 1);
    CHECK(hardLookup(RowVector()) == -1);
}

TEST_CASE("similarity: the four functions of the literature", "[math]")
{
    Matrix q(1, 2), k(2, 2);
    q << 1.0F, 2.0F;
    k << 3.0F, 4.0F, -1.0F, 0.5F;
    CHECK(similarityScores(Similarity::kDot, q, k)(0, 0) == Approx(11.0F));
    CHECK(similarityScores(Similarity::kScaledDot, q, k)(0, 1) == Approx(0.0F).margin(1e-6));
    CHECK(similarityScores(Similarity::kScaledDot, q, k)(0, 0) == Approx(11.0F / std::sqrt(2.0F)));
    SimilarityWeights weights;
    weights.general = Matrix::Identity(2, 2);
    weights.general(0, 1) = 1.0F;
    // q W = (1, 3)
    CHECK(similarityScores(Similarity::kGeneral, q, k, weights)(0, 0) == Approx(15.0F));
    weights.first = Matrix::Constant(1, 2, 0.1F);
    weights.second = Matrix::Constant(1, 2, 0.2F);
    weights.combine = RowVector::Constant(1, 2.0F);
    CHECK(similarityScores(Similarity::kAdditive, q, k, weights)(0, 0)
          == Approx(2.0F * std::tanh(0.3F + 1.4F)));
    CHECK_THROWS(similarityScores(Similarity::kDot, q, Matrix(2, 3)));
    CHECK_THROWS(similarityScores(Similarity::kAdditive, q, k));
}

TEST_CASE("soft look-up: a cold temperature is an ordinary dictionary", "[math]")
{
    Matrix scores(1, 3), values(3, 2);
    scores << 1.0F, 3.0F, 2.0F;
    values << 10.0F, 1.0F, 20.0F, 2.0F, 30.0F, 3.0F;
    const SoftLookup cold = softLookup(scores, values, Mask(1, 3), 0.01F);
    CHECK(cold.values(0, 0) == Approx(20.0F));
    const SoftLookup hot = softLookup(scores, values, Mask(1, 3), 1e6F);
    CHECK(hot.values(0, 0) == Approx(20.0F).margin(1e-3));
    CHECK(hot.weights(0, 0) == Approx(1.0F / 3.0F).margin(1e-4));
    const SoftLookup masked = softLookup(scores, values, Mask(1, 3).edit({0, 1, 1, 2, false}), 0.01F);
    CHECK(masked.values(0, 1) == Approx(3.0F));
}

TEST_CASE("score bias: a rule gives the rectangles of its table", "[math]")
{
    const RelativeSpec spec{8, 20, true};
    const auto table = std::make_shared<const Matrix>(Matrix::Random(8, 3));
    const ScoreBias::Extent extent{5, 30, 60};
    const ScoreBias rule(table, 2, spec, extent);
    CHECK(rule.rows() == 30);
    CHECK(rule.cols() == 60);
    const Matrix whole = rule.block(0, 0, 30, 60);
    for (Index q = 0; q < 30; ++q)
        for (Index k = 0; k < 60; ++k)
            CHECK(whole(q, k) == (*table)(relativeBucket(k - (5 + q), true, 8, 20), 2));
    CHECK(rule.block(7, 11, 4, 9) == whole.block(7, 11, 4, 9));
    CHECK(rule(29, 59) == whole(29, 59));
    Matrix scores = Matrix::Ones(3, 5);
    rule.addTo(scores, 20, 40);
    CHECK(scores == Matrix(Matrix::Ones(3, 5) + whole.block(20, 40, 3, 5)));

    const ScoreBias slope(0.5F, extent);
    CHECK(slope(3, 1) == Approx(0.5 * (1 - 8)));
    const ScoreBias cells = Matrix(whole.topRows(4));
    CHECK(cells.rows() == 4);
    CHECK(cells.block(1, 2, 2, 3) == whole.block(1, 2, 2, 3));
}

} // namespace headlight::test
