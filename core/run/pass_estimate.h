#pragma once

#include "core/math/matrix.h"

namespace headlight {

class Model;

/// How many tokens a pass is over. Decoder-only models have a target only, encoder-only ones a source only.
struct PassLengths
{
    Index source = 0, target = 0;
};

/// Multiply-adds of a pass: two stacks of matrices over their tokens, and queries × keys (half of them where
/// attention is causal).
double passWork(const Model& model, const PassLengths& lengths);

/// Seconds that a pass is expected to take here, on all threads: its multiply-adds by the rate at which this
/// machine multiplies matrices, measured once for some milliseconds (`headlight bench` compares it with
/// passes).
double estimatedSeconds(const Model& model, const PassLengths& lengths);

} // namespace headlight
