#pragma once

#include "core/math/matrix.h"
#include "core/math/score_rule.h"
#include "core/text/tokenizer.h"
#include "core/trace/record_plan.h"
#include "core/trace/site.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headlight {

/// kAuto: what the architecture says.
enum class Toggle : unsigned char { kAuto, kOn, kOff };

/// The masks of a pass as a whole. The causal toggles concern self-attention.
struct MaskSettings
{
    Toggle encoderCausal = Toggle::kAuto;
    Toggle decoderCausal = Toggle::kAuto;
    bool padding = true; ///< keys beyond a sentence's own length may not be attended to
    bool operator==(const MaskSettings&) const = default;
};

/// What an edit takes numbers from: a pass of the plain model that is made beforehand. Without text and
/// ids it is a pass over the very input of the run. Where an encoder–decoder model is given no target,
/// the decoder's input is its own greedy output.
struct ReferenceInput
{
    std::string text; ///< several lines: several sentences
    std::vector<TokenId> ids; ///< one sentence, instead of a text
    std::optional<std::string> targetText; ///< the decoder's text; as many lines as `text`
    std::vector<TokenId> targetIds; ///< the decoder's input, start token included
    bool own() const { return text.empty() && ids.empty(); } ///< the run's own input
    bool operator==(const ReferenceInput&) const = default;
};

/// The head's output is zero before the output projection.
struct HeadOff
{
    HeadPattern where;
    bool enabled = true;
    bool operator==(const HeadOff&) const = default;
};

/// The output of experts of a mixture is zero; the router is as it was, so what they would have taken part in
/// is lost.
struct ExpertOff
{
    ExpertPattern where;
    bool enabled = true;
    bool operator==(const ExpertOff&) const = default;
};

/// Queries queryBegin … queryEnd may (or may not) attend to keys keyBegin … keyEnd; half-open, in
/// positions of the sequence. keyEnd or queryEnd -1: to the end, however long it gets.
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
    kWindow, ///< takes away the keys that are `size` or more positions from the query
    kBlocks, ///< takes away the keys of other blocks than the query's: block-diagonal attention
    kPrefix, ///< the first `size` tokens see each other in both directions
};

/// A whole mask as a rule.
struct MaskShape
{
    HeadPattern where;
    MaskForm form = MaskForm::kWindow;
    Index size = 1; ///< at least 1
    std::vector<Index> starts; ///< kBlocks of unequal length: first positions, ascending; instead of size
    bool enabled = true;
    bool operator==(const MaskShape&) const = default;
};

/// Nobody may attend to this token: its column is taken away from every head that has the stack's tokens
/// as keys (of an encoder's token: the encoder's own heads and cross-attention).
struct TokenHidden
{
    StackKind stack = StackKind::kEncoder;
    Index token = 0;
    bool enabled = true;
    bool operator==(const TokenHidden&) const = default;
};

/// The head's output times a factor, before the output projection.
struct HeadScale
{
    HeadPattern where;
    float factor = 1.0F;
    bool enabled = true;
    bool operator==(const HeadScale&) const = default;
};

/// Every row of the head's output is the mean of the rows that the plain model has on the reference: over
/// all its sentences and positions without padding.
struct HeadMean
{
    HeadPattern where;
    ReferenceInput over;
    bool enabled = true;
    bool operator==(const HeadMean&) const = default;
};

enum class PatternForm : unsigned char {
    kUniform, ///< the same weight on every key that may be attended to
    kIdentity, ///< all weight on the key at the query's own position
    kPrevious, ///< on the position before it (the first query: on the first key)
    kFirst, ///< on the first key
    kFrozen, ///< the weights of the reference
};

/// The head's weights are replaced after the softmax. The mask stays in force: a key that may not be
/// attended to gets no weight, and no key beyond the last one does. kFrozen: a row that the reference
/// does not have keeps its own weights.
struct PatternEdit
{
    HeadPattern where;
    PatternForm form = PatternForm::kUniform;
    ReferenceInput from; ///< kFrozen
    bool enabled = true;
    bool operator==(const PatternEdit&) const = default;
};

/// Activation patching: rows of kQuery, kKey, kValue (as they enter the dot products), kHeadOutput or
/// kResidual (the stream before `layer`; heads and kind do not matter) are those of the reference.
/// Positions are those of the matrix: keys and values of cross-attention stand at encoder positions.
/// With grouped heads a key or value belongs to all heads of its group.
struct ActivationPatch
{
    HeadPattern where;
    Site site = Site::kHeadOutput;
    ReferenceInput from;
    Index source = -1; ///< position in the reference; -1: every position that both have
    Index target = -1; ///< position that is overwritten; -1 with source -1 only
    bool enabled = true;
    bool operator==(const ActivationPatch&) const = default;
};

enum class PositionTable : unsigned char {
    kOwn,
    kNone, ///< nothing is added, nothing rotated, no distance bias
    kSinusoidalInterleaved, ///< added to the embeddings, instead of what the model adds
    kSinusoidalHalves,
    kSinusoidalSteep,
    kSinusoidalSteepOwn,
    kLearned, ///< only where the model has a learned table
};

/// Where the tokens of a stack stand. Of several for one stack the last one holds.
struct PositionEdit
{
    StackKind stack = StackKind::kEncoder;
    PositionTable table = PositionTable::kOwn;
    Index shift = 0; ///< a token at p gets the position p + shift (of a table, or of the rotation)
    bool enabled = true;
    bool operator==(const PositionEdit&) const = default;
};

enum class ScaleForm : unsigned char {
    kNumber, ///< × factor
    kNone, ///< the dot products as they are
    kKeyWidth, ///< ÷ √d_k: the paper
    kModelWidth, ///< ÷ √d_model: a slip that is often seen
};

/// What the head's scores are multiplied by.
struct ScoreScale
{
    HeadPattern where;
    ScaleForm form = ScaleForm::kModelWidth;
    float factor = 1.0F; ///< kNumber
    bool enabled = true;
    bool operator==(const ScoreScale&) const = default;
};

enum class SimilarityForm : unsigned char {
    kDot, ///< q · k
    kScaled, ///< q · k / √d_k
    kCosine, ///< q · k / (|q||k|)
    kAdditive, ///< sum of q + sum of k: additive attention with equal weights, without tanh
};

/// How the head compares queries with keys.
struct ScoreSimilarity
{
    HeadPattern where;
    SimilarityForm form = SimilarityForm::kCosine;
    bool enabled = true;
    bool operator==(const ScoreSimilarity&) const = default;
};

/// How the head turns a row of scores into weights.
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

/// What stands in the place of a masked score, and what becomes of a row that may attend to nothing.
struct MaskFill
{
    HeadPattern where;
    MaskFillForm form = MaskFillForm::kBillion;
    EmptyRow empty = EmptyRow::kUniform;
    bool enabled = true;
    bool operator==(const MaskFill&) const = default;
};

/// Dropout as in training, in the whole model ("Attention Is All You Need", 5.4): rates in [0, 1). The same
/// seed drops the same numbers, in every sentence of a batch, whether a row is computed alone or with others.
struct Dropout
{
    float embeddings = 0.1F; ///< embeddings + positions
    float weights = 0.1F; ///< of attention
    float sublayers = 0.1F; ///< what attention and feed-forward add to the stream
    float hidden = 0.1F; ///< behind the activation of the feed-forward layer
    Index seed = 0;
    /// Runs with seeds from `seed` on, whose mean and spread per cell are asked for; 1 … kMostRuns. A pass
    /// by itself has the first seed.
    Index runs = 1;
    static constexpr Index kMostRuns = 100'000;
    bool enabled = true;
    bool operator==(const Dropout&) const = default;
};

enum class WiringForm : unsigned char {
    kSkippedLayer, ///< the layer passes its input on; its sub-layers are computed, what they add is lost
    kStaleResidual, ///< behind cross-attention, the feed-forward layer's sum takes the stream from before it
    kOneHead, ///< all heads of the layer read the queries, keys and values of head 0
};

/// A layer that is wired in another way. The last two forms are slips that are often seen in code.
struct Wiring
{
    WiringForm form = WiringForm::kSkippedLayer;
    StackKind stack = StackKind::kEncoder;
    Index layer = 0; ///< -1: all layers of the stack
    bool enabled = true;
    bool operator==(const Wiring&) const = default;
};

/// The model without its LoRA adapter: the base model that the adapter was trained on. For all sentences of a
/// batch.
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
/// The heads that an edit names; null where it names none.
const HeadPattern* whereOf(const Intervention& intervention);
/// The reference that an edit takes numbers from; null: none.
const ReferenceInput* referenceOf(const Intervention& intervention);
/// What must be recorded of that reference.
SiteSet sitesNeeded(const Intervention& intervention);

/// The user's what-if: an ordered list in token and head coordinates. Entries apply in order; where two
/// concern the same numbers the later one has the last word.
struct Interventions
{
    MaskSettings masks;
    std::vector<Intervention> list;

    /// Nothing is changed: the plain model. An entry that is not enabled changes nothing.
    bool empty() const;
    /// Without the entries that are not enabled.
    Interventions active() const;
    /// Whether the model is run without its adapter.
    bool adapterOff() const;
    bool operator==(const Interventions&) const = default;
};

/// How many runs with other seeds the enabled dropout edits ask for; 1 without any.
int runsAskedFor(const Interventions& interventions);

/// The JSON form that --edit reads, the window saves and traces carry; documented in `--help edit`.
std::string toJson(const Interventions& interventions);
Result<Interventions> interventionsFromJson(std::string_view json, const std::string& file);
/// "decoder.*.cross.*: 4->7" as --mask takes it.
Result<MaskEdit> parseMaskEdit(std::string_view text);
/// One line in words for banners and lists: "encoder.0.self.3 off".
std::string describe(const Intervention& intervention);

std::string_view formName(PatternForm form); ///< "uniform", … as in the JSON
std::string_view formName(MaskForm form); ///< "window", "blocks", "prefix"
std::string_view formName(ScaleForm form); ///< "number", "none", "sqrt_dk", "sqrt_dmodel"
std::string_view formName(SimilarityForm form); ///< "dot", "scaled", "cosine", "additive"
std::string_view formName(RowForm form); ///< "softmax", "share"
std::string_view formName(MaskFillForm form); ///< "-inf", "-1e9"
std::string_view formName(EmptyRow form); ///< "zero", "uniform", "nan"
std::string_view tableName(PositionTable table); ///< "own", "none", "sinusoidal_interleaved", …

} // namespace headlight
