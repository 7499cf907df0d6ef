#include "ui/picture/token_flow.h"

#include "tests/support/catch.h"

#include <QFont>

#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace headlight;

namespace {

/// As many different tokens.
TokenAxis differentTokens(int count)
{
    std::vector<TokenLabel> tokens(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        tokens[static_cast<std::size_t>(i)].text = "w" + std::to_string(i);
    return std::make_shared<const std::vector<TokenLabel>>(std::move(tokens));
}

} // namespace

TEST_CASE("token flow: placing the chips of a long text again does not read on", "[paint][long]")
{
    TokenFlow flow{QFont()};
    flow.setTokens(differentTokens(30000), false);
    flow.layout(400);
    const int first = flow.size();
    CHECK(first > 0);
    CHECK(first < 30000);
    for (int i = 0; i < 50; ++i)
        flow.layout(300 + i); // as while docks are arranged
    CHECK(flow.size() == first);
    CHECK_FALSE(flow.isMeasured());
}

TEST_CASE("token flow: read in parts, a long text is placed as if at once", "[paint][long]")
{
    TokenFlow flow{QFont()};
    flow.setTokens(differentTokens(30000), false);
    int parts = 0;
    while (!flow.isMeasured() && ++parts < 1000)
        flow.readOn();
    CHECK(parts > 2);
    flow.layout(400);
    REQUIRE(flow.size() == 30000);
    const Chip last = flow.chip(29999);
    CHECK(last.text == QStringLiteral("w29999"));
    CHECK(last.rect.right() <= 400);
    CHECK(last.rect.bottom() == flow.height());
    // Chips of one row follow each other, and the next row begins where none had room.
    for (int i = 1; i < 2000; ++i) {
        const QRectF before = flow.chip(i - 1).rect, own = flow.chip(i).rect;
        if (own.top() == before.top())
            CHECK(own.left() > before.right());
        else
            CHECK(before.right() + own.width() > 400 - 10);
    }
}
