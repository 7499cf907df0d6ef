// Every family from the command line: `trace`, `generate` and `tokenize` on the test folders, and on the
// shared reference folders if they exist.
#include "core/model/families/family.h"
#include "core/tracefile/trace_file.h"
#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/paths.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace headlight;
using namespace headlight::test;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> foldersWith(const fs::path& parent, const char* file)
{
    std::vector<fs::path> folders;
    std::error_code absent;
    for (const auto& entry : fs::directory_iterator(parent, absent)) {
        if (fs::exists(entry.path() / file))
            folders.push_back(entry.path());
    }
    std::sort(folders.begin(), folders.end());
    return folders;
}

/// False for a family or a form that this program does not support: the shared folder has references for
/// more.
bool isKnown(const fs::path& folder)
{
    std::ifstream file(folder / "config.json");
    const auto config = nlohmann::json::parse(file);
    return findFamily(config.value("model_type", "")) != nullptr
        && !config.value("use_bidirectional_attention", false);
}

/// Small copies first, then the shared folder's models of known families.
std::vector<fs::path> modelFolders()
{
    std::vector<fs::path> all = foldersWith(fs::path(kTestData) / "models", "goldens.safetensors");
    for (const fs::path& folder : foldersWith(fs::path(kSharedData) / "goldens", "goldens.safetensors"))
        if (isKnown(folder))
            all.push_back(folder);
    return all;
}

std::string joined(const std::vector<TokenId>& ids)
{
    std::string text;
    for (const TokenId id : ids)
        text += (text.empty() ? "" : ",") + std::to_string(id);
    return text;
}

/// A list of numbers per token, without the padding at its end.
std::string input(const Goldens& goldens, const std::string& name)
{
    std::vector<TokenId> ids = goldens.ids(name);
    if (goldens.has("attention_mask")) {
        const std::vector<TokenId> mask = goldens.ids("attention_mask");
        ids.resize(static_cast<std::size_t>(std::count(mask.begin(), mask.end(), 1)));
    }
    return joined(ids);
}

/// Compares only names that the references have and whose first axis is the heads.
std::string goldenName(const HeadRef& head)
{
    const std::string layer = std::to_string(head.layer);
    if (head.stack == StackKind::kEncoder)
        return "encoder.attn." + layer;
    return (head.kind == AttentionKind::kCross ? "decoder.cross_attn." : "decoder.self_attn.") + layer;
}

void checkTrace(const fs::path& model, const Goldens& goldens)
{
    const TemporaryFolder folder;
    const std::string path = (folder / "trace.safetensors").string();
    std::vector<std::string> arguments{"trace", "--quiet", "--model", model.string(),
                                       "-o",    path,      "--ids",   input(goldens, "input_ids")};
    if (goldens.has("decoder_input_ids")) {
        arguments.emplace_back("--target-ids");
        arguments.push_back(joined(goldens.ids("decoder_input_ids")));
    }
    if (goldens.has("token_type_ids")) {
        arguments.emplace_back("--segment-ids");
        arguments.push_back(input(goldens, "token_type_ids"));
    }
    const Finished finished = runProgram(arguments);
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    const Trace trace = readTraceFile(path, {}).value().traces.front();
    int compared = 0;
    for (const LayerRef& layer : trace.info().layers()) {
        for (int head = 0; head < trace.info().heads(layer.stack); ++head) {
            const HeadRef ref{layer.stack, layer.layer, layer.kind, head};
            const Matrix weights = trace.attention(ref).whole(MapKind::kWeights);
            const std::string name = goldenName(ref);
            if (!goldens.has(name))
                continue;
            INFO(toString(ref));
            const Matrix expected = goldens.matrix(name, head).topLeftCorner(weights.rows(), weights.cols());
            CHECK(mismatch(weights, expected, 2e-5) == "");
            ++compared;
        }
    }
    CHECK(compared > 0);
}

void checkGeneration(const fs::path& model, const Goldens& goldens)
{
    const bool writes = goldens.has("greedy_ids");
    const std::string prompt = goldens.has("greedy_prompt_ids") ? joined(goldens.ids("greedy_prompt_ids"))
                                                                : input(goldens, "input_ids");
    const std::size_t count = writes ? goldens.ids("greedy_ids").size() : 1;
    const Finished finished = runProgram({"generate", "--quiet", "--json", "--model", model.string(),
                                          "--max-new-tokens", std::to_string(count), "--ids", prompt});
    INFO(finished.err);
    if (!writes) {
        // Encoder-only models generate nothing, and report that in one line.
        CHECK(finished.status != 0);
        CHECK(std::count(finished.err.begin(), finished.err.end(), '\n') == 1);
        return;
    }
    REQUIRE(finished.status == 0);
    CHECK(nlohmann::json::parse(finished.out)["ids"].get<std::vector<TokenId>>()
          == goldens.ids("greedy_ids"));
}

} // namespace

TEST_CASE("command line: trace and generate work for every family", "[app]")
{
    const std::vector<fs::path> folders = modelFolders();
    REQUIRE(folders.size() >= 7);
    int number = 0;
    for (const fs::path& folder : folders) {
        if (kSanitized && number++ % 4 != 0) // the core's tests run all of them there
            continue;
        INFO(folder.string());
        const Goldens goldens(folder / "goldens.safetensors");
        checkTrace(folder, goldens);
        checkGeneration(folder, goldens);
    }
}

TEST_CASE("command line: tokenize works for every kind of tokenizer", "[app]")
{
    const fs::path own = fs::path(kTestData) / "tokenizers";
    const std::vector<fs::path> folders = foldersWith(own, "tokenizer.json");
    REQUIRE(folders.size() >= 9);
    for (const fs::path& folder : folders) {
        INFO(folder.string());
        const std::string text = "The cat sat on the mat.";
        const Finished encoded = runProgram({"tokenize", "--model", folder.string(), "--text", text});
        INFO(encoded.err);
        REQUIRE(encoded.status == 0);
        const nlohmann::json answer = nlohmann::json::parse(encoded.out);
        REQUIRE(answer["ids"].size() > 3);
        CHECK(answer["ids"].size() == answer["offsets"].size());
        const Finished decoded = runProgram({"tokenize", "--model", folder.string(), "--skip-special",
                                             "--decode", joined(answer["ids"].get<std::vector<TokenId>>())});
        REQUIRE(decoded.status == 0);
        CHECK_FALSE(nlohmann::json::parse(decoded.out)["text"].get<std::string>().empty());
    }
}

TEST_CASE("command line: a built-in model by its name, unless a folder of that name is there", "[app]")
{
    const Finished named = runProgram({"tokenize", "--model", "en-fr", "--text", "the cat"});
    INFO(named.err);
    CHECK(named.status == 0);
    CHECK(named.out == runProgram({"tokenize", "--text", "the cat"}).out);
    const Finished unknown = runProgram({"tokenize", "--model", "no-such-model", "--text", "the cat"});
    CHECK(unknown.status == 1);
    CHECK(unknown.err.find("no-such-model") != std::string::npos);
    CHECK(unknown.err.find("en-fr") != std::string::npos);
}

TEST_CASE("command line: weights in half precision give nearly the same", "[app]")
{
    const std::string model = (fs::path(kTestData) / "models/llama").string();
    const Finished full
        = runProgram({"generate", "--model", model, "--ids", "5,9,14", "--precision", "full"});
    CHECK(full.status == 0);
    // The folder is stored in F32, so there is nothing to keep in half precision.
    CHECK(full.out
          == runProgram({"generate", "--model", model, "--ids", "5,9,14", "--precision", "half"}).out);
    CHECK(runProgram({"generate", "--model", model, "--ids", "5", "--precision", "quarter"}).status == 2);
}
