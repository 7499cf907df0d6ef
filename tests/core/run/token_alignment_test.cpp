#include "core/run/lanes.h"

#include "tests/support/catch.h"

#include <cstdint>
#include <vector>

namespace headlight::test {

namespace {

std::vector<TokenLabel> tokensOf(const std::vector<std::int64_t>& ids)
{
    std::vector<TokenLabel> tokens(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i)
        tokens[i].id = ids[i];
    return tokens;
}

std::vector<Index> aligned(const std::vector<std::int64_t>& from, const std::vector<std::int64_t>& to)
{
    return alignedPositions(tokensOf(from), tokensOf(to)).value();
}

} // namespace

TEST_CASE("token alignment: equal tokens belong together, and as many others between them", "[run]")
{
    using Positions = std::vector<Index>;
    CHECK(aligned({1, 2, 3}, {1, 2, 3}) == Positions{0, 1, 2});
    CHECK(aligned({1, 2, 3}, {1, 9, 3}) == Positions{0, 1, 2}); // another word in the same place
    CHECK(aligned({1, 2, 3}, {1, 2, 8, 9, 3}) == Positions{0, 1, 4}); // two more words
    CHECK(aligned({1, 2, 8, 9, 3}, {1, 2, 3}) == Positions{0, 1, -1, -1, 2});
    CHECK(aligned({1, 7, 2, 3}, {1, 8, 9, 2, 3}) == Positions{0, -1, 3, 4}); // one word against two
    CHECK(aligned({1, 7, 2, 5, 3}, {1, 8, 2, 6, 3}) == Positions{0, 1, 2, 3, 4});
    CHECK(aligned({1, 7, 2, 3, 4}, {1, 2, 3, 9, 4}) == Positions{0, -1, 1, 2, 4});
    CHECK(aligned({7, 1, 2}, {1, 2, 7}) == Positions{-1, 0, 1}); // never crosswise
    CHECK(aligned({4, 5}, {6, 7}) == Positions{0, 1});
    CHECK(aligned({4, 5}, {6, 7, 8}) == Positions{-1, -1});
    CHECK(aligned({}, {1}).empty());
    CHECK(aligned({1}, {}) == Positions{-1});
}

TEST_CASE("token alignment: sequences that differ in too many tokens are refused", "[run]")
{
    std::vector<TokenLabel> one(20'000), other(20'000);
    for (std::size_t i = 0; i < one.size(); ++i) {
        one[i].id = static_cast<std::int64_t>(i);
        other[i].id = static_cast<std::int64_t>(i + 40'000);
    }
    const auto refused = alignedPositions(one, other);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().message.find("found 20000 and 20000 tokens") != std::string::npos);
    // A long beginning in common costs nothing.
    other = one;
    other[10'000].id = -1;
    CHECK(alignedPositions(one, other).value()[15'000] == 15'000);
}

} // namespace headlight::test
