#include "ui/widgets/map_view.h"

#include "tests/support/catch.h"

using namespace headlight;

TEST_CASE("map view: all of a map at first; a map of one cell too", "[map_view]")
{
    const MapView view(40, 60);
    CHECK(view.isWhole());
    CHECK(view.rows() == AxisSpan{0, 40});
    CHECK(view.columns() == AxisSpan{0, 60});
    CHECK(view.cells() == CellRect{0, 0, 40, 60});
    const MapView one(1, 1);
    CHECK(one.zoomed(0.1, 0.5, 0.5).isWhole());
    CHECK(one.moved(5, 5) == one);
}

TEST_CASE("map view: zooming keeps the place, also where the fewest cells are reached", "[map_view]")
{
    MapView view(100, 100);
    const auto share = [&view] { return (70.0 - view.rows().lower) / view.rows().size(); };
    const double before = share();
    for (int i = 0; i < 40; ++i) {
        view = view.zoomed(0.8, 70, 70);
        CHECK(share() == Approx(before));
    }
    CHECK(view.rows().size() == Approx(3));
    for (int i = 0; i < 40; ++i)
        view = view.zoomed(1.25, 70, 70);
    CHECK(view.isWhole());
}

TEST_CASE("map view: it cannot leave the map", "[map_view]")
{
    const MapView part = MapView(50, 80).showing({10, 20}, {30, 50});
    CHECK(part.moved(-1000, 1000).rows() == AxisSpan{0, 10});
    CHECK(part.moved(-1000, 1000).columns() == AxisSpan{60, 80});
    CHECK(part.showing({-7, 4}, {79, 99}).rows() == AxisSpan{0, 11});
    CHECK(part.showing({-7, 4}, {79, 99}).columns() == AxisSpan{60, 80});
    CHECK(part.showing({20, 20.5}, {0, 500}).rows().size() == 3);
}

TEST_CASE("map view: a cell is brought into sight by the shortest way", "[map_view]")
{
    const MapView part = MapView(50, 80).showing({10, 20}, {30, 50});
    CHECK(part.revealing({12, 40}) == part);
    CHECK(part.revealing({}) == part);
    CHECK(part.revealing({5, 40}).rows() == AxisSpan{5, 15});
    CHECK(part.revealing({20, std::nullopt}).rows() == AxisSpan{11, 21});
    CHECK(part.revealing({std::nullopt, 79}).columns() == AxisSpan{60, 80});
    CHECK(part.showing({10.5, 20.5}, {30, 50}).cells() == CellRect{10, 30, 11, 20});
}
