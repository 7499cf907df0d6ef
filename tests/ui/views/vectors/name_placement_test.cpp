#include "ui/views/vectors/vector_plane.h"

#include "tests/support/catch.h"

using namespace headlight;

namespace {

const QRectF kArea(0, 0, 400, 300);
const QSizeF kName(60, 16);

} // namespace

TEST_CASE("name placement: a name alone stands on the side that is asked for", "[paint]")
{
    NamePlacement names(kArea, 10);
    const QPointF at(200, 150);
    const auto right = names.place(at, kName, {1, -1});
    REQUIRE(right);
    CHECK(right->size() == kName);
    CHECK(right->left() == at.x() + 10);
    CHECK(right->bottom() == at.y());
    NamePlacement others(kArea, 10);
    const auto left = others.place(at, kName, {-1, 1});
    REQUIRE(left);
    CHECK(left->right() == at.x() - 10);
    CHECK(left->top() == at.y());
}

TEST_CASE("name placement: names of a cluster cover neither each other nor a point", "[paint]")
{
    NamePlacement names(kArea, 10);
    std::vector<QPointF> points;
    points.reserve(12);
    for (int i = 0; i < 12; ++i)
        points.emplace_back(200 + 9 * (i % 4), 150 + 8 * (i / 4));
    std::vector<QRectF> taken;
    for (const QPointF& point : points) {
        taken.emplace_back(point - QPointF(4, 4), point + QPointF(4, 4));
        names.keepFree(taken.back());
    }
    int placed = 0;
    for (const QPointF& point : points) {
        const auto rect = names.place(point, kName, {1, 1});
        if (!rect)
            continue;
        ++placed;
        CHECK(kArea.contains(*rect));
        for (const QRectF& other : taken)
            CHECK_FALSE(other.intersects(*rect));
        taken.push_back(*rect);
    }
    CHECK(placed >= 5);
    CHECK(placed < 12); // the others have no room, so no name
    // Marked points always get a name.
    CHECK(kArea.contains(names.placeAnyway(points.back(), kName, {1, 1})));
}

TEST_CASE("name placement: at the edges names stay inside", "[paint]")
{
    for (const QPointF& corner : {QPointF(0, 0), QPointF(400, 0), QPointF(0, 300), QPointF(400, 300)}) {
        NamePlacement names(kArea, 10);
        const auto rect = names.place(corner, kName, corner - kArea.center());
        REQUIRE(rect);
        CHECK(kArea.contains(*rect));
    }
}
