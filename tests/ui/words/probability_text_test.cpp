#include "ui/words/local_number.h"

#include "tests/support/catch.h"

#include <cmath>
#include <limits>

using namespace headlight;

namespace {

std::string probability(double p)
{
    return probabilityText(p, QLocale::c()).toStdString();
}

std::string number(double value)
{
    return numberText(value, QLocale::c()).toStdString();
}

} // namespace

TEST_CASE("probability text: large ones in percent", "[models]")
{
    CHECK(probability(1.0) == "100%");
    CHECK(probability(0.973) == "97.3%");
    CHECK(probability(0.0525) == "5.25%");
    CHECK(probability(0.0047) == "0.47%");
    CHECK(probability(0.000142) == "0.014%");
}

TEST_CASE("probability text: each language spaces the percent sign in its way", "[models]")
{
    CHECK(probabilityText(0.973, QLocale(QLocale::English)) == QStringLiteral("97.3%"));
    CHECK(probabilityText(0.973, QLocale(QLocale::French)) == QStringLiteral("97,3\u00a0%"));
    CHECK(probabilityText(1.0, QLocale(QLocale::French)) == QStringLiteral("100\u00a0%"));
}

TEST_CASE("probability text: nearly certain is not certain", "[models]")
{
    CHECK(probability(0.99987) == "99.987%");
    CHECK(probability(0.9996) == "99.960%");
}

TEST_CASE("probability text: small ones keep their size", "[models]")
{
    CHECK(probability(9.3e-5) == "0.0093%");
    CHECK(probability(3.2e-5) == "0.0032%");
    CHECK(probability(9.97e-6) == "0.00100%");
    CHECK(probability(4e-38) == "<0.00001%");
    CHECK(probability(0.0) == "0");
    CHECK(probability(std::numeric_limits<double>::quiet_NaN()) == "NaN");
}

TEST_CASE("number text: three digits, or a power of ten", "[models]")
{
    CHECK(number(0.4231) == "0.423");
    CHECK(number(-12.345) == "−12.35");
    CHECK(number(345.67) == "345.7");
    CHECK(number(3.2e-5) == "3.2\u00a0×\u00a010⁻⁵");
    CHECK(number(-1234567.0) == "−1.2\u00a0×\u00a010⁶");
    CHECK(number(0.0) == "0");
    CHECK(number(-INFINITY) == "−∞");
}
