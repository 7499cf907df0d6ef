// Alternative names of tensors, extra copies and buffers, and checkpoints without a head.
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/model_folder.h"

namespace headlight::test {

namespace {

using Names = std::vector<std::string>;
const std::vector<TokenId> kIds = {5, 17, 3, 40, 22};

/// The name without `prefix`, if it begins with it.
std::string without(const std::string& prefix, const std::string& name)
{
    return name.rfind(prefix, 0) == 0 ? name.substr(prefix.size()) : name;
}

std::string replaced(std::string name, const std::string& from, const std::string& to)
{
    const std::size_t at = name.find(from);
    return at == std::string::npos ? name : name.replace(at, from.size(), to);
}

/// A model changed by `change` must open without a warning and compute the same as the unchanged one.
void checkSame(const std::string& model, const std::function<void(ModelFolder&)>& change,
               const std::vector<TokenId>& targetIds = {})
{
    ModelFolder original(model);
    const Matrix expected = logitsFor(original.open().value(), kIds, targetIds);
    ModelFolder changed(model);
    change(changed);
    const auto opened = changed.open();
    if (!opened)
        FAIL(opened.error().describe());
    CHECK(changed.warnings == Names{});
    CHECK(mismatch(logitsFor(*opened, kIds, targetIds), expected, 0.0) == "");
}

} // namespace

TEST_CASE("tensor names: GPT-2 without prefix, with mask buffers and a stored head", "[model]")
{
    checkSame("gpt2", [](ModelFolder& folder) {
        folder.rename([](const std::string& name) { return without("transformer.", name); });
        folder.tensors["lm_head.weight"] = folder.tensors.at("wte.weight");
        folder.tensors["h.0.attn.bias"] = {{1, 1, 2, 2}, {1, 0, 1, 1}};
        folder.tensors["h.1.attn.masked_bias"] = {{}, {-1e4F}};
    });
}

TEST_CASE("tensor names: BERT without prefix, with gamma and beta, a pooler and position ids", "[model]")
{
    checkSame("bert", [](ModelFolder& folder) {
        folder.rename([](const std::string& name) {
            const std::string old = replaced(without("bert.", name), "LayerNorm.weight", "LayerNorm.gamma");
            return replaced(old, "LayerNorm.bias", "LayerNorm.beta");
        });
        folder.tensors["cls.predictions.decoder.weight"]
            = folder.tensors.at("embeddings.word_embeddings.weight");
        folder.tensors["cls.predictions.decoder.bias"] = folder.tensors.at("cls.predictions.bias");
        folder.tensors["cls.seq_relationship.weight"] = {{2, 1}, {0, 1}};
        folder.tensors["pooler.dense.weight"] = {{1, 1}, {0}};
        folder.tensors["embeddings.position_ids"] = {{1, 2}, {0, 1}};
    });
}

TEST_CASE("tensor names: a decoder's bias under its other name", "[model]")
{
    checkSame("bert", [](ModelFolder& folder) {
        folder.rename([](const std::string& name) {
            return replaced(name, "cls.predictions.bias", "cls.predictions.decoder.bias");
        });
    });
}

TEST_CASE("tensor names: prefixes of PyTorch's wrappers are removed", "[model]")
{
    for (const std::string before :
         {"_orig_mod.", "module.", "module._orig_mod.", "base_model.model.", "_forward_module.module."})
        checkSame("gpt2", [&](ModelFolder& folder) {
            folder.rename([&](const std::string& name) { return before + name; });
        });
    checkSame("llama", [](ModelFolder& folder) {
        folder.rename([](const std::string& name) {
            const std::string wrapped = replaced(name, "layers.1.", "layers.1._checkpoint_wrapped_module.");
            return replaced(wrapped, "self_attn.", "self_attn._orig_mod.");
        });
    });
    ModelFolder folder("gpt2");
    folder.rename([](const std::string& name) { return "generator.net." + name; });
    folder.tensors["generator.net.transformer.h.0.attn.bias"]
        = {{1, 1}, {0}}; // which the model does not need
    folder.tensors["loss.weight"] = {{1, 1}, {0}};
    const auto refused = folder.open();
    CHECK(refused.error().details.front()
          == "names of the file begin with \"generator.net.transformer.\"; if a wrapper put that there, save "
             "the "
             "model inside it");
    // A name that is there with and without the wrapper's part keeps both.
    ModelFolder both("gpt2");
    both.tensors["_orig_mod.transformer.ln_f.weight"] = both.tensors.at("transformer.ln_f.weight");
    REQUIRE(both.open().has_value());
    CHECK(both.warnings.size() == 1);
}

TEST_CASE("tensor names: an index may name a buffer that no file has", "[model]")
{
    const auto withIndex = [](ModelFolder& folder, const std::string& absent) {
        folder.writeTensors();
        std::filesystem::rename(folder.folder / "model.safetensors", folder.folder / "1.safetensors");
        nlohmann::json map = {{absent, "1.safetensors"}};
        for (const auto& [name, tensor] : folder.tensors)
            map[name] = "1.safetensors";
        folder.folder.write("model.safetensors.index.json", nlohmann::json{{"weight_map", map}}.dump());
        return folder.openWith(folder.config.dump());
    };
    ModelFolder folder("llama");
    const auto opened = withIndex(folder, "model.layers.0.self_attn.rotary_emb.inv_freq");
    REQUIRE(opened.has_value());
    CHECK(folder.warnings.empty());
    ModelFolder whole("llama");
    CHECK(mismatch(logitsFor(*opened, kIds), logitsFor(whole.open().value(), kIds), 0.0) == "");
    ModelFolder other("llama");
    const auto refused = withIndex(other, "model.layers.7.mlp.up_proj.weight");
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().details == Names{"model.layers.7.mlp.up_proj.weight is not in 1.safetensors"});
}

TEST_CASE("tensor names: T5 with stored copies of the tied table", "[model]")
{
    const auto copies = [](ModelFolder& folder) {
        const auto table = folder.tensors.at("shared.weight");
        for (const char* name :
             {"encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "lm_head.weight"})
            folder.tensors[name] = table;
    };
    checkSame("t5", copies, {0, 7, 9});
    checkSame("t5",
              [&](ModelFolder& folder) {
                  copies(folder);
                  folder.tensors.erase("shared.weight");
              },
              {0, 7, 9});
}

TEST_CASE("tensor names: BART without prefix", "[model]")
{
    checkSame("bart",
              [](ModelFolder& folder) {
                  folder.rename([](const std::string& name) { return without("model.", name); });
              },
              {2, 7, 9});
}

TEST_CASE("tensor names: Llama with stored frequencies and without prefix", "[model]")
{
    checkSame("llama", [](ModelFolder& folder) {
        folder.rename([](const std::string& name) { return without("model.", name); });
        folder.tensors["layers.0.self_attn.rotary_emb.inv_freq"] = {{4}, {1, 0.1F, 0.01F, 0.001F}};
    });
}

TEST_CASE("tensor names: an unknown extra is a warning that names it", "[model]")
{
    ModelFolder folder("gpt2");
    folder.tensors["transformer.h.0.adapter.weight"] = {{1}, {0}};
    REQUIRE(folder.open());
    REQUIRE(folder.warnings.size() == 1);
    CHECK(folder.warnings.front().find("transformer.h.0.adapter.weight") != std::string::npos);
}

TEST_CASE("checkpoints: a model without a language-model head has no logits", "[model]")
{
    ModelFolder bert("bert");
    bert.rename([](const std::string& name) { return name.rfind("cls.", 0) == 0 ? std::string() : name; });
    const auto encoder = bert.open().value();
    CHECK_FALSE(encoder->hasLogits());
    CHECK(bert.warnings.size() == 1);

    ModelFolder llama("llama");
    llama.tensors.erase("lm_head.weight");
    const auto decoder = llama.open().value();
    CHECK_FALSE(decoder->hasLogits());

    RunRequest request;
    request.model = decoder;
    request.plan.sites = {Site::kWeights, Site::kFinal};
    request.plan.logits = LogitRows::kAll;
    request.lanes.push_back(prepareIds(*decoder, kIds, {}).value());
    const RunResult result = execute(request, {}).value();
    CHECK(result.traces.front().logits(0).size() == 0);
    CHECK(result.traces.front().stackMatrix(Site::kFinal, StackKind::kDecoder).rows() == 5);
}

TEST_CASE("checkpoints: half a masked-LM head is a fault, not no head", "[model]")
{
    ModelFolder folder("bert");
    folder.tensors.erase("cls.predictions.transform.LayerNorm.weight");
    const auto opened = folder.open();
    REQUIRE_FALSE(opened);
    CHECK(opened.error().describe().find("cls.predictions.transform.LayerNorm.weight is missing")
          != std::string::npos);
}

TEST_CASE("checkpoints: Marian with an embedding per stack", "[model]")
{
    // The paper's names are those of Marian, so its weights fit; only the positions differ.
    ModelFolder shared("paper-transformer");
    shared.config["model_type"] = "marian";
    const std::vector<TokenId> target = {0, 11, 12};
    const Matrix expected = logitsFor(shared.open().value(), kIds, target);

    ModelFolder own("paper-transformer");
    own.config["model_type"] = "marian";
    own.config.erase("position_embedding_type");
    own.config["share_encoder_decoder_embeddings"] = false;
    own.config["decoder_vocab_size"] = 90;
    ModelFolder::Tensor table = own.tensors.at("model.shared.weight");
    own.tensors.erase("model.shared.weight");
    own.tensors["model.encoder.embed_tokens.weight"] = table;
    table.shape[0] = 90;
    table.values.resize(90 * 32);
    own.tensors["model.decoder.embed_tokens.weight"] = table;
    const auto model = own.open();
    if (!model)
        FAIL(model.error().describe());
    CHECK(own.warnings == Names{});
    CHECK((*model)->spec().vocabulary == 90);
    CHECK(mismatch(logitsFor(*model, kIds, target), expected.leftCols(90), 1e-6) == "");
    // The encoder still knows its own last ids; the decoder does not.
    CHECK(prepareIds(**model, {95}, {0}));
    CHECK_FALSE(prepareIds(**model, {95}, {0, 95}));
}

} // namespace headlight::test
