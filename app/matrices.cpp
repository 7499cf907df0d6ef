// headlight matrices: a sheet of typed matrices, computed, as code of Python, or as a work sheet.

#include "app/commands.h"
#include "app/output.h"
#include "app/run_options.h"
#include "core/base/text_list.h"
#include "core/io/excerpt.h"
#include "core/io/json_file.h"
#include "core/io/mapped_file.h"
#include "core/lesson/matrix_sheet.h"
#include "ui/views/matrices/sheet_examples.h"

#include <algorithm>

namespace headlight {

namespace {

struct MatricesOptions
{
    std::vector<std::string> files;
    std::optional<std::string> example, output;
    std::optional<std::string> as;

    std::string form() const { return as.value_or(namesJson(output) ? "json" : "table"); }
};

Result<MatrixSheet> readSheet(const MatricesOptions& options)
{
    if (options.files.size() + (options.example ? 1U : 0U) != 1)
        return usageError({}, "give one file, or --example NAME");
    if (options.example)
        return MatrixSheet::parse(sheetExample(*options.example), *options.example);
    ASSIGN_OR_RETURN(const auto mapped, MappedFile::open(options.files.front()));
    return MatrixSheet::parse(mapped.text(), options.files.front());
}

std::string jsonLine(const MatrixSheet& sheet, const std::vector<SheetValue>& values)
{
    Json all = Json::object();
    for (std::size_t i = 0; i < values.size(); ++i) {
        Json rows = Json::array();
        for (Eigen::Index r = 0; r < values[i].value.rows(); ++r) {
            Json cells = Json::array();
            for (Eigen::Index c = 0; c < values[i].value.cols(); ++c)
                cells.push_back(numberToJson(values[i].value(r, c)));
            rows.push_back(std::move(cells));
        }
        all[values[i].name] = {{"formula", sheet.lines[i].formula}, {"values", std::move(rows)}};
    }
    return toText(all);
}

std::vector<std::string> tableLines(const MatrixSheet& sheet, const std::vector<SheetValue>& values)
{
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const FormulaValue& value = values[i].value;
        lines.push_back(concat(values[i].name, sheet.lines[i].isGiven() ? "" : " = " + sheet.lines[i].formula,
                               "  [", value.rows(), " x ", value.cols(), ']'));
        for (Eigen::Index r = 0; r < value.rows(); ++r) {
            std::string line;
            for (Eigen::Index c = 0; c < value.cols(); ++c)
                line += formatted(" %9.4f", value(r, c));
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

Result<void> print(const MatricesOptions& options)
{
    const std::string form = options.form();
    if (namesJson(options.output) && form != "json")
        return usageError("--as", "found ", form, ", which excludes -o ", quotedExcerpt(*options.output),
                          ". Give --as json, or another name");
    ASSIGN_OR_RETURN(const MatrixSheet sheet, readSheet(options));
    if (form == "numpy" || form == "torch") {
        ASSIGN_OR_RETURN(const std::string code,
                         codeOf(sheet, form == "numpy" ? SheetCode::kNumPy : SheetCode::kTorch));
        return writeLines(options.output, {code.substr(0, code.size() - 1)});
    }
    const std::vector<SheetValue> values = compute(sheet);
    const auto failed
        = std::ranges::find_if(values, [](const SheetValue& value) { return !value.error.empty(); });
    if (failed != values.end())
        return badFile(options.example.value_or(options.files.empty() ? "" : options.files.front()),
                       failed->name, failed->error);
    if (form == "json")
        return writeLines(options.output, {jsonLine(sheet, values)});
    if (form == "sheet" || form == "solution")
        return writeLines(options.output, {workSheet(sheet, values, form == "solution")});
    return writeLines(options.output, tableLines(sheet, values));
}

} // namespace

int runMatrices(int argc, char** argv)
{
    MatricesOptions options;
    CommandLine line(
        "matrices",
        "matrices FILE: computes a sheet of matrices line by line, such as \"Q = X @ W_Q\", and prints "
        "them, or the code of Python that computes the same, or a work sheet.");
    line.positional("FILE", options.files, "a sheet: one line for each matrix, NAME = FORMULA");
    line.choice("--example", options.example, sheetExampleNames(), "a sheet that comes with the program");
    line.choice("--as", options.as, {"table", "json", "numpy", "torch", "sheet", "solution"},
                "what to print (default table); sheet and solution are Markdown");
    line.result(options.output, {{jsonFormat("the JSON of --as json")}});
    return line.run(argc, argv, [&] { return print(options); });
}

} // namespace headlight
