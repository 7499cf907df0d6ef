#include "core/analysis/position_effects.h"

#include "core/analysis/head_projections.h"
#include "core/math/positions.h"
#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/nn/attention.h"
#include "core/nn/weights.h"

#include <cmath>

namespace headlight {

namespace {

/// The engine's table of relative biases that the sub-layer uses; null if it uses none.
std::shared_ptr<const Matrix> relativeTable(const Model& model, const LayerRef& layer)
{
    const StackWeights* const weights = model.weights().stack(layer.stack);
    return layer.kind == AttentionKind::kSelf && weights != nullptr ? weights->relativeBiasOf(layer.layer)
                                                                    : nullptr;
}

/// A [heads × 2·reach + 1] table with the query in the middle and the keys around it.
Matrix biasByDistance(const AttentionSpec& spec, const std::shared_ptr<const Matrix>& table, int reach)
{
    const Index width = 2 * Index{reach} + 1;
    const std::vector<ScoreBias> perHead = scoreBias(spec, table, {reach, 1, width});
    Matrix bias(static_cast<Index>(perHead.size()), width);
    for (std::size_t head = 0; head < perHead.size(); ++head)
        bias.row(static_cast<Index>(head)) = perHead[head].block(0, 0, 1, width);
    if (spec.alibi && spec.alibi->rounded) // depends on the first key, not on the query
        bias.colwise() -= Eigen::VectorXf(bias.col(reach));
    return bias;
}

/// Rotates a vector back to position 0 and removes the rotation's scale.
Matrix turnedBack(const PositionEffects& effects, const RowVector& rotated, Index position)
{
    Matrix x = rotated;
    rotate(x, -position, effects.frequencies, effects.interleaved, 1.0F);
    const auto turned = static_cast<Index>(2 * effects.frequencies.size());
    if (effects.rotationScale == 1.0F)
        return x;
    // Only the rotated dimensions were scaled.
    x.leftCols(turned) /= effects.rotationScale;
    return x;
}

} // namespace

PositionEffects positionEffects(const std::shared_ptr<const Model>& model, const LayerRef& layer)
{
    PositionEffects effects;
    const AttentionSpec* const spec = model != nullptr
        ? attentionPartsOf(*model, {layer.stack, layer.layer, layer.kind, 0}).spec
        : nullptr;
    if (spec == nullptr)
        return effects;
    effects.method = PositionMethod::kNone;
    effects.headWidth = spec->headWidth;
    effects.heads = spec->heads;
    effects.scale = spec->scale;
    effects.causal = spec->causal;
    if (spec->rotary && layer.kind == AttentionKind::kSelf) {
        effects.method = PositionMethod::kRotary;
        effects.frequencies = spec->rotary->inverseFrequencies;
        effects.interleaved = spec->rotary->interleaved;
        effects.rotationScale = spec->rotary->scale;
        return effects;
    }
    if (spec->disentangled)
        effects.method = PositionMethod::kDisentangled;
    const std::shared_ptr<const Matrix> table = relativeTable(*model, layer);
    if (!spec->alibi && !(spec->relative && table != nullptr))
        return effects;
    effects.method = spec->alibi ? PositionMethod::kAlibi : PositionMethod::kRelativeBias;
    effects.bothDirections = spec->relative && spec->relative->bidirectional;
    effects.buckets = spec->relative ? spec->relative->buckets : 0;
    effects.bias = [model, spec, table](int reach) { return biasByDistance(*spec, table, reach); };
    return effects;
}

Matrix rotaryAngles(const PositionEffects& effects, Index length)
{
    const auto pairs = static_cast<Index>(effects.frequencies.size());
    Matrix angles(length, pairs);
    for (Index position = 0; position < length; ++position)
        for (Index pair = 0; pair < pairs; ++pair)
            angles(position, pair) = static_cast<float>(
                static_cast<double>(position)
                * static_cast<double>(effects.frequencies[static_cast<std::size_t>(pair)]));
    return angles;
}

std::vector<float> rotaryMeanEffect(const PositionEffects& effects, Index length)
{
    std::vector<float> means(static_cast<std::size_t>(length), 0.0F);
    if (effects.frequencies.empty())
        return means;
    for (std::size_t distance = 0; distance < means.size(); ++distance) {
        double sum = 0;
        for (const float frequency : effects.frequencies)
            sum += std::cos(static_cast<double>(distance) * static_cast<double>(frequency));
        means[distance] = static_cast<float>(sum / static_cast<double>(effects.frequencies.size()));
    }
    return means;
}

std::vector<float> rotaryScoreByDistance(const PositionEffects& effects, const RowVector& query,
                                         Index queryPosition, const RowVector& key, Index keyPosition,
                                         Index length)
{
    std::vector<float> scores;
    if (effects.method != PositionMethod::kRotary || query.size() != key.size() || query.size() == 0)
        return scores;
    const Matrix plainQuery = turnedBack(effects, query, queryPosition);
    Matrix atStart = turnedBack(effects, key, keyPosition);
    rotate(atStart, 0, effects.frequencies, effects.interleaved, effects.rotationScale);
    for (Index distance = 0; distance < length; ++distance) {
        Matrix turned = plainQuery;
        rotate(turned, distance, effects.frequencies, effects.interleaved, effects.rotationScale);
        scores.push_back(effects.scale * turned.row(0).dot(atStart.row(0)));
    }
    return scores;
}

} // namespace headlight
