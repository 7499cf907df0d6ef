#include "core/lesson/formula.h"

#include "tests/support/catch.h"

#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace headlight;

namespace {

FormulaValue valueOf(const std::string& formula)
{
    const auto value = evaluate(formula, {});
    if (!value)
        FAIL(value.error().describe());
    return *value;
}

bool near(const std::string& formula, const std::string& expected, double most)
{
    const FormulaValue found = valueOf(formula), wanted = valueOf(expected);
    return found.rows() == wanted.rows() && found.cols() == wanted.cols()
        && (found - wanted).cwiseAbs().maxCoeff() <= most;
}

std::string faultOf(const std::string& formula)
{
    const auto value = evaluate(formula, {});
    return value ? "" : value.error().describe();
}

} // namespace

TEST_CASE("formula: arithmetic follows the usual order", "[lesson]")
{
    CHECK(near("1 + 2 * 3", "7", 0));
    CHECK(near("(1 + 2) * 3", "9", 0));
    CHECK(near("2 ^ 3 ^ 2", "512", 0));
    CHECK(near("-2 ^ 2", "-4", 0));
    CHECK(near("10 - 4 - 3", "3", 0));
    CHECK(near("12 / 2 / 3", "2", 0));
    CHECK(near(".5 + 1e-1", "0.6", 1e-12));
}

TEST_CASE("formula: the worked numbers of the introductions", "[lesson]")
{
    CHECK(near("[.45, .45, .1] @ [10; 9; -3]", "8.25", 1e-12));
    CHECK(near("[8, -5] @ transposed([5, -3; 6, -1; -4, 8])", "[55, 53, -72]", 0));
    CHECK(near("softmax([55, 53, -72]) @ [10; 9; 3]", "9.88", 0.005));
    CHECK(near("softmax([55, 53, -72] / sqrt(2)) @ [10; 9; 3]", "9.80", 0.005));
    CHECK(near("positions('paper', 1, 1, 8)", "[.8415, .5403, .0998, .9950, .0100, .99995, .0010, 1]", 5e-5));
    CHECK(near("positions('steep', 1, 1, 8)", "[.8415, .5403, .0100, .99995, .0001, 1, 0, 1]", 5e-5));
    CHECK(near("softmax(causal(3))", "[1, 0, 0; .5, .5, 0; 1/3, 1/3, 1/3]", 1e-12));
    CHECK(near("exp(cos([0, pi]))", "[2.7183, .3679]", 5e-5));
}

TEST_CASE("formula: a number, a row and a column are repeated", "[lesson]")
{
    CHECK(near("[1, 2; 3, 4] + 1", "[2, 3; 4, 5]", 0));
    CHECK(near("[1, 2; 3, 4] * [10, 1]", "[10, 2; 30, 4]", 0));
    CHECK(near("[1, 2; 3, 4] - [1; 3]", "[0, 1; 0, 1]", 0));
    CHECK(near("normed([1, 2; 3, 6])", "[-1, 1; -1, 1]", 1e-12));
    CHECK(near("rowsums([1, 2; 3, 4])", "[3; 7]", 0));
    CHECK(near("shape([1, 2, 3])", "[1, 3]", 0));
    CHECK(near("largest([1, 5, 2])", "1", 0));
    CHECK(near("at([1, 2; 3, 4], 1, 0)", "3", 0));
    CHECK(near("row([1, 2; 3, 4], 1)", "[3, 4]", 0));
    CHECK(near("column([1, 2; 3, 4], 1)", "[2; 4]", 0));
    CHECK(std::isnan(valueOf("softmax([-inf, -inf])")(0, 0)));
}

TEST_CASE("formula: what it does not know is asked of the source, with its arguments", "[lesson]")
{
    std::vector<FormulaCall> calls;
    const FormulaSource source = [&](const FormulaCall& call) -> Result<FormulaValue> {
        calls.push_back(call);
        return FormulaValue(FormulaValue::Constant(1, 1, 2.0));
    };
    const auto value = evaluate("before(p('chat', 3)) + width()", source);
    REQUIRE(value);
    CHECK((*value)(0, 0) == 4.0);
    REQUIRE(calls.size() == 2);
    CHECK(calls[0].name == "p");
    CHECK(std::get<std::string>(calls[0].arguments[0]) == "chat");
    CHECK(std::get<FormulaValue>(calls[0].arguments[1])(0, 0) == 3.0);
    CHECK(calls[0].before);
    CHECK(calls[1].name == "width");
    CHECK_FALSE(calls[1].before);
}

TEST_CASE("formula: a fault names the place, what was found and what was expected", "[lesson]")
{
    const std::vector<std::pair<std::string, std::string>> faults{
        {"", "found the end, expected a number"},
        {"1 +", "byte 3: found the end"},
        {"1 2", "found \"2\", expected the end"},
        {"(1", "found no \")\""},
        {"[1, 2; 3]", "found rows of different lengths"},
        {"[1, 2] @ [1, 2]", "found [1 x 2] @ [1 x 2], expected as many columns"},
        {"[1, 2, 3] + [1, 2]", "found [1 x 3] + [1 x 2], expected equal shapes"},
        {"width", "found the name \"width\", expected \"(\""},
        {"1e400", "byte 0: found \"1e400\", expected a number in the range of a double"},
        {"width()", "found the function \"width\", expected one that needs no model"},
        {"at([1], 1, 0)", "found a place outside [1 x 1]"},
        {"row([1], -1)", "row: found other arguments"},
        {"causal(1e9)", "causal: found other arguments"},
        {"positions('none', 0, 1, 8)", "positions: found other arguments"},
        {"p('chat", "found no closing '"},
        {std::string(5000, '1'), "found 5000 bytes, expected at most 4000"},
        {std::string(100, '('), "found more than 64 levels"},
        {"#", "found \"#\""},
    };
    for (const auto& [formula, expected] : faults) {
        const std::string fault = faultOf(formula);
        INFO(fault);
        CHECK(fault.find(expected) != std::string::npos);
    }
}

TEST_CASE("formula: damaged formulas are errors or values, never a crash", "[lesson]")
{
    const std::string letters = "0123456789.+-*/^@()[];, 'abcdefsqrtsoftmaxrowatcausal";
    std::mt19937 random(11);
    for (int round = 0; round < 20'000; ++round) {
        std::string formula;
        for (std::size_t length = random() % 40; formula.size() < length;)
            formula += letters[random() % letters.size()];
        faultOf(formula);
    }
    // A product of large matrices cannot be built up.
    CHECK_FALSE(faultOf("causal(2000)").empty());
}
