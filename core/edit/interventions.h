#pragma once

#include "core/base/enum_words.h"
#include "core/math/matrix.h"
#include "core/math/score_rule.h"
#include "core/text/tokenizer.h"
#include "core/trace/record_plan.h"
#include "core/trace/site.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headlight {

/// kAuto: as the architecture says.
enum class Toggle : unsigned char { kAuto, kOn, kOff };
template <>
inline constexpr std::array kWordsOf<Toggle>{EnumWord{"auto"}, EnumWord{"on"}, EnumWord{"off"}};

/// The masks of a whole pass. The causal toggles affect self-attention.
struct MaskSettings
{
    Toggle encoderCausal = Toggle::kAuto;
    Toggle decoderCausal = Toggle::kAuto;
    bool padding = true; ///< masks keys beyond the sentence's own length
    bool operator==(const MaskSettings&) const = default;
};

/// Where an edit takes numbers from: a pass of the unedited model, run beforehand. Without text and ids it
/// uses the input of the run itself. If an encoder–decoder model has no target, the decoder's input is the
/// model's own greedy output.
struct ReferenceInput
{
    std::string text; ///< one sentence per line
    std::vector<TokenId> ids; ///< one sentence, instead of `text`
    std::optional<std::string> targetText; ///< text for the decoder: one line per sentence
    std::vector<TokenId> targetIds; ///< the decoder's input instead, including the start token; one sentence
    bool own() const { return text.empty() && ids.empty(); } ///< whether it uses the run's own input
    bool hasTarget() const { return targetText.has_value() || !targetIds.empty(); }
    bool operator==(const ReferenceInput&) const = default;
};

/// Zeroes the head's output before the output projection.
struct HeadOff
{
    HeadPattern where;
    bool enabled = true;
    bool operator==(const HeadOff&) const = default;
};

/// Zeroes the output of experts in a mixture. The router is unaffected, so their share of the sum is lost.
struct ExpertOff
{
    ExpertPattern where;
    bool enabled = true;
    bool operator==(const ExpertOff&) const = default;
};

/// Lets queries queryBegin … queryEnd attend to keys keyBegin … keyEnd, or forbids it; half-open, in
/// positions of the sequence. keyEnd or queryEnd -1 = to the end, however long the sequence gets.
struct MaskEdit
{
    HeadPattern where;
    Index queryBegin = 0, queryEnd = 0;
    Index keyBegin = 0, keyEnd = 0;
    bool allow = false;
    bool enabled = true;
    bool operator==(const MaskEdit&) const = default;
};

enum class MaskForm : unsigned char {
    kWindow, ///< forbids keys that are `size` or more positions away from the query
    kBlocks, ///< forbids keys outside the query's block: block-diagonal attention
    kPrefix, ///< the first `size` tokens see each other in both directions
};

/// A whole mask as a rule.
struct MaskShape
{
    HeadPattern where;
    MaskForm form = MaskForm::kWindow;
    Index size = 1; ///< at least 1
    std::vector<Index> starts; ///< kBlocks of unequal length: first positions, ascending; replaces size
    bool enabled = true;
    bool operator==(const MaskShape&) const = default;
};

/// No token may attend to this one: removes its column from every head that has the stack's tokens as keys
/// (for an encoder token: the encoder's own heads and cross-attention).
struct TokenHidden
{
    StackKind stack = StackKind::kEncoder;
    Index token = 0;
    bool enabled = true;
    bool operator==(const TokenHidden&) const = default;
};

/// Multiplies the head's output by a factor, before the output projection.
struct HeadScale
{
    HeadPattern where;
    float factor = 1.0F;
    bool enabled = true;
    bool operator==(const HeadScale&) const = default;
};

/// Replaces every row of the head's output by the mean of the unedited model's rows on the reference: over
/// all its sentences and positions without padding.
struct HeadMean
{
    HeadPattern where;
    ReferenceInput over;
    bool enabled = true;
    bool operator==(const HeadMean&) const = default;
};

enum class PatternForm : unsigned char {
    kUniform, ///< the same weight on every allowed key
    kIdentity, ///< all weight on the key at the query's own position
    kPrevious, ///< all weight on the previous position (the first query: on the first key)
    kFirst, ///< all weight on the first key
    kFrozen, ///< the weights from the reference
};
template <>
inline constexpr std::array kWordsOf<PatternForm>{
    EnumWord{"uniform"}, EnumWord{"identity"}, EnumWord{"previous"}, EnumWord{"first"}, EnumWord{"frozen"}};

/// Replaces the head's weights after the softmax. The mask still applies: neither masked keys nor keys beyond
/// the last one get any weight. kFrozen: a row that is missing in the reference keeps its own weights.
struct PatternEdit
{
    HeadPattern where;
    PatternForm form = PatternForm::kUniform;
    ReferenceInput from; ///< kFrozen
    bool enabled = true;
    bool operator==(const PatternEdit&) const = default;
};

/// Activation patching: takes rows from the reference: of kQuery, kKey, kValue (as they enter the dot
/// products), kHeadOutput or kWeights (the mask stays in force) per head; of kOutput per sub-layer; of
/// kResidual, kResidualMiddle or kFeedForwardOutput per layer (heads and kind do not matter). Positions are
/// those of the matrix: keys and values of cross-attention have encoder positions. With grouped heads, a key
/// or value belongs to all heads of its group.
struct ActivationPatch
{
    HeadPattern where;
    Site site = Site::kHeadOutput;
    ReferenceInput from;
    Index source = -1; ///< position in the reference; -1 = every position that both have
    Index target = -1; ///< position to overwrite; -1 only together with source -1
    bool enabled = true;
    bool operator==(const ActivationPatch&) const = default;
};

enum class PositionTable : unsigned char {
    kOwn,
    kNone, ///< nothing added, nothing rotated, no distance bias
    kSinusoidalInterleaved, ///< added to the embeddings instead of the model's own
    kSinusoidalHalves,
    kSinusoidalSteep,
    kSinusoidalSteepOwn,
    kLearned, ///< only for models with a learned table
};
template <>
inline constexpr std::array kWordsOf<PositionTable>{EnumWord{"own"},
                                                    EnumWord{"none"},
                                                    EnumWord{"sinusoidal_interleaved"},
                                                    EnumWord{"sinusoidal_halves"},
                                                    EnumWord{"sinusoidal_steep"},
                                                    EnumWord{"sinusoidal_steep_own"},
                                                    EnumWord{"learned"}};

/// Changes the positions of a stack's tokens. If there are several for one stack, the last one applies.
struct PositionEdit
{
    StackKind stack = StackKind::kEncoder;
    PositionTable table = PositionTable::kOwn;
    Index shift = 0; ///< a token at p gets position p + shift (in a table, or in the rotation)
    bool enabled = true;
    bool operator==(const PositionEdit&) const = default;
};

enum class ScaleForm : unsigned char {
    kNumber, ///< × factor
    kNone, ///< raw dot products
    kKeyWidth, ///< ÷ √d_k: the paper
    kModelWidth, ///< ÷ √d_model: a common mistake
};
template <>
inline constexpr std::array kWordsOf<ScaleForm>{EnumWord{"number"}, EnumWord{"none"}, EnumWord{"sqrt_dk"},
                                                EnumWord{"sqrt_dmodel"}};

/// Changes the factor of the head's scores.
struct ScoreScale
{
    HeadPattern where;
    ScaleForm form = ScaleForm::kModelWidth;
    float factor = 1.0F; ///< for kNumber
    bool enabled = true;
    bool operator==(const ScoreScale&) const = default;
};

enum class SimilarityForm : unsigned char {
    kDot, ///< q · k
    kScaled, ///< q · k / √d_k
    kCosine, ///< q · k / (|q||k|)
    kAdditive, ///< sum of q + sum of k: additive attention with equal weights, without tanh
};
template <>
inline constexpr std::array kWordsOf<SimilarityForm>{EnumWord{"dot"}, EnumWord{"scaled"}, EnumWord{"cosine"},
                                                     EnumWord{"additive"}};

/// Changes how the head compares queries with keys.
struct ScoreSimilarity
{
    HeadPattern where;
    SimilarityForm form = SimilarityForm::kCosine;
    bool enabled = true;
    bool operator==(const ScoreSimilarity&) const = default;
};

/// Changes how the head turns a row of scores into weights.
struct RowNormalisation
{
    HeadPattern where;
    RowForm form = RowForm::kShare;
    bool enabled = true;
    bool operator==(const RowNormalisation&) const = default;
};

enum class MaskFillForm : unsigned char {
    kInfinity, ///< −∞
    kBillion, ///< −10⁹
};
template <>
inline constexpr std::array kWordsOf<MaskFillForm>{EnumWord{"-inf"}, EnumWord{"-1e9"}};

/// Changes the value of masked scores, and what happens to a row that may attend to nothing.
struct MaskFill
{
    HeadPattern where;
    MaskFillForm form = MaskFillForm::kBillion;
    EmptyRow empty = EmptyRow::kUniform;
    bool enabled = true;
    bool operator==(const MaskFill&) const = default;
};

/// Dropout as in training, in the whole model ("Attention Is All You Need", 5.4): rates in [0, 1). The same
/// seed drops the same numbers in every sentence of a batch, whether a row is computed alone or with others.
struct Dropout
{
    float embeddings = 0.1F; ///< embeddings + positions
    float weights = 0.1F; ///< attention weights
    float sublayers = 0.1F; ///< what attention and feed-forward add to the stream
    float hidden = 0.1F; ///< after the activation of the feed-forward layer
    Index seed = 0;
    /// Number of runs, with seeds from `seed` on, for a mean and spread per cell; 1 … kMostRuns. A single
    /// pass uses the first seed.
    Index runs = 1;
    static constexpr Index kMostRuns = 100'000;
    bool enabled = true;
    bool operator==(const Dropout&) const = default;
};

enum class WiringForm : unsigned char {
    kSkippedLayer, ///< the layer passes its input on; its sub-layers are computed, but what they add is lost
    kStaleResidual, ///< after cross-attention, the feed-forward layer adds to the stream from before it
    kOneHead, ///< all heads of the layer read the queries, keys and values of head 0
};

/// Changes the wiring of a layer. The last two forms are common mistakes in code.
struct Wiring
{
    WiringForm form = WiringForm::kSkippedLayer;
    StackKind stack = StackKind::kEncoder;
    Index layer = 0; ///< -1 = all layers of the stack
    bool enabled = true;
    bool operator==(const Wiring&) const = default;
};

/// Runs the model without its LoRA adapter, for all sentences of a batch: the base model of its training.
struct AdapterOff
{
    bool enabled = true;
    bool operator==(const AdapterOff&) const = default;
};

using Intervention = std::variant<HeadOff, MaskEdit, MaskShape, TokenHidden, HeadScale, HeadMean, PatternEdit,
                                  ActivationPatch, PositionEdit, ExpertOff, ScoreScale, ScoreSimilarity,
                                  RowNormalisation, MaskFill, Dropout, Wiring, AdapterOff>;

bool isEnabled(const Intervention& intervention);
void setEnabled(Intervention& intervention, bool enabled);
/// The heads that an edit names; null if it names none.
const HeadPattern* whereOf(const Intervention& intervention);
/// The reference from which an edit takes numbers; null = none.
const ReferenceInput* referenceOf(const Intervention& intervention);
/// The sites that must be recorded for that reference.
SiteSet sitesNeeded(const Intervention& intervention);

/// The user's what-if: an ordered list in token and head coordinates. Entries apply in order; if two change
/// the same numbers, the later one wins.
struct Interventions
{
    MaskSettings masks;
    std::vector<Intervention> list;

    /// Whether nothing is changed (the unedited model). Entries that are not enabled do not count.
    bool empty() const;
    /// A copy without the entries that are not enabled.
    Interventions active() const;
    /// Whether the model is run without its adapter.
    bool adapterOff() const;
    bool operator==(const Interventions&) const = default;
};

/// How many runs with different seeds the enabled dropout edits ask for; 1 if there are none.
int runsAskedFor(const Interventions& interventions);

/// The JSON form that --edit reads, the window saves and traces contain; documented in `--help edit`.
std::string toJson(const Interventions& interventions);
Result<Interventions> interventionsFromJson(std::string_view json, const std::string& file);
/// Parses "decoder.*.cross.*: 4->7", the form that --mask takes.
Result<MaskEdit> parseMaskEdit(std::string_view text);
/// One line in words for banners and lists: "encoder.0.self.3 off".
std::string describe(const Intervention& intervention);

/// Which of the runs is shown while an edit is active.
enum class RunVersion : unsigned char {
    kBefore, ///< all views show the unedited run
    kAfter, ///< all views show the run with the edits
    kDifference, ///< the heatmap shows after − before; views without a difference show the edited run
    kMean, ///< heatmap and heads show means over several runs with dropout; other views show the first run
    kSpread, ///< heatmap and heads show their standard deviations
};

template <>
inline constexpr std::array kWordsOf<RunVersion>{
    EnumWord{"before"}, EnumWord{"after"}, EnumWord{"difference"}, EnumWord{"mean"}, EnumWord{"spread"}};

} // namespace headlight
