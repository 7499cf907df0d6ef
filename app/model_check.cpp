#include "app/model_check.h"

#include "app/formatted.h"
#include "app/output.h"
#include "app/run_options.h"

#include "core/parity/parity.h"
#include "core/parity/probe.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

namespace headlight {

namespace {

using CheckJson = nlohmann::ordered_json;

std::vector<std::string> checkLines(const ParityReport& report)
{
    std::vector<std::string> lines{cell("kind", 16) + cell("tensors", 9) + cell("difference", 12)
                                   + cell("agrees", 8) + "largest difference at"};
    for (const ParityKind& kind : report.kinds)
        lines.push_back(cell(siteName(kind.site), 16) + cell(std::to_string(kind.tensors), 9)
                        + cell(differenceInWords(kind.largest), 12) + cell(kind.agrees ? "yes" : "no", 8)
                        + worstInWords(kind));
    if (report.agrees())
        lines.push_back("agrees with the reference to " + differenceInWords(report.largest())
                        + (report.reference.empty() ? "" : " (" + report.reference + ")"));
    return lines;
}

std::string checkAsJson(const ParityReport& report)
{
    CheckJson kinds = CheckJson::array();
    for (const ParityKind& kind : report.kinds)
        kinds.push_back({{"kind", siteName(kind.site)},
                         {"tensors", kind.tensors},
                         {"largest", kind.largest},
                         {"agrees", kind.agrees},
                         {"tensor", kind.tensor},
                         {"head", kind.head < 0 ? CheckJson() : CheckJson(kind.head)},
                         {"row", kind.row},
                         {"column", kind.column},
                         {"found", kind.found},
                         {"expected", kind.expected}});
    return toText(CheckJson{{"file", report.file},
                            {"reference", report.reference},
                            {"agrees", report.agrees()},
                            {"largest", report.largest()},
                            {"kinds", kinds},
                            {"left_out", report.leftOut}});
}

Result<ParityReport> reportOf(const ModelCheck& check)
{
    ModelOptions options;
    options.folder = check.model;
    options.quiet = check.quiet;
    ASSIGN_OR_RETURN(const auto model, options.load());
    const std::filesystem::path file = probeOf(*model);
    if (file.empty())
        return Error{ErrorCode::kFileNotFound,
                     "not found. Make it with a reference implementation: "
                     "resources/exporters/headlight_probe.py",
                     (model->folder() / kProbeFile).string(),
                     {},
                     {}};
    ASSIGN_OR_RETURN(const auto probe, readProbe(file));
    const Job job = options.job();
    for (const std::string& name : probe.leftOut)
        job.warning(probe.path.string() + ": " + name + ": not a result to compare, left out");
    return checkParity(model, probe, job);
}

} // namespace

Result<void> checkModel(const ModelCheck& check)
{
    ASSIGN_OR_RETURN(const auto report, reportOf(check));
    if (const auto done = writeLines(
            check.output, check.json ? std::vector<std::string>{checkAsJson(report)} : checkLines(report));
        !done)
        return done;
    for (const ParityKind& kind : report.kinds)
        if (!kind.agrees)
            return badFile(report.file, {},
                           "the model differs from this reference by " + differenceInWords(kind.largest)
                               + " in " + std::string(siteName(kind.site))
                               + "; largest difference: " + worstInWords(kind));
    return {};
}

} // namespace headlight
