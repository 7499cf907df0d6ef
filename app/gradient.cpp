// headlight gradient: how a number of the output depends on everything that a pass computes.

#include "app/commands.h"
#include "app/measure_options.h"
#include "app/output.h"
#include "app/run_options.h"

#include "core/base/text_list.h"
#include "core/run/gradient.h"
#include "core/tracefile/trace_file.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

struct GradientOptions
{
    PassOptions pass;
    MeasureOptions measure;
    std::optional<std::string> output;
    std::string sites = "weights";
    bool half = false;
};

constexpr std::array kGradientSites{Site::kWeights,
                                    Site::kScores,
                                    Site::kQuery,
                                    Site::kKey,
                                    Site::kValue,
                                    Site::kHeadOutput,
                                    Site::kOutput,
                                    Site::kFeedForwardHidden,
                                    Site::kFeedForwardOutput,
                                    Site::kResidual,
                                    Site::kFinal,
                                    Site::kEmbeddings,
                                    Site::kPositions,
                                    Site::kSegments};

std::string gradientSiteNames()
{
    return joined(kGradientSites, ",", [](Site site) { return std::string(siteName(site)); });
}

Result<SiteSet> gradientSites(const std::string& list)
{
    SiteSet sites;
    for (const std::string_view name : split(list, ',')) {
        const auto site = siteFromName(name);
        if (!site || std::ranges::find(kGradientSites, *site) == kGradientSites.end())
            return usageError("--site", "found \"", name, "\", expected some of ", gradientSiteNames());
        sites.add(*site);
    }
    return sites;
}

std::string describedMeasure(const GradientResult& result)
{
    Json rows = Json::array();
    for (const MeasuredRow& at : result.measure.rows)
        rows.push_back(
            {{"row", at.row}, {"token", at.token}, {"minus", at.minus >= 0 ? Json(at.minus) : Json()}});
    return toText(Json{{"of", wordOf(result.measure.kind)}, {"value", result.value}, {"rows", rows}});
}

Result<void> writeGradient(const GradientOptions& options)
{
    if (!options.output)
        return usageError("-o", "missing. Give the file to write: -o FILE.safetensors");
    if (options.pass.repeats > 1)
        return usageError("--repeats", "has no gradient: the mean of several runs is no run");
    ASSIGN_OR_RETURN(const auto sites, gradientSites(options.sites));
    ASSIGN_OR_RETURN(const auto model, options.pass.load());
    ASSIGN_OR_RETURN(auto prepared, options.pass.prepare(model));
    std::vector<Trace> gradients;
    std::vector<std::string> measures;
    for (LaneInput& lane : prepared.lanes) {
        ASSIGN_OR_RETURN(auto measure, options.measure.of(*model, lane));
        GradientRequest request{model, std::move(lane), prepared.interventions, std::move(measure), {}};
        request.plan.sites = sites;
        ASSIGN_OR_RETURN(auto result, gradient(request, options.pass.model.job()));
        measures.push_back(describedMeasure(result));
        gradients.push_back(std::move(result.gradient));
    }
    TraceFileOptions file;
    file.sites = sites;
    file.half = options.half;
    file.gradientOf = gradients.size() == 1 ? measures.front() : '[' + joined(measures, ",") + ']';
    RETURN_IF_ERROR(writeTraceFile(*options.output, gradients, file));
    return writeLines(std::nullopt, measures);
}

} // namespace

int runGradient(int argc, char** argv)
{
    GradientOptions options;
    CommandLine line(
        "gradient",
        "Writes how a number m of the output depends on everything that a pass computes: the derivatives of "
        "m, with the names of a trace file and .grad behind them (safetensors). Prints m and what was "
        "measured as JSON, one line per input.");
    line.resultFile(options.output, ResultFormats::only(".safetensors"), "file to write", "FILE.safetensors");
    options.measure.addTo(line);
    line.text("--site", options.sites,
              "what to differentiate by, from " + gradientSiteNames() + " (default weights)", "LIST");
    options.pass.addTo(line);
    line.flag("--f16", options.half, "store numbers in half precision");
    return line.run(argc, argv, [&] { return writeGradient(options); });
}

} // namespace headlight
