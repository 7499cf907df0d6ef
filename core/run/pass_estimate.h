#pragma once

#include "core/math/matrix.h"

namespace headlight {

class Model;

/// Numbers of tokens in a pass. Decoder-only models have only a target, encoder-only models only a source.
struct PassLengths
{
    Index source = 0, target = 0;
};

/// Multiply-adds of a pass: both stacks' matrices times their tokens, plus queries × keys (half of them if
/// attention is causal).
double passWork(const Model& model, const PassLengths& lengths);

/// Expected duration of a pass on all threads of this machine: its multiply-adds divided by the rate of
/// matrix products, which is measured once for a few milliseconds (`headlight bench` compares the estimate
/// with real passes).
double estimatedSeconds(const Model& model, const PassLengths& lengths);

} // namespace headlight
