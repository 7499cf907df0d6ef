#include "app/bench/random_model.h"

#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

namespace headlight {

namespace {

/// Uniform numbers with the variance that keeps the entries of a product near 1.
class RandomWeights
{
public:
    Matrix matrix(Index rows, Index columns)
    {
        const float reach = 1.7F / std::sqrt(static_cast<float>(columns));
        Matrix values(rows, columns);
        for (Index i = 0; i < values.size(); ++i)
            values.data()[i] = reach * next();
        return values;
    }
    Linear linear(Index out, Index in)
    {
        Linear layer;
        layer.weight = WeightMatrix(matrix(out, in));
        return layer;
    }

private:
    /// In −1 … 1 (G. Marsaglia, "Xorshift RNGs", 2003).
    float next()
    {
        m_state ^= m_state << 13U;
        m_state ^= m_state >> 17U;
        m_state ^= m_state << 5U;
        return static_cast<float>(m_state) / 2147483648.0F - 1.0F;
    }

    std::uint32_t m_state = 2463534242U;
};

StackSpec specOf(const RandomShape& shape)
{
    LayerSpec layer;
    layer.self.heads = layer.self.kvHeads = shape.heads;
    layer.self.headWidth = layer.self.valueWidth = shape.headWidth;
    layer.self.scale = 1.0F / std::sqrt(static_cast<float>(shape.headWidth));
    layer.self.causal = true;
    layer.self.window = shape.window;
    layer.feedForward.activation = Activation::kRelu;
    layer.feedForward.width = shape.heads * shape.headWidth;
    StackSpec stack;
    stack.kind = StackKind::kDecoder;
    stack.layers.assign(static_cast<std::size_t>(shape.layers), layer);
    stack.placement = NormPlacement::kPost;
    stack.positions.scheme = PositionScheme::kSinusoidalInterleaved;
    return stack;
}

LayerWeights weightsOf(const RandomShape& shape, RandomWeights& random)
{
    const Index width = Index{shape.heads} * shape.headWidth;
    const NormWeights norm{RowVector::Ones(width), RowVector::Zero(width)};
    LayerWeights layer;
    layer.self.query = random.linear(width, width);
    layer.self.key = random.linear(width, width);
    layer.self.value = random.linear(width, width);
    layer.self.output = random.linear(width, width);
    layer.selfNorm = norm;
    layer.feedForward.up = random.linear(width, width);
    layer.feedForward.down = random.linear(width, width);
    layer.feedForwardNorm = norm;
    return layer;
}

} // namespace

std::shared_ptr<const Model> randomModel(const RandomShape& shape)
{
    const int width = shape.heads * shape.headWidth;
    auto spec = std::make_shared<ArchSpec>();
    spec->family = "random";
    spec->width = width;
    spec->vocabulary = shape.vocabulary;
    spec->head.present = true;
    spec->decoder = specOf(shape);
    RandomWeights random;
    auto weights = std::make_shared<ModelWeights>();
    StackWeights stack;
    const WeightMatrix embedding(random.matrix(shape.vocabulary, width));
    stack.embedding = embedding;
    for (int layer = 0; layer < shape.layers; ++layer)
        stack.layers.push_back(weightsOf(shape, random));
    weights->decoder = std::move(stack);
    weights->head.projection.weight = embedding;
    Model::Parts parts;
    parts.name = "random " + std::to_string(shape.layers) + " x " + std::to_string(shape.heads);
    parts.spec = std::move(spec);
    parts.weights = std::move(weights);
    return std::make_shared<const Model>(std::move(parts));
}

} // namespace headlight
