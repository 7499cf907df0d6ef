#include "core/lesson/matrix_sheet.h"

#include "core/base/text_list.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <numeric>

namespace headlight {

namespace {

constexpr std::size_t kMostSheetLines = 64;
constexpr std::size_t kMostWritten = 8; ///< of a sum that is written out
constexpr std::string_view kMinus = "−", kInfinity = "inf", kNaN = "nan";
/// What makes an array of a list in Python.
constexpr std::array<std::string_view, 5> kMakers{"np.array(", "numpy.array(", "torch.tensor(", "array(",
                                                  "tensor("};

bool isName(std::string_view text)
{
    return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0
        && std::ranges::all_of(text, isNamePart);
}

int depthBy(char c)
{
    return c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
}

int openBrackets(std::string_view text)
{
    return std::transform_reduce(text.begin(), text.end(), 0, std::plus(), depthBy);
}

/// The list in np.array(…) or torch.tensor(…), with a dtype or not; other text as it is.
std::string_view withoutMaker(std::string_view formula)
{
    for (const std::string_view maker : kMakers) {
        if (!formula.starts_with(maker))
            continue;
        const std::string_view inside = trimmed(formula.substr(maker.size()));
        if (!inside.starts_with('['))
            break;
        std::size_t length = 0;
        for (int depth = 0; length == 0 || (depth > 0 && length < inside.size()); ++length)
            depth += depthBy(inside[length]);
        const std::string_view rest = inside.substr(length);
        if (inside[length - 1] == ']' && rest.find_first_of("[])") == rest.size() - 1 && rest.ends_with(')'))
            return inside.substr(0, length);
        break;
    }
    return formula;
}

/// The place of the first number that a double cannot hold; the whole length if there is none.
std::size_t findOutOfRange(std::string_view code)
{
    for (std::size_t at = 0; at < code.size();) {
        const bool digit = std::isdigit(static_cast<unsigned char>(code[at])) != 0 || code[at] == '.';
        double value = 0;
        const auto [end, fault] = digit ? std::from_chars(code.data() + at, code.data() + code.size(), value)
                                        : std::from_chars_result{code.data() + at, std::errc()};
        if (fault == std::errc::result_out_of_range)
            return at;
        at = std::max(static_cast<std::size_t>(end - code.data()), at + 1);
        while (!digit && at < code.size() && isNamePart(code[at - 1]) && isNamePart(code[at]))
            ++at; // the digits of a name are no number
    }
    return code.size();
}

/// Reads one statement into the sheet; `note` goes to the line that it begins.
Result<void> addStatement(MatrixSheet& sheet, std::string_view statement, std::string& note)
{
    const auto equals = statement.find('=');
    std::string_view left = trimmed(statement.substr(0, equals));
    const std::string_view right
        = equals == std::string_view::npos ? std::string_view() : trimmed(statement.substr(equals + 1));
    std::optional<SheetCell> cell;
    if (const auto bracket = left.find('['); bracket != std::string_view::npos && left.back() == ']') {
        const auto places = split(left.substr(bracket + 1, left.size() - bracket - 2), ',');
        const auto row = parseNumber<Eigen::Index>(trimmed(places.front()));
        const auto column = parseNumber<Eigen::Index>(trimmed(places.back()));
        if (places.size() != 2 || !row || !column || *row < 0 || *column < 0)
            return badArgument({}, "found \"", left, "\", expected a cell such as Q[0, 1]");
        cell = SheetCell{*row, *column, std::string(right)};
        left = trimmed(left.substr(0, bracket));
    }
    if (!isName(left) || right.empty())
        return badArgument({}, "found \"", statement.substr(0, 60),
                           R"(", expected "NAME = FORMULA", such as Q = X @ W_Q)");
    if (!cell) {
        if (sheet.find(left) != nullptr || left == "pi" || left == "inf" || left == "nan")
            return badArgument({}, "found the name ", left, " again, expected another");
        if (sheet.lines.size() == kMostSheetLines)
            return badArgument({}, "found more than ", kMostSheetLines, " lines, expected fewer");
        sheet.lines.push_back({std::move(note), std::string(left), std::string(withoutMaker(right)), {}});
        note.clear();
        return {};
    }
    const auto line = std::ranges::find(sheet.lines, left, &SheetLine::name);
    if (line == sheet.lines.end())
        return badArgument({}, "found a cell of ", left, ", expected a name of a line above");
    line->cells.push_back(*cell);
    return {};
}

/// A name, or transposed(NAME).
struct Factor
{
    const FormulaValue* value = nullptr; ///< null = neither
    std::string name;
    bool turned = false;

    double at(Eigen::Index row, Eigen::Index column) const
    {
        return turned ? (*value)(column, row) : (*value)(row, column);
    }
    /// A place as the line's own row and column; -1 = all.
    std::pair<std::string, std::pair<Eigen::Index, Eigen::Index>> place(Eigen::Index row,
                                                                        Eigen::Index column) const
    {
        return {name, turned ? std::pair{column, row} : std::pair{row, column}};
    }
};

const FormulaValue* valueOf(const std::vector<SheetValue>& values, std::string_view name)
{
    for (const SheetValue& each : values)
        if (each.name == name)
            return each.error.empty() ? &each.value : nullptr;
    return nullptr;
}

/// What is in the brackets of a call of this function; empty if the text is no such call.
std::string_view argumentOf(std::string_view text, std::string_view function)
{
    text = trimmed(text);
    if (!text.starts_with(function) || !text.ends_with(')') || text.size() < function.size() + 2
        || text[function.size()] != '(')
        return {};
    return trimmed(text.substr(function.size() + 1, text.size() - function.size() - 2));
}

Factor factorOf(const std::vector<SheetValue>& values, std::string_view text)
{
    const std::string_view inside = argumentOf(text, "transposed");
    const std::string_view name = inside.empty() ? trimmed(text) : inside;
    return {isName(name) ? valueOf(values, name) : nullptr, std::string(name), !inside.empty()};
}

/// As people write it in a sum: four significant digits.
std::string written(double value)
{
    return formatted("%.4g", value);
}

std::string sumOf(const std::vector<std::string>& terms, std::size_t count)
{
    std::string sum = joined(terms, " + ");
    if (count > terms.size())
        sum += concat(" + … (", count, " terms)");
    return sum;
}

SheetCellAccount productAccount(const Factor& left, const Factor& right, Eigen::Index row,
                                Eigen::Index column)
{
    const Eigen::Index inner = left.turned ? left.value->rows() : left.value->cols();
    std::vector<std::string> terms;
    for (Eigen::Index i = 0; i < inner && terms.size() < kMostWritten; ++i)
        terms.push_back(written(left.at(row, i)) + " · " + written(right.at(i, column)));
    return {sumOf(terms, static_cast<std::size_t>(inner)), {left.place(row, -1), right.place(-1, column)}};
}

SheetCellAccount softmaxAccount(const Factor& scores, Eigen::Index row, Eigen::Index column)
{
    const Eigen::Index count = scores.turned ? scores.value->rows() : scores.value->cols();
    std::vector<std::string> terms;
    for (Eigen::Index i = 0; i < count && terms.size() < kMostWritten; ++i)
        terms.push_back("exp(" + written(scores.at(row, i)) + ")");
    return {"exp(" + written(scores.at(row, column)) + ") ÷ (" + sumOf(terms, static_cast<std::size_t>(count))
                + ")",
            {scores.place(row, -1)}};
}

/// The formula with the numbers of this cell in place of the lines of this shape.
SheetCellAccount cellwiseAccount(std::string_view formula, const std::vector<SheetValue>& values,
                                 const FormulaValue& result, Eigen::Index row, Eigen::Index column)
{
    SheetCellAccount account;
    for (std::size_t i = 0; i < formula.size();) {
        std::size_t end = i;
        while (end < formula.size() && isNamePart(formula[end]))
            ++end;
        const std::string name(formula.substr(i, end - i));
        const FormulaValue* const value = isName(name) ? valueOf(values, name) : nullptr;
        const bool alone = formula.substr(0, i).find('(') == std::string_view::npos;
        if (value != nullptr && alone && value->rows() == result.rows() && value->cols() == result.cols()) {
            account.text += written((*value)(row, column));
            account.from.emplace_back(name, std::pair{row, column});
        } else {
            account.text += formula.substr(i, std::max<std::size_t>(end - i, 1));
        }
        i = std::max(end, i + 1);
    }
    if (account.from.empty())
        account.text.clear();
    return account;
}

Result<FormulaValue> valueOfLine(const SheetLine& line, const FormulaNames& names)
{
    std::optional<FormulaValue> value = line.isGiven() ? parsedMatrix(line.formula) : std::nullopt;
    if (!value) {
        ASSIGN_OR_RETURN(value, evaluate(line.formula, {}, &names));
    }
    if (value->size() > kMostSheetCells)
        return badArgument("formula", "found ", value->size(), " cells, expected at most ", kMostSheetCells);
    for (const SheetCell& cell : line.cells) {
        ASSIGN_OR_RETURN(const FormulaValue number, evaluate(cell.formula, {}, &names));
        if (number.size() != 1 || cell.row >= value->rows() || cell.column >= value->cols())
            return badArgument("cell", "found [", cell.row, ", ", cell.column, "] = ", cell.formula,
                               ", expected a number for a cell of the ", value->rows(), " × ", value->cols(),
                               " of ", line.name);
        (*value)(cell.row, cell.column) = number(0, 0);
    }
    *value = value
                 ->unaryExpr([](double number) { // the sign of NaN says nothing
                     return std::isnan(number) ? std::numeric_limits<double>::quiet_NaN() : number;
                 })
                 .eval();
    return *std::move(value);
}

/// The number that a text begins with, and its length: "-0.5", "−2", "+1e3", "inf", "nan".
std::optional<std::pair<double, std::size_t>> leadingNumber(std::string_view text)
{
    const bool minus = text.front() == '-' || text.starts_with(kMinus);
    std::size_t used = text.front() == '-' || text.front() == '+' ? 1 : minus ? kMinus.size() : 0;
    double value = std::numeric_limits<double>::infinity();
    if (text.substr(used).starts_with(kInfinity)) {
        used += kInfinity.size();
    } else if (text.substr(used).starts_with(kNaN)) {
        value = std::numeric_limits<double>::quiet_NaN();
        used += kNaN.size();
    } else if (used == text.size()
               || (text[used] != '.' && std::isdigit(static_cast<unsigned char>(text[used])) == 0)) {
        return std::nullopt;
    } else {
        const auto [end, fault] = std::from_chars(text.data() + used, text.data() + text.size(), value);
        if (fault != std::errc())
            return std::nullopt;
        used = static_cast<std::size_t>(end - text.data());
    }
    return std::pair{minus ? -value : value, used};
}

/// Rows of equal length as a matrix.
std::optional<FormulaValue> matrixOf(const std::vector<std::vector<double>>& rows)
{
    if (rows.empty())
        return std::nullopt;
    FormulaValue made(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows.front().size()));
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (rows[r].size() != rows.front().size())
            return std::nullopt;
        made.row(static_cast<Eigen::Index>(r))
            = Eigen::Map<const Eigen::RowVectorXd>(rows[r].data(), static_cast<Eigen::Index>(rows[r].size()));
    }
    return made;
}

} // namespace

bool SheetLine::isGiven() const
{
    std::string rest = formula;
    for (const std::string_view word : {kInfinity, kNaN})
        for (std::size_t at = rest.find(word); at != std::string::npos; at = rest.find(word))
            rest.erase(at, word.size());
    return rest.find_first_not_of("0123456789.,;[]+-/eE \t\r\n") == std::string::npos;
}

const SheetLine* MatrixSheet::find(std::string_view name) const
{
    const auto found = std::ranges::find(lines, name, &SheetLine::name);
    return found == lines.end() ? nullptr : &*found;
}

Result<MatrixSheet> MatrixSheet::parse(std::string_view text, const std::string& file)
{
    MatrixSheet sheet;
    std::string note, statement;
    std::size_t number = 0, began = 0;
    int open = 0; // brackets of the statement
    for (const std::string_view row : split(text, '\n')) {
        ++number;
        const auto hash = row.find('#');
        const std::string_view code = trimmed(row.substr(0, hash));
        if (hash != std::string_view::npos)
            note += concat(note.empty() ? "" : "\n", trimmed(row.substr(hash + 1)));
        if (code.empty())
            continue;
        if (const std::size_t at = findOutOfRange(code); at < code.size())
            return badFile(file,
                           concat("line ", number, ", column ",
                                  code.data() - row.data() + static_cast<std::ptrdiff_t>(at) + 1),
                           "found \"", code.substr(at, code.find_first_of(" \t,;])", at) - at),
                           "\", expected a number in the range of a double");
        if (statement.empty())
            began = number;
        statement += concat(statement.empty() ? "" : " ", code);
        open += openBrackets(code);
        if (open > 0)
            continue;
        open = 0;
        if (const auto added = addStatement(sheet, statement, note); !added)
            return badFile(file, concat("line ", began), added.error().message);
        statement.clear();
    }
    if (!statement.empty())
        return badFile(file, concat("line ", began), "found an open bracket, expected its end");
    if (sheet.lines.empty())
        return badFile(file, {}, "found no line, expected some such as X = [0, 1; 1, 0]");
    return sheet;
}

std::string MatrixSheet::text() const
{
    std::string all;
    for (const SheetLine& line : lines) {
        if (!line.note.empty())
            all += (all.empty() ? "# " : "\n# ") + joined(split(line.note, '\n'), "\n# ") + '\n';
        all += line.name + " = " + line.formula + '\n';
        for (const SheetCell& cell : line.cells)
            all += concat(line.name, '[', cell.row, ", ", cell.column, "] = ", cell.formula, '\n');
    }
    return all;
}

std::vector<SheetValue> compute(const MatrixSheet& sheet)
{
    std::vector<SheetValue> values;
    FormulaNames names;
    for (const SheetLine& line : sheet.lines) {
        SheetValue made{line.name, {}, {}};
        if (auto value = valueOfLine(line, names); value) {
            made.value = *value;
            names.emplace(line.name, std::move(*value));
        } else {
            made.error = value.error().message;
        }
        values.push_back(std::move(made));
    }
    return values;
}

std::optional<FormulaValue> parsedMatrix(std::string_view text)
{
    std::vector<std::vector<double>> rows(1);
    const auto endRow = [&] {
        if (!rows.back().empty())
            rows.emplace_back();
    };
    int depth = 0;
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view rest = text.substr(i);
        const auto skipped
            = std::ranges::find_if(kMakers, [&](std::string_view maker) { return rest.starts_with(maker); });
        const char c = rest.front();
        if (skipped != kMakers.end()) {
            i += skipped->size();
            continue;
        }
        if (rest.starts_with("dtype"))
            break;
        depth += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (c == ';' || c == ']' || (c == '\n' && depth < 2))
            endRow();
        if (std::string_view(" \t\r\n,;[]()").find(c) != std::string_view::npos) {
            ++i;
            continue;
        }
        const auto number = leadingNumber(rest);
        if (!number)
            return std::nullopt;
        rows.back().push_back(number->first);
        i += number->second;
    }
    if (rows.back().empty())
        rows.pop_back();
    return matrixOf(rows);
}

std::string formulaOf(const FormulaValue& value)
{
    std::string text = "[";
    for (Eigen::Index r = 0; r < value.rows(); ++r)
        for (Eigen::Index c = 0; c < value.cols(); ++c)
            text += (c > 0 ? ", " : r > 0 ? "; " : "") + shortestNumber(value(r, c));
    return text + ']';
}

SheetCellAccount cellAccount(const MatrixSheet& sheet, const std::vector<SheetValue>& values,
                             std::size_t line, Eigen::Index row, Eigen::Index column)
{
    const SheetLine& which = sheet.lines[line];
    const FormulaValue& result = values[line].value;
    if (which.isGiven() || !values[line].error.empty())
        return {};
    const auto typed = std::ranges::find_if(
        which.cells, [&](const SheetCell& cell) { return cell.row == row && cell.column == column; });
    if (typed != which.cells.end())
        return {};
    const std::string_view formula = which.formula;
    SheetCellAccount account;
    const auto at = formula.find('@');
    const std::string_view turned = argumentOf(formula, "transposed");
    const Factor scores = factorOf(values, argumentOf(formula, "softmax"));
    if (at != std::string_view::npos && formula.find('@', at + 1) == std::string_view::npos) {
        const Factor left = factorOf(values, formula.substr(0, at)),
                     right = factorOf(values, formula.substr(at + 1));
        if (left.value == nullptr || right.value == nullptr)
            return {};
        account = productAccount(left, right, row, column);
    } else if (scores.value != nullptr) {
        account = softmaxAccount(scores, row, column);
    } else if (Factor columns = factorOf(values, argumentOf(turned, "softmax")); columns.value != nullptr) {
        account = softmaxAccount(columns, column, row); // softmax of each column
    } else {
        account = cellwiseAccount(formula, values, result, row, column);
    }
    if (!account.text.empty())
        account.text += " = " + written(result(row, column));
    return account;
}

} // namespace headlight
