#pragma once

#include "core/analysis/experiment_words.h"
#include "core/base/concat.h"
#include "core/edit/interventions.h"
#include "core/run/experiment.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headlight {

/// One line of --pairs: two inputs that differ in what is studied.
struct InputPair
{
    ReferenceInput clean, corrupted;
    std::optional<std::string> token, minus, row; ///< as --token, --minus, --row
    bool textToken = false, textMinus = false; ///< it is a text, though it spells an id
    std::string file, line; ///< where it stands, for messages
    std::size_t cluster = 0; ///< pairs of the same two inputs, in either order, have the same

    /// Whether a member of it is a text, though it spells an id.
    bool spells(std::optional<std::string> InputPair::*member) const
    {
        return (member == &InputPair::token && textToken) || (member == &InputPair::minus && textMinus);
    }
    /// Everything that it says, as a text.
    std::string key() const;
    /// One of the two inputs, with the target that it gives, or else the model's greedy output. Errors name
    /// the file, the line and the member.
    Result<LaneInput> lane(const std::shared_ptr<const Model>& model, ReferenceInput InputPair::*side,
                           const Job& job) const;
};

/// An input as a text: different for different inputs.
std::string keyOf(const ReferenceInput& input);

/// Reads JSON lines {"clean": {"text" or "ids", "target_text" or "target_ids"}, "corrupted": {…}, "token",
/// "minus", "row"}. Errors name file and line.
Result<std::vector<InputPair>> readPairs(const std::string& file);

/// Where the inputs of an experiment come from: sentences or pairs.
struct ExperimentSource
{
    std::size_t count = 0; ///< of sentences
    /// Gives a sentence. Called by several threads at once.
    std::function<Result<LaneInput>(std::size_t sentence)> lane;
    bool hasTargets = false; ///< the sentences have a decoder's input; otherwise it is the model's output
    DecodeOptions output; ///< how the model's own output is made
    std::string digest; ///< of all sentences
    std::vector<InputPair> pairs; ///< instead of sentences
    Interventions interventions; ///< active in every run
    bool freezeTarget = false; ///< the model's own output is made without them

    static ExperimentSource of(std::vector<InputPair> pairs);
    /// One sentence per line: a text, or a list of ids between commas.
    static ExperimentSource of(std::shared_ptr<const Model> model, std::vector<std::string> lines, bool ids,
                               const DecodeOptions& output);
    /// The pairs or the sentences of a file: texts, or ids if the model has no tokenizer.
    static Result<ExperimentSource> read(const std::string& file, std::shared_ptr<const Model> model,
                                         const DecodeOptions& output);
    /// A sentence of such a file as it is typed, or the clean one of a pair.
    static Result<ReferenceInput> sentence(const std::string& file, std::size_t place);
    /// Whether the file's name is that of pairs: FILE.jsonl.
    static bool holdsPairs(const std::string& file) { return file.ends_with(".jsonl"); }
};

/// The inputs of an experiment, prepared one at a time, with the rows and tokens that are measured.
class ExperimentInputs
{
public:
    static Result<std::shared_ptr<ExperimentInputs>> make(const ExperimentWords& words,
                                                          std::shared_ptr<const Model> model,
                                                          ExperimentSource source);

    std::size_t count() const { return m_count; }
    bool paired() const { return !m_source.pairs.empty(); }
    /// File and line of a pair, for messages.
    std::string placeOf(std::size_t place) const
    {
        const InputPair& pair = m_source.pairs[place];
        return concat(pair.file, ": ", pair.line);
    }
    Metric metric() const { return m_metric; }
    /// Whether edits are made in the second input of a pair.
    bool intoOther() const
    {
        return m_words.into.value_or(m_metric == Metric::kRecovery ? "corrupted" : "clean") == "corrupted";
    }
    const Interventions& interventions() const { return m_source.interventions; }
    /// Which rows are measured, in the words of --rows; for pairs with rows of their own, that each has them.
    std::string rowsText() const;
    /// Which token the metric measures where none is named: "following" (encoder-only: "own"), "most likely",
    /// or, of pairs with rows of their own, both. Empty = all are named. A loss is never that of the most
    /// likely one; without a token of ownTokens(), at() refuses it.
    std::string defaultToken(Metric metric) const;
    /// Of all texts, ids and tokens.
    const std::string& digest() const { return m_source.digest; }
    /// Pairs that belong together, from this one on; empty = every input by itself.
    std::vector<std::size_t> clusters(std::size_t first, std::size_t count) const;
    /// The second input of all that have none of their own.
    void setOther(LaneInput other) { m_other = std::move(other); }

    /// The words of the measures of which a recovery is a share.
    std::string recovered() const;
    /// Pairs whose two inputs differ in length in one of these stacks, as far as that is known without the
    /// model's output: targets that it writes count as long as their sources. Inputs that cannot be prepared
    /// do not count.
    std::size_t unequalPairs(const std::set<StackKind>& stacks) const;

    /// Thread-safe.
    Result<ExperimentInput> at(std::size_t place, const Job& job);
    /// The longest sequences that an input and its second one have in common; aligned by tokens: the longest
    /// that are edited. Prepares all inputs.
    Result<SequenceLengths> longest(const Job& job);
    /// Whether it has such a position. Prepares only the first input if that has it.
    Result<bool> reaches(StackKind stack, Index position, const Job& job);

private:
    ExperimentInputs(ExperimentWords words, std::shared_ptr<const Model> model, ExperimentSource source);
    Result<void> readMeasure();
    Result<ExperimentInput> prepare(std::size_t place, const Job& job) const;
    Result<void> takeTokens(ExperimentInput& input, const InputPair* pair) const;
    SequenceLengths common(const ExperimentInput& input) const;
    Result<void> checkRows(const std::string& option, const ExperimentInput& input) const;
    std::string rowsText(const InputPair* pair) const;
    bool takesLikely(const RowChoice& rows, const InputPair* pair) const;
    Result<void> checkLoss(const ExperimentInput& input, const InputPair* pair) const;

    ExperimentWords m_words;
    std::shared_ptr<const Model> m_model;
    ExperimentSource m_source;
    std::size_t m_count = 0;
    Metric m_metric = Metric::kLogProbability;
    std::optional<LaneInput> m_other;
    std::optional<SequenceLengths> m_longest;
    std::mutex m_mutex;
    std::optional<ExperimentInput> m_only; ///< an only input is used several times
};

/// SHA-256 of what the options of an input say: language of the output, messages, texts, ids, target texts,
/// target ids, second segments, segments of ids.
std::string digestOfInputs(const std::string& language, const std::string& messages,
                           const std::array<std::vector<std::string>, 6>& lists);

/// The measured token that an option names by its id, or by a text that is exactly one token. text: it is a
/// text, though it may spell an id. Errors name the option.
Result<TokenId> tokenNamed(const Model& model, const std::string& option, const std::string& given,
                           bool text = false);

/// Continues lanes with the model's output: the decoder's input, or that of the only stack.
Result<void> continueLanes(const std::shared_ptr<const Model>& model, const Interventions& interventions,
                           const DecodeOptions& options, std::vector<LaneInput>& lanes, const Job& job);

} // namespace headlight
