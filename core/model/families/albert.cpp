// ALBERT: BERT whose layers share their weights, with a separate width for embeddings.
#include "core/model/families/bert_layout.h"

#include <vector>

namespace headlight {

namespace {

ArchSpec describeAlbert(ConfigReader& config)
{
    ArchSpec arch = describeBertLayout(
        config,
        {.vocabulary = 30000, .width = 4096, .heads = 64, .feedForward = 16384, .activation = "gelu_new"});
    const int groups = config.integer({"num_hidden_groups"}, 1, 1, 1024);
    const auto layers = static_cast<int>(arch.encoder->layers.size());
    if (groups > layers)
        config.fault("num_hidden_groups", "found ", groups, ", expected at most the number of layers, ",
                     layers);
    const int inner = config.integer({"inner_group_num"}, 1, 1, 64);
    // One step through a group consists of `inner` layers.
    const LayerSpec layer = arch.encoder->layers.front();
    arch.encoder->layers.assign(static_cast<std::size_t>(layers) * static_cast<std::size_t>(inner), layer);
    config.consider({"down_scale_factor", "gap_size", "layers_to_keep", "net_structure_type",
                     "num_memory_blocks"}); // of early files; no class reads them
    arch.encoder->positions = learnedPositions(config.integer({"max_position_embeddings"}, 512));
    arch.head.activation = layer.feedForward.activation;
    return arch;
}

/// All steps, each with the weights of its group.
std::vector<LayerWeights> bindAlbertLayers(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    const auto groups = static_cast<std::size_t>(config.integer({"num_hidden_groups"}, 1, 1, 1024));
    const auto inner = static_cast<std::size_t>(config.integer({"inner_group_num"}, 1, 1, 64));
    const BertLayerNames names{.query = ".attention.query",
                               .key = ".attention.key",
                               .value = ".attention.value",
                               .output = ".attention.dense",
                               .selfNorm = ".attention.LayerNorm",
                               .up = ".ffn",
                               .down = ".ffn_output",
                               .feedForwardNorm = ".full_layer_layer_norm"};
    std::vector<std::vector<LayerWeights>> stored(groups);
    for (std::size_t group = 0; group < groups && !binder.stopped(); ++group)
        for (std::size_t one = 0; one < inner; ++one)
            stored[group].push_back(bindBertLayer(
                binder, arch, names, concat("encoder.albert_layer_groups.", group, ".albert_layers.", one)));
    std::vector<LayerWeights> layers;
    const std::size_t steps = arch.encoder->layers.size() / inner;
    for (std::size_t step = 0; step < steps; ++step)
        for (const LayerWeights& one : stored[step * groups / steps])
            layers.push_back(one);
    return layers;
}

ModelWeights bindAlbert(Binder& binder, ConfigReader& config, const ArchSpec& arch)
{
    binder.setPrefixes({"albert.", ""});
    const int embedding = config.integer({"embedding_size"}, 128, 1, 1 << 16);
    ModelWeights weights;
    weights.encoder = bindBertEmbeddings(binder, arch, embedding);
    weights.encoder->projectIn = binder.linear("encoder.embedding_hidden_mapping_in", arch.width, embedding,
                                               Binder::Bias::kRequired);
    weights.encoder->layers = bindAlbertLayers(binder, config, arch);
    // Heads for other tasks.
    for (const char* const other : {"pooler.weight", "pooler.bias", "sop_classifier.classifier.weight",
                                    "sop_classifier.classifier.bias"})
        binder.ignore(other);
    weights.head = bindMaskedHead(binder, config, arch,
                                  {"predictions.dense",
                                   "predictions.LayerNorm",
                                   "predictions.decoder.weight",
                                   {"predictions.bias", "predictions.decoder.bias"}},
                                  weights.encoder->embedding);
    return weights;
}

} // namespace

const Family families::kAlbert{"albert", describeAlbert, bindAlbert, {.begin = 2, .end = 3, .pad = 0}};

} // namespace headlight
