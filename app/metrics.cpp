// headlight metrics: statistics of each head.

#include "app/commands.h"
#include "app/formatted.h"
#include "app/output.h"
#include "app/trace_input.h"

#include "core/analysis/head_behaviour.h"
#include "core/analysis/head_statistics.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace headlight {

using Json = nlohmann::ordered_json; // members in the order of the contract

namespace {

struct MetricsOptions
{
    TraceInput input;
    std::optional<std::string> output;
    bool json = false;
};

std::string tableHead()
{
    std::string head = formatted("%-22s", "head");
    for (const HeadStatistic& statistic : headStatisticList())
        head += formatted("%10s", std::string(statistic.name).c_str());
    return head + "  behaviour";
}

std::string tableRow(const std::string& name, const HeadStatistics& statistics)
{
    // A dash means that there is no such number, "nan" that no row is sound.
    const char* const none = statistics.queries == 0 && statistics.leftOut > 0 ? "nan" : "-";
    std::string row = formatted("%-22s", name.c_str());
    for (const std::optional<double>& value : statistics.values)
        row += value ? formatted("%10.3f", *value) : formatted("%10s", none);
    if (const auto behaviour = headBehaviour(statistics))
        row += std::string("  ") + headStatisticList()[behaviour->statistic].behaviour;
    if (statistics.hasSink)
        row += "  of what a learned sink leaves";
    if (statistics.leftOut > 0)
        row += formatted("  %lld invalid rows left out", static_cast<long long>(statistics.leftOut));
    return row;
}

std::string jsonRow(std::size_t item, const std::string& name, const HeadStatistics& statistics)
{
    Json row{{"item", item}, {"head", name}, {"queries", statistics.queries}};
    for (std::size_t i = 0; i < statistics.values.size(); ++i)
        row[std::string(headStatisticList()[i].name)]
            = statistics.values[i] ? Json(*statistics.values[i]) : Json();
    const auto behaviour = headBehaviour(statistics);
    row["behaviour"]
        = behaviour ? Json(std::string(headStatisticList()[behaviour->statistic].behaviour)) : Json();
    row["left_out"] = statistics.leftOut;
    if (statistics.hasSink)
        row["sink"] = true;
    return toText(row);
}

bool hasWeights(const Trace& trace)
{
    const std::vector<HeadRef> heads = trace.info().headsOf(kEveryHead);
    return std::any_of(heads.begin(), heads.end(),
                       [&](const HeadRef& head) { return trace.attention(head).has(MapKind::kWeights); });
}

Result<void> printTrace(const Trace& trace, std::size_t item, bool json, Output& output)
{
    for (const HeadRef& head : trace.info().headsOf(kEveryHead)) {
        const AttentionMap map = trace.attention(head);
        if (!map.has(MapKind::kWeights))
            continue;
        const HeadStatistics statistics = headStatistics(map);
        const std::string row
            = json ? jsonRow(item, toString(head), statistics) : tableRow(toString(head), statistics);
        RETURN_IF_ERROR(output.line(row));
    }
    return {};
}

Result<void> metrics(const MetricsOptions& options)
{
    RecordPlan plan;
    plan.sites = {Site::kWeights, Site::kMask};
    ASSIGN_OR_RETURN(const auto traces, options.input.traces(plan));
    if (!std::any_of(traces.begin(), traces.end(), hasWeights))
        return badFile(options.input.file.value_or(""), {},
                       "found no weights in the trace, expected weights, or q and k to compute them from");
    ASSIGN_OR_RETURN(auto output, Output::open(options.output));
    for (std::size_t item = 0; item < traces.size(); ++item) {
        if (!options.json) {
            if (traces.size() > 1)
                if (const auto done
                    = output.line((item > 0 ? "\n# input " : "# input ") + std::to_string(item));
                    !done)
                    return done.error();
            RETURN_IF_ERROR(output.line(tableHead()));
        }
        RETURN_IF_ERROR(printTrace(traces[item], item, options.json, output));
    }
    return output.finish();
}

} // namespace

int runMetrics(int argc, char** argv)
{
    MetricsOptions options;
    std::string about = "Prints statistics of each head, averaged over its queries with valid weights:";
    for (const HeadStatistic& statistic : headStatisticList())
        about += " " + std::string(statistic.name) + " = " + std::string(statistic.formula) + " ("
            + std::string(statistic.unit) + ");";
    about.back() = '.';
    about += " Where a learned sink takes a share of each row, the weights that are left are not scaled up "
             "to the "
             "sum 1 (\"sink\").";
    CommandLine line("metrics", about);
    options.input.addTo(line);
    line.flag("--json", options.json, "print one JSON object per head");
    line.text("-o", options.output, "file for the result (default: standard output)", "FILE");
    return line.run(argc, argv, [&] { return metrics(options); });
}

} // namespace headlight
