#include "ui/views/positions/position_words.h"

#include "tests/support/catch.h"

using namespace headlight;

namespace {

std::vector<int> parsed(const char* text, int count = 16, std::size_t most = 8)
{
    return parseIndexList(QString::fromUtf8(text), count, most);
}

} // namespace

TEST_CASE("index list: numbers and ranges in the order given", "[models]")
{
    CHECK(parsed("0, 1, 8-11") == std::vector<int>{0, 1, 8, 9, 10, 11});
    CHECK(parsed(" 5 ;3") == std::vector<int>{5, 3});
    CHECK(parsed("2 – 4") == std::vector<int>{2, 3, 4});
}

TEST_CASE("index list: what does not exist is left out", "[models]")
{
    CHECK(parsed("15, 16, 400") == std::vector<int>{15});
    CHECK(parsed("14-4000000000").empty());
    CHECK(parsed("14-999999999") == std::vector<int>{14, 15});
    CHECK(parsed("3, x, , -2, 3, 1.5") == std::vector<int>{3});
    CHECK(parsed("").empty());
    CHECK(parsed("0-15", 16, 3) == std::vector<int>{0, 1, 2});
}

TEST_CASE("index list: written as it is read", "[models]")
{
    CHECK(indexListText({4, 0, 12}) == QStringLiteral("4, 0, 12"));
    CHECK(parsed(indexListText({4, 0, 12}).toUtf8().constData()) == std::vector<int>{4, 0, 12});
}
