#include "ui/words/local_number.h"

#include "tests/support/catch.h"

using namespace headlight;

TEST_CASE("numbers: the minus sign is the one of print", "[models]")
{
    CHECK(withMinus(QStringLiteral("-0.25")) == QStringLiteral("−0.25"));
    CHECK(withMinus(QStringLiteral("0.25")) == QStringLiteral("0.25"));
    CHECK(columnNumber(-0.25) == QStringLiteral("−0.2500"));
    CHECK(columnNumber(62.48249) == QStringLiteral("62.48")); // four digits, as everywhere
    CHECK(columnNumber(-2.5e-7) == QStringLiteral("−2.5\u00a0×\u00a010⁻⁷"));
    CHECK(columnNumber(3.94e-4) == QStringLiteral("0.0004")); // as the numbers above and below it
}
