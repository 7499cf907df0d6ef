#include "core/model/model_files.h"

#include "core/io/gguf.h"
#include "core/io/json_file.h"
#include "core/io/mapped_file.h"
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
    if (fs::exists(statusOf(folder / "config.json")) || !fs::exists(statusOf(path)))
        return {};
    std::string base;
    if (const auto config = readJsonFile(path)) {
        if (const auto name = textMember(*config, "base_model_name_or_path"))
            base = " to \"" + *name + "\"";
    }
    return unsupported(path.string(), {}, "this is an adapter", base,
                       ", not a whole model; merge it into its model and save that "
                       "(peft: model.merge_and_unload().save_pretrained(FOLDER))");
}

/// The description of a model folder: config.json, or cfg.json as TransformerLens' users save it.
fs::path describedBy(const fs::path& folder)
{
    const bool other
        = !fs::exists(statusOf(folder / "config.json")) && fs::exists(statusOf(folder / "cfg.json"));
    return folder / (other ? "cfg.json" : "config.json");
}

/// Whether tensors have the names of TransformerLens.
bool isTransformerLens(const Checkpoint& checkpoint)
{
    return checkpoint.find("embed.W_E") != nullptr && checkpoint.find("blocks.0.attn.W_Q") != nullptr;
}

/// Names the family, and adds what a cfg does not say and the shapes of the tensors do.
void completeTransformerLens(const Checkpoint& checkpoint, nlohmann::json& config)
{
    config["model_type"] = "transformer_lens";
    const auto tell = [&](const char* field, const nlohmann::json& value) {
        if (!config.contains(field))
            config[field] = value;
    };
    const auto axis = [&](const char* tensor, std::size_t axes, std::size_t which, const char* field) {
        const TensorView* const found = checkpoint.find(tensor);
        if (found != nullptr && found->shape.size() == axes
            && (!config.contains(field) || config[field].is_null()))
            config[field] = found->shape[which];
    };
    axis("embed.W_E", 2, 0, "d_vocab");
    axis("embed.W_E", 2, 1, "d_model");
    axis("unembed.W_U", 2, 1, "d_vocab_out");
    axis("pos_embed.W_pos", 2, 0, "n_ctx");
    axis("blocks.0.attn.W_Q", 3, 0, "n_heads");
    axis("blocks.0.attn.W_Q", 3, 2, "d_head");
    axis("blocks.0.attn._W_K", 3, 0, "n_key_value_heads");
    axis("blocks.0.mlp.W_in", 2, 1, "d_mlp");
    tell("attn_only", checkpoint.find("blocks.0.mlp.W_in") == nullptr);
    tell("gated_mlp", checkpoint.find("blocks.0.mlp.W_gate") != nullptr);
    const bool places = checkpoint.find("pos_embed.W_pos") != nullptr;
    tell("positional_embedding_type", places ? "standard" : "rotary");
    if (checkpoint.find("blocks.0.ln1.w") != nullptr)
        tell("normalization_type", checkpoint.find("blocks.0.ln1.b") != nullptr ? "LN" : "RMS");
    int layers = 0;
    while (checkpoint.find(concat("blocks.", layers, ".attn.W_Q")) != nullptr)
        ++layers;
    tell("n_layers", layers);
}

/// weights: the file that was named instead of its folder; empty = none.
Result<ModelFiles> openFolder(const fs::path& folder, const fs::path& weights = {})
{
    RETURN_IF_ERROR(refuseAdapter(folder));
    ModelFiles files;
    files.path = weights.empty() ? folder : weights;
    files.text = folder;
    const fs::path config = describedBy(folder);
    ASSIGN_OR_RETURN(auto read, readJsonFile(config));
    files.configFile = config.string();
    files.config = std::move(read);
    files.description = files.config.dump(2);
    files.weights = [path = files.path](const Job& job) {
        return Checkpoint::open(path, job,
                                [](std::string_view tensor) { return !whyTensorIsHarmless(tensor).empty(); });
    };
    if (files.config.is_object() && !files.config.contains("model_type")) {
        if (const auto type = modelTypeOf(files.config))
            files.config["model_type"] = *type;
        else if (const auto checkpoint = Checkpoint::open(files.path, {});
                 checkpoint && isTransformerLens(**checkpoint))
            completeTransformerLens(**checkpoint, files.config);
    }
    return files;
}

/// The metadata as a JSON object; long lists are only counted.
std::string metadataText(const GgufFile& file)
{
    nlohmann::json all = nlohmann::json::object();
    for (const auto& [key, value] : file.metadata()) {
        if (value.isList)
            all[key] = value.inWords();
        else if (const auto text = value.text())
            all[key] = *text;
        else if (const auto whole = value.integer())
            all[key] = *whole;
        else if (const auto flag = value.flag())
            all[key] = *flag;
        else if (const auto real = value.real())
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
    files.path = files.text = path;
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
    if (!fs::is_regular_file(statusOf(path)))
        return openFolder(path);
    const std::string kind = path.extension().string();
    const bool tensors = kind == ".pt" || kind == ".pth" || kind == ".safetensors";
    return tensors ? openFolder(path.parent_path(), path) : openGguf(path);
}

} // namespace headlight
