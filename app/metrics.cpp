// headlight metrics: what each head does, in numbers.

#include "app/commands.h"
#include "app/output.h"
#include "app/trace_input.h"

#include "core/analysis/head_statistics.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>

namespace headlight {

namespace {

struct MetricsOptions
{
    TraceInput input;
    std::optional<std::string> output;
    bool json = false;
};

template <typename... Numbers>
std::string formatted(const char* format, Numbers... numbers)
{
    std::array<char, 96> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, numbers...);
    return buffer.data();
}

std::string column(const std::optional<double>& number)
{
    return number ? formatted("%10.3f", *number) : formatted("%10s", "-");
}

std::string tableRow(const std::string& name, const HeadStatistics& s)
{
    return formatted("%-22s", name.c_str()) + column(s.entropy) + column(s.largest) + column(s.first)
        + column(s.diagonal) + column(s.previous) + column(s.distance) + column(s.next) + column(s.duplicate)
        + column(s.induction);
}

std::string jsonRow(std::size_t item, const std::string& name, const HeadStatistics& s)
{
    using Json = nlohmann::ordered_json;
    const auto optional = [](const std::optional<double>& number) { return number ? Json(*number) : Json(); };
    return toText(Json{{"item", item},
                       {"head", name},
                       {"queries", s.queries},
                       {"entropy", s.entropy},
                       {"max", s.largest},
                       {"first", s.first},
                       {"diagonal", optional(s.diagonal)},
                       {"previous", optional(s.previous)},
                       {"distance", optional(s.distance)},
                       {"next", optional(s.next)},
                       {"duplicate", optional(s.duplicate)},
                       {"induction", optional(s.induction)}});
}

Result<void> printTrace(const Trace& trace, std::size_t item, bool json, Output& output)
{
    bool any = false;
    for (const LayerRef& layer : trace.info().layers()) {
        for (int head = 0; head < trace.info().heads(layer.stack); ++head) {
            const HeadRef ref{layer.stack, layer.layer, layer.kind, head};
            const AttentionMap map = trace.attention(ref);
            if (!map.has(MapKind::kWeights))
                continue;
            any = true;
            const HeadStatistics statistics = headStatistics(map);
            const std::string row
                = json ? jsonRow(item, toString(ref), statistics) : tableRow(toString(ref), statistics);
            if (const auto done = output.line(row); !done)
                return done.error();
        }
    }
    if (!any)
        return Error{ErrorCode::kBadArgument,
                     "the trace holds no weights, and no q and k to compute them from",
                     {},
                     {},
                     {}};
    return {};
}

Result<void> metrics(const MetricsOptions& options)
{
    RecordPlan plan;
    plan.sites = {Site::kWeights, Site::kMask};
    const auto traces = options.input.traces(plan);
    if (!traces)
        return traces.error();
    auto output = Output::open(options.output);
    if (!output)
        return output.error();
    for (std::size_t item = 0; item < traces->size(); ++item) {
        if (!options.json) {
            if (traces->size() > 1)
                if (const auto done
                    = output->line((item > 0 ? "\n# input " : "# input ") + std::to_string(item));
                    !done)
                    return done.error();
            if (const auto done
                = output->line("head                     entropy       max     first  diagonal  previous"
                               "  distance      next duplicate induction");
                !done)
                return done.error();
        }
        if (const auto done = printTrace((*traces)[item], item, options.json, *output); !done)
            return done.error();
    }
    return output->finish();
}

} // namespace

int runMetrics(int argc, char** argv)
{
    MetricsOptions options;
    CommandLine line(
        "metrics",
        "Prints head statistics, means over the queries: entropy in bits, largest weight, weight on the "
        "first token, on the token itself, on the one before, the distance in tokens, weight on the one "
        "after and, where tokens repeat, on the earlier ones and on what followed those.");
    options.input.addTo(line);
    line.flag("--json", options.json, "one JSON object per head");
    line.text("-o", options.output, "file for the result (default: standard output)");
    if (const auto status = line.parse(argc, argv))
        return *status;
    const auto done = metrics(options);
    return done ? kDone : reportError("metrics", done.error());
}

} // namespace headlight
