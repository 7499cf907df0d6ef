#pragma once

#include "core/math/matrix.h"

#include <vector>

namespace headlight {

class Model;

/// Numbers of tokens in a pass. Decoder-only models have only a target, encoder-only models only a source.
struct PassLengths
{
    Index source = 0, target = 0;
};

/// Multiply-adds of every layer, the encoder's first: its matrices times their tokens, plus queries × keys
/// without those that a causal mask or a window skips.
std::vector<double> layerWork(const Model& model, const PassLengths& lengths);

/// The sum of them.
double passWork(const Model& model, const PassLengths& lengths);

/// Expected duration of that many multiply-adds on all threads of this machine, at the rate of matrix
/// products, which is measured once for a few milliseconds.
double secondsFor(double work);

/// Expected duration of a pass (`headlight bench` compares the estimate with real passes).
double estimatedSeconds(const Model& model, const PassLengths& lengths);

} // namespace headlight
