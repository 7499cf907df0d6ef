#pragma once

#include "core/sampling/beam_tree.h"

#include <memory>
#include <vector>

namespace headlight {

struct DecodeStep;

/// A decoding without beam search, as a tree of one branch: the chosen tokens, and in each step the best of
/// the other candidates, with their recorded probabilities. Its nodes have no traces. Null without a token.
std::shared_ptr<const BeamTree> decodedTree(const std::vector<DecodeStep>& steps, int candidates);

} // namespace headlight
