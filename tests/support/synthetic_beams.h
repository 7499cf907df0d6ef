#pragma once
// A small synthetic beam search: two beams, four continuations per step, three steps; the beams swap places
// at the second step.

#include "tests/support/synthetic_snapshot.h"

#include "core/sampling/beam_tree.h"

#include <memory>

namespace headlight::testing {

inline std::shared_ptr<const BeamTree> syntheticBeams()
{
    auto tree = std::make_shared<BeamTree>();
    tree->beams = 2;
    tree->end = BeamEnd::kRule;
    const auto add = [&](int parent, int step, int rank, TokenId token, float log, BeamState state) {
        BeamNode node;
        node.parent = parent;
        node.step = step;
        node.rank = rank;
        node.token = token;
        node.label.id = token;
        node.label.text = "t" + std::to_string(token);
        node.logProbability = log;
        node.sum = static_cast<double>(log)
            + (parent >= 0 ? tree->nodes[static_cast<std::size_t>(parent)].sum : 0.0);
        node.score = node.sum / (step + 1);
        node.state = state;
        node.ends = token == 1;
        node.trace = syntheticTrace({}, step + 1);
        tree->nodes.push_back(node);
    };
    using State = BeamState;
    add(-1, 0, 0, 10, -0.5F, State::kKept); // 0
    add(-1, 0, 1, 11, -0.6F, State::kKept); // 1
    add(-1, 0, 2, 12, -2.0F, State::kPruned); // 2
    add(-1, 0, 3, 1, -3.0F, State::kPruned); // 3: an end token below the beams
    add(1, 1, 0, 20, -0.1F, State::kKept); // 4: the second beam is now the better one
    add(0, 1, 1, 21, -0.4F, State::kKept); // 5
    add(0, 1, 2, 22, -1.0F, State::kPruned); // 6
    add(1, 1, 3, 23, -3.0F, State::kPruned); // 7
    add(4, 2, 0, 1, -0.2F, State::kFinished); // 8
    add(5, 2, 1, 1, -0.1F, State::kFinished); // 9
    add(4, 2, 2, 30, -2.0F, State::kPruned); // 10
    add(5, 2, 3, 31, -2.5F, State::kPruned); // 11
    tree->results = {8, 9};
    return tree;
}

/// A finished decoding with the steps of the best hypothesis.
inline std::shared_ptr<const Snapshot> beamSnapshot()
{
    SyntheticOptions options;
    options.target = 3;
    auto snapshot = std::make_shared<Snapshot>(*syntheticSnapshot(options));
    snapshot->beams = syntheticBeams();
    return snapshot;
}

} // namespace headlight::testing
