// A sheet of matrices on paper, and as code of Python.

#include "core/lesson/matrix_sheet.h"

#include "core/base/text_list.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace headlight {

namespace {

/// A function of the formulas in both languages; % stands for its argument, in brackets if it is no name.
struct Counterpart
{
    std::string_view name, numPy, torch;
};

constexpr std::array kCounterparts{
    Counterpart{"transposed", "%.T", "%.T"},
    Counterpart{"softmax", "softmax(%)", "torch.softmax(%, dim=1)"},
    Counterpart{"causal", "np.triu(np.full((%, %), -np.inf), 1)",
                "torch.triu(torch.full((%, %), -torch.inf, dtype=torch.float64), 1)"},
    Counterpart{"rows", "%.shape[0]", "%.shape[0]"},
    Counterpart{"columns", "%.shape[1]", "%.shape[1]"},
    Counterpart{"sqrt", "% ** 0.5", "% ** 0.5"},
    Counterpart{"exp", "np.exp(%)", "torch.exp(%)"},
    Counterpart{"log", "np.log(%)", "torch.log(%)"},
    Counterpart{"tanh", "np.tanh(%)", "torch.tanh(%)"},
    Counterpart{"sin", "np.sin(%)", "torch.sin(%)"},
    Counterpart{"cos", "np.cos(%)", "torch.cos(%)"},
    Counterpart{"abs", "np.abs(%)", "torch.abs(%)"},
    Counterpart{"relu", "np.maximum(%, 0)", "torch.relu(%)"},
    Counterpart{"normed", "(% - %.mean(axis=1, keepdims=True)) / %.std(axis=1, keepdims=True)",
                "(% - %.mean(dim=1, keepdim=True)) / %.std(dim=1, keepdim=True, unbiased=False)"},
    Counterpart{"sum", "%.sum()", "%.sum()"},
    Counterpart{"mean", "%.mean()", "%.mean()"},
    Counterpart{"max", "%.max()", "%.max()"},
    Counterpart{"min", "%.min()", "%.min()"},
    Counterpart{"length", "np.linalg.norm(%)", "torch.linalg.norm(%)"},
    Counterpart{"rowsums", "%.sum(axis=1, keepdims=True)", "%.sum(dim=1, keepdim=True)"},
};

constexpr std::string_view kSoftmaxOfNumPy = "\ndef softmax(x):\n"
                                             "    e = np.exp(x - x.max(axis=1, keepdims=True))\n"
                                             "    return e / e.sum(axis=1, keepdims=True)\n\n";

/// Where the bracket at `from` closes.
Result<std::size_t> closing(std::string_view text, std::size_t from)
{
    int depth = 0;
    for (std::size_t i = from; i < text.size(); ++i) {
        depth += text[i] == '(' || text[i] == '[' ? 1 : text[i] == ')' || text[i] == ']' ? -1 : 0;
        if (depth == 0)
            return i;
    }
    return badArgument("formula", "found no closing bracket, expected one");
}

Result<std::string> translated(std::string_view formula, SheetCode language);

Result<std::string> translatedCall(std::string_view name, std::string_view argument, SheetCode language)
{
    const auto found = std::ranges::find(kCounterparts, name, &Counterpart::name);
    if (found == kCounterparts.end() || argument.find('\'') != std::string_view::npos)
        return badArgument(
            "code", "found the function \"", name, "\", which has no counterpart in Python, expected one of ",
            joined(kCounterparts, ", ", [](const Counterpart& each) { return std::string(each.name); }));
    ASSIGN_OR_RETURN(std::string inside, translated(argument, language));
    const std::string_view form = language == SheetCode::kNumPy ? found->numPy : found->torch;
    const auto place = form.find('%');
    const bool needsBrackets
        = place == 0 || form[place - 1] != '(' || form.find('%', place + 1) != std::string_view::npos;
    const bool simple = inside.find(' ') == std::string::npos && !inside.starts_with('-');

    if (needsBrackets && !simple)
        inside = '(' + inside + ')';
    std::string text;
    for (const char c : form)
        text += c == '%' ? inside : std::string(1, c);
    return text;
}

/// A matrix in brackets. Rows that are lists already stay as they are.
Result<std::string> translatedMatrix(std::string_view inside, SheetCode language)
{
    std::vector<std::string> rows(1);
    std::size_t from = 0;
    for (std::size_t i = 0; i <= inside.size(); ++i) {
        if (i < inside.size() && (inside[i] == '(' || inside[i] == '[')) {
            ASSIGN_OR_RETURN(i, closing(inside, i));
            continue;
        }
        if (i < inside.size() && inside[i] != ',' && inside[i] != ';')
            continue;
        ASSIGN_OR_RETURN(const std::string cell,
                         translated(trimmed(inside.substr(from, i - from)), language));
        rows.back() += (rows.back().empty() ? "" : ", ") + cell;
        if (i < inside.size() && inside[i] == ';')
            rows.emplace_back();
        from = i + 1;
    }
    const bool lists = rows.size() == 1 && rows.front().starts_with('[');
    const std::string list = lists ? '[' + rows.front() + ']' : "[[" + joined(rows, "], [") + "]]";
    return language == SheetCode::kNumPy ? "np.array(" + list + ", dtype=float)"
                                         : "torch.tensor(" + list + ", dtype=torch.float64)";
}

/// Where a number ends; its "e" is no name.
std::size_t endOfNumber(std::string_view formula, std::size_t from)
{
    const std::size_t end = std::min(formula.find_first_not_of("0123456789.", from), formula.size());
    if (end + 1 < formula.size() && (formula[end] == 'e' || formula[end] == 'E'))
        return std::min(formula.find_first_not_of("0123456789", end + 2), formula.size());
    return end;
}

/// Appends the name at `from`, or the call of a function, and moves behind it.
Result<void> addNamed(std::string& text, std::string_view formula, std::size_t& from, SheetCode language)
{
    std::size_t end = from;
    while (end < formula.size() && isNamePart(formula[end]))
        ++end;
    const std::string_view name = formula.substr(from, end - from);
    if (end < formula.size() && formula[end] == '(') {
        ASSIGN_OR_RETURN(const std::size_t close, closing(formula, end));
        ASSIGN_OR_RETURN(const std::string call,
                         translatedCall(name, formula.substr(end + 1, close - end - 1), language));
        text += call;
        end = close + 1;
    } else {
        if (name == "inf" || name == "nan" || name == "pi")
            text += language == SheetCode::kNumPy ? "np." : "torch.";
        text += name;
    }
    from = end;
    return {};
}

Result<std::string> translated(std::string_view formula, SheetCode language)
{
    std::string text;
    for (std::size_t i = 0; i < formula.size();) {
        const char c = formula[i];
        if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
            RETURN_IF_ERROR(addNamed(text, formula, i, language));
        } else if (c == '[') {
            ASSIGN_OR_RETURN(const std::size_t close, closing(formula, i));
            ASSIGN_OR_RETURN(const std::string matrix,
                             translatedMatrix(formula.substr(i + 1, close - i - 1), language));
            text += matrix;
            i = close + 1;
        } else if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.') {
            const std::size_t end = endOfNumber(formula, i);
            text += formula.substr(i, end - i);
            i = end;
        } else {
            text += c == '^' ? std::string("**") : std::string(1, c);
            ++i;
        }
    }
    return text;
}

std::string onPaper(double value)
{
    std::string written = formatted("%.4g", value);
    if (written.starts_with('-'))
        written.replace(0, 1, "−");
    if (written.ends_with("inf"))
        written.replace(written.size() - 3, 3, "∞");
    return written;
}

/// Blanks that no reader of Markdown drops.
std::string roomToWrite()
{
    constexpr int kBlanks = 12;
    std::string room;
    for (int i = 0; i < kBlanks; ++i)
        room += "\u00a0";
    return room;
}

void addTable(std::string& page, const FormulaValue& value, bool filled)
{
    page += "| |";
    for (Eigen::Index c = 0; c < value.cols(); ++c)
        page += concat(" **", c, "** |");
    page += "\n|";
    for (Eigen::Index c = 0; c <= value.cols(); ++c)
        page += " ---: |";
    for (Eigen::Index r = 0; r < value.rows(); ++r) {
        page += concat("\n| **", r, "** |");
        for (Eigen::Index c = 0; c < value.cols(); ++c)
            page += ' ' + (filled ? onPaper(value(r, c)) : roomToWrite()) + " |";
    }
    page += "\n\n";
}

} // namespace

Result<std::string> codeOf(const MatrixSheet& sheet, SheetCode language)
{
    const bool numPy = language == SheetCode::kNumPy;
    std::string code = numPy ? "import numpy as np\n" : "import torch\n";
    const bool softmax = std::ranges::any_of(sheet.lines, [](const SheetLine& line) {
        return line.formula.find("softmax(") != std::string::npos;
    });
    code += numPy && softmax ? concat("\n", kSoftmaxOfNumPy) : "\n";
    for (const SheetLine& line : sheet.lines) {
        if (!line.note.empty())
            code += "# " + joined(split(line.note, '\n'), "\n# ") + '\n';
        ASSIGN_OR_RETURN(const std::string formula, translated(line.formula, language));
        const bool copied = !line.cells.empty() && !line.isGiven();
        code += line.name + " = "
            + (copied && numPy ? "np.array("
                   : copied    ? "torch.clone("
                               : "")
            + formula + (copied ? ")\n" : "\n");
        for (const SheetCell& cell : line.cells) {
            ASSIGN_OR_RETURN(const std::string number, translated(cell.formula, language));
            code += concat(line.name, '[', cell.row, ", ", cell.column, "] = ", number, '\n');
        }
    }
    if (!sheet.lines.empty())
        code += "print(" + sheet.lines.back().name + ")\n";
    return code;
}

std::vector<std::string> workSheetParts(const MatrixSheet& sheet, const std::vector<SheetValue>& values,
                                        bool solution)
{
    std::vector<std::string> parts;
    std::vector<std::string> wide; // names of lines that are not printed, and so not asked
    for (std::size_t i = 0; i < sheet.lines.size(); ++i) {
        const SheetLine& line = sheet.lines[i];
        std::string& part = parts.emplace_back();
        if (!line.note.empty())
            part += line.note + "\n\n";
        const FormulaValue& value = values[i].value;
        if (!values[i].error.empty()) {
            part += "**" + line.name + "**: " + values[i].error + "\n\n";
            wide.push_back(line.name);
            continue;
        }
        const bool given = line.isGiven();
        part += "**" + line.name + (given ? "**" : "** = `" + line.formula + "`")
            + concat("   ", value.rows(), " × ", value.cols(), "\n\n");
        const bool unknown = std::ranges::any_of(wide, [&](const std::string& name) {
            const auto at = line.formula.find(name);
            return at != std::string::npos && (at == 0 || !isNamePart(line.formula[at - 1]))
                && (at + name.size() == line.formula.size() || !isNamePart(line.formula[at + name.size()]));
        });
        if (value.cols() > kWidestOnPaper)
            wide.push_back(line.name);
        else
            addTable(part, value, given || unknown || solution);
    }
    return parts;
}

std::string workSheet(const MatrixSheet& sheet, const std::vector<SheetValue>& values, bool solution)
{
    return joined(workSheetParts(sheet, values, solution), "");
}

} // namespace headlight
