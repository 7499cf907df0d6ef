#include "core/analysis/model_positions.h"

#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/nn/embedding.h"

#include <limits>

namespace headlight {

namespace {

StackPositions positionsOf(const std::shared_ptr<const Model>& model, StackKind kind)
{
    StackPositions positions;
    const StackSpec* stack = model->spec().stack(kind);
    const StackWeights* const weights = model->weights().stack(kind);
    if (stack == nullptr || weights == nullptr)
        return positions;
    positions.method = positionMethod(*stack);
    const bool learned = positions.method == PositionMethod::kLearned;
    positions.width = learned ? weights->positions.cols() : model->spec().width;
    positions.limit = stack->positions.maximum;
    if (learned && positions.limit == 0)
        positions.limit = weights->positions.rows() - stack->positions.offset;
    if (!positions.isAdded())
        return positions;
    positions.compute = [model, spec = stack->positions, &table = weights->positions,
                         width = positions.width](Index length) {
        // Ordinary tokens without padding, from the start of a sentence.
        const std::vector<std::int32_t> ids(static_cast<std::size_t>(length), 0);
        constexpr std::int64_t kNoPad = std::numeric_limits<std::int64_t>::min();
        return addedPositions(spec, table, positionRows(spec, ids, 0, length, kNoPad), width);
    };
    return positions;
}

} // namespace

PositionMethod positionMethod(const AttentionSpec& attention)
{
    if (attention.rotary)
        return PositionMethod::kRotary;
    if (attention.relative)
        return PositionMethod::kRelativeBias;
    if (attention.disentangled)
        return PositionMethod::kDisentangled;
    return attention.alibi ? PositionMethod::kAlibi : PositionMethod::kNone;
}

PositionMethod positionMethod(const StackSpec& stack)
{
    switch (stack.positions.scheme) {
    case PositionScheme::kSinusoidalInterleaved:
        return PositionMethod::kSinusoidalInterleaved;
    case PositionScheme::kSinusoidalHalves:
        return PositionMethod::kSinusoidalHalves;
    case PositionScheme::kSinusoidalStretched:
        return PositionMethod::kSinusoidalStretched;
    case PositionScheme::kSinusoidalSteep:
        return PositionMethod::kSinusoidalSteep;
    case PositionScheme::kSinusoidalSteepOwn:
        return PositionMethod::kSinusoidalSteepOwn;
    case PositionScheme::kLearned:
        return PositionMethod::kLearned;
    case PositionScheme::kNone:
        break;
    }
    for (const LayerSpec& layer : stack.layers) // some may have none (SmolLM 3)
        if (const PositionMethod method = positionMethod(layer.self); method != PositionMethod::kNone)
            return method;
    return PositionMethod::kNone;
}

PositionTables positionTables(const std::shared_ptr<const Model>& model)
{
    PositionTables tables;
    if (model == nullptr)
        return tables;
    tables.encoder = positionsOf(model, StackKind::kEncoder);
    tables.decoder = positionsOf(model, StackKind::kDecoder);
    return tables;
}

} // namespace headlight
