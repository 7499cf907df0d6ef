// GGUF files as models: architectures without reference files compared with the same numbers in a folder,
// where files are found, and what is held in memory.
#include "core/io/checkpoint.h"
#include "core/io/folder_digest.h"
#include "core/io/gguf.h"
#include "core/model/gguf/gguf_places.h"
#include "core/model/gguf/gguf_tensors.h"
#include "core/model/memory_estimate.h"
#include "core/model/model.h"
#include "core/model/model_library.h"
#include "tests/support/catch.h"
#include "tests/support/environment.h"
#include "tests/support/gguf_builder.h"
#include "tests/support/goldens.h"
#include "tests/support/model_folder.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

namespace fs = std::filesystem;

const fs::path kGgufFiles = fs::path(kTestData) / "gguf";

std::shared_ptr<const Model> openedGguf(const fs::path& path, const LoadOptions& options = {})
{
    auto model = loadModel(path, options, {});
    if (!model)
        FAIL(model.error().describe());
    return *model;
}

/// A checkpoint of the shared folder converted to a GGUF file: its tensors under their GGUF names.
class Converted
{
public:
    explicit Converted(const std::string& family)
        : folder(fs::path(kSharedData) / "goldens" / family)
        , there(fs::exists(folder / "model.safetensors"))
    {
        if (!there)
            return;
        checkpoint = Checkpoint::open(folder, {}).value();
        config = nlohmann::json::parse(std::ifstream(folder / "config.json"));
    }

    void keys(const std::string& architecture)
    {
        const auto whole = [&](const char* key, const char* field) {
            builder.integer(architecture + "." + key, config.at(field).get<std::uint32_t>());
        };
        builder.text("general.architecture", architecture);
        whole("block_count", "num_hidden_layers");
        whole("context_length", "max_position_embeddings");
        whole("embedding_length", "hidden_size");
        whole("feed_forward_length", "intermediate_size");
        whole("attention.head_count", "num_attention_heads");
        whole("attention.head_count_kv", "num_key_value_heads");
        builder.real(architecture + ".rope.freq_base", config.value("rope_theta", 10000.0F));
    }

    std::vector<float> numbers(const TensorView& tensor) const
    {
        std::vector<float> values(static_cast<std::size_t>(tensor.elementCount()));
        convertToFloat(tensor, 0, values);
        return values;
    }

    fs::path folder;
    bool there = false;
    std::shared_ptr<const Checkpoint> checkpoint;
    nlohmann::json config;
    GgufBuilder builder;
};

void checkSameLogits(const fs::path& file, const fs::path& folder)
{
    const std::vector<TokenId> ids = Goldens(folder / "goldens.safetensors").ids("input_ids");
    const Matrix found = logitsFor(openedGguf(file), ids);
    const Matrix expected = logitsFor(openedGguf(folder), ids);
    CHECK(mismatch(found, expected, 1e-5, 1e-6) == "");
}

} // namespace

TEST_CASE("gguf models: starcoder2 equals its checkpoint", "[model][gguf][shared]")
{
    Converted from("starcoder2");
    if (!from.there) {
        WARN("skipped: " << from.folder << " is not there");
        return;
    }
    from.keys("starcoder2");
    from.builder.real("starcoder2.attention.layer_norm_epsilon", from.config.value("norm_epsilon", 1e-5F));
    if (from.config.contains("sliding_window") && !from.config["sliding_window"].is_null())
        from.builder.integer("starcoder2.attention.sliding_window",
                             from.config["sliding_window"].get<std::uint32_t>());
    for (const auto& [name, tensor] : from.checkpoint->tensors())
        from.builder.tensor(ggufName("starcoder2", name), tensor.shape, from.numbers(tensor));
    const TemporaryFolder folder;
    checkSameLogits(folder.write("starcoder2.gguf", from.builder.bytes()), from.folder);
}

TEST_CASE("gguf models: a mixture of experts equals its checkpoint", "[model][gguf][shared]")
{
    Converted from("mixtral");
    if (!from.there) {
        WARN("skipped: " << from.folder << " is not there");
        return;
    }
    from.keys("llama");
    from.builder.real("llama.attention.layer_norm_rms_epsilon", from.config.value("rms_norm_eps", 1e-5F));
    const auto experts = from.config.at("num_local_experts").get<std::int64_t>();
    from.builder.integer("llama.expert_count", static_cast<std::uint32_t>(experts));
    from.builder.integer("llama.expert_used_count",
                         from.config.at("num_experts_per_tok").get<std::uint32_t>());
    if (from.config.contains("sliding_window") && !from.config["sliding_window"].is_null())
        from.builder.integer("llama.attention.sliding_window",
                             from.config["sliding_window"].get<std::uint32_t>());
    const auto width = from.config.at("hidden_size").get<std::int64_t>()
        / from.config.at("num_attention_heads").get<std::int64_t>();
    std::map<std::string, std::vector<float>> joined;
    std::map<std::string, std::vector<std::int64_t>> shapes;
    for (const auto& [name, tensor] : from.checkpoint->tensors()) { // by name: keeps experts in order up to
                                                                    // nine
        std::vector<float> values = from.numbers(tensor);
        const std::string gguf = ggufName("llama", name);
        if (gguf.find("_exps.") != std::string::npos) {
            joined[gguf].insert(joined[gguf].end(), values.begin(), values.end());
            shapes[gguf] = {experts, tensor.shape[0], tensor.shape[1]};
            continue;
        }
        if (gguf.find("attn_q.") != std::string::npos || gguf.find("attn_k.") != std::string::npos) {
            // The rows of a head in pairs, as in files of this architecture.
            const auto columns = static_cast<std::size_t>(tensor.shape[1]);
            const std::vector<float> plain = values;
            for (std::int64_t row = 0; row < tensor.shape[0]; ++row) {
                const std::int64_t j = row % width;
                const std::int64_t to = row - j + (j < width / 2 ? 2 * j : 2 * (j - width / 2) + 1);
                std::copy_n(plain.begin() + row * tensor.shape[1], columns,
                            values.begin() + to * tensor.shape[1]);
            }
        }
        from.builder.tensor(gguf, tensor.shape, values);
    }
    for (const auto& [name, values] : joined)
        from.builder.tensor(name, shapes[name], values);
    const TemporaryFolder folder;
    checkSameLogits(folder.write("mixtral.gguf", from.builder.bytes()), from.folder);
}

TEST_CASE("gguf models: packed weights stay as they are, unless F32 is asked for", "[model][gguf]")
{
    const fs::path file = kGgufFiles / "llama-legacy.gguf";
    const auto packed = openedGguf(file);
    CHECK(packed->name() == "llama-legacy");
    CHECK(packed->memoryBytes() < static_cast<std::int64_t>(fs::file_size(file)));
    CHECK(packed->weightTypes().find("Q4_0") != std::string::npos);
    LoadOptions full;
    full.precision = HeldPrecision::kFull;
    const auto expanded = openedGguf(file, full);
    CHECK(expanded->memoryBytes() == 4 * expanded->parameters());
    CHECK(estimateMemory(file, HeldPrecision::kWhatFits, {})->heldBytes() < 30000);
    const std::vector<TokenId> ids{1, 5, 9, 2, 7};
    CHECK(mismatch(logitsFor(packed, ids), logitsFor(expanded, ids), 1e-5, 1e-5) == "");
}

TEST_CASE("gguf models: fast products say so, and round what packed weights multiply", "[model][gguf]")
{
    const fs::path file = kGgufFiles / "llama-legacy.gguf";
    LoadOptions fast;
    fast.precision = HeldPrecision::kFast;
    const auto rounded = openedGguf(file, fast);
    CHECK(rounded->roundsInputs());
    CHECK(rounded->traceInfo().model == "llama-legacy (--precision fast)"); // in titles, figures and traces
    REQUIRE(rounded->warnings().size() == 1);
    CHECK(rounded->warnings().front().find("rounded to 8 bits") != std::string::npos);
    const auto exact = openedGguf(file);
    CHECK_FALSE(exact->roundsInputs());
    CHECK(exact->warnings().empty());
    for (const std::vector<TokenId>& ids : {std::vector<TokenId>{3}, {1, 5, 9, 2, 7, 4, 4, 8}}) {
        const Matrix expected = logitsFor(exact, ids), found = logitsFor(rounded, ids);
        const float error = (found - expected).norm() / expected.norm();
        CHECK(error > 1e-4F);
        CHECK(error < 0.05F);
    }

    const auto plain = openedGguf(fs::path(kTestData) / "models" / "llama", fast);
    CHECK_FALSE(plain->roundsInputs());
    CHECK(plain->name() == "llama");
    REQUIRE(plain->warnings().size() == 1);
    CHECK(plain->warnings().front().find("no quantised weights") != std::string::npos);
}

TEST_CASE("gguf models: names of tensors, there and back", "[model][gguf]")
{
    CHECK(checkpointName("llama", "blk.12.attn_q.weight") == "model.layers.12.self_attn.q_proj.weight");
    CHECK(checkpointName("gptneox", "output.weight") == "embed_out.weight");
    CHECK(ggufName("gemma3", "model.layers.0.post_feedforward_layernorm.weight")
          == "blk.0.post_ffw_norm.weight");
    CHECK(ggufName("gpt2", "h.3.mlp.c_fc.bias") == "blk.3.ffn_up.bias");
    CHECK_FALSE(checkpointName("llama", "blk.x.attn_q.weight").has_value());
    CHECK_FALSE(checkpointName("llama", "v.blk.0.attn_q.weight").has_value());
}

TEST_CASE("gguf models: the search finds files of other programs and says why some cannot be opened",
          "[model][gguf]")
{
    const TemporaryFolder home;
    const fs::path good = kGgufFiles / "good.gguf";
    const auto put = [&](const std::string& name, const fs::path& from) {
        fs::create_directories((home / name).parent_path());
        fs::copy_file(from, home / name);
    };
    put(".ollama/models/blobs/sha256-00ab", good);
    home.write(".ollama/models/manifests/registry.ollama.ai/library/llama3/8b",
               R"({"layers":[{"mediaType":"application/vnd.ollama.image.license","digest":"sha256:ff"},
                   {"mediaType":"application/vnd.ollama.image.model","digest":"sha256:00ab"}]})");
    home.write(".ollama/models/manifests/registry.ollama.ai/library/odd/latest",
               R"({"layers":[{"mediaType":"application/vnd.ollama.image.model","digest":"sha256:../x"}]})");
    put(".lmstudio/models/maker/repo/tiny.gguf", good);
    put(".cache/llama.cpp/kv.gguf", kGgufFiles / "kv-types.gguf");
    put("models/split-00001-of-00003.gguf", kGgufFiles / "split-00001-of-00003.gguf");
    put("models/split-00002-of-00003.gguf", kGgufFiles / "split-00002-of-00003.gguf");
    put("models/split-00003-of-00003.gguf", kGgufFiles / "split-00003-of-00003.gguf");
    home.write("models/broken.gguf", "GGUF");
    const Environment inHome("HOME", home.path().string());
    const Environment ollama("OLLAMA_MODELS", std::nullopt);
    const Environment caches("XDG_CACHE_HOME", std::nullopt);
    const Environment llama("LLAMA_CACHE", std::nullopt);
    ModelPlaces places;
    places.folders = {home / "models"};
    places.gguf = GgufPlaces::usual();
    std::map<std::string, FoundModel> found;
    for (const FoundModel& model : findModels(places, {}))
        found[model.name] = model;
    CHECK(found.at("llama3:8b").obstacle.empty());
    CHECK(found.at("llama3:8b").family == "llama");
    CHECK(found.at("llama3:8b").origin == FoundModel::Origin::kOtherProgram);
    CHECK_FALSE(found.contains("odd:latest"));
    CHECK(found.at("maker/tiny").obstacle.empty());
    CHECK(found.at("kv").obstacle == "models of the architecture \"none\" are not supported");
    CHECK(found.at("split-00001-of-00003").obstacle.empty());
    CHECK_FALSE(found.contains("split-00002-of-00003"));
    CHECK(found.at("broken").obstacle.find("it cannot be read") == 0);
}

TEST_CASE("gguf models: a file has a digest as a folder has", "[model][gguf]")
{
    const TemporaryFolder folder;
    fs::copy_file(kGgufFiles / "good.gguf", folder / "other-name.gguf");
    const std::string first = folderDigest(kGgufFiles / "good.gguf").value();
    CHECK(folderDigest(folder / "other-name.gguf").value() == first);
    CHECK(folderDigest(kGgufFiles / "llama-legacy.gguf").value() != first);
}

} // namespace headlight::test
