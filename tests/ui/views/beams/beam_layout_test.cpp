#include "ui/views/beams/beam_layout.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_beams.h"

using namespace headlight;
using namespace headlight::testing;

TEST_CASE("beam layout: a column per step, no two nodes on each other", "[paint]")
{
    const auto tree = syntheticBeams();
    const BeamLayout layout(*tree, {90, 30}, 15, true);
    REQUIRE(layout.steps() == 3);
    for (std::size_t a = 0; a < tree->nodes.size(); ++a) {
        const int node = static_cast<int>(a);
        CHECK(layout.nodeAt(layout.rect(node).center()) == std::optional<int>(node));
        CHECK(layout.rect(node).left() == layout.columnLeft(tree->nodes[a].step));
        CHECK(layout.rect(node).right() <= layout.size().width());
        CHECK(layout.rect(node).bottom() <= layout.size().height());
        for (std::size_t b = a + 1; b < tree->nodes.size(); ++b)
            CHECK_FALSE(layout.rect(node).intersects(layout.rect(static_cast<int>(b))));
    }
    CHECK_FALSE(layout.nodeAt({1, 1}).has_value());
    CHECK_FALSE(layout.nodeAt({-50, 20}).has_value());
}

TEST_CASE("beam layout: pruned nodes can be left out", "[paint]")
{
    const auto tree = syntheticBeams();
    const BeamLayout all(*tree, {90, 30}, 15, true);
    const BeamLayout kept(*tree, {90, 30}, 15, false);
    CHECK(kept.size().height() < all.size().height());
    for (std::size_t i = 0; i < tree->nodes.size(); ++i)
        CHECK(kept.isShown(static_cast<int>(i)) == (tree->nodes[i].state != BeamState::kPruned));
}

TEST_CASE("beam layout: arrow keys go to parent, best child and neighbours", "[paint]")
{
    using Direction = BeamLayout::Direction;
    const auto tree = syntheticBeams();
    const BeamLayout layout(*tree, {90, 30}, 15, true);
    CHECK(layout.neighbour(*tree, 0, Direction::kRight) == std::optional<int>(5));
    CHECK(layout.neighbour(*tree, 1, Direction::kRight) == std::optional<int>(4));
    CHECK(layout.neighbour(*tree, 4, Direction::kLeft) == std::optional<int>(1));
    CHECK(layout.neighbour(*tree, 0, Direction::kDown) == std::optional<int>(1));
    CHECK(layout.neighbour(*tree, 1, Direction::kUp) == std::optional<int>(0));
    CHECK_FALSE(layout.neighbour(*tree, 0, Direction::kUp).has_value());
    CHECK_FALSE(layout.neighbour(*tree, 0, Direction::kLeft).has_value());
    CHECK_FALSE(layout.neighbour(*tree, 3, Direction::kRight).has_value());
}
