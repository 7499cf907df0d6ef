// Disentangled attention against plain loops over the published formula.
#include "core/math/disentangled.h"

#include "core/math/positions.h"
#include "core/nn/weights.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace headlight::test {

namespace {

constexpr int kSpan = 3;
const Ids kText = {5, 9, 14, 3, 22, 7, 7, 1};

Matrix randomRows(Index rows, Index columns, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0.0F, 0.5F);
    Matrix numbers(rows, columns);
    for (Index i = 0; i < numbers.size(); ++i)
        numbers.data()[i] = normal(random);
    return numbers;
}

/// A tiny encoder whose layers have both terms, with unbucketed distances.
std::shared_ptr<const Model> disentangledModel()
{
    TinyOptions options;
    options.encoderOnly = true;
    options.positions = PositionScheme::kNone;
    const auto plain = tinyModel(options);
    auto spec = std::make_shared<ArchSpec>(plain->spec());
    auto weights = std::make_shared<ModelWeights>(plain->weights());
    DisentangledSpec terms;
    terms.span = kSpan;
    terms.contentToPosition = terms.positionToContent = true;
    StackWeights& stack = *weights->encoder;
    stack.relativeRows = std::make_shared<const Matrix>(randomRows(2 * kSpan, options.width, 4));
    for (std::size_t i = 0; i < stack.layers.size(); ++i) {
        AttentionSpec& self = spec->encoder->layers[i].self;
        self.disentangled = terms;
        self.scale = 1.0F / std::sqrt(3.0F * static_cast<float>(self.headWidth));
        AttentionWeights& with = stack.layers[i].self;
        with.positionKey = with.key;
        with.positionQuery.weight = WeightMatrix(randomRows(with.query.weight.rows(), options.width, 7));
    }
    Model::Parts parts;
    parts.name = "disentangled";
    parts.spec = std::move(spec);
    parts.weights = std::move(weights);
    return std::make_shared<const Model>(std::move(parts));
}

Index clipped(Index distance)
{
    return std::clamp<Index>(distance + kSpan, 0, 2 * kSpan - 1);
}

} // namespace

TEST_CASE("disentangled: both terms as a plain loop computes them", "[nn]")
{
    const auto model = disentangledModel();
    const Trace trace = runTiny(model, {{kText, {}}}).front();
    const StackWeights& weights = *model->weights().encoder;
    for (const HeadRef& head : headsOf(trace)) {
        const AttentionSpec& spec = model->spec().encoder->layers[static_cast<std::size_t>(head.layer)].self;
        const AttentionWeights& self = weights.layers[static_cast<std::size_t>(head.layer)].self;
        const Matrix q = trace.headMatrix(Site::kQuery, head);
        const Matrix k = trace.headMatrix(Site::kKey, head);
        const auto columns = [&](const Matrix& all) {
            return Matrix(all.middleCols(Index{head.head} * spec.headWidth, spec.headWidth));
        };
        const Matrix keys = columns(self.positionKey.apply(*weights.relativeRows, nullptr));
        const Matrix queries = columns(self.positionQuery.apply(*weights.relativeRows, nullptr));
        Matrix bias(q.rows(), k.rows());
        for (Index i = 0; i < q.rows(); ++i)
            for (Index j = 0; j < k.rows(); ++j)
                bias(i, j) = spec.scale
                    * (q.row(i).dot(keys.row(clipped(i - j))) + k.row(j).dot(queries.row(clipped(i - j))));
        const AttentionMap map = trace.attention(head);
        CHECK(mismatch(map.whole(MapKind::kBias), bias, 1e-5) == "");
        CHECK(mismatch(map.whole(MapKind::kContentToPosition) + map.whole(MapKind::kPositionToContent), bias,
                       1e-5)
              == "");
        CHECK(map.at(MapKind::kContentToPosition, 3, 1)
              == Approx(spec.scale * q.row(3).dot(keys.row(clipped(2)))).margin(1e-5));
        CHECK(mismatch(map.block(MapKind::kBias, 2, 3, 4, 2), bias.block(2, 3, 4, 2), 1e-5) == "");
        Matrix weightsAgain = spec.scale * (q * k.transpose()) + bias;
        for (Index i = 0; i < q.rows(); ++i) {
            weightsAgain.row(i) = (weightsAgain.row(i).array() - weightsAgain.row(i).maxCoeff()).exp();
            weightsAgain.row(i) /= weightsAgain.row(i).sum();
        }
        CHECK(mismatch(map.whole(MapKind::kWeights), weightsAgain, 1e-5) == "");
    }
}

TEST_CASE("disentangled: operands alone give the same weights, terms and batches too", "[nn]")
{
    const auto model = disentangledModel();
    const Ids other = {2, 4, 6};
    const std::vector<std::pair<Ids, Ids>> lanes{{kText, {}}, {other, {}}};
    const std::vector<Trace> whole = runTiny(model, lanes);
    const std::vector<Trace> operands = runTiny(model, lanes, {}, MatrixStorage::kOperands);
    const Trace alone = runTiny(model, {{other, {}}}).front();
    for (const HeadRef& head : headsOf(whole.front())) {
        for (std::size_t lane = 0; lane < lanes.size(); ++lane)
            CHECK(mismatch(operands[lane].attention(head).whole(MapKind::kWeights),
                           whole[lane].attention(head).whole(MapKind::kWeights), 1e-6)
                  == "");
        const auto real = static_cast<Index>(other.size());
        CHECK(mismatch(whole[1].attention(head).block(MapKind::kWeights, 0, 0, real, real),
                       alone.attention(head).whole(MapKind::kWeights), 1e-5)
              == "");
    }
}

TEST_CASE("disentangled: distances share rows on a logarithmic scale", "[math]")
{
    DisentangledSpec spec;
    spec.span = 256;
    spec.buckets = 256;
    spec.maxDistance = 512;
    CHECK(disentangledRow(0, spec) == 256);
    CHECK(disentangledRow(128, spec) == 256 + 128); // distances up to half the number of buckets are exact
    CHECK(disentangledRow(-128, spec) == 256 - 128);
    CHECK(disentangledRow(129, spec) == 256 + 129); // ceil(ln(129/128) / ln(511/128) · 127) = 1
    CHECK(disentangledRow(511, spec) == 256 + 255);
    CHECK(disentangledRow(5000, spec) == 511);
    CHECK(disentangledRow(-5000, spec) == 0);
    for (Index distance = -600; distance < 600; ++distance)
        CHECK(disentangledRow(distance, spec) <= disentangledRow(distance + 1, spec));
}

TEST_CASE("sinusoids whose slowest wave has 10000 exactly", "[math]")
{
    const Matrix table = sinusoidalStretched(2, 3, 6);
    for (Index row = 0; row < 3; ++row) {
        const double p = 2.0 + static_cast<double>(row);
        const std::array<double, 3> frequencies{1.0, 0.01, 0.0001};
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(table(row, static_cast<Index>(i)) == Approx(std::sin(p * frequencies[i])));
            CHECK(table(row, static_cast<Index>(i) + 3) == Approx(std::cos(p * frequencies[i])));
        }
    }
    CHECK(sinusoidalStretched(0, 2, 7).col(6).isZero());
}

} // namespace headlight::test
