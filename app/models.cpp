// headlight models: lists the models on this machine and the supported families, and checks a model against
// its reference.

#include "app/command_line.h"
#include "app/commands.h"
#include "app/formatted.h"
#include "app/model_check.h"
#include "app/output.h"

#include "core/base/text_list.h"
#include "core/model/families/family.h"
#include "core/model/hub_cache.h"
#include "core/model/model_library.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json; ///< members in the order of the table

struct ModelsOptions
{
    std::vector<std::string> folders;
    std::optional<std::string> output, check;
    bool families = false, json = false, quiet = false;
};

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
        lines.push_back(cell(family.modelType, 16) + cell(family.stacks, 17) + std::string(family.features));
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
    line.flag("--json", options.json, "print the result as one JSON object");
    line.text("-o", options.output, "file for the result (default: standard output)", "FILE");
    line.flag("--quiet,-q", options.quiet, "no warnings");
    line.then([&options]() -> Result<void> {
        if (options.check && (options.families || !options.folders.empty()))
            return usageError("--check", "excludes --families and --folder");
        return {};
    });
    return line.run(argc, argv, [&] {
        return options.check ? checkModel({*options.check, options.output, options.json, options.quiet})
                             : printModels(options);
    });
}

} // namespace headlight
