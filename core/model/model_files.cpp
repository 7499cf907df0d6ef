#include "core/model/model_files.h"

#include "core/io/gguf.h"
#include "core/io/json_file.h"
#include "core/model/config_reader.h"
#include "core/model/families/family.h"
#include "core/model/gguf/gguf_config.h"
#include "core/model/gguf/gguf_tensors.h"

#include <utility>

namespace headlight {

namespace {

namespace fs = std::filesystem;

/// A folder with what was trained on top of another model has no weights that could be run.
Result<void> refuseAdapter(const fs::path& folder)
{
    const fs::path path = folder / "adapter_config.json";
    std::error_code ignored;
    if (fs::exists(folder / "config.json", ignored) || !fs::exists(path, ignored))
        return {};
    std::string base;
    if (const auto config = readJsonFile(path)) {
        if (const auto name = textMember(*config, "base_model_name_or_path"))
            base = " to \"" + *name + "\"";
    }
    return unsupported(path.string(), {},
                       "this is an adapter" + base
                           + ", not a whole model; merge it into its model and save that "
                             "(peft: model.merge_and_unload().save_pretrained(FOLDER))");
}

Result<ModelFiles> openFolder(const fs::path& folder)
{
    RETURN_IF_ERROR(refuseAdapter(folder));
    ModelFiles files;
    files.path = folder;
    const fs::path config = folder / "config.json";
    ASSIGN_OR_RETURN(auto read, readJsonFile(config));
    files.configFile = config.string();
    files.config = std::move(read);
    files.description = files.config.dump(2);
    files.weights = [folder](const Job& job) {
        return Checkpoint::open(folder, job,
                                [](std::string_view tensor) { return !whyTensorIsHarmless(tensor).empty(); });
    };
    if (files.config.is_object() && !files.config.contains("model_type"))
        if (const auto type = modelTypeOf(files.config))
            files.config["model_type"] = *type;
    return files;
}

/// The metadata as a JSON object; long lists are only counted.
std::string metadataText(const GgufFile& file)
{
    nlohmann::json all = nlohmann::json::object();
    for (const auto& [key, value] : file.metadata()) {
        const auto text = value.text();
        const auto whole = value.integer();
        const auto flag = value.flag();
        const auto real = value.real();
        if (value.isList)
            all[key] = value.inWords();
        else if (text)
            all[key] = *text;
        else if (whole)
            all[key] = *whole;
        else if (flag)
            all[key] = *flag;
        else if (real)
            all[key] = *real;
    }
    return all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<ModelFiles> openGguf(const fs::path& path)
{
    ASSIGN_OR_RETURN(auto opened, GgufFile::open(path));
    const auto file = std::make_shared<const GgufFile>(std::move(opened));
    ASSIGN_OR_RETURN(auto read, readGgufConfig(*file));
    const auto config = std::make_shared<const GgufConfig>(std::move(read));
    ModelFiles files;
    files.path = path;
    files.configFile = path.string();
    files.config = config->config;
    files.description = metadataText(*file);
    files.says = "as the metadata say";
    files.weights = [file, config](const Job&) -> Result<std::shared_ptr<const Checkpoint>> {
        return ggufCheckpoint(*file, *config);
    };
    files.refine = [file, config](ArchSpec& spec) { return refineGgufSpec(*file, *config, spec); };
    for (const std::string& key : config->unread)
        files.warnings.push_back(path.string() + ": " + key + ": is not understood and may change the model");
    return files;
}

} // namespace

Result<ModelFiles> openModelFiles(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) ? openGguf(path) : openFolder(path);
}

} // namespace headlight
