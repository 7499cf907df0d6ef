// headlight cells: what the cells of attention maps do to the output, beside their weights.

#include "app/commands.h"
#include "app/measure_options.h"
#include "app/origin.h"
#include "app/output.h"
#include "app/over_inputs_options.h"

#include "core/base/text_list.h"
#include "core/math/correlation.h"
#include "core/run/experiment_numbers.h"
#include "core/run/weighed_cells.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace headlight {

namespace {

constexpr int kMostCells = 1 << 20;

struct CellsOptions
{
    PassOptions pass;
    MeasureOptions measure;
    std::string heads = "*.*.*.*";
    std::optional<std::string> output;
    PlotOptions plot;
    int shown = 20;
    bool check = false, json = false;
};

/// The number that an axis shows.
const CellNumber& numberNamed(const std::string& name)
{
    return *std::ranges::find(kCellNumbers, name, &CellNumber::name);
}

/// Every cell with its input.
std::vector<std::pair<const CellsOfInput*, const WeighedCell*>> allCells(
    const std::vector<CellsOfInput>& inputs)
{
    std::vector<std::pair<const CellsOfInput*, const WeighedCell*>> all;
    for (const CellsOfInput& input : inputs)
        for (const WeighedCell& cell : input.cells)
            all.emplace_back(&input, &cell);
    return all;
}

/// How the ranks of each number agree with those of what is lost.
Json correlations(const std::vector<CellsOfInput>& inputs)
{
    const auto numbers = [&](const CellNumber& column) {
        return listFrom(allCells(inputs), [&](const auto& each) { return column.of(*each.second); });
    };
    const std::vector<double> lost = numbers(kCellNumbers.back());
    Json all;
    for (std::size_t i = 0; i + 1 < kCellNumbers.size(); ++i) {
        const auto found = rankCorrelation(numbers(kCellNumbers[i]), lost);
        all[kCellNumbers[i].name] = found ? Json(*found) : Json();
    }
    return all;
}

std::size_t columnsOf(const CellsOptions& options)
{
    return options.check ? kCellNumbers.size() : kCellNumbers.size() - 1;
}

Result<void> writeCsv(Output& output, const CellsOptions& options, const std::vector<CellsOfInput>& inputs)
{
    std::string head = "input,stack,layer,kind,head,query,key,query_token,key_token";
    for (std::size_t i = 0; i < columnsOf(options); ++i)
        head += concat(",", kCellNumbers[i].name);
    RETURN_IF_ERROR(output.line(head));
    for (std::size_t place = 0; place < inputs.size(); ++place)
        for (const WeighedCell& cell : inputs[place].cells) {
            std::string line = concat(place, ',', stackName(cell.head.stack), ',', cell.head.layer, ',',
                                      kindName(cell.head.kind), ',', cell.head.head, ',', cell.query, ',',
                                      cell.key, ',', csvField(inputs[place].queryOf(cell).text), ',',
                                      csvField(inputs[place].keyOf(cell).text));
            for (std::size_t i = 0; i < columnsOf(options); ++i)
                line += ',' + shortestNumber(kCellNumbers[i].of(cell));
            RETURN_IF_ERROR(output.line(line));
        }
    return {};
}

Json jsonOf(const CellsOptions& options, const std::vector<CellsOfInput>& inputs, const Json& origin)
{
    Json all = origin;
    all["of"] = options.measure.kind;
    const auto given = [](const std::optional<std::string>& word) { return word ? Json(*word) : Json(); };
    all["rows"] = given(options.measure.rows); // null = the default
    all["token"] = given(options.measure.token);
    all["minus"] = given(options.measure.minus);
    all["inputs_digest"] = options.pass.input.digest();
    if (options.check)
        all["correlation"] = correlations(inputs);
    all["inputs"] = Json::array();
    for (const CellsOfInput& input : inputs) {
        Json cells = Json::array();
        for (const WeighedCell& cell : input.cells) {
            Json one{{"head", toString(cell.head)}, {"query", cell.query}, {"key", cell.key}};
            for (std::size_t i = 0; i < columnsOf(options); ++i)
                one[kCellNumbers[i].name] = kCellNumbers[i].of(cell);
            cells.push_back(std::move(one));
        }
        Json rows = Json::array();
        for (const MeasuredRow& row : input.rows) {
            rows.push_back({{"row", row.row}, {"token", row.token}});
            if (row.minus >= 0)
                rows.back()["minus"] = row.minus;
        }
        all["inputs"].push_back({{"value", input.value}, {"of", rows}, {"cells", std::move(cells)}});
    }
    return all;
}

Result<void> writeTable(Output& output, const CellsOptions& options, const std::vector<CellsOfInput>& inputs,
                        const Json& origin)
{
    auto all = allCells(inputs);
    const Json agreements = options.check ? correlations(inputs) : Json::object();
    for (const auto& [name, value] : agreements.items())
        RETURN_IF_ERROR(output.line(
            "# " + cell(name, 10)
            + (value.is_null() ? std::string("has equal values only")
                               : formatted("rank correlation %.3f with what is lost", value.get<double>()))));
    const std::string usual = origin.value("default_token", "");
    RETURN_IF_ERROR(
        output.line(concat("# ", all.size(), " cells, and what each does to m (", options.measure.kind,
                           usual.empty() ? "" : ", default token: ", usual, "):")));
    const auto size = [&](const auto& each) {
        return std::abs(options.check ? *each.second->lost : each.second->estimate);
    };
    std::ranges::stable_sort(all, [&](const auto& a, const auto& b) { return size(a) > size(b); });
    const std::size_t width = inputs.size() > 1 ? 42 : 38;
    std::string head = cell(inputs.size() > 1 ? "input: cell" : "cell", width);
    for (std::size_t i = 0; i < columnsOf(options); ++i)
        head += formatted("%10s", kCellNumbers[i].name);
    RETURN_IF_ERROR(output.line(head));
    all.resize(std::min(all.size(), static_cast<std::size_t>(options.shown)));
    for (const auto& [input, each] : all) {
        std::string line
            = cell(concat(inputs.size() > 1 ? concat(input - inputs.data(), ": ") : "", toString(each->head),
                          ' ', each->query, ' ', input->queryOf(*each).text, " -> ", each->key, ' ',
                          input->keyOf(*each).text),
                   width);
        for (std::size_t i = 0; i < columnsOf(options); ++i)
            line += formatted("%10.4f", kCellNumbers[i].of(*each));
        RETURN_IF_ERROR(output.line(line));
    }
    return {};
}

Result<void> drawCells(const CellsOptions& options, const std::vector<CellsOfInput>& inputs)
{
    const auto drawing = options.plot.startDrawing();
    const auto all = listFrom(allCells(inputs), [](const auto& each) {
        return NamedCell{*each.second, QString::fromStdString(each.first->queryOf(*each.second).text),
                         QString::fromStdString(each.first->keyOf(*each.second).text)};
    });
    return options.plot.draw(cellsPlot(all, numberNamed(options.plot.across), numberNamed(options.plot.up),
                                       QString::fromStdString(options.measure.kind)),
                             *options.output);
}

Result<void> writeCells(CellsOptions& options)
{
    RETURN_IF_ERROR(options.plot.check(options.output, options.pass.model.job()));
    if (options.plot.up.empty())
        options.plot.up = options.check ? "lost" : "if_masked";
    if (!options.check && (options.plot.up == "lost" || options.plot.across == "lost"))
        return usageError(options.plot.up == "lost" ? "--up" : "--across", "found lost, which needs --check");
    if (options.check && options.measure.kind == wordOf(Metric::kLogitDifference) && !options.measure.minus)
        return usageError("--check", "needs --minus with --of logit-difference");
    if (options.pass.repeats > 1)
        return usageError("--repeats", "has no gradient: the mean of several runs is no run");
    const auto heads = parseHeadPattern(options.heads);
    if (!heads)
        return usageError("--heads", heads.error().describe());
    ASSIGN_OR_RETURN(const auto model, options.pass.load());
    if (const auto checked = model->traceInfo().checkHeads(*heads); !checked)
        return usageError("--heads", checked.error().message);
    ASSIGN_OR_RETURN(auto prepared, options.pass.prepare(model));
    ASSIGN_OR_RETURN(auto origin, originOf(options.pass, *model, prepared.interventions));
    if (const std::string usual = options.measure.defaultToken(*model); !usual.empty())
        origin["default_token"] = usual;
    const Job job = OverInputsOptions::job(options.pass.model);
    CellsOverInputs over;
    over.inputs = prepared.lanes.size();
    over.request = [&](std::size_t place, const Job& /*job*/) -> Result<WeighedCellsRequest> {
        LaneInput& lane = prepared.lanes[place];
        WeighedCellsRequest asked{model, {}, prepared.interventions, {}, *heads, options.check};
        ASSIGN_OR_RETURN(asked.measure, options.measure.of(*model, lane));
        asked.lane = std::move(lane);
        return asked;
    };
    std::vector<CellsOfInput> inputs;
    RETURN_IF_ERROR(weighedCells(over, inputs, job));
    if (!options.json && PlotOptions::draws(options.output))
        return drawCells(options, inputs);
    ASSIGN_OR_RETURN(auto output, Output::open(options.output));
    if (options.json)
        RETURN_IF_ERROR(output.line(toText(jsonOf(options, inputs, origin))));
    else if (endingOf(options.output) == ".csv")
        RETURN_IF_ERROR(writeCsv(output, options, inputs));
    else
        RETURN_IF_ERROR(writeTable(output, options, inputs, origin));
    return output.finish();
}

} // namespace

int runCells(int argc, char** argv)
{
    CellsOptions options;
    CommandLine line(
        "cells",
        "Compares what the cells of attention maps weigh with what they do to a number m of the output: "
        "what a cell adds directly, weight x gradient, and an estimate by the gradient of what m loses if "
        "the cell is masked. With --check, masks each cell in turn and prints what m really loses, and how "
        "the ranks of the other numbers agree with it. Cells of weight 0 or 1 are left out.");
    line.text("--heads", options.heads, "heads whose cells are compared (default *.*.*.*)", "SITE");
    options.measure.addTo(line);
    line.flag("--check", options.check, "run the model once per cell, with the cell masked");
    options.pass.addTo(line);
    line.number("--top", options.shown, 1, kMostCells,
                "how many cells the table shows, those that matter most first (default 20)");
    line.result(options.output, options.json, "print one JSON object with every cell",
                {{{".csv"}, "all cells"}, PlotOptions::format()});
    options.plot.addCellsTo(line);
    options.plot.takeRecipe(argc, argv);
    return line.run(argc, argv, [&] { return writeCells(options); });
}

} // namespace headlight
