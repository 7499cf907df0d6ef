#include "core/analysis/position_effects.h"

#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_model.h"

#include <cmath>
#include <string>

using namespace headlight;
using namespace headlight::test;

namespace {

std::shared_ptr<const Model> open(const std::string& name)
{
    auto model = loadModel(std::string(kTestData) + "/models/" + name, {}, {});
    INFO(name);
    REQUIRE(model.has_value());
    return *model;
}

/// Llama's rotation of one vector as plain loops in double precision.
std::vector<double> rotated(const std::vector<double>& x, const PositionEffects& effects, double position)
{
    std::vector<double> y = x;
    const std::size_t pairs = effects.frequencies.size();
    for (std::size_t i = 0; i < pairs; ++i) {
        const double angle = position * static_cast<double>(effects.frequencies[i]);
        const std::size_t a = effects.interleaved ? 2 * i : i;
        const std::size_t b = effects.interleaved ? 2 * i + 1 : i + pairs;
        const auto s = static_cast<double>(effects.rotationScale);
        y[a] = s * (x[a] * std::cos(angle) - x[b] * std::sin(angle));
        y[b] = s * (x[b] * std::cos(angle) + x[a] * std::sin(angle));
    }
    return y;
}

RowVector asRow(const std::vector<double>& x)
{
    RowVector row(static_cast<Index>(x.size()));
    for (Index i = 0; i < row.size(); ++i)
        row(i) = static_cast<float>(x[static_cast<std::size_t>(i)]);
    return row;
}

} // namespace

TEST_CASE("position effects: a recorded score lies on the curve of its query and key", "[analysis][families]")
{
    for (const char* name : {"llama", "gemma2"}) {
        const auto model = open(name);
        const Trace trace = runTiny(model, {{{5, 9, 14, 3, 8, 2}, {}}}).front();
        const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kSelf, 1};
        const PositionEffects effects = positionEffects(model, head.layerRef());
        REQUIRE(effects.method == PositionMethod::kRotary);
        CHECK(effects.causal);
        const Matrix q = trace.headMatrix(Site::kQuery, head);
        const Matrix k = trace.headMatrix(Site::kKey, head);
        const Matrix scores = trace.attention(head).whole(MapKind::kScores);
        for (Index query = 0; query < q.rows(); ++query) {
            for (Index key = 0; key <= query; ++key) {
                const auto curve = rotaryScoreByDistance(effects, q.row(query), query, k.row(key), key, 8);
                REQUIRE(curve.size() == 8);
                INFO(name << " query " << query << " key " << key);
                CHECK(static_cast<double>(curve[static_cast<std::size_t>(query - key)])
                      == Approx(static_cast<double>(scores(query, key))).margin(2e-4));
            }
        }
    }
}

TEST_CASE("position effects: the curve of any rotation, by plain loops", "[analysis]")
{
    PositionEffects effects;
    effects.method = PositionMethod::kRotary;
    effects.frequencies = {1.0F, 0.1F, 0.01F};
    effects.headWidth = 8; // two dimensions are not rotated
    effects.scale = 0.25F;
    const std::vector<double> q{0.3, -1.2, 0.8, 0.5, -0.4, 1.1, 0.7, -0.9};
    const std::vector<double> k{-0.6, 0.2, 1.3, -0.1, 0.9, 0.4, 1.5, 0.25};
    for (const bool interleaved : {false, true}) {
        for (const float rotationScale : {1.0F, 1.3F}) {
            effects.interleaved = interleaved;
            effects.rotationScale = rotationScale;
            const auto curve = rotaryScoreByDistance(effects, asRow(rotated(q, effects, 17)), 17,
                                                     asRow(rotated(k, effects, 11)), 11, 40);
            REQUIRE(curve.size() == 40);
            for (std::size_t distance = 0; distance < curve.size(); ++distance) {
                const auto a = rotated(q, effects, static_cast<double>(distance));
                const auto b = rotated(k, effects, 0);
                double dot = 0;
                for (std::size_t i = 0; i < a.size(); ++i)
                    dot += a[i] * b[i];
                CHECK(static_cast<double>(curve[distance]) == Approx(0.25 * dot).margin(1e-4));
            }
        }
    }
}

TEST_CASE("position effects: angles and their mean effect", "[analysis]")
{
    PositionEffects effects;
    effects.frequencies = {1.0F, 0.5F};
    const Matrix angles = rotaryAngles(effects, 5);
    REQUIRE(angles.rows() == 5);
    REQUIRE(angles.cols() == 2);
    CHECK(angles(3, 0) == 3.0F);
    CHECK(angles(3, 1) == 1.5F);
    const auto means = rotaryMeanEffect(effects, 5);
    CHECK(means[0] == 1.0F);
    CHECK(static_cast<double>(means[4]) == Approx((std::cos(4.0) + std::cos(2.0)) / 2).margin(1e-6));
}

TEST_CASE("position effects: T5's bias by distance is what was added", "[analysis][families]")
{
    const auto model = open("t5");
    const Trace trace = runTiny(model, {{{5, 9, 14, 3, 8, 2}, {0, 4, 9}}}).front();
    for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder}) {
        const LayerRef layer{stack, 1, AttentionKind::kSelf};
        const PositionEffects effects = positionEffects(model, layer);
        REQUIRE(effects.method == PositionMethod::kRelativeBias);
        CHECK(effects.bothDirections == (stack == StackKind::kEncoder));
        constexpr int kReach = 8;
        const Matrix bias = effects.bias(kReach);
        REQUIRE(bias.rows() == trace.info().heads(stack));
        REQUIRE(bias.cols() == 2 * kReach + 1);
        const StackChunk& chunk
            = stack == StackKind::kEncoder ? *trace.leaf()->encoder : *trace.leaf()->decoder;
        for (Index head = 0; head < bias.rows(); ++head) {
            const ScoreBias& recorded = chunk.self[1].bias[static_cast<std::size_t>(head)];
            for (Index q = 0; q < recorded.rows(); ++q)
                for (Index key = 0; key < recorded.cols(); ++key)
                    CHECK(bias(head, kReach + key - q) == recorded(q, key));
        }
    }
    CHECK(positionEffects(model, {StackKind::kDecoder, 0, AttentionKind::kCross}).method
          == PositionMethod::kNone);
}

TEST_CASE("position effects: models without any say so", "[analysis]")
{
    const auto model = tinyModel();
    CHECK(positionEffects(model, {StackKind::kEncoder, 0, AttentionKind::kSelf}).method
          == PositionMethod::kNone);
    CHECK(positionEffects(nullptr, {}).method == PositionMethod::kUnknown);
    CHECK(positionEffects(model, {StackKind::kEncoder, 7, AttentionKind::kSelf}).method
          == PositionMethod::kUnknown);
    CHECK(rotaryScoreByDistance({}, RowVector::Ones(4), 0, RowVector::Ones(4), 0, 3).empty());
}
