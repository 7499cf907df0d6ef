#include "core/lesson/formula.h"

#include "core/math/positions.h"

#include <charconv>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

namespace headlight {

namespace {

using Value = FormulaValue;
using Argument = std::variant<Value, std::string>;
using Cells = Eigen::ArrayXXd;

constexpr std::size_t kLongestFormula = 4000;
constexpr int kDeepest = 64;
constexpr Eigen::Index kMostCells = 1'000'000, kMostSide = 2000, kMostTerms = 200'000'000;

double onlyCell(const Value& value)
{
    return value(0, 0);
}

Value softmaxOfRows(const Value& x)
{
    const Value shifted = (x.colwise() - x.rowwise().maxCoeff()).array().exp().matrix();
    return shifted.array().colwise() / shifted.rowwise().sum().array();
}

/// Each row with mean 0 and deviation 1 (of the population).
Value normalisedRows(const Value& x)
{
    const Value centred = x.colwise() - x.rowwise().mean();
    return centred.array().colwise() / centred.array().square().rowwise().mean().sqrt();
}

Value causal(Eigen::Index size)
{
    Value mask = Value::Zero(size, size);
    mask.triangularView<Eigen::StrictlyUpper>().setConstant(-std::numeric_limits<double>::infinity());
    return mask;
}

/// Functions of one matrix.
const std::map<std::string_view, Value (*)(const Value&)>& matrixFunctions()
{
    static const std::map<std::string_view, Value (*)(const Value&)> kAll{
        {"sqrt", [](const Value& x) { return Value(x.array().sqrt()); }},
        {"exp", [](const Value& x) { return Value(x.array().exp()); }},
        {"log", [](const Value& x) { return Value(x.array().log()); }},
        {"tanh", [](const Value& x) { return Value(x.array().tanh()); }},
        {"sin", [](const Value& x) { return Value(x.array().sin()); }},
        {"cos", [](const Value& x) { return Value(x.array().cos()); }},
        {"abs", [](const Value& x) { return Value(x.array().abs()); }},
        {"relu", [](const Value& x) { return Value(x.array().max(0.0)); }},
        {"softmax", softmaxOfRows},
        {"normed", normalisedRows},
        {"transposed", [](const Value& x) { return Value(x.transpose()); }},
        {"sum", [](const Value& x) { return oneCell(x.sum()); }},
        {"mean", [](const Value& x) { return oneCell(x.mean()); }},
        {"max", [](const Value& x) { return oneCell(x.maxCoeff()); }},
        {"min", [](const Value& x) { return oneCell(x.minCoeff()); }},
        {"length", [](const Value& x) { return oneCell(x.norm()); }},
        {"rowsums", [](const Value& x) { return Value(x.rowwise().sum()); }},
        {"rows", [](const Value& x) { return oneCell(static_cast<double>(x.rows())); }},
        {"columns", [](const Value& x) { return oneCell(static_cast<double>(x.cols())); }},
        {"shape",
         [](const Value& x) {
             Value shape(1, 2);
             shape << static_cast<double>(x.rows()), static_cast<double>(x.cols());
             return shape;
         }},
        {"largest",
         [](const Value& x) {
             Eigen::Index row = 0, column = 0;
             x.maxCoeff(&row, &column);
             return oneCell(static_cast<double>(x.rows() == 1 ? column : row));
         }},
    };
    return kAll;
}

/// Reads and computes a formula in one go: recursive descent, one function for each level of precedence.
class Evaluation
{
public:
    Evaluation(std::string_view text, const FormulaSource& source, const FormulaNames* names)
        : m_text(text)
        , m_source(source)
        , m_names(names)
    { }

    Result<Value> whole()
    {
        if (m_text.size() > kLongestFormula)
            return fault("found ", m_text.size(), " bytes, expected at most ", kLongestFormula);
        ASSIGN_OR_RETURN(Value value, sum());
        if (!atEnd())
            return fault("found \"", m_text.substr(m_at, 20), "\", expected the end");
        return value;
    }

private:
    Error fault(const auto&... message) const
    {
        return badArgument("formula", m_text.substr(0, 200), ", byte ", m_at, ": ", message...);
    }
    bool atEnd()
    {
        while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0)
            ++m_at;
        return m_at == m_text.size();
    }
    bool take(char wanted)
    {
        if (atEnd() || m_text[m_at] != wanted)
            return false;
        ++m_at;
        return true;
    }

    Result<Value> sum()
    {
        ASSIGN_OR_RETURN(Value left, product());
        while (true) {
            const char sign = take('+') ? '+' : take('-') ? '-' : '\0';
            if (sign == '\0')
                return left;
            ASSIGN_OR_RETURN(const Value right, product());
            ASSIGN_OR_RETURN(left, cellByCell(sign, left, right));
        }
    }
    Result<Value> product()
    {
        ASSIGN_OR_RETURN(Value left, power());
        while (true) {
            const char sign = take('*') ? '*' : take('/') ? '/' : take('@') ? '@' : '\0';
            if (sign == '\0')
                return left;
            ASSIGN_OR_RETURN(const Value right, power());
            if (sign != '@') {
                ASSIGN_OR_RETURN(left, cellByCell(sign, left, right));
            } else if (left.cols() != right.rows()) {
                return fault("found [", shapeOf(left), "] @ [", shapeOf(right),
                             "], expected as many columns on the left as rows on the right");
            } else {
                RETURN_IF_ERROR(spend(left.rows(), right.cols(), left.cols()));
                left = Value(left * right);
            }
        }
    }
    Result<Value> power()
    {
        ASSIGN_OR_RETURN(Value base, operand());
        if (!take('^'))
            return base;
        ASSIGN_OR_RETURN(const Value exponent, power());
        return cellByCell('^', base, exponent);
    }

    /// Before a result of so many cells, each of so many terms, is computed.
    Result<void> spend(Eigen::Index rows, Eigen::Index columns, Eigen::Index terms = 1)
    {
        if (rows * columns > kMostCells)
            return fault("found ", rows * columns, " cells, expected at most ", kMostCells);
        m_spent += rows * columns * terms;
        if (m_spent > kMostTerms)
            return fault("found more than ", kMostTerms, " products and sums, expected a formula of fewer");
        return {};
    }
    static std::string shapeOf(const Value& value) { return concat(value.rows(), " x ", value.cols()); }
    Result<Value> cellByCell(char sign, const Value& left, const Value& right)
    {
        const Eigen::Index rows = std::max(left.rows(), right.rows()),
                           columns = std::max(left.cols(), right.cols());
        const auto fits = [&](const Value& x) {
            return (x.rows() == rows || x.rows() == 1) && (x.cols() == columns || x.cols() == 1);
        };
        if (!fits(left) || !fits(right))
            return fault("found [", shapeOf(left), "] ", sign, " [", shapeOf(right),
                         "], expected equal shapes, a number, a row or a column");
        RETURN_IF_ERROR(spend(rows, columns));
        const auto spread
            = [&](const Value& x) -> Cells { return x.replicate(rows / x.rows(), columns / x.cols()); };
        const Cells a = spread(left), b = spread(right);
        switch (sign) {
        case '+':
            return Value(a + b);
        case '-':
            return Value(a - b);
        case '*':
            return Value(a * b);
        case '/':
            return Value(a / b);
        default:
            return Value(a.pow(b));
        }
    }

    Result<Value> operand()
    {
        if (++m_depth > kDeepest)
            return fault("found more than ", kDeepest, " levels, expected fewer");
        auto value = operandInside();
        --m_depth;
        if (value)
            RETURN_IF_ERROR(spend(value->rows(), value->cols()));
        return value;
    }
    Result<Value> operandInside()
    {
        if (take('-')) {
            ASSIGN_OR_RETURN(const Value value, power());
            return Value(-value);
        }
        if (take('(')) {
            ASSIGN_OR_RETURN(Value value, sum());
            if (!take(')'))
                return fault("found no \")\", expected one");
            return value;
        }
        if (take('['))
            return literal();
        if (atEnd())
            return fault("found the end, expected a number, a matrix or a name");
        const char next = m_text[m_at];
        if (std::isdigit(static_cast<unsigned char>(next)) != 0 || next == '.')
            return numeral();
        if (std::isalpha(static_cast<unsigned char>(next)) != 0)
            return named();
        return fault("found \"", next, "\", expected a number, a matrix or a name");
    }
    Result<Value> numeral()
    {
        double value = 0;
        const auto [end, error] = std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), value);
        if (error == std::errc::result_out_of_range)
            return fault("found \"", std::string_view(m_text.data() + m_at, end),
                         "\", expected a number in the range of a double");
        if (error != std::errc())
            return fault("found no number, expected one such as 0.45");
        m_at = static_cast<std::size_t>(end - m_text.data());
        return oneCell(value);
    }
    /// Whether a text is one pair of brackets and what is between them.
    static bool isList(std::string_view text)
    {
        int depth = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            depth += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
            if (depth == 0)
                return i > 0 && i + 1 == text.size();
        }
        return false;
    }
    /// What follows "[".
    Result<Value> literal()
    {
        std::vector<std::vector<double>> rows(1);
        bool list = false,
             before = false; // whether the cell, and the one before it, is a row: [[1, 2], [3, 4]]
        do {
            atEnd();
            const std::size_t from = m_at;
            ASSIGN_OR_RETURN(const Value cell, sum());
            list = isList(m_text.substr(from, m_at - from));
            if (cell.rows() != 1 || (cell.size() != 1 && !list))
                return fault("found a cell [", shapeOf(cell), "], expected a number or a row");
            if (!rows.back().empty() && (list || before))
                rows.emplace_back();
            before = list;
            rows.back().insert(rows.back().end(), cell.data(), cell.data() + cell.size());
            if (take(';'))
                rows.emplace_back();
            else if (!take(','))
                break;
        } while (true);
        if (!take(']'))
            return fault("found no \"]\", expected one");
        Value made(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows.front().size()));
        for (std::size_t r = 0; r < rows.size(); ++r) {
            if (rows[r].size() != rows.front().size())
                return fault("found rows of different lengths, expected equal ones");
            for (std::size_t c = 0; c < rows[r].size(); ++c)
                made(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) = rows[r][c];
        }
        return made;
    }
    Result<Argument> argument()
    {
        if (!take('\'')) {
            ASSIGN_OR_RETURN(Value value, sum());
            return Argument(std::move(value));
        }
        const std::size_t end = m_text.find('\'', m_at);
        if (end == std::string_view::npos)
            return fault("found no closing ', expected one");
        std::string text(m_text.substr(m_at, end - m_at));
        m_at = end + 1;
        return Argument(std::move(text));
    }
    Result<Value> valueNamed(const std::string& name) const
    {
        if (m_names == nullptr)
            return fault("found the name \"", name, R"(", expected "(" after it)");
        if (const auto known = m_names->find(name); known != m_names->end())
            return known->second;
        return fault("found the name \"", name, "\", expected ",
                     m_names->empty() ? "a number, a matrix or a function, as there is no line above"
                                      : "one of a line above");
    }
    Result<Value> named()
    {
        const std::size_t from = m_at;
        while (m_at < m_text.size() && isNamePart(m_text[m_at]))
            ++m_at;
        FormulaCall call;
        call.name = m_text.substr(from, m_at - from);
        if (!take('(')) {
            if (call.name == "pi")
                return oneCell(std::numbers::pi);
            if (call.name == "inf")
                return oneCell(std::numeric_limits<double>::infinity());
            if (call.name == "nan")
                return oneCell(std::numeric_limits<double>::quiet_NaN());
            return valueNamed(call.name);
        }
        const bool outside = m_before;
        m_before = m_before || call.name == "before";
        while (!take(')')) {
            if (!call.arguments.empty() && !take(','))
                return fault("found no \",\" or \")\", expected one of them");
            ASSIGN_OR_RETURN(Argument each, argument());
            call.arguments.push_back(std::move(each));
        }
        m_before = outside;
        call.before = m_before;
        return called(call);
    }

    const Value* matrixIn(const FormulaCall& call, std::size_t place) const
    {
        return place < call.arguments.size() ? std::get_if<Value>(&call.arguments[place]) : nullptr;
    }
    /// The whole numbers from the argument `first` on; nothing if there are not `count`, each below `limit`.
    std::optional<std::vector<Eigen::Index>> wholeNumbers(const FormulaCall& call, std::size_t first,
                                                          std::size_t count, Eigen::Index limit) const
    {
        std::vector<Eigen::Index> all;
        for (std::size_t i = first; i < call.arguments.size(); ++i) {
            const Value* const value = matrixIn(call, i);
            if (value == nullptr || value->size() != 1 || !(onlyCell(*value) >= 0)
                || !(onlyCell(*value) < static_cast<double>(limit)))
                return std::nullopt;
            all.push_back(static_cast<Eigen::Index>(onlyCell(*value)));
        }
        return all.size() == count ? std::optional(all) : std::nullopt;
    }
    /// row(X, i), column(X, j) or at(X, i, j).
    Result<Value> part(const FormulaCall& call)
    {
        const Value* const x = matrixIn(call, 0);
        const auto places = wholeNumbers(call, 1, call.name == "at" ? 2 : 1, kMostCells);
        if (x == nullptr || !places)
            return fault(call.name, ": found other arguments, expected a matrix and where to read it");
        const bool row = call.name != "column", column = call.name != "row";
        if ((row && places->front() >= x->rows()) || (column && places->back() >= x->cols()))
            return fault(call.name, ": found a place outside [", shapeOf(*x), "], expected one inside");
        return call.name == "row"   ? Value(x->row(places->front()))
            : call.name == "column" ? Value(x->col(places->front()))
                                    : oneCell((*x)(places->front(), places->back()));
    }
    Result<Value> called(const FormulaCall& call)
    {
        const Value* const x = matrixIn(call, 0);
        if (const auto found = matrixFunctions().find(call.name); found != matrixFunctions().end()) {
            if (x == nullptr || call.arguments.size() != 1 || x->size() == 0)
                return fault(call.name, ": found other arguments, expected one matrix");
            return found->second(*x);
        }
        if (call.name == "before" && x != nullptr && call.arguments.size() == 1)
            return *x;
        if (call.name == "row" || call.name == "column" || call.name == "at")
            return part(call);
        if (call.name == "causal") {
            const auto size = wholeNumbers(call, 0, 1, kMostSide);
            if (!size || size->front() == 0)
                return fault("causal: found other arguments, expected a length");
            return causal(size->front());
        }
        if (call.name == "positions" && call.arguments.size() == 4)
            return positions(call);
        if (m_source)
            return m_source(call);
        return fault("found the function \"", call.name, "\", expected one that needs no model");
    }
    /// positions('paper', first, rows, width).
    Result<Value> positions(const FormulaCall& call)
    {
        const auto* const kind = std::get_if<std::string>(call.arguments.data());
        const auto sizes = wholeNumbers(call, 1, 3, kMostSide);
        using Table = Matrix (*)(Index, Index, Index);
        static const std::map<std::string_view, Table> kTables{{"paper", &sinusoidalInterleaved},
                                                               {"steep", &sinusoidalSteep},
                                                               {"steep_own", &sinusoidalSteepOwn}};
        const auto table = kind == nullptr ? kTables.end() : kTables.find(*kind);
        if (table == kTables.end() || !sizes || (*sizes)[1] * (*sizes)[2] > kMostCells
            || (*sizes)[1] * (*sizes)[2] == 0)
            return fault(
                "positions: found other arguments, expected 'paper', 'steep' or 'steep_own', the first "
                "position, the rows and the width");
        return Value(table->second((*sizes)[0], (*sizes)[1], (*sizes)[2]).cast<double>());
    }

    std::string_view m_text;
    const FormulaSource& m_source;
    const FormulaNames* m_names;
    std::size_t m_at = 0;
    int m_depth = 0;
    bool m_before = false;
    Eigen::Index m_spent = 0; ///< terms computed so far
};

} // namespace

Result<FormulaValue> evaluate(std::string_view formula, const FormulaSource& source,
                              const FormulaNames* names)
{
    return Evaluation(formula, source, names).whole();
}

} // namespace headlight
