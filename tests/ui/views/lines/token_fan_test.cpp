#include "ui/views/lines/lines_layout.h"

#include "tests/support/catch.h"

using namespace headlight;

namespace {

RowVector row(std::initializer_list<float> numbers)
{
    RowVector values(static_cast<Index>(numbers.size()));
    Index i = 0;
    for (const float number : numbers)
        values[i++] = number;
    return values;
}

} // namespace

TEST_CASE("token fan: the largest weights of each head, up to the share, by increasing weight", "[lines]")
{
    const TokenFan fan
        = tokenFan({LineSide::kQuery, 2}, 80, {row({0.1F, 0.6F, 0.3F}), row({0.9F, 0.1F, 0.0F})});
    CHECK(fan.found == 3);
    CHECK(fan.lines == std::vector<AttentionLine>{{2, 2, 0.3F, 0}, {2, 1, 0.6F, 0}, {2, 0, 0.9F, 1}});
    CHECK(fan.weights.size() == 2);
}

TEST_CASE("token fan: a key's lines come from the queries; a head without numbers has none", "[lines]")
{
    const TokenFan fan = tokenFan({LineSide::kKey, 1}, 100, {RowVector(), row({0.5F, 0.25F})});
    CHECK(fan.lines == std::vector<AttentionLine>{{1, 1, 0.25F, 1}, {0, 1, 0.5F, 1}});
}

TEST_CASE("token fan: of very many lines only the largest remain", "[lines]")
{
    const TokenFan fan = tokenFan({LineSide::kQuery, 0}, 100,
                                  {RowVector::Constant(900, 0.1F), RowVector::Constant(900, 0.2F)});
    CHECK(fan.found == 1800);
    REQUIRE(fan.lines.size() == 1000);
    CHECK(fan.lines.front().weight == 0.1F);
    CHECK(fan.lines[100].weight == 0.2F);
}
