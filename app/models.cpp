#include "app/command_line.h"
#include "app/commands.h"
#include "app/output.h"
#include "app/run_options.h"
#include "core/base/result.h"
#include "core/base/text_list.h"
#include "core/model/families/family.h"
#include "core/model/model_library.h"
#include "core/parity/parity.h"
#include "core/parity/probe.h"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

// headlight models: lists the models on this machine and the supported families, and checks a model against
// its reference.

namespace headlight {

namespace {

struct ModelsOptions
{
    std::vector<std::string> folders;
    std::optional<std::string> output, check;
    bool families = false, json = false, quiet = false;
};

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
    Json kinds = Json::array();
    for (const ParityKind& kind : report.kinds)
        kinds.push_back({{"kind", siteName(kind.site)},
                         {"tensors", kind.tensors},
                         {"largest", kind.largest},
                         {"agrees", kind.agrees},
                         {"tensor", kind.tensor},
                         {"head", kind.head < 0 ? Json() : Json(kind.head)},
                         {"row", kind.row},
                         {"column", kind.column},
                         {"found", kind.found},
                         {"expected", kind.expected}});
    return toText(Json{{"file", report.file},
                       {"reference", report.reference},
                       {"agrees", report.agrees()},
                       {"largest", report.largest()},
                       {"kinds", kinds},
                       {"left_out", report.leftOut}});
}

Result<ParityReport> reportOf(const ModelsOptions& options)
{
    ModelOptions checked;
    checked.folder = options.check;
    checked.quiet = options.quiet;
    ASSIGN_OR_RETURN(const auto model, checked.load());
    const std::filesystem::path file = probeOf(*model);
    if (file.empty())
        return Error{ErrorCode::kFileNotFound,
                     "not found. Make it with a reference implementation: "
                     "resources/exporters/headlight_probe.py",
                     (model->folder() / kProbeFile).string()};
    ASSIGN_OR_RETURN(const auto probe, readProbe(file));
    const Job job = checked.job();
    for (const std::string& name : probe.leftOut)
        job.warning(probe.path.string() + ": " + name + ": not a result to compare, left out");
    return checkParity(model, probe, job);
}

/// --check: prints the differences from the probe in the model's folder, by kind. Fails if there is no probe,
/// or if the model differs from it.
Result<void> checkModel(const ModelsOptions& options)
{
    ASSIGN_OR_RETURN(const auto report, reportOf(options));
    RETURN_IF_ERROR(writeLines(
        options.output, options.json ? std::vector<std::string>{checkAsJson(report)} : checkLines(report)));
    for (const ParityKind& kind : report.kinds)
        if (!kind.agrees)
            return badFile(report.file, {}, "the model differs from this reference by ",
                           differenceInWords(kind.largest), " in ", siteName(kind.site),
                           "; largest difference: ", worstInWords(kind));
    return {};
}

std::string_view originName(FoundModel::Origin origin)
{
    static constexpr std::array<std::string_view, 4> kNames{"built-in", "folder", "cache", "GGUF"};
    return nameIn(kNames, origin);
}

std::vector<FoundModel> foundModels(const ModelsOptions& options)
{
    ModelPlaces places;
    places.folders.assign(options.folders.begin(), options.folders.end());
    places.hub = hubCacheFolder();
    places.gguf = GgufPlaces::usual();
    return findModels(places, {});
}

std::string modelsAsJson(const ModelsOptions& options)
{
    Json models = Json::array();
    for (const FoundModel& model : foundModels(options))
        models.push_back({{"name", model.name},
                          {"family", model.family},
                          {"origin", originName(model.origin)},
                          {"path", model.folder.string()},
                          {"adapter_of", model.adapterOf.empty() ? Json() : Json(model.adapterOf)},
                          {"obstacle", model.obstacle.empty() ? Json() : Json(model.obstacle)}});
    Json families = Json::array();
    for (const FamilyFacts& family : familyFacts())
        families.push_back(
            {{"family", family.modelType}, {"stacks", family.stacks}, {"features", family.features}});
    return toText(Json{{"models", models}, {"families", families}});
}

std::vector<std::string> familyLines()
{
    std::vector<std::string> lines{cell("family", 16) + cell("stacks", 17) + "special features"};
    for (const FamilyFacts& family : familyFacts())
        lines.push_back(concat(cell(family.modelType, 16), cell(family.stacks, 17), family.features));
    return lines;
}

std::vector<std::string> modelLines(const ModelsOptions& options)
{
    std::vector<std::string> lines{cell("name", 32) + cell("family", 16) + cell("origin", 10) + "path"};
    for (const FoundModel& model : foundModels(options))
        lines.push_back(cell(model.name, 32)
                        + cell(model.family.empty() ? std::string_view("-") : model.family, 16)
                        + cell(originName(model.origin), 10) + model.folder.string()
                        + (model.adapterOf.empty() ? "" : " (adapter of " + model.adapterOf + ")")
                        + (model.obstacle.empty() ? "" : " (cannot be opened: " + model.obstacle + ")"));
    return lines;
}

Result<void> printModels(const ModelsOptions& options)
{
    std::error_code error;
    for (const std::string& folder : options.folders)
        if (!std::filesystem::is_directory(folder, error))
            return Error{ErrorCode::kFileNotFound, "no such folder", folder, "--folder"};
    return writeLines(options.output,
                      options.json           ? std::vector<std::string>{modelsAsJson(options)}
                          : options.families ? familyLines()
                                             : modelLines(options));
}

} // namespace

int runModels(int argc, char** argv)
{
    ModelsOptions options;
    CommandLine line("models",
                     "Lists the models it finds: the built-in ones, those in Hugging Face's cache and in the "
                     "given folders, and the GGUF files of Ollama, LM Studio and llama.cpp.");
    line.flag("--families", options.families, "list the supported families and their features");
    line.list("--folder", options.folders, "folder of model folders (repeatable)", "DIR");
    line.text("--check", options.check,
              "instead: compare this model with the results of a reference implementation, "
              "headlight-probe.safetensors in its folder",
              "DIR");
    line.result(options.output, options.json, "print the result as one JSON object");
    line.flag("--quiet,-q", options.quiet, "no warnings");
    line.then([&options]() -> Result<void> {
        if (options.check && (options.families || !options.folders.empty()))
            return usageError("--check", "excludes --families and --folder");
        return {};
    });
    return line.run(argc, argv, [&] { return options.check ? checkModel(options) : printModels(options); });
}

} // namespace headlight
