// Experts, learned sinks, ALiBi and MXFP4, compared number by number with plain loops in double precision
// that follow the published definitions and use no code of the engine.
#include "core/math/softmax.h"
#include "core/nn/attention.h"
#include "core/nn/feed_forward.h"
#include "core/nn/linear.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <random>
#include <vector>

using namespace headlight;

namespace {

Matrix randomMatrix(Index rows, Index columns, std::mt19937& random)
{
    std::normal_distribution<float> normal;
    Matrix values(rows, columns);
    for (Index i = 0; i < values.size(); ++i)
        values.data()[i] = normal(random);
    return values;
}

Linear randomLinear(Index out, Index in, std::mt19937& random)
{
    return {WeightMatrix(randomMatrix(out, in, random)), RowVector(randomMatrix(1, out, random).row(0))};
}

std::vector<double> plainProduct(const Linear& linear, const std::vector<double>& x)
{
    const Matrix weight = linear.weight.toMatrix();
    std::vector<double> y;
    for (Index row = 0; row < weight.rows(); ++row) {
        double sum = linear.bias.size() > 0 ? static_cast<double>(linear.bias[row]) : 0.0;
        for (Index column = 0; column < weight.cols(); ++column)
            sum += static_cast<double>(weight(row, column)) * x[static_cast<std::size_t>(column)];
        y.push_back(sum);
    }
    return y;
}

std::vector<double> plainSoftmax(std::vector<double> values)
{
    const double largest = *std::max_element(values.begin(), values.end());
    double sum = 0;
    for (double& value : values)
        sum += value = std::exp(value - largest);
    for (double& value : values)
        value /= sum;
    return values;
}

std::vector<double> rowAsDoubles(const Matrix& matrix, Index row)
{
    std::vector<double> values;
    for (Index column = 0; column < matrix.cols(); ++column)
        values.push_back(static_cast<double>(matrix(row, column)));
    return values;
}

constexpr int kTestExperts = 5, kTestWidth = 6, kTestInner = 7;

struct PlainChoice
{
    std::vector<int> chosen;
    std::vector<double> weights, probabilities;
};

/// The routing of one token, by definition.
PlainChoice plainRouting(const ExpertsSpec& spec, const std::vector<double>& logits)
{
    PlainChoice choice;
    const std::vector<double> all = plainSoftmax(logits);
    std::vector<bool> taken(logits.size(), false);
    std::vector<double> best;
    for (int i = 0; i < spec.perToken; ++i) {
        int found = -1;
        for (int e = 0; e < static_cast<int>(logits.size()); ++e)
            if (!taken[static_cast<std::size_t>(e)]
                && (found < 0
                    || logits[static_cast<std::size_t>(e)] > logits[static_cast<std::size_t>(found)]))
                found = e;
        taken[static_cast<std::size_t>(found)] = true;
        choice.chosen.push_back(found);
        best.push_back(logits[static_cast<std::size_t>(found)]);
    }
    choice.probabilities = all;
    if (spec.softmaxOfChosen) {
        choice.weights = plainSoftmax(best);
        std::fill(choice.probabilities.begin(), choice.probabilities.end(), 0.0);
        for (std::size_t i = 0; i < best.size(); ++i)
            choice.probabilities[static_cast<std::size_t>(choice.chosen[i])] = choice.weights[i];
        return choice;
    }
    double sum = 0;
    for (const int expert : choice.chosen)
        sum += all[static_cast<std::size_t>(expert)];
    for (const int expert : choice.chosen)
        choice.weights.push_back(all[static_cast<std::size_t>(expert)] / (spec.normalised ? sum : 1.0));
    return choice;
}

/// gpt-oss's expert: the even rows of the first matrix are the gate.
std::vector<double> plainInterleaved(const FeedForwardSpec& spec, const FeedForwardWeights& weights,
                                     const std::vector<double>& x)
{
    const auto limit = static_cast<double>(spec.limit);
    const std::vector<double> both = plainProduct(weights.up, x);
    std::vector<double> hidden;
    for (std::size_t i = 0; i < both.size() / 2; ++i) {
        const double gate = std::min(both[2 * i], limit);
        const double up = std::clamp(both[2 * i + 1], -limit, limit);
        hidden.push_back((up + 1.0) * gate / (1.0 + std::exp(-1.702 * gate)));
    }
    return plainProduct(weights.down, hidden);
}

std::vector<double> plainGated(const FeedForwardWeights& weights, const std::vector<double>& x)
{
    const std::vector<double> gate = plainProduct(weights.gate, x);
    std::vector<double> hidden = plainProduct(weights.up, x);
    for (std::size_t i = 0; i < hidden.size(); ++i)
        hidden[i] *= gate[i] / (1.0 + std::exp(-gate[i]));
    return plainProduct(weights.down, hidden);
}

struct ExpertLayer
{
    LayerSpec spec;
    ExpertsWeights weights;
};

ExpertLayer randomExperts(bool ofChosen, bool normalised, bool shared, std::mt19937& random)
{
    ExpertLayer layer;
    layer.spec.feedForward.width = kTestInner;
    layer.spec.feedForward.gated = true;
    layer.spec.feedForward.activation = ofChosen ? Activation::kQuickGelu : Activation::kSilu;
    ExpertsSpec& experts = layer.spec.experts.emplace();
    experts.count = kTestExperts;
    experts.perToken = 2;
    experts.softmaxOfChosen = ofChosen;
    experts.normalised = normalised;
    if (ofChosen) {
        layer.spec.feedForward.interleaved = true;
        layer.spec.feedForward.limit = 1.0F;
        layer.spec.feedForward.upOffset = 1.0F;
    }
    layer.weights.router = randomLinear(kTestExperts, kTestWidth, random);
    for (int i = 0; i < kTestExperts; ++i) {
        FeedForwardWeights& one = layer.weights.experts.emplace_back();
        one.up = randomLinear(ofChosen ? 2 * kTestInner : kTestInner, kTestWidth, random);
        if (!ofChosen)
            one.gate = randomLinear(kTestInner, kTestWidth, random);
        one.down = randomLinear(kTestWidth, kTestInner, random);
    }
    if (shared) {
        experts.shared = layer.spec.feedForward;
        layer.weights.shared.up = randomLinear(kTestInner, kTestWidth, random);
        layer.weights.shared.gate = randomLinear(kTestInner, kTestWidth, random);
        layer.weights.shared.down = randomLinear(kTestWidth, kTestInner, random);
        layer.weights.sharedGate = randomLinear(1, kTestWidth, random);
    }
    return layer;
}

std::vector<double> plainExperts(const ExpertLayer& layer, const std::vector<double>& x)
{
    const PlainChoice choice = plainRouting(*layer.spec.experts, plainProduct(layer.weights.router, x));
    std::vector<double> sum(x.size(), 0.0);
    const auto add = [&](double weight, const std::vector<double>& part) {
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] += weight * part[i];
    };
    for (std::size_t i = 0; i < choice.chosen.size(); ++i) {
        const FeedForwardWeights& expert = layer.weights.experts[static_cast<std::size_t>(choice.chosen[i])];
        add(choice.weights[i],
            layer.spec.feedForward.interleaved ? plainInterleaved(layer.spec.feedForward, expert, x)
                                               : plainGated(expert, x));
    }
    if (layer.spec.experts->shared)
        add(1.0 / (1.0 + std::exp(-plainProduct(layer.weights.sharedGate, x).front())),
            plainGated(layer.weights.shared, x));
    return sum;
}

constexpr LayerRef kExpertsAt{StackKind::kDecoder, 0, AttentionKind::kSelf};

} // namespace

TEST_CASE("experts: each token through its best ones, weighted and summed", "[nn]")
{
    std::mt19937 random(17); // NOLINT(cert-msc51-cpp): the same numbers every time
    for (const auto& [ofChosen, normalised, shared] :
         {std::array{false, true, false}, {false, false, true}, {true, false, false}}) {
        const ExpertLayer layer = randomExperts(ofChosen, normalised, shared, random);
        const Matrix x = randomMatrix(9, kTestWidth, random);
        const EditPlan plain;
        const Tap tap(plain, nullptr, nullptr);
        ForwardContext context{tap, {{}, {}, {}}, 0, nullptr, nullptr, {}};
        const Matrix found = mixtureOfExperts(context, kExpertsAt, layer.spec, layer.weights, x);
        for (Index row = 0; row < x.rows(); ++row) {
            const std::vector<double> expected = plainExperts(layer, rowAsDoubles(x, row));
            for (Index column = 0; column < x.cols(); ++column) {
                INFO("of chosen " << ofChosen << " row " << row << " column " << column);
                CHECK(static_cast<double>(found(row, column))
                      == Approx(expected[static_cast<std::size_t>(column)]).margin(2e-5));
            }
        }
    }
}

TEST_CASE("experts: the router's probabilities and choice", "[nn]")
{
    std::mt19937 random(18); // NOLINT(cert-msc51-cpp): the same numbers every time
    for (const bool ofChosen : {false, true}) {
        ExpertsSpec spec;
        spec.count = kTestExperts;
        spec.perToken = 3;
        spec.softmaxOfChosen = ofChosen;
        const Matrix logits = randomMatrix(6, kTestExperts, random);
        const Routing found = routed(spec, logits);
        for (Index row = 0; row < logits.rows(); ++row) {
            const PlainChoice expected = plainRouting(spec, rowAsDoubles(logits, row));
            for (Index i = 0; i < spec.perToken; ++i) {
                CHECK(found.chosen(row, i) == expected.chosen[static_cast<std::size_t>(i)]);
                CHECK(static_cast<double>(found.weights(row, i))
                      == Approx(expected.weights[static_cast<std::size_t>(i)]).margin(1e-6));
            }
            for (Index e = 0; e < kTestExperts; ++e)
                CHECK(static_cast<double>(found.probabilities(row, e))
                      == Approx(expected.probabilities[static_cast<std::size_t>(e)]).margin(1e-6));
        }
    }
    // Without an order there is still a choice, and the weights show that something is wrong.
    const Matrix wrong = Matrix::Constant(1, kTestExperts, std::numeric_limits<float>::quiet_NaN());
    const Routing nothing = routed({.count = kTestExperts, .perToken = 2}, wrong);
    CHECK(nothing.chosen(0, 0) == 0);
    CHECK(std::isnan(nothing.weights(0, 0)));
}

TEST_CASE("sinks: one more logit takes part in the softmax and is dropped", "[nn]")
{
    const std::vector<float> scores{0.3F, -1.2F, 2.1F, 0.0F};
    const float sink = 1.4F;
    std::vector<float> row = scores;
    const std::vector<std::uint8_t> allowed{1, 1, 1, 0};
    const float share = maskedSoftmax(row, allowed, sink);
    double sum = std::exp(static_cast<double>(sink));
    for (std::size_t i = 0; i < 3; ++i)
        sum += std::exp(static_cast<double>(scores[i]));
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(static_cast<double>(row[i])
              == Approx(std::exp(static_cast<double>(scores[i])) / sum).margin(1e-6));
    CHECK(row[3] == 0.0F);
    CHECK(static_cast<double>(share) == Approx(std::exp(static_cast<double>(sink)) / sum).margin(1e-6));

    std::vector<float> nothing{1.0F, 2.0F};
    CHECK(maskedSoftmax(nothing, std::vector<std::uint8_t>{0, 0}, sink) == 1.0F);
    CHECK(nothing == std::vector<float>{0.0F, 0.0F});

    std::vector<float> small{-500.0F};
    CHECK(maskedSoftmax(small, std::vector<std::uint8_t>{1}, 300.0F) == 1.0F); // no overflow
    CHECK(small.front() == 0.0F);
}

TEST_CASE("ALiBi: by distance, and as Falcon rounds it", "[nn]")
{
    AttentionSpec spec;
    spec.heads = spec.kvHeads = 2;
    spec.scale = 0.5F;
    spec.alibi = AlibiSpec{{0.5F, 0.70710678F}, false};
    const ScoreBias::Extent extent{3, 2, 6};
    const std::vector<ScoreBias> plain = scoreBias(spec, nullptr, extent);
    REQUIRE(plain.size() == 2);
    CHECK(plain[1](1, 2) == Approx(0.70710678F * -2.0F)); // the query is at position 4
    spec.alibi->rounded = true;
    const std::vector<ScoreBias> rounded = scoreBias(spec, nullptr, extent);
    // In bfloat16 1/√2 is 0.70703125; times 5 that is 3.53515625, which is rounded to 3.53125.
    CHECK(rounded[1](0, 5) == 0.5F * 3.53125F);
    CHECK(rounded[1](1, 5) == rounded[1](0, 5));
    CHECK(rounded[0](0, 3) == 0.5F * 1.5F);
}

TEST_CASE("MXFP4: numbers, rows and products of packed weights", "[nn]")
{
    constexpr std::array kNumbers{0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0};
    constexpr Index kRows = 3, kColumns = 64;
    std::mt19937 random(19); // NOLINT(cert-msc51-cpp): the same numbers every time
    std::uniform_int_distribution<int> byte(0, 255), exponent(120, 130);
    std::vector<std::byte> blocks, scales;
    for (Index i = 0; i < kRows * kColumns / 2; ++i)
        blocks.push_back(static_cast<std::byte>(byte(random)));
    for (Index i = 0; i < kRows * kColumns / 32; ++i)
        scales.push_back(static_cast<std::byte>(exponent(random)));
    const WeightMatrix packed
        = WeightMatrix::mxfp4({blocks.data(), nullptr}, {scales.data(), nullptr}, kRows, kColumns);
    const Matrix found = packed.toMatrix();
    Matrix expected(kRows, kColumns);
    for (Index row = 0; row < kRows; ++row)
        for (Index column = 0; column < kColumns; ++column) {
            const Index place = row * kColumns + column;
            const int both = std::to_integer<int>(blocks[static_cast<std::size_t>(place / 2)]);
            const int four = place % 2 == 0 ? both & 15 : both >> 4;
            const int scale = std::to_integer<int>(scales[static_cast<std::size_t>(place / 32)]);
            const double value = kNumbers.at(static_cast<std::size_t>(four & 7))
                * std::exp2(static_cast<double>(scale - 127));
            expected(row, column) = static_cast<float>((four & 8) != 0 ? -value : value);
        }
    CHECK(found == expected);
    CHECK(packed.bytes() == kRows * kColumns / 2 + kRows * kColumns / 32);
    CHECK_FALSE(packed.isHalf());
    CHECK(packed.rowsFrom(1, 2).toMatrix() == expected.bottomRows(2));
    CHECK(packed.gathered({2, 0}).toMatrix().row(0) == expected.row(2));
    const Matrix x = randomMatrix(4, kColumns, random);
    Matrix y(4, kRows);
    packed.multiply(x, y, nullptr);
    CHECK((y - x * expected.transpose()).cwiseAbs().maxCoeff() < 1e-4F);
}
