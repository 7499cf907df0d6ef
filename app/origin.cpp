#include "app/origin.h"

#include "core/analysis/effect.h"
#include "core/analysis/measure.h"
#include "core/edit/interventions.h"
#include "core/run/run_experiment.h"

#include <algorithm>

namespace headlight {

Result<Json> originOf(const PassOptions& pass, const Model& model, const Interventions& interventions)
{
    ASSIGN_OR_RETURN(const auto paths, pass.model.paths());
    ASSIGN_OR_RETURN(auto origin, originOf(model, paths.model, paths.adapter, interventions));
    if (pass.repeats > 1)
        origin.update({{"runs", pass.repeats}, {"measure", pass.spread ? "deviation" : "mean"}});
    if (pass.freezeTarget)
        origin["target"] = "written without the edits";
    return origin;
}

Json withEdits(Json result, const std::string& edits)
{
    if (Json list = Json::parse(edits, nullptr, false); list.is_array() && !list.empty())
        result["edits"] = std::move(list);
    return result;
}

Result<std::vector<Index>> rowsNamed(const std::string& option, const std::string& text, Index length)
{
    using Kind = RowChoice::Kind;
    const auto choice = parseRowChoice(text);
    const auto rows
        = choice ? headlight::rowsOf(*choice, {length}) : Result<std::vector<Index>>(choice.error());
    if (rows && (choice->kind == Kind::kAll || choice->kind == Kind::kLast || choice->kind == Kind::kList))
        return rows;
    const std::string end = std::to_string(length - 1);
    return usageError(option, "found \"", text, "\", expected 0 to ", end,
                      ", last, all, or a list of positions from 0 to ", end, ", such as 2,4-6");
}

Result<std::vector<HeadRef>> headsNamed(const Model& model, const std::string& option,
                                        const std::vector<std::string>& patterns,
                                        std::optional<StackKind> stack, const std::string& expected)
{
    std::vector<HeadRef> heads;
    for (const std::string& given : patterns) {
        const auto where = parseHeadPattern(given);
        if (!where)
            return usageError(option, where.error().describe());
        bool any = false;
        for (const HeadRef& head : model.traceInfo().headsOf(*where)) {
            if (stack && head.stack != *stack)
                continue;
            any = true;
            if (std::ranges::find(heads, head) == heads.end())
                heads.push_back(head);
        }
        if (!any)
            return usageError(option, "found '", given, "', ", expected);
        if (const auto checked = model.traceInfo().checkRanges(*where); !checked)
            return usageError(option, checked.error().message);
    }
    return heads;
}

Json jsonRows(const DoubleMatrix& matrix)
{
    auto rows = Json::array();
    for (Index row = 0; row < matrix.rows(); ++row)
        rows.push_back(std::vector<double>(matrix.row(row).begin(), matrix.row(row).end()));
    return rows;
}

Result<void> printRows(Output& output, const std::vector<std::string>& names, std::size_t width,
                       const DoubleMatrix& matrix, const char* format)
{
    for (Index row = 0; row < matrix.rows(); ++row) {
        std::string line = cell(names[static_cast<std::size_t>(row)], width);
        for (const double number : matrix.row(row))
            line += formatted(format, number);
        RETURN_IF_ERROR(output.line(line));
    }
    return {};
}

} // namespace headlight
