#include "tests/support/catch.h"
#include "ui/run/run_job.h"

using namespace headlight;

TEST_CASE("run: the line under the cursor is shown, blank lines are passed over", "[run]")
{
    const QStringList lines{QString(), QStringLiteral("one"), QStringLiteral("  "), QStringLiteral("two")};
    CHECK(shownLine(lines, 1) == 1);
    CHECK(shownLine(lines, 2) == 1); // the nearest one above
    CHECK(shownLine(lines, 3) == 3);
    CHECK(shownLine(lines, 0) == 1); // nothing above: the first one there is
    CHECK(shownLine(lines, 99) == 3);
    CHECK(shownLine(lines, -5) == 1);
    CHECK(shownLine({QString(), QStringLiteral("\t")}, 0) == -1);
    CHECK(shownLine({}, 0) == -1);
}
