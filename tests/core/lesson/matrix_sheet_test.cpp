#include "core/lesson/matrix_sheet.h"

#include "tests/support/catch.h"
#include "tests/support/edited_runs.h"

#include <cmath>
#include <limits>
#include <string>

using namespace headlight;
using namespace headlight::test;

namespace {

MatrixSheet sheetOfText(const std::string& text)
{
    auto sheet = MatrixSheet::parse(text, "sheet.txt");
    if (!sheet)
        FAIL(sheet.error().describe());
    return *std::move(sheet);
}

const FormulaValue& valueOf(const std::vector<SheetValue>& values, const std::string& name)
{
    for (const SheetValue& each : values)
        if (each.name == name) {
            INFO(each.error);
            REQUIRE(each.error.empty());
            return each.value;
        }
    FAIL("no line " << name);
    return values.front().value;
}

FormulaValue matrix(const std::string& formula)
{
    return evaluate(formula, {}).value();
}

const char* const kTextOne = "X = [0, 0; 0, 1; .1, .5]\n"
                             "S = X @ transposed(X)\n"
                             "scaled = S / sqrt(columns(X))\n"
                             "A = softmax(scaled)\n"
                             "O = A @ X\n";

} // namespace

TEST_CASE("matrix sheet: the worked numbers of text 1", "[lesson]")
{
    const auto values = compute(sheetOfText(kTextOne));
    const auto near = [&](const std::string& name, const std::string& printed) {
        return (valueOf(values, name) - matrix(printed)).cwiseAbs().maxCoeff() < 6e-5;
    };
    CHECK(near("A", "[.3333, .3333, .3333; .2246, .4555, .3199; .2758, .3928, .3315]"));
    CHECK(near("O", "[.0333, .5; .0320, .6155; .0331, .5585]"));
}

TEST_CASE("matrix sheet: rows and columns give the same numbers, transposed", "[lesson]")
{
    const auto rows = compute(sheetOfText("X = [1, 2; 0, 1; 3, 1]\nW = [1, 0, 2; 0, 1, 1]\n"
                                          "A = softmax(X @ W @ transposed(X @ W))"));
    const auto columns
        = compute(sheetOfText("X = [1, 0, 3; 2, 1, 1]\nW = [1, 0; 0, 1; 2, 1]\n"
                              "A = transposed(softmax(transposed(transposed(W @ X) @ (W @ X))))"));
    CHECK((valueOf(rows, "A") - valueOf(columns, "A").transpose()).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("matrix sheet: a text is read and written again", "[lesson]")
{
    const std::string text = "# two tokens\nX = [1, 2; 3, 4]\nX[0, 1] = 5\n\n# their sum\nY = X + X\n";
    const MatrixSheet sheet = sheetOfText(text);
    CHECK(sheet.text() == text);
    CHECK(sheet == sheetOfText(sheet.text()));
    CHECK(valueOf(compute(sheet), "Y") == matrix("[2, 10; 6, 8]"));
    // A list of Python, over several lines, with a comment behind it.
    const MatrixSheet python
        = sheetOfText("X = np.array([[0, 0],\n              [0, 1]])  # from a notebook\n"
                      "Y = torch.tensor([[1., 2.]], dtype=torch.float64)");
    CHECK(valueOf(compute(python), "X") == matrix("[0, 0; 0, 1]"));
    CHECK(valueOf(compute(python), "Y") == matrix("[1, 2]"));
    CHECK(python.lines.front().note == "from a notebook");
    // What is more than a list in a call stays, and is no value.
    for (const std::string odd : {"np.array([1, 2]) * 2", "tensor([(1]))", "tensor([1), [2])", "array([])"}) {
        INFO(odd);
        const MatrixSheet kept = sheetOfText("X = " + odd);
        CHECK(kept == sheetOfText(kept.text()));
        CHECK_FALSE(compute(kept).front().error.empty());
    }
}

TEST_CASE("matrix sheet: faults name the line, what was found and what was expected", "[lesson]")
{
    const auto fault = [](const std::string& text) {
        const auto read = MatrixSheet::parse(text, "sheet.txt");
        return read ? std::string() : read.error().describe();
    };
    CHECK(fault("X = [1]\n2 + 2")
          == "sheet.txt: line 2: found \"2 + 2\", expected \"NAME = FORMULA\", such as Q = X @ W_Q");
    CHECK(fault("X = [1, 2") == "sheet.txt: line 1: found an open bracket, expected its end");
    CHECK(fault("X = [1]\nX = [2]") == "sheet.txt: line 2: found the name X again, expected another");
    CHECK(fault("Q[0, 1] = 3") == "sheet.txt: line 1: found a cell of Q, expected a name of a line above");
    CHECK(fault("X = [1]\nX[0] = 3") == "sheet.txt: line 2: found \"X[0]\", expected a cell such as Q[0, 1]");
    CHECK(fault("X = [1]\n  Y = [1, 2;\n  3, -1e400]")
          == "sheet.txt: line 3, column 7: found \"1e400\", expected a number in the range of a double");
    CHECK(fault("X = 1e-400 + 2").find("line 1, column 5: found \"1e-400\"") != std::string::npos);
    CHECK(fault("X1e400 = [1]  # 1e400\nY = X1e400 + 0").empty()); // a name and a note
    CHECK(fault("nan = [1]").find("found the name nan again") != std::string::npos);
    CHECK(fault("# nothing").find("found no line") != std::string::npos);

    CHECK(
        compute(sheetOfText("X = W + 1"))
            .front()
            .error.find(
                "found the name \"W\", expected a number, a matrix or a function, as there is no line above")
        != std::string::npos);
    const auto values = compute(sheetOfText("X = [1, 2]\nY = X @ X\nZ = W + 1\nE = X\nE[4, 0] = 1"));
    CHECK(values[1].error.find("[1 x 2] @ [1 x 2]") != std::string::npos);
    CHECK(values[2].error.find("found the name \"W\", expected one of a line above") != std::string::npos);
    CHECK(values[3].error.find("expected a number for a cell of the 1 × 2 of E") != std::string::npos);
}

TEST_CASE("matrix sheet: no formula makes more cells than there is room for", "[lesson]")
{
    const auto values = compute(sheetOfText("X = positions('paper', 0, 2000, 10)\n"
                                            "Y = X @ transposed(X)\n"
                                            "Z = rowsums(X) + transposed(rowsums(X))\n"
                                            "W = rowsums(Z) @ transposed(rowsums(Z))"));
    for (std::size_t i = 1; i < values.size(); ++i)
        CHECK_FALSE(values[i].error.empty());
    CHECK(compute(sheetOfText("Y = sum(causal(900) @ causal(900))")).front().error.find("products and sums")
          != std::string::npos);
}

TEST_CASE("matrix sheet: what people paste is a matrix", "[lesson]")
{
    const FormulaValue expected = matrix("[1, -2; .5, 4]");
    for (const char* const text :
         {"1 -2\n0.5 4", "1\t-2\r\n.5\t4\n", "[[1, -2], [0.5, 4]]", "np.array([[1., -2.],\n [0.5, 4.]])",
          "tensor([[ 1.0000, -2.0000],\n        [ 0.5000,  4.0000]], dtype=torch.float64)",
          "1, −2; 0.5, 4"}) {
        INFO(text);
        const auto read = parsedMatrix(text);
        REQUIRE(read);
        CHECK(*read == expected);
    }
    CHECK(parsedMatrix("0 -inf")->coeff(0, 1) == -std::numeric_limits<double>::infinity());
    for (const char* const text : {"", "a b", "1 2\n3", "[]", "--1", "1e400", "-"})
        CHECK_FALSE(parsedMatrix(text));
    CHECK(formulaOf(expected) == "[1, -2; 0.5, 4]");
}

TEST_CASE("matrix sheet: NaN and infinities are read as they are written", "[lesson]")
{
    const auto odd = parsedMatrix("nan -nan\ninf −inf");
    REQUIRE(odd);
    const std::string written = formulaOf(compute(sheetOfText("X = [nan, -nan; inf, -inf]")).front().value);
    CHECK(written == "[nan, nan; inf, -inf]");
    for (const std::string& text :
         {"X = " + formulaOf(*odd), "X = " + written + " + 0", std::string("X = [nan, nan; inf, -inf]")}) {
        INFO(text);
        CHECK(formulaOf(valueOf(compute(sheetOfText(text)), "X")) == written);
    }
    CHECK(sheetOfText("X = [nan, 1]").lines.front().isGiven());
}

TEST_CASE("matrix sheet: a cell says what it is computed from", "[lesson]")
{
    const MatrixSheet sheet = sheetOfText(kTextOne);
    const auto values = compute(sheet);
    const SheetCellAccount score = cellAccount(sheet, values, 1, 2, 1);
    CHECK(score.text == "0.1 · 0 + 0.5 · 1 = 0.5");
    REQUIRE(score.from.size() == 2);
    CHECK(score.from[0] == std::pair{std::string("X"), std::pair<Eigen::Index, Eigen::Index>{2, -1}});
    CHECK(score.from[1] == std::pair{std::string("X"), std::pair<Eigen::Index, Eigen::Index>{1, -1}});
    CHECK(cellAccount(sheet, values, 2, 2, 1).text == "0.5 / sqrt(columns(X)) = 0.3536");
    CHECK(cellAccount(sheet, values, 3, 0, 0).text == "exp(0) ÷ (exp(0) + exp(0) + exp(0)) = 0.3333");
    CHECK(cellAccount(sheet, values, 0, 0, 0).text.empty());
}

TEST_CASE("matrix sheet: a recorded head gives its recorded weights and output", "[lesson]")
{
    const Trace trace = runOne(tinyModel());
    for (const HeadRef& head : {kEncoderHead, kDecoderHead, kCrossHead}) {
        const auto sheet = headlight::sheetOf(trace, head);
        REQUIRE(sheet);
        const auto values = compute(*sheet);
        const auto near = [&](const char* name, const Matrix& recorded) {
            return (valueOf(values, name) - recorded.cast<double>()).cwiseAbs().maxCoeff() < 2e-5;
        };
        CHECK(near("A", weightsOf(trace, head)));
        CHECK(near("O", trace.headMatrix(Site::kHeadOutput, head)));
    }
    CHECK_FALSE(headlight::sheetOf(Trace(), kEncoderHead));
    TinyOptions sinks;
    sinks.sinks = true;
    CHECK_FALSE(headlight::sheetOf(runOne(tinyModel(sinks)), kEncoderHead));
}

TEST_CASE("matrix sheet: the work sheet leaves computed cells empty, the solution does not", "[lesson]")
{
    const MatrixSheet sheet = sheetOfText("X = [1, 2]\nY = X + 1");
    const auto values = compute(sheet);
    const std::string asked = workSheet(sheet, values, false), solved = workSheet(sheet, values, true);
    CHECK(asked.find("| **0** | 1 | 2 |") != std::string::npos);
    CHECK(asked.find("**Y** = `X + 1`   1 × 2") != std::string::npos);
    CHECK(asked.find("| **0** | 2 | 3 |") == std::string::npos);
    CHECK(asked.find("| | **0** | **1** |\n| ---: | ---: | ---: |\n| **0** | \u00a0\u00a0")
          != std::string::npos);
    CHECK(solved.find("| **0** | 2 | 3 |") != std::string::npos);
    // What is too wide for paper stands as its shape, and what is computed from it is given.
    const MatrixSheet wide
        = sheetOfText("Q = positions('paper', 0, 2, 16)\nS = Q @ transposed(Q)\nA = softmax(S)");
    const std::string page = workSheet(wide, compute(wide), false);
    CHECK(page.find("2 × 16") != std::string::npos);
    CHECK(page.find("| **0** | 8 |") != std::string::npos);
    CHECK(page.find("0.5") == std::string::npos);
}
