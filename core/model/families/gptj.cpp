// GPT-J: attention and feed-forward in parallel after one norm; the first dimensions of every head are
// rotated in neighbouring pairs.
#include "core/model/families/family.h"

#include <cmath>
#include <memory>
#include <string>

namespace headlight {

namespace {

std::shared_ptr<const RotarySpec> readGptjRotation(ConfigReader& config, int headWidth)
{
    if (config.isNull("rotary_dim")) {
        config.fault("rotary_dim", "found null, expected the number of a head's dimensions that rotate");
        return nullptr;
    }
    const int turning = config.integer({"rotary_dim"}, 64, 2, 1 << 14);
    if (turning > headWidth || turning % 2 != 0)
        config.fault("rotary_dim",
                     "found " + std::to_string(turning) + ", expected an even number up to "
                         + std::to_string(headWidth) + ", the width of a head");
    auto rotary = std::make_shared<RotarySpec>();
    rotary->interleaved = true;
    for (int i = 0; i < turning; i += 2)
        rotary->inverseFrequencies.push_back(
            static_cast<float>(std::pow(10000.0, -static_cast<double>(i) / static_cast<double>(turning))));
    return rotary;
}

ArchSpec describeGptj(ConfigReader& config)
{
    ArchSpec arch;
    arch.width = config.integer({"n_embd", "hidden_size"}, 4096, 1, 1 << 16);
    arch.vocabulary = config.integer({"vocab_size"}, 50400);
    const int layers = config.integer({"n_layer", "num_hidden_layers"}, 28, 1, 1024);
    const int heads = config.integer({"n_head", "num_attention_heads"}, 16, 1, 4096);

    LayerSpec layer;
    layer.self = plainAttention(heads, headWidth(config, arch.width, heads, "n_head"), true);
    layer.self.rotary = readGptjRotation(config, layer.self.headWidth);
    layer.feedForward.activation = readActivation(config, {"activation_function"}, "gelu_new");
    layer.feedForward.width = config.integer({"n_inner"}, 4 * arch.width);
    config.expectFlag("scale_attn_weights", true);
    config.expectFlag("rotary", true);

    StackSpec& stack = arch.decoder.emplace();
    stack.kind = StackKind::kDecoder;
    stack.layers.assign(static_cast<std::size_t>(layers), layer);
    stack.epsilon = config.epsilon({"layer_norm_epsilon"}, 1e-5F);
    stack.placement = NormPlacement::kPre;
    stack.parallelResidual = true;
    stack.positions.trained = config.integer({"n_positions", "max_position_embeddings"}, 2048, 1, 1 << 28);
    arch.head.present = true;
    return arch;
}

LayerWeights bindGptjLayer(Binder& binder, const std::string& prefix, const LayerSpec& spec, Index width)
{
    const auto square
        = [&](const char* name) { return binder.linear(prefix + name, width, width, Binder::Bias::kNone); };
    const Index hidden = spec.feedForward.width;
    LayerWeights layer;
    layer.self.query = square(".attn.q_proj");
    layer.self.key = square(".attn.k_proj");
    layer.self.value = square(".attn.v_proj");
    layer.self.output = square(".attn.out_proj");
    layer.selfNorm = binder.norm(prefix + ".ln_1", width, true);
    layer.feedForward.up = binder.linear(prefix + ".mlp.fc_in", hidden, width, Binder::Bias::kRequired);
    layer.feedForward.down = binder.linear(prefix + ".mlp.fc_out", width, hidden, Binder::Bias::kRequired);
    return layer;
}

ModelWeights bindGptj(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"transformer.", ""});
    const StackSpec& spec = *arch.decoder;
    ModelWeights weights;
    StackWeights& stack = weights.decoder.emplace();
    stack.embedding = binder.weight("wte.weight", arch.vocabulary, arch.width);
    for (std::size_t i = 0; i < spec.layers.size() && !binder.stopped(); ++i)
        stack.layers.push_back(bindGptjLayer(binder, "h." + std::to_string(i), spec.layers[i], arch.width));
    stack.finalNorm = binder.norm("ln_f", arch.width, true);
    Linear& projection = weights.head.projection;
    projection.weight = bindProjection(binder, "lm_head.weight", arch, stack.embedding,
                                       config.flag({"tie_word_embeddings"}, false));
    if (projection.present())
        projection.bias = binder.vector("lm_head.bias", arch.vocabulary);
    return weights;
}

} // namespace

const Family families::kGptj{"gptj", describeGptj, bindGptj, {.begin = 50256, .end = 50256}};

} // namespace headlight
