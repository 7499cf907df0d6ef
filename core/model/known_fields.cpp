#include "core/model/known_fields.h"

#include <algorithm>
#include <array>
#include <span>

namespace headlight {

namespace {

constexpr std::string_view kBookkeeping = "says where the model comes from";
constexpr std::string_view kTraining = "matters in training only";
constexpr std::string_view kSpeed = "says how to compute, not what";
constexpr std::string_view kOtherHead = "belongs to a head for another task";
constexpr std::string_view kOutputs = "says what a call returns";
constexpr std::string_view kStrategy = "chooses a decoding strategy; the options do that here";
constexpr std::string_view kTokens = "is known to the tokenizer";
constexpr std::string_view kImages = "reads images, of which the family's warning speaks";
constexpr std::string_view kBuffer = "is a buffer that follows from config.json";

struct KnownName
{
    std::string_view name; ///< * at the start or end matches any text there; * at both matches anywhere
    std::string_view why;
};

constexpr auto kFields = std::to_array<KnownName>({
    {"*dropout*", kTraining},
    {"*_pdrop", kTraining},
    {"*layerdrop", kTraining},
    {"classif_*", kOtherHead},
    {"classifier_*", kOtherHead},
    {"pooler_*", kOtherHead},
    {"summary_*", kOtherHead},
    {"_attn_implementation*", kSpeed},
    {"_commit_hash", kBookkeeping},
    {"_name_or_path", kBookkeeping},
    {"_num_labels", kOtherHead},
    {"architectures", kBookkeeping},
    {"attention_softmax_in_fp32", kSpeed},
    {"attn_implementation", kSpeed},
    {"auto_map", kBookkeeping},
    {"cache_implementation", kSpeed},
    {"chunk_size_feed_forward", kSpeed},
    {"cls_token_id", kTokens},
    {"directionality", "is read by no class of transformers"},
    {"diversity_penalty", kStrategy},
    {"do_sample", kStrategy},
    {"dtype", kBookkeeping},
    {"early_stopping", kStrategy},
    {"finetuning_task", kOtherHead},
    {"gradient_checkpointing", kTraining},
    {"id2label", kOtherHead},
    {"init_std", kTraining},
    {"initializer_factor", kTraining},
    {"initializer_range", kTraining},
    {"is_encoder_decoder", "follows from model_type"},
    {"is_llama_config", kBookkeeping},
    {"label2id", kOtherHead},
    {"label_smoothing", kTraining},
    {"length_penalty", kStrategy},
    {"mask_token_id", kTokens},
    {"max_length", kStrategy},
    {"max_new_tokens", kStrategy},
    {"min_length", kStrategy},
    {"model_max_length", kTokens},
    {"model_type", "chose the family"},
    {"n_special", "is read by no class of transformers"},
    {"name_or_path", kBookkeeping},
    {"num_beam_groups", kStrategy},
    {"num_beams", kStrategy},
    {"num_labels", kOtherHead},
    {"num_return_sequences", kStrategy},
    {"output_attentions", kOutputs},
    {"output_hidden_states", kOutputs},
    {"output_past", kOutputs},
    {"output_router_logits", kOutputs},
    {"output_scores", kOutputs},
    {"predict_special_tokens", "is read by no class of transformers"},
    {"prefix", "is put before the text by pipelines only"},
    {"pretraining_tp", kSpeed},
    {"problem_type", kOtherHead},
    {"processor_class", kBookkeeping},
    {"pruned_heads", "shows in the shapes of the tensors"},
    {"remove_invalid_values", kStrategy},
    {"reorder_and_upcast_attn", kSpeed},
    {"repetition_penalty", kStrategy},
    {"return_dict", kOutputs},
    {"return_dict_in_generate", kOutputs},
    {"router_aux_loss_coef", kTraining},
    {"router_jitter_noise", kTraining},
    {"save_step", kBookkeeping},
    {"sep_token_id", kTokens},
    {"task_specific_params", kStrategy},
    {"temperature", kStrategy},
    {"tf_legacy_loss", kTraining},
    {"tie_encoder_decoder", "shows in the tensors"},
    {"tokenizer_class", kTokens},
    {"top_k", kStrategy},
    {"top_p", kStrategy},
    {"torch_dtype", kBookkeeping},
    {"torchscript", kSpeed},
    {"transformers_version", kBookkeeping},
    {"transformers_weights", kBookkeeping},
    {"typical_p", kStrategy},
    {"unk_token_id", kTokens},
    {"unsloth_*", kBookkeeping},
    {"use_bfloat16", kSpeed},
    {"use_cache", kSpeed},
    {"use_return_dict", kOutputs},
});

constexpr auto kTensors = std::to_array<KnownName>({
    {"*attn.bias", kBuffer}, // GPT-2's causal mask
    {"*attn.masked_bias", kBuffer},
    {"*attention.bias", kBuffer},
    {"*attention.masked_bias", kBuffer},
    {"*rotary_emb.inv_freq", kBuffer},
    {"*position_ids", kBuffer},
    {"*embed_positions.weights", kBuffer}, // sinusoids
    {"*_float_tensor", kBuffer}, // fairseq's way of storing a dtype
    {"*vision_tower.*", kImages},
    {"*multi_modal_projector.*", kImages},
    {"*pooler.dense.weight", kOtherHead},
    {"*pooler.dense.bias", kOtherHead},
    {"*seq_relationship.weight", kOtherHead},
    {"*seq_relationship.bias", kOtherHead},
    {"discriminator_predictions.*", kOtherHead}, // ELECTRA's: predicts which words were replaced
    {"mask_predictions.*", kOtherHead}, // DeBERTa v3's, likewise
});

bool matchesName(std::string_view pattern, std::string_view name)
{
    const bool front = pattern.front() == '*';
    const bool back = pattern.back() == '*';
    const std::string_view word
        = pattern.substr(front ? 1 : 0, pattern.size() - (front ? 1 : 0) - (back ? 1 : 0));
    if (front && back)
        return name.find(word) != std::string_view::npos;
    return front ? name.ends_with(word) : back ? name.starts_with(word) : name == word;
}

std::string_view whyKnown(std::span<const KnownName> table, std::string_view name)
{
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const KnownName& entry) { return matchesName(entry.name, name); });
    return found == table.end() ? std::string_view() : found->why;
}

} // namespace

std::string_view whyFieldIsHarmless(std::string_view field)
{
    return whyKnown(kFields, field);
}

std::string_view whyTensorIsHarmless(std::string_view name)
{
    return whyKnown(kTensors, name);
}

} // namespace headlight
