#include "core/nn/plain_weights.h"

namespace headlight {

namespace {

void strip(WeightMatrix& weight)
{
    if (weight.hasAddition())
        weight = weight.with(nullptr);
}

void strip(Linear& linear)
{
    strip(linear.weight);
}

void strip(AttentionWeights& attention)
{
    for (Linear* const linear : {&attention.query, &attention.key, &attention.value, &attention.output,
                                 &attention.positionQuery, &attention.positionKey})
        strip(*linear);
}

void strip(FeedForwardWeights& feedForward)
{
    for (Linear* const linear : {&feedForward.up, &feedForward.gate, &feedForward.down})
        strip(*linear);
}

void strip(ExpertsWeights& experts)
{
    strip(experts.router);
    for (FeedForwardWeights& expert : experts.experts)
        strip(expert);
    strip(experts.shared);
    strip(experts.sharedGate);
}

void strip(StackWeights& stack)
{
    strip(stack.embedding);
    strip(stack.projectIn);
    strip(stack.projectOut);
    for (WeightMatrix& tap : stack.convolution.taps)
        strip(tap);
    for (LayerWeights& layer : stack.layers) {
        strip(layer.self);
        if (layer.cross)
            strip(*layer.cross);
        strip(layer.feedForward);
        if (layer.experts)
            strip(*layer.experts);
    }
}

} // namespace

ModelWeights withoutAdditions(ModelWeights weights)
{
    for (auto* const stack : {&weights.encoder, &weights.decoder})
        if (*stack)
            strip(**stack);
    strip(weights.head.transform);
    strip(weights.head.projection);
    return weights;
}

} // namespace headlight
