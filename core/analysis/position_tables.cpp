#include "core/analysis/position_tables.h"

#include "core/base/text_list.h"
#include "core/math/matrix_product.h"
#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/nn/embedding.h"

#include <algorithm>
#include <limits>

namespace headlight {

namespace {

/// In the order of PositionScheme.
constexpr std::array kAddedMethods{PositionMethod::kNone,
                                   PositionMethod::kSinusoidalInterleaved,
                                   PositionMethod::kSinusoidalHalves,
                                   PositionMethod::kSinusoidalStretched,
                                   PositionMethod::kSinusoidalSteep,
                                   PositionMethod::kSinusoidalSteepOwn,
                                   PositionMethod::kLearned};

} // namespace

bool isSinusoidal(PositionMethod method)
{
    return method >= PositionMethod::kSinusoidalInterleaved && method <= PositionMethod::kSinusoidalSteepOwn;
}

bool StackPositions::isAdded() const
{
    return isSinusoidal(method) || method == PositionMethod::kLearned;
}

Index StackPositions::available(Index wanted) const
{
    if (!isAdded() || !compute || wanted <= 0)
        return 0;
    return limit > 0 ? std::min(wanted, limit) : wanted;
}

Matrix StackPositions::rows(Index length) const
{
    const Index known = available(length);
    return known > 0 ? compute(known) : Matrix();
}

StackPositions sinusoidalPositions(PositionMethod method, Index width)
{
    StackPositions positions;
    positions.method = method;
    positions.width = width;
    const auto scheme
        = static_cast<PositionScheme>(std::ranges::find(kAddedMethods, method) - kAddedMethods.begin());
    positions.compute = [scheme, width](Index length) { return sinusoids(scheme, 0, length, width); };
    return positions;
}

StackPositions recognisePositions(const MatrixView& recorded, float tolerance)
{
    StackPositions learned;
    learned.width = recorded.cols();
    if (recorded.size() == 0)
        return learned;
    for (const PositionMethod method :
         {PositionMethod::kSinusoidalInterleaved, PositionMethod::kSinusoidalHalves,
          PositionMethod::kSinusoidalSteep, PositionMethod::kSinusoidalSteepOwn}) {
        StackPositions sinusoid = sinusoidalPositions(method, recorded.cols());
        if ((recorded - sinusoid.rows(recorded.rows())).cwiseAbs().maxCoeff() <= tolerance)
            return sinusoid;
    }
    learned.method = PositionMethod::kLearned;
    return learned;
}

Matrix positionSimilarity(const MatrixView& rows)
{
    return productTransposed(rows, rows);
}

static StackPositions positionsOf(const std::shared_ptr<const Model>& model, StackKind kind)
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
    if (stack.positions.scheme != PositionScheme::kNone)
        return nameIn(kAddedMethods, stack.positions.scheme);
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

Matrix positionTable(PositionFormula formula, Index length, Index width)
{
    constexpr std::array kSchemes{PositionScheme::kSinusoidalInterleaved, PositionScheme::kSinusoidalHalves,
                                  PositionScheme::kSinusoidalSteep, PositionScheme::kSinusoidalSteepOwn};
    return sinusoids(nameIn(kSchemes, formula), 0, length, width);
}

} // namespace headlight
