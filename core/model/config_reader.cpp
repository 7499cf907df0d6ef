#include "core/model/config_reader.h"

#include "core/io/json_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

namespace headlight {

namespace {

/// Names and why they are harmless. * at the start or end of a name matches any text there.
struct KnownNames
{
    std::string_view why;
    std::vector<std::string_view> names;
};

const std::vector<KnownNames>& knownFields()
{
    static const std::vector<KnownNames> kFields{
        {"matters in training only",
         {"*dropout*", "*_pdrop", "*layerdrop", "gradient_checkpointing", "init_std", "initializer_factor",
          "initializer_range", "label_smoothing", "router_aux_loss_coef", "router_jitter_noise",
          "tf_legacy_loss"}},
        {"belongs to a head for another task",
         {"classif_*", "classifier_*", "pooler_*", "summary_*", "_num_labels", "finetuning_task", "id2label",
          "label2id", "num_labels", "problem_type"}},
        {"says how to compute, not what",
         {"_attn_implementation*", "attention_softmax_in_fp32", "attn_implementation", "cache_implementation",
          "chunk_size_feed_forward", "pretraining_tp", "reorder_and_upcast_attn", "torchscript",
          "use_bfloat16", "use_cache"}},
        {"says where the model comes from",
         {"_commit_hash", "_name_or_path", "architectures", "auto_map", "dtype", "is_llama_config",
          "name_or_path", "processor_class", "save_step", "torch_dtype", "transformers_version",
          "transformers_weights", "unsloth_*"}},
        {"is known to the tokenizer",
         {"cls_token_id", "mask_token_id", "model_max_length", "sep_token_id", "tokenizer_class",
          "unk_token_id"}},
        {"is read by no class of transformers", {"directionality", "n_special", "predict_special_tokens"}},
        {"chooses a decoding strategy; the options do that here",
         {"diversity_penalty", "do_sample", "early_stopping", "length_penalty", "max_length",
          "max_new_tokens", "min_length", "num_beam_groups", "num_beams", "num_return_sequences",
          "remove_invalid_values", "repetition_penalty", "task_specific_params", "temperature", "top_k",
          "top_p", "typical_p"}},
        {"follows from model_type", {"is_encoder_decoder"}},
        {"chose the family", {"model_type"}},
        {"says what a call returns",
         {"output_attentions", "output_hidden_states", "output_past", "output_router_logits", "output_scores",
          "return_dict", "return_dict_in_generate", "use_return_dict"}},
        {"is put before the text by pipelines only", {"prefix"}},
        {"shows in the shapes of the tensors", {"pruned_heads"}},
        {"shows in the tensors", {"tie_encoder_decoder"}},
    };
    return kFields;
}

const std::vector<KnownNames>& knownTensors()
{
    // Buffers: GPT-2's causal mask, sinusoids, fairseq's way of storing a dtype. The last two heads are those
    // of ELECTRA and of DeBERTa v3.
    static const std::vector<KnownNames> kTensors{
        {"is a buffer that follows from config.json",
         {"*attn.bias", "*attn.masked_bias", "*attention.bias", "*attention.masked_bias",
          "*rotary_emb.inv_freq", "*position_ids", "*embed_positions.weights", "*_float_tensor"}},
        {"reads images, of which the family's warning speaks",
         {"*vision_tower.*", "*multi_modal_projector.*"}},
        {"belongs to a head for another task",
         {"*pooler.dense.weight", "*pooler.dense.bias", "*seq_relationship.weight", "*seq_relationship.bias",
          "discriminator_predictions.*", "mask_predictions.*"}},
    };
    return kTensors;
}

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

std::string_view whyKnown(const std::vector<KnownNames>& table, std::string_view name)
{
    for (const KnownNames& known : table)
        if (std::ranges::any_of(known.names, [&](std::string_view each) { return matchesName(each, name); }))
            return known.why;
    return {};
}

} // namespace

std::string_view whyFieldIsHarmless(std::string_view field)
{
    return whyKnown(knownFields(), field);
}

std::string_view whyTensorIsHarmless(std::string_view name)
{
    return whyKnown(knownTensors(), name);
}

ConfigReader::ConfigReader(const nlohmann::json& root, std::string file)
    : m_report(std::move(file))
    , m_fields(root, {}, m_report)
{ }

std::string_view ConfigReader::chosen(Names names) const
{
    std::string_view first;
    const nlohmann::json* counts = nullptr;
    for (const std::string_view name : names) {
        const nlohmann::json* const found = findField(m_fields.tree(), name);
        if (!found || !counts || *found == *counts)
            m_fields.find(name);
        if (found && !counts) {
            counts = found;
            first = name;
        }
    }
    return first;
}

void ConfigReader::consider(Names names) const
{
    for (const std::string_view name : names)
        m_fields.find(name);
}

const nlohmann::json* ConfigReader::find(Names names) const
{
    const std::string_view name = chosen(names);
    return name.empty() ? nullptr : m_fields.find(name);
}

int ConfigReader::integer(Names names, int fallback, int least, int most)
{
    const std::string_view name = chosen(names);
    return name.empty() ? fallback : static_cast<int>(m_fields.integer(name, least, most, fallback));
}

float ConfigReader::real(Names names, float fallback, float least, float most)
{
    const std::string_view name = chosen(names);
    if (name.empty())
        return fallback;
    const double found = m_fields.number(name, std::numeric_limits<double>::quiet_NaN());
    if (std::isnan(found)) // already reported
        return fallback;
    if (found >= static_cast<double>(least) && found <= static_cast<double>(most))
        return static_cast<float>(found);
    std::ostringstream message;
    message << "found " << found << ", expected ";
    if (most < std::numeric_limits<float>::max())
        message << "a number from " << least << " to " << most;
    else if (least > std::numeric_limits<float>::lowest())
        message << "a finite number from " << least;
    else
        message << "a finite number";
    fault(name, message.str());
    return fallback;
}

std::vector<float> ConfigReader::reals(std::string_view name)
{
    std::vector<float> values;
    if (!m_fields.has(name))
        return values;
    for (const double value : m_fields.numbers(name)) {
        if (std::abs(value) > static_cast<double>(std::numeric_limits<float>::max())) {
            const nlohmann::json beyond = value;
            m_fields.wrong(name, &beyond, "a list of finite numbers");
            return {};
        }
        values.push_back(static_cast<float>(value));
    }
    return values;
}

std::vector<std::string> ConfigReader::texts(std::string_view name)
{
    return m_fields.has(name) ? m_fields.texts(name) : std::vector<std::string>();
}

bool ConfigReader::flag(Names names, bool fallback)
{
    const std::string_view name = chosen(names);
    return name.empty() ? fallback : m_fields.flag(name, fallback);
}

std::string ConfigReader::text(Names names, const std::string& fallback)
{
    const std::string_view name = chosen(names);
    return name.empty() ? fallback : m_fields.text(name, fallback);
}

ConfigReader ConfigReader::inside(std::string_view field)
{
    static const nlohmann::json kNone = nlohmann::json::object();
    const nlohmann::json* const object = find({field});
    if (object != nullptr && !object->is_object())
        fault(field, "expected an object or null");
    return {object != nullptr && object->is_object() ? *object : kNone, file()};
}

void ConfigReader::adopt(const ConfigReader& inner, std::string_view field)
{
    const std::string prefix = concat(field, ".");
    for (const std::string& one : inner.faults())
        m_report.bad({}, prefix + one);
    for (const std::string& one : inner.m_warnings)
        m_warnings.push_back(prefix + one);
    for (const std::string& one : inner.unread())
        m_unreadInside.push_back(prefix + one);
}

void ConfigReader::expect(std::string_view field, const Usual& usual)
{
    const nlohmann::json* const found = m_fields.find(field);
    const auto expected = std::visit([](const auto& value) { return nlohmann::json(value); }, usual);
    if (found && *found != expected)
        m_warnings.push_back(concat(field, ": found ", describeJson(*found),
                                    ", but the model runs as if it were ", describeJson(expected)));
}

void ConfigReader::warn(std::string_view field, const std::string& text)
{
    m_warnings.push_back(concat(field, ": ", text));
}

std::vector<std::string> ConfigReader::unread() const
{
    std::vector<std::string> fields;
    for (const std::string& name : m_fields.unread())
        if (findField(m_fields.tree(), name) && whyFieldIsHarmless(name).empty())
            fields.push_back(name);
    fields.insert(fields.end(), m_unreadInside.begin(), m_unreadInside.end());
    return fields;
}

} // namespace headlight
