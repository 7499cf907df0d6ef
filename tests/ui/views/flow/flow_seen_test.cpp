#include "ui/views/flow/flow_source.h"

#include "tests/support/catch.h"

using namespace headlight;

TEST_CASE("flow seen: the cells of a matrix that the window cuts", "[views][flow]")
{
    const QRectF box(-100, 0, 200, 100);
    const CellRect all{0, 0, 10, 20};
    CHECK(seenCells(box, box, all) == all);
    CHECK(seenCells(box, {0, 25, 55, 20}, all) == CellRect{2, 10, 3, 6});
    CHECK(seenCells(box, {300, 0, 50, 50}, all).empty());
}

TEST_CASE("flow seen: cells are drawn one by one in a matrix that is large in one direction", "[views][flow]")
{
    CHECK(showsCells({90, 10}));
    CHECK(showsCells({10, 90}));
    CHECK_FALSE(showsCells({89, 89}));
}

TEST_CASE("flow window: halfway between two windows one point stands still", "[views][flow]")
{
    const FlowWindow from{{0, 0}, 1, {100, 100}}, to{{30, 30}, 4, {100, 100}};
    const FlowWindow half = between(from, to, 0.5);
    CHECK(half.scale == 2);
    const QPointF fixed(40, 40); // where both show the same point of the layout
    CHECK(from.toSurface(fixed) == to.toSurface(fixed));
    CHECK(half.toSurface(fixed) == from.toSurface(fixed));
}
