#pragma once

#include "core/base/enum_words.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/io/tensor.h"
#include "core/text/languages.h"
#include "core/text/tokenizer.h"
#include "core/trace/attention_map.h"
#include "core/trace/site.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

class ChatFormat;
class MappingRecord;
struct ArchSpec;
struct ModelWeights;

/// A LoRA adapter opened with a model.
struct AdapterFacts
{
    std::string name; ///< name of its folder
    std::filesystem::path folder;
    std::string base; ///< base_model_name_or_path; may be empty
    std::vector<std::string> modules; ///< last parts of the changed modules' names: "k_proj", "q_proj"
    int matrices = 0; ///< number of changed matrices
    int leastRank = 0, mostRank = 0;
    double alpha = 0; ///< lora_alpha; some modules may have a different one
    bool rootOfRank = false; ///< use_rslora
    std::int64_t parameters = 0; ///< numbers of all A and B
};

/// Decoding settings from generation_config.json and config.json.
struct GenerationSettings
{
    std::vector<TokenId> endIds;
    TokenId startId = -1; ///< decoder_start_token_id, or bos for decoder-only models; -1 = none
    TokenId padId = -1;
    std::vector<std::vector<TokenId>> badWords; ///< bad_words_ids
    TokenId forcedStart = -1; ///< forced_bos_token_id: the first generated token
    TokenId forcedEnd = -1; ///< forced_eos_token_id: the last token at the length limit
    int noRepeatNgram = 0;
    int encoderNgram = 0; ///< encoder_no_repeat_ngram_size: n-grams of the source are forbidden; 0 = off
    std::vector<TokenId> suppressed; ///< suppress_tokens
    std::vector<TokenId> suppressedAtBegin; ///< begin_suppress_tokens
};

/// An architecture as a value, weights and tokenizers. Immutable after loading: no caches, no hooks, no state
/// of a pass, so threads can share it.
class Model
{
public:
    struct Parts
    {
        std::string name;
        std::filesystem::path folder;
        std::string configJson; ///< config.json as read
        std::shared_ptr<const ArchSpec> spec;
        std::shared_ptr<const ModelWeights> weights;
        Tokenizers tokenizers; ///< null pointers if the folder has none
        std::shared_ptr<const Result<ChatFormat>> chat; ///< null = no chat template
        std::vector<LanguageToken> languages; ///< output languages of an encoder–decoder
        GenerationSettings generation;
        std::string weightTypes; ///< dtypes in the file: "F16", "F32, I64"
        std::int64_t parameters = 0; ///< tied weights counted once
        std::int64_t memoryBytes = 0; ///< memory of the weights
        bool halfPrecision = false; ///< weights are held in F16 or BF16
        bool roundsInputs = false; ///< HeldPrecision::kFast, and some weights are packed
        std::vector<std::string> warnings; ///< warnings sent to the job
        /// Tensors of the files, in the order in which a pass needs them; null = no files.
        std::shared_ptr<const std::vector<TensorView>> tensors;
        std::optional<AdapterFacts> adapter; ///< adapter that is part of the weights, or switched off
        std::shared_ptr<const Model> withoutAdapter; ///< null = no adapter, or it is switched off
    };

    explicit Model(Parts parts);
    ~Model();
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;

    const std::string& name() const { return m_parts.name; }
    const std::filesystem::path& folder() const { return m_parts.folder; }
    const std::string& configJson() const { return m_parts.configJson; }
    const ArchSpec& spec() const { return *m_parts.spec; }
    const ModelWeights& weights() const { return *m_parts.weights; }
    const Tokenizers& tokenizers() const { return m_parts.tokenizers; }
    /// The model's format for conversations, or the error in its chat template; null if it has none.
    const Result<ChatFormat>* chat() const { return m_parts.chat.get(); }
    /// Languages that the output can be forced to begin with; empty for models of one language.
    const std::vector<LanguageToken>& languages() const { return m_parts.languages; }
    const GenerationSettings& generation() const { return m_parts.generation; }
    const std::string& weightTypes() const { return m_parts.weightTypes; }
    std::int64_t parameters() const { return m_parts.parameters; }
    std::int64_t memoryBytes() const { return m_parts.memoryBytes; }
    bool halfPrecision() const { return m_parts.halfPrecision; }
    bool roundsInputs() const { return m_parts.roundsInputs; }
    /// Parts of the folder that are unused, or not as the model is run, one sentence each; empty = everything
    /// is understood.
    const std::vector<std::string>& warnings() const { return m_parts.warnings; }

    /// The LoRA adapter opened with the model; null = none.
    const AdapterFacts* adapter() const { return m_parts.adapter ? &*m_parts.adapter : nullptr; }
    /// The same model with its adapter switched off; null if it has none, or if this is it.
    const std::shared_ptr<const Model>& withoutAdapter() const { return m_parts.withoutAdapter; }

    /// The tensors of the weights as in the files; null if there are none.
    const std::vector<TensorView>* tensors() const { return m_parts.tensors.get(); }
    /// kBadFile if a weight file has changed since it was opened: numbers computed since the last successful
    /// check must not be shown. Takes microseconds.
    Result<void> checkFiles() const;

    /// Shapes, score rules and names, ready for a trace (without edits).
    const TraceInfo& traceInfo() const { return m_info; }
    const std::string& family() const; ///< "vaswani", "gpt2", …
    bool isEncoderDecoder() const;
    bool isDecoderOnly() const;
    bool isEncoderOnly() const;
    bool hasLogits() const; ///< false if the checkpoint has no language-model head
    /// Longest input that the positions allow (learned table, rotary scaling); 0 = no limit.
    std::int64_t maxPositions(StackKind stack) const;

private:
    Parts m_parts;
    std::vector<std::shared_ptr<const MappingRecord>> m_files;
    TraceInfo m_info;
};

struct LoadOptions
{
    HeldPrecision precision = HeldPrecision::kWhatFits;
    /// A folder or a tokenizer.json whose tokenizer replaces the model's own; empty = none.
    std::filesystem::path tokenizer = {};
    /// A folder with a LoRA adapter to add to the model; empty = none.
    std::filesystem::path adapter = {};
};

/// Opens a model folder (CONTRACT §3). All errors in the tensors are reported as one error with details. The
/// folder of a LoRA adapter opens with the base that it names.
Result<std::shared_ptr<const Model>> loadModel(const std::filesystem::path& folder,
                                               const LoadOptions& options, const Job& caller);

/// The stack that reads the input.
StackKind inputStack(const Model& model);

/// The tokenizer of one side; null if the model has none.
const Tokenizer* tokenizerOf(const Model& model, StackKind stack);

/// A label for one id outside any text, by the vocabulary of the source or target side.
TokenLabel labelOf(const Model& model, StackKind stack, TokenId id);

} // namespace headlight
