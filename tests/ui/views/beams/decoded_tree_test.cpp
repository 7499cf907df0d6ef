#include "ui/views/beams/beam_layout.h"

#include "core/sampling/decode_step.h"
#include "tests/support/catch.h"

#include <limits>

using namespace headlight;

namespace {

DecodeStep stepOf(int chosen, int rank, const std::vector<int>& candidates)
{
    DecodeStep step;
    step.token.id = chosen;
    step.rank = rank;
    step.logProbability = -0.5F;
    for (const int id : candidates) {
        DecodeStep::Choice choice;
        choice.id = id;
        choice.logProbability = -1.0F;
        step.candidates.push_back(choice);
    }
    return step;
}

} // namespace

TEST_CASE("decoded tree: each step has its candidates and the chosen token, wherever that is ranked",
          "[models]")
{
    CHECK(decodedTree({}, 3) == nullptr);
    // Listed; ranked beyond the candidates; ranked among them and yet not listed; without candidates.
    DecodeStep forced = stepOf(4, 0, {});
    forced.forced = true;
    forced.logProbability = std::numeric_limits<float>::quiet_NaN();
    const auto tree = decodedTree(
        {stepOf(1, 1, {5, 1, 6}), stepOf(2, 900, {5, 6, 7}), stepOf(3, 0, {5, 6, 7}), forced}, 2);
    REQUIRE(tree != nullptr);
    const std::vector<int> path = tree->path(tree->results.front());
    REQUIRE(path.size() == 4);
    for (int step = 0; step < 4; ++step) {
        const BeamNode& node = tree->nodes[static_cast<std::size_t>(path[static_cast<std::size_t>(step)])];
        CHECK(node.step == step);
        CHECK(node.token == step + 1);
        CHECK(node.state == BeamState::kKept);
    }
    CHECK(tree->nodes.size() == 2 + 3 + 3 + 1);
}
