// The meaning of config.json and checkpoints of encoders and encoder–decoders, beyond the reference folders.
#include "core/model/families/family.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/model_folder.h"

#include <cmath>

namespace headlight::test {

namespace {

using Json = nlohmann::json;

ArchSpec described(const std::string& family, const Json& config, std::vector<std::string>& faults)
{
    ConfigReader reader(config, "config.json");
    ArchSpec arch = findFamily(family)->describe(reader);
    faults = reader.faults();
    return arch;
}

ArchSpec sound(const std::string& family, const Json& config = Json::object())
{
    std::vector<std::string> faults;
    ArchSpec arch = described(family, config, faults);
    INFO(Json(faults).dump());
    REQUIRE(faults.empty());
    return arch;
}

/// The field named by the only error.
bool refuses(const std::string& family, const Json& config, const std::string& field)
{
    std::vector<std::string> faults;
    described(family, config, faults);
    INFO(Json(faults).dump());
    return faults.size() == 1 && faults.front().find(field) != std::string::npos;
}

} // namespace

TEST_CASE("families: defaults of the classes with an encoder and a decoder", "[model]")
{
    const ArchSpec m2m = sound("m2m_100");
    CHECK(m2m.vocabulary == 128112);
    CHECK(m2m.encoder->embeddingScale == 32.0F); // √1024
    CHECK(m2m.encoder->layers.front().feedForward.activation == Activation::kRelu);
    CHECK(m2m.encoder->positions.scheme == PositionScheme::kSinusoidalStretched);
    CHECK(m2m.decoder->positions.offset == 2);
    CHECK(m2m.encoder->placement == NormPlacement::kPre);
    const ArchSpec mbart = sound("mbart", {{"normalize_before", false}});
    CHECK(mbart.decoder->placement == NormPlacement::kPre); // the class has no other form
    CHECK(mbart.decoder->embeddingScale == 1.0F);
    CHECK(mbart.decoder->positions.offset == 2);
    const ArchSpec blenderbot = sound("blenderbot");
    CHECK(blenderbot.width == 2560);
    CHECK(blenderbot.encoder->layers.size() == 2);
    CHECK(blenderbot.decoder->layers.size() == 24);
    CHECK(blenderbot.decoder->layers.front().self.heads == 32);
    CHECK(blenderbot.encoder->positions.offset == 0);
    CHECK(blenderbot.encoder->positions.maximum == 128);
    CHECK(sound("pegasus").encoder->positions.scheme == PositionScheme::kSinusoidalHalves);
    CHECK(sound("pegasus").encoder->layers.front().feedForward.activation == Activation::kGelu);
    const ArchSpec umt5 = sound("umt5");
    CHECK(umt5.head.scale == Approx(1.0 / std::sqrt(512.0)));
    CHECK(umt5.encoder->layers.front().feedForward.gated);
    CHECK(umt5.encoder->layers.front().self.heads == 6);
    CHECK(sound("mt5").head.scale == 1.0F);
    CHECK(sound("mt5", {{"tie_word_embeddings", true}}).head.scale == umt5.head.scale);
    CHECK(findFamily("blenderbot")->tokens.encoderNgram == 3);
    CHECK(findFamily("pegasus")->tokens.forcedEnd == 1);
}

TEST_CASE("families: defaults of the encoders", "[model]")
{
    CHECK(sound("xlm-roberta").vocabulary == 30522);
    CHECK(sound("camembert").encoder->epsilon == 1e-12F);
    const ArchSpec albert = sound("albert");
    CHECK(albert.width == 4096);
    CHECK(albert.encoder->layers.size() == 12);
    CHECK(albert.encoder->layers.front().feedForward.activation == Activation::kGeluTanh);
    CHECK(sound("albert", {{"inner_group_num", 2}}).encoder->layers.size() == 24);
    const ArchSpec deberta = sound("deberta-v2");
    CHECK(deberta.encoder->epsilon == 1e-7F);
    CHECK(deberta.encoder->segments == 0);
    CHECK(deberta.encoder->positions.scheme == PositionScheme::kLearned);
    CHECK_FALSE(deberta.encoder->layers.front().self.disentangled);
    CHECK_FALSE(deberta.encoder->convolution);
    const ArchSpec modern = sound("modernbert");
    CHECK(modern.encoder->layers.size() == 22);
    CHECK(modern.encoder->layers[0].self.window == 0);
    CHECK(modern.encoder->layers[1].self.window == 65); // 64 on either side, and the token itself
    CHECK(modern.encoder->layers[3].self.window == 0);
    const ArchSpec mpnet = sound("mpnet");
    CHECK(mpnet.encoder->segments == 0);
    CHECK(mpnet.encoder->positions.offset == 2);
    CHECK(mpnet.encoder->layers.front().self.relative->buckets == 32);
}

TEST_CASE("families: DeBERTa's terms in all spellings", "[model]")
{
    Json config = {{"relative_attention", true}, {"pos_att_type", "P2C | c2p"}, {"position_buckets", 256}};
    const AttentionSpec both = sound("deberta-v2", config).encoder->layers.front().self;
    CHECK(both.scale == Approx(1.0 / std::sqrt(64.0 * 3.0)));
    CHECK(both.disentangled->span == 256);
    CHECK(both.disentangled->maxDistance == 512);
    config["pos_att_type"] = {"c2p"};
    config["position_buckets"] = -1;
    config["max_relative_positions"] = 20;
    const AttentionSpec one = sound("deberta-v2", config).encoder->layers.front().self;
    CHECK(one.scale == Approx(1.0 / std::sqrt(64.0 * 2.0)));
    CHECK(one.disentangled->contentToPosition);
    CHECK_FALSE(one.disentangled->positionToContent);
    CHECK(one.disentangled->span == 20);
    config["relative_attention"] = false; // scores are still divided by the number of listed terms
    CHECK_FALSE(sound("deberta-v2", config).encoder->layers.front().self.disentangled);
    CHECK(sound("deberta-v2", config).encoder->layers.front().self.scale == one.scale);
    CHECK(sound("deberta-v2", {{"conv_kernel_size", 3}}).encoder->convolution->activation
          == Activation::kTanh);
}

TEST_CASE("families: ModernBERT's layers by their types, and newer names of the bases", "[model]")
{
    const Json config = {{"num_hidden_layers", 2},
                         {"hidden_size", 16},
                         {"num_attention_heads", 2},
                         {"layer_types", {"sliding_attention", "full_attention"}},
                         {"rope_parameters",
                          {{"full_attention", {{"rope_type", "default"}, {"rope_theta", 100.0}}},
                           {"sliding_attention", {{"rope_type", "default"}, {"rope_theta", 16.0}}}}}};
    const ArchSpec arch = sound("modernbert", config);
    CHECK(arch.encoder->layers[0].self.window == 65);
    CHECK(arch.encoder->layers[0].self.rotary->inverseFrequencies[1] == Approx(0.5)); // 16^(-1/4)
    CHECK(arch.encoder->layers[1].self.window == 0);
    CHECK(arch.encoder->layers[1].self.rotary->inverseFrequencies[2] == Approx(0.1));
    const ArchSpec same = sound("modernbert", {{"local_rope_theta", nullptr}});
    CHECK(same.encoder->layers[1].self.rotary->inverseFrequencies
          == same.encoder->layers[0].self.rotary->inverseFrequencies);
}

TEST_CASE("families: a refusal names the feature that the engine lacks", "[model]")
{
    CHECK(refuses("deberta-v2", {{"pos_att_type", {"c2p", "p2p"}}}, "pos_att_type"));
    CHECK(refuses("deberta-v2", {{"norm_rel_ebd", "batch_norm"}}, "norm_rel_ebd"));
    CHECK(refuses("deberta-v2", {{"conv_kernel_size", 4}}, "conv_kernel_size"));
    CHECK(refuses("deberta-v2", {{"conv_kernel_size", 3}, {"conv_groups", 2}}, "conv_groups"));
    CHECK(refuses("deberta-v2", {{"attention_head_size", 32}}, "attention_head_size"));
    CHECK(refuses("albert", {{"position_embedding_type", "relative_key"}}, "position_embedding_type"));
    CHECK(refuses("albert", {{"num_hidden_groups", 13}}, "num_hidden_groups"));
    CHECK(refuses("mpnet", {{"relative_attention_num_buckets", 16}}, "relative_attention_num_buckets"));
    CHECK(refuses("modernbert", {{"rope_scaling", {{"rope_type", "linear"}}}}, "rope_scaling"));
    CHECK(refuses("modernbert", {{"layer_types", {"full_attention"}}}, "layer_types"));
    CHECK(refuses("m2m_100", {{"d_model", 2}, {"encoder_attention_heads", 1}, {"decoder_attention_heads", 1}},
                  "d_model"));
    CHECK(refuses("camembert", {{"is_decoder", true}}, "is_decoder"));
}

} // namespace headlight::test
