#include "ui/views/beams/decoded_tree.h"

#include "core/sampling/decode_step.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace headlight {

namespace {

/// The chosen token and the best others, most likely first.
std::vector<BeamNode> nodesOf(const DecodeStep& step, int candidates)
{
    std::vector<BeamNode> nodes;
    const auto add = [&](TokenLabel label, int rank, float logProbability, bool chosen) {
        BeamNode node;
        node.rank = rank;
        node.token = static_cast<TokenId>(label.id);
        node.label = std::move(label);
        node.logProbability = logProbability;
        node.state = chosen ? BeamState::kKept : BeamState::kPruned;
        nodes.push_back(std::move(node));
    };
    const int count = std::min(candidates, static_cast<int>(step.candidates.size()));
    bool listed = false; // whether the chosen token is among them
    for (int rank = 0; rank < count; ++rank) {
        const DecodeStep::Choice& choice = step.candidates[static_cast<std::size_t>(rank)];
        if (choice.id == step.id()) {
            add(step.token, rank, step.logProbability, true);
            listed = true;
            continue;
        }
        TokenLabel label;
        label.id = choice.id;
        label.text = choice.text;
        add(std::move(label), rank, choice.logProbability, false);
    }
    if (!listed)
        add(step.token, step.rank, step.logProbability, true);
    return nodes;
}

} // namespace

std::shared_ptr<const BeamTree> decodedTree(const std::vector<DecodeStep>& steps, int candidates)
{
    auto tree = std::make_shared<BeamTree>();
    int chosen = -1; // of the step before
    double sum = 0;
    for (std::size_t i = 0; i < steps.size() && steps[i].hasToken(); ++i) {
        const int parent = chosen;
        for (BeamNode& node : nodesOf(steps[i], candidates)) {
            node.step = static_cast<int>(i);
            node.parent = parent;
            node.sum = node.score = sum + static_cast<double>(node.logProbability);
            if (node.state == BeamState::kKept)
                chosen = static_cast<int>(tree->nodes.size());
            tree->nodes.push_back(std::move(node));
        }
        sum = tree->nodes[static_cast<std::size_t>(chosen)].sum;
    }
    if (chosen < 0)
        return nullptr;
    tree->results = {chosen};
    return tree;
}

} // namespace headlight
