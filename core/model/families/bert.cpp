// BERT, and ELECTRA and DistilBERT, which change its embeddings, its head or its names.
#include "core/model/families/bert_layout.h"

namespace headlight {

namespace {

ArchSpec describeBert(ConfigReader& config)
{
    ArchSpec arch = describeBertLayout(config, {});
    arch.encoder->positions = learnedPositions(config.integer({"max_position_embeddings"}, 512));
    arch.head.activation = arch.encoder->layers.front().feedForward.activation;
    return arch;
}

ModelWeights bindBert(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"bert.", ""});
    ModelWeights weights;
    weights.encoder = bindBertStack(binder, arch, {}, arch.width);
    weights.head = bindMaskedHead(binder, config, arch, {}, weights.encoder->embedding);
    return weights;
}

// ELECTRA: a separate width for embeddings, projected once before the first layer. The generator has a
// masked-LM head; the discriminator opens without logits.
ArchSpec describeElectra(ConfigReader& config)
{
    ArchSpec arch = describeBertLayout(config, {.width = 256, .heads = 4, .feedForward = 1024});
    arch.encoder->positions = learnedPositions(config.integer({"max_position_embeddings"}, 512));
    arch.head.activation = Activation::kGelu; // whatever hidden_act says
    return arch;
}

ModelWeights bindElectra(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"electra.", ""});
    const Index embedding = config.integer({"embedding_size"}, 128, 1, 1 << 16);
    ModelWeights weights;
    weights.encoder = bindBertStack(binder, arch, {}, embedding);
    if (embedding != arch.width)
        weights.encoder->projectIn
            = binder.linear("embeddings_project", arch.width, embedding, Binder::Bias::kRequired);
    weights.head = bindMaskedHead(binder, config, arch,
                                  {"generator_predictions.dense",
                                   "generator_predictions.LayerNorm",
                                   "generator_lm_head.weight",
                                   {"generator_lm_head.bias"}},
                                  weights.encoder->embedding);
    return weights;
}

// DistilBERT: BERT without segments, with its own tensor names.
ArchSpec describeDistilBert(ConfigReader& config)
{
    ArchSpec arch;
    arch.width = config.integer({"dim", "hidden_size"}, 768, 1, 1 << 16);
    arch.vocabulary = config.integer({"vocab_size"}, 30522);
    const int layers = config.integer({"n_layers", "num_hidden_layers"}, 6, 1, 1024);
    const int heads = config.integer({"n_heads", "num_attention_heads"}, 12, 1, 4096);

    LayerSpec layer;
    layer.self = plainAttention(heads, headWidth(config, arch.width, heads, "n_heads"), false);
    layer.feedForward.activation = readActivation(config, {"activation"}, "gelu");
    layer.feedForward.width = config.integer({"hidden_dim"}, 3072);

    StackSpec& stack = arch.encoder.emplace();
    stack.kind = StackKind::kEncoder;
    stack.layers.assign(static_cast<std::size_t>(layers), layer);
    stack.epsilon = 1e-12F;
    // Sinusoids (sinusoidal_pos_embds) are stored as a table too.
    config.consider({"sinusoidal_pos_embds"});
    config.expect("tie_weights_", true);
    stack.positions = learnedPositions(config.integer({"max_position_embeddings"}, 512));
    arch.head.present = arch.head.transform = true;
    arch.head.activation = layer.feedForward.activation;
    return arch;
}

ModelWeights bindDistilBert(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"distilbert.", ""});
    ModelWeights weights;
    weights.encoder = bindBertStack(binder, arch,
                                    {.layers = "transformer.layer.",
                                     .query = ".attention.q_lin",
                                     .key = ".attention.k_lin",
                                     .value = ".attention.v_lin",
                                     .output = ".attention.out_lin",
                                     .selfNorm = ".sa_layer_norm",
                                     .up = ".ffn.lin1",
                                     .down = ".ffn.lin2",
                                     .feedForwardNorm = ".output_layer_norm"},
                                    arch.width);
    weights.head = bindMaskedHead(
        binder, config, arch,
        {"vocab_transform", "vocab_layer_norm", "vocab_projector.weight", {"vocab_projector.bias"}},
        weights.encoder->embedding);
    return weights;
}

} // namespace

const Family families::kBert{"bert", describeBert, bindBert, {.pad = 0}};
const Family families::kElectra{"electra", describeElectra, bindElectra, {.pad = 0}};
const Family families::kDistilBert{"distilbert", describeDistilBert, bindDistilBert, {.pad = 0}};

} // namespace headlight
