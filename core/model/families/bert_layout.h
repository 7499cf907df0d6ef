#pragma once

#include "core/model/families/family.h"

namespace headlight {

/// Shared by bert, roberta, xlm-roberta, camembert, electra, distilbert, albert, mpnet and deberta-v2:
/// encoder-only, a norm after every sum, a masked-LM head with an extra dense layer.

/// Defaults that differ between the families' configuration classes.
struct BertDefaults
{
    int vocabulary = 30522;
    int width = 768;
    int layers = 12;
    int heads = 12;
    int feedForward = 3072;
    std::string activation = "gelu";
    int segments = 2; ///< type_vocab_size
    float epsilon = 1e-12F;
};
/// The stack of all families but distilbert, without positions, which differ.
ArchSpec describeBertLayout(ConfigReader& config, const BertDefaults& defaults);

/// Names of a layer's parts, after the layer's prefix.
struct BertLayerNames
{
    std::string layers = "encoder.layer.";
    std::string query = ".attention.self.query";
    std::string key = ".attention.self.key";
    std::string value = ".attention.self.value";
    std::string output = ".attention.output.dense";
    std::string selfNorm = ".attention.output.LayerNorm";
    std::string up = ".intermediate.dense";
    std::string down = ".output.dense";
    std::string feedForwardNorm = ".output.LayerNorm";
};
/// embedding: width of the embeddings; equals the model's width unless a projection follows.
StackWeights bindBertStack(Binder& binder, const ArchSpec& arch, const BertLayerNames& names,
                           Index embedding);
/// Its parts: embeddings with their norm, and one layer whose tensors begin with `prefix`.
StackWeights bindBertEmbeddings(Binder& binder, const ArchSpec& arch, Index embedding);
LayerWeights bindBertLayer(Binder& binder, const ArchSpec& arch, const BertLayerNames& names,
                           const std::string& prefix);
/// RoBERTa's positions: learned, counted over the ids that are not padding, starting at the pad id.
void setRobertaPositions(ConfigReader& config, ArchSpec& arch);

/// Names of the masked-LM head's parts. There is no head if the checkpoint lacks its dense layer.
struct MaskedHeadNames
{
    std::string dense = "cls.predictions.transform.dense";
    std::string norm = "cls.predictions.transform.LayerNorm";
    std::string projection = "cls.predictions.decoder.weight"; ///< full name of a tensor
    /// Full names; the first one present counts.
    std::vector<std::string> biases = {"cls.predictions.bias", "cls.predictions.decoder.bias"};
};
HeadWeights bindMaskedHead(Binder& binder, ConfigReader& config, const ArchSpec& arch,
                           const MaskedHeadNames& names, const WeightMatrix& embedding);

} // namespace headlight
