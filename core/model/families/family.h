#pragma once

#include "core/model/binder.h"
#include "core/model/config_reader.h"
#include "core/model/generation_settings.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A model family: a mapping from its config.json and tensor names to the engine's blocks. To add one, write
/// families/NAME.cpp, declare it here and add it to the array in registry.cpp.
struct Family
{
    std::string_view modelType; ///< "model_type" in config.json
    /// The architecture; faults go to the reader.
    ArchSpec (*describe)(ConfigReader& config);
    /// The weights in their places; faults go to the binder. The head's projection is empty if the checkpoint
    /// has no language-model head.
    ModelWeights (*bind)(Binder& binder, ConfigReader& config, const ArchSpec& arch);
    TokenDefaults tokens = {};
    std::string_view quantised = {}; ///< "quant_method" of quantised checkpoints it reads; empty = none
};

/// "model_type" of a config.json, or the known type that its first "architectures" begins with
/// ("BertForMaskedLM"); empty if there is none.
std::optional<std::string> modelTypeOf(const nlohmann::json& config);
/// nullptr if the type is unknown.
const Family* findFamily(std::string_view modelType);
/// All known types, for messages and the model panel.
std::vector<std::string> knownFamilies();

/// Description of a family.
struct FamilyFacts
{
    std::string_view modelType;
    std::string_view stacks; ///< "encoder", "decoder" or "encoder-decoder"
    std::string_view features; ///< special features; may be empty
};
std::vector<FamilyFacts> familyFacts();

/// A separate namespace: other lists of families use the same names.
namespace families {

extern const Family kVaswani, kMarian, kBart, kMbart, kPegasus, kBlenderbot, kM2m100, kT5, kMt5, kUmt5, kGpt2,
    kGptNeo, kGptNeoX, kOpt, kLlama, kMistral, kQwen2, kQwen3, kPhi3, kGemma, kGemma2, kBloom, kFalcon, kMpt,
    kGptj, kGptBigCode, kPhi, kStableLm, kStarcoder2, kOlmo2, kGemma3Text, kGemma3, kCohere, kGranite,
    kSmolLm3, kMixtral, kQwen2Moe, kQwen3Moe, kGptOss, kBert, kRoberta, kXlmRoberta, kCamembert, kDistilBert,
    kElectra, kAlbert, kDebertaV2, kModernBert, kMpnet, kTransformerLens;

} // namespace families

/// "relu", "gelu", "gelu_new", "silu", … as in config.json; any other value is a fault.
Activation readActivation(ConfigReader& config, ConfigReader::Names names, const std::string& fallback);
/// The same for a name from elsewhere; `field` is used in the message.
Activation activationNamed(ConfigReader& config, std::string_view field, const std::string& name);
/// width / heads; a fault if it is not a whole number.
int headWidth(ConfigReader& config, int width, int heads, std::string_view headsField);
/// Self-attention as in the paper: as many key/value heads as heads, and scores × 1/√headWidth.
AttentionSpec plainAttention(int heads, int headWidth, bool causal);
/// A learned position table of `length` rows after `offset` extra ones.
PositionSpec learnedPositions(int length, int offset = 0);
/// Reports a fault if this flag is set: it changes the computation in a way that the engine does not support.
void refuseFlag(ConfigReader& config, std::string_view field);

/// The embedding of both stacks. Some checkpoints store only one of the tied copies.
WeightMatrix bindSharedEmbedding(Binder& binder, const ArchSpec& arch);

/// The projection to the vocabulary: the embedding's own numbers if tied, otherwise the tensor of that name
/// [vocabulary × width], or nothing if the checkpoint has none.
WeightMatrix bindProjection(Binder& binder, std::string_view name, const ArchSpec& arch,
                            const WeightMatrix& embedding, bool tied);

/// A mixture with the number of experts given by a field of `count`, of which num_experts_per_tok (or
/// experts_per_token) run per token; a fault if there are fewer.
ExpertsSpec readExperts(ConfigReader& config, ConfigReader::Names count, int experts, int perToken);

/// Gives experts to the layers selected by Qwen's configuration: every decoder_sparse_step-th layer that
/// mlp_only_layers does not list. The others keep their feed-forward. `expert` describes one expert.
void setSparseLayers(ConfigReader& config, StackSpec& stack, const ExpertsSpec& experts,
                     const FeedForwardSpec& expert);

/// Qwen's names below `prefix` = "layers.N": mlp.gate (the router) and mlp.experts.E.{gate,up,down}_proj.
ExpertsWeights bindQwenExperts(Binder& binder, const std::string& prefix, const LayerSpec& spec, Index width);

/// The queries, then the keys, then as many values of one fused projection. Nothing is copied.
void splitProjection(const Linear& fused, Index queries, Index keys, AttentionWeights& weights);

/// Queries, keys and values of one fused projection NAME.weight whose output rows are ordered by group: the
/// queries of a key/value head's group, its key, its value (GPT-NeoX, BLOOM, Falcon, GPT-BigCode). With as
/// many key/value heads as heads: [head, (q|k|v), headWidth]; with one: all queries, the key, the value.
void bindGroupedProjection(Binder& binder, const std::string& name, const AttentionSpec& spec, Index width,
                           bool bias, AttentionWeights& weights);

} // namespace headlight
