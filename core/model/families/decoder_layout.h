#pragma once

#include "core/model/families/family.h"

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Shared by gpt2, gpt_bigcode, gpt_neo, gptj, gpt_neox, bloom, falcon, mpt and opt: decoders of equal layers
/// with norms before the sub-layers, whose fields and tensors have other names in every family.

/// A field of config.json under all its names, and its value if it is absent. The names are a list that lives
/// no longer than the expression it stands in: pass it on at once, never keep it.
struct NamedSize
{
    ConfigReader::Names names = {};
    int fallback = 0;
};

struct DecoderFields
{
    NamedSize width = {}, layers = {}, heads = {};
    int vocabulary = 0; ///< vocab_size, if it is absent
    std::string_view activation = {}; ///< empty = the family sets it
    std::string usualActivation = {};
    std::string_view feedForward = {}; ///< empty = always the usual width
    int usualFeedForward = 0; ///< 0 = four times the model's width
    std::string_view epsilon = {}; ///< empty = the engine's own
};
/// The sizes, with plain causal attention in every layer; the family adds what is its own.
ArchSpec describeDecoder(ConfigReader& config, const DecoderFields& fields);

/// Names of the tensors; those of a layer follow its own name. Defaults: GPT-2's.
struct DecoderNames
{
    std::vector<std::string> prefixes = {"transformer.", ""}; ///< before all names, as they are tried
    std::string embedding = "wte.weight";
    Index embedded = 0; ///< width of the embeddings; 0 = the model's
    std::string positions = "wpe.weight"; ///< if they are learned
    std::string embeddingNorm = {}; ///< empty = none
    std::string layers = "h.";
    std::string finalNorm = "ln_f"; ///< empty = none
    std::string head = "lm_head.weight";
    bool tied = true; ///< unless tie_word_embeddings says otherwise

    enum class Fused : unsigned char { kNo, kWhole, kGrouped };
    Fused fused = Fused::kGrouped; ///< how one projection contains queries, keys and values
    std::string query = ".attn.c_attn"; ///< or the fused one
    std::string key = {}, value = {};
    std::string output = ".attn.c_proj";
    std::string selfNorm = ".ln_1";
    std::string up = ".mlp.c_fc", down = ".mlp.c_proj";
    std::string feedForwardNorm = ".ln_2"; ///< empty = none
    bool inputBias = true, outputBias = true, feedForwardBias = true, normBias = true;
    bool normGain = true; ///< otherwise norms have no parameters
    bool transposed = false; ///< [in × out], as GPT-2's Conv1D
};
ModelWeights bindDecoder(Binder& binder, ConfigReader& config, const ArchSpec& arch,
                         const DecoderNames& names);

} // namespace headlight
