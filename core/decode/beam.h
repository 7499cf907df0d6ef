#pragma once

#include "core/decode/session.h"
#include "core/sampling/beam_tree.h"
#include "core/sampling/decode_step.h"

#include <vector>

namespace headlight {

/// One finished hypothesis of a beam search.
struct Hypothesis
{
    std::vector<DecodeStep> steps; ///< one per new token, including the end token if it was produced
    double sum = 0.0; ///< sum of log-probabilities, including penalties
    double score = 0.0; ///< sum / length^penalty, length = number of new tokens
    bool ended = false; ///< whether it ended with an end token, not at the length limit
    int node = -1; ///< its last node in the tree
};

struct BeamResult
{
    std::vector<Hypothesis> hypotheses; ///< best first
    BeamTree tree;
};

/// Beam search by the rules of transformers. Of the best max(2, 1 + end tokens)·beams continuations of a
/// step, an end token among the first `beams` closes a hypothesis, and the first `beams` others go on. The
/// stopping rule applies once `beams` hypotheses are closed (EarlyStopping); at the length limit the open
/// beams are added. Width 1 is greedy decoding. With groups (Vijayakumar et al. 2016) the beams are divided
/// evenly; the groups choose one after another, and a token loses the diversity penalty for each time that
/// earlier groups chose it in this step. Each group keeps its own hypotheses and stops independently. The
/// number of groups must divide the number of beams.
Result<BeamResult> beamSearch(const DecodeSetup& setup, const Job& job);

} // namespace headlight
