#pragma once

#include "core/text/tokenizer.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <vector>

namespace headlight {

enum class BeamState : unsigned char {
    kKept, ///< continues
    kPruned, ///< considered, but not among the beams
    kFinished, ///< closed by an end token, or at the length limit
};

/// One of the best continuations that a beam search considered in a step.
struct BeamNode
{
    int parent = -1; ///< index of the node that it continues; -1 = the prompt
    int step = 0; ///< 0 = the first new token
    int group = 0; ///< group in diverse beam search
    int rank = 0; ///< rank among the continuations of its step and group, 0 = best sum
    TokenId token = 0;
    TokenLabel label; ///< of `token`
    float logProbability = 0; ///< log-probability of the token, from the raw logits
    double diversity = 0; ///< subtracted from its log-probability because earlier groups chose the token
    double sum = 0; ///< sum of log-probabilities up to here, including penalties
    double score = 0; ///< sum / length^penalty
    BeamState state = BeamState::kPruned;
    bool ends = false; ///< whether the token is an end token
    Trace trace; ///< trace of the pass over the tokens before it, which proposed it; follows reordered beams
};

/// Why a beam search ended.
enum class BeamEnd : unsigned char {
    kRule, ///< the stopping rule was met
    kLength, ///< the length limit was reached; open hypotheses were closed there
    kNothingLeft, ///< every open hypothesis had ended, or had no possible continuation
};

/// A whole beam search: everything that it considered, and the outcome. Immutable.
struct BeamTree
{
    std::vector<BeamNode> nodes; ///< step by step; a parent comes before its children
    std::vector<int> results; ///< last node of each returned hypothesis, best first
    BeamEnd end = BeamEnd::kRule;
    int beams = 0, groups = 1;
    double lengthPenalty = 1.0;

    /// The nodes from the first new token to `node`.
    std::vector<int> path(int node) const
    {
        std::vector<int> nodesOnPath;
        for (; node >= 0; node = nodes[static_cast<std::size_t>(node)].parent)
            nodesOnPath.push_back(node);
        std::reverse(nodesOnPath.begin(), nodesOnPath.end());
        return nodesOnPath;
    }
};

} // namespace headlight
