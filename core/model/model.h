#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/model/adapter/adapter_facts.h"
#include "core/text/languages.h"
#include "core/text/tokenizer.h"
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
struct TensorView;

/// What generation_config.json and config.json say about decoding.
struct GenerationSettings
{
    std::vector<TokenId> endIds;
    TokenId startId = -1; ///< decoder_start_token_id, or bos for decoder-only; -1: none
    TokenId padId = -1;
    std::vector<std::vector<TokenId>> badWords; ///< bad_words_ids
    TokenId forcedStart = -1; ///< forced_bos_token_id: the first generated token
    TokenId forcedEnd = -1; ///< forced_eos_token_id: the last one at the length limit
    int noRepeatNgram = 0;
    int encoderNgram = 0; ///< encoder_no_repeat_ngram_size: no n-gram of the source is produced; 0: off
    std::vector<TokenId> suppressed; ///< suppress_tokens
    std::vector<TokenId> suppressedAtBegin; ///< begin_suppress_tokens
};

/// An architecture as a value, weights and tokenizers. Immutable after loading: no caches, no hooks, no
/// state of a pass, so it is shared by threads as it is.
class Model
{
public:
    struct Parts
    {
        std::string name;
        std::filesystem::path folder;
        std::string configJson; ///< config.json as it was read
        std::shared_ptr<const ArchSpec> spec;
        std::shared_ptr<const ModelWeights> weights;
        Tokenizers tokenizers; ///< null pointers where the folder has none
        std::shared_ptr<const Result<ChatFormat>> chat; ///< null: no chat template
        std::vector<LanguageToken> languages; ///< that an encoder–decoder can be told to write
        GenerationSettings generation;
        std::string weightTypes; ///< dtypes in the file: "F16", "F32, I64"
        std::int64_t parameters = 0; ///< tied ones counted once
        std::int64_t memoryBytes = 0; ///< of the weights as they are held
        bool halfPrecision = false; ///< weights are held in F16 or BF16
        std::vector<std::string> warnings; ///< what the job was warned of
        /// Of the files, in the order in which a pass needs them; null: the weights come from nowhere.
        std::shared_ptr<const std::vector<TensorView>> tensors;
        std::optional<AdapterFacts> adapter; ///< that is part of the weights, or switched off
        std::shared_ptr<const Model> withoutAdapter; ///< null: there is none, or it is switched off
    };

    explicit Model(Parts parts);
    ~Model();
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;
    Model(Model&&) = delete;
    Model& operator=(Model&&) = delete;

    const std::string& name() const { return m_parts.name; }
    const std::filesystem::path& folder() const { return m_parts.folder; }
    const std::string& configJson() const { return m_parts.configJson; }
    const ArchSpec& spec() const { return *m_parts.spec; }
    const ModelWeights& weights() const { return *m_parts.weights; }
    const Tokenizers& tokenizers() const { return m_parts.tokenizers; }
    /// How the model writes conversations, or what is wrong with its chat template; null where it has none.
    const Result<ChatFormat>* chat() const { return m_parts.chat.get(); }
    /// The languages that the output can be made to begin with; empty for models of one language.
    const std::vector<LanguageToken>& languages() const { return m_parts.languages; }
    const GenerationSettings& generation() const { return m_parts.generation; }
    const std::string& weightTypes() const { return m_parts.weightTypes; }
    std::int64_t parameters() const { return m_parts.parameters; }
    std::int64_t memoryBytes() const { return m_parts.memoryBytes; }
    bool halfPrecision() const { return m_parts.halfPrecision; }
    /// What of the folder is not used or not as the model is run, a sentence each; empty: all is understood.
    const std::vector<std::string>& warnings() const { return m_parts.warnings; }

    /// The LoRA adapter that was opened over the model; null: none.
    const AdapterFacts* adapter() const { return m_parts.adapter ? &*m_parts.adapter : nullptr; }
    /// The same model with its adapter switched off; null where it has none, or where this is it.
    const std::shared_ptr<const Model>& withoutAdapter() const { return m_parts.withoutAdapter; }

    /// The tensors that the weights were made of, as the files have them; null where there are none.
    const std::vector<TensorView>* tensors() const { return m_parts.tensors.get(); }
    /// kBadFile where a weight file is no longer what was opened: numbers that were computed since the last
    /// time this succeeded must not be shown. Takes microseconds.
    Result<void> checkFiles() const;

    /// Shapes, score rules and names, ready for a trace (without edits).
    const TraceInfo& traceInfo() const { return m_info; }
    const std::string& family() const; ///< "vaswani", "gpt2", …
    bool isEncoderDecoder() const;
    bool isDecoderOnly() const;
    bool isEncoderOnly() const;
    bool hasLogits() const; ///< false where the checkpoint has no language-model head
    /// Longest input that the positions reach (learned table, rotary scaling); 0: no limit.
    std::int64_t maxPositions(StackKind stack) const;

private:
    Parts m_parts;
    std::vector<std::shared_ptr<const MappingRecord>> m_files;
    TraceInfo m_info;
};

struct LoadOptions
{
    enum class Precision : unsigned char { kAutomatic, kFull, kAsStored };
    Precision precision = Precision::kAutomatic; ///< kAutomatic: F32 for what is small, else as stored
    /// A folder or a tokenizer.json whose tokenizer is used instead of the model's own; empty: none.
    std::filesystem::path tokenizer = {};
    /// A folder with a LoRA adapter that is put over the model; empty: none.
    std::filesystem::path adapter = {};
};

/// Opens a model folder (CONTRACT §3). All faults of the tensors come as one error with details. The folder
/// of a LoRA adapter is opened over the base that it names.
Result<std::shared_ptr<const Model>> loadModel(const std::filesystem::path& folder,
                                               const LoadOptions& options, const Job& caller);

} // namespace headlight
