#pragma once

#include "core/math/disentangled.h"
#include "core/math/layers.h"
#include "core/math/matrix.h"
#include "core/math/score_bias.h"
#include "core/trace/site.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// An architecture as a value. A family maps its config.json to this; the forward pass knows nothing about
/// families. Dropout is missing on purpose: it belongs to training, and an edit brings it back.

/// How positions are added to the embeddings.
enum class PositionScheme : unsigned char {
    kNone,
    kSinusoidalInterleaved, ///< sin on even, cos on odd dimensions (the paper's formula)
    kSinusoidalHalves, ///< sines first, then cosines (Marian)
    kSinusoidalStretched, ///< sines first; the slowest wave has 10000 exactly (M2M-100)
    kSinusoidalSteep, ///< the exponent counts dimensions instead of pairs
    kSinusoidalSteepOwn, ///< the same, except that cosines have different angles from sines
    kLearned,
};

/// Which row of the table a token uses.
enum class PositionCounting : unsigned char {
    kIndex, ///< its index in the sequence
    kRealTokens, ///< padding uses row offset-1 (OPT)
    kNonPadIds, ///< number of preceding ids that are not the pad id; pad ids use row offset-1 (RoBERTa), or
                ///< get no position if the rows are computed (M2M-100)
};

struct PositionSpec
{
    PositionScheme scheme = PositionScheme::kNone;
    PositionCounting counting = PositionCounting::kIndex;
    Index offset = 0; ///< first row in use (2 for BART and OPT)
    Index maximum = 0; ///< longest input: rows of a learned table, or limit of a rotary scaling; 0 = none
    Index trained = 0; ///< longest input the model was made for (a longer one causes a warning); 0 = unknown
};

/// Rotary positions (Su et al. 2021): applied to queries and keys.
struct RotarySpec
{
    std::vector<float> inverseFrequencies; ///< one per rotated pair, scaling already applied
    bool interleaved = false;
    float scale = 1.0F; ///< multiplies sine and cosine
};

/// ALiBi (Press et al. 2022): slope · (key − query) is added to the scores of each head.
struct AlibiSpec
{
    std::vector<float> slopes; ///< one per head
    /// Falcon: the term is slope · key in bfloat16, added to a score before it is scaled. The rounding error
    /// depends on the key, not only on the distance.
    bool rounded = false;
};

/// What queries and keys are normalised over.
enum class HeadNorm : unsigned char {
    kPerHead, ///< each head on its own; the heads share the gains, or each has a row of them
    kWhole, ///< all heads together, before they are split (OLMo 2)
};

struct AttentionSpec
{
    int heads = 1;
    int kvHeads = 1; ///< a divisor of heads
    int headWidth = 1; ///< d_k
    int valueWidth = 1; ///< d_v
    float scale = 1.0F; ///< 1/√d_k in the paper
    float softcap = 0.0F; ///< 0 = none
    /// Replaces masked scores. A row that attends to nothing is uniform if this is finite, zero if it is −∞.
    float maskValue = -std::numeric_limits<float>::infinity();
    bool causal = false;
    Index window = 0; ///< number of keys that a query sees, including itself; 0 = all
    std::shared_ptr<const RotarySpec> rotary; ///< null = none
    std::optional<RelativeSpec> relative;
    std::optional<DisentangledSpec> disentangled;
    std::optional<AlibiSpec> alibi;
    HeadNorm headNorm = HeadNorm::kPerHead; ///< used if the weights include norms of queries and keys
    float clip = 0.0F; ///< limit of projected queries, keys and values: ±clip; 0 = none (MPT)
};

struct FeedForwardSpec
{
    Activation activation = Activation::kRelu;
    int width = 1; ///< d_ff
    bool gated = false; ///< down(act(gate(x)) · up(x)) instead of down(act(up(x)))
    bool linear = false; ///< up(x) only, without an activation: a single matrix
    /// Gate and up share one matrix with gate on the even rows (gpt-oss): FeedForwardWeights::up holds both.
    bool interleaved = false;
    float limit = 0.0F; ///< upper limit of gate, and ± limit of up, before the activation; 0 = none
    float upOffset = 0.0F; ///< added to up before the product
};

/// A mixture of experts in place of a layer's feed-forward: for each token, a router gives probabilities to
/// `count` feed-forwards; the best `perToken` run and are summed with weights (Shazeer et al. 2017; Jiang et
/// al. 2024, section 2.1). LayerSpec::feedForward describes each expert.
struct ExpertsSpec
{
    int count = 1;
    int perToken = 1;
    /// Softmax over the chosen experts only; the others have probability 0 (gpt-oss).
    bool softmaxOfChosen = false;
    bool normalised = false; ///< whether the probabilities of the chosen experts are divided by their sum
    std::optional<FeedForwardSpec> shared
        = {}; ///< runs for every token, multiplied by sigmoid(its own gate) (Qwen 2 MoE)
};

enum class NormPlacement : unsigned char {
    kPost, ///< norm(x + f(x)): the paper
    kPre, ///< x + f(norm(x))
    kSandwich, ///< x + norm₂(f(norm₁(x))) (Gemma 2)
    kOutput, ///< x + norm(f(x)) (OLMo 2)
    kPreOfStream, ///< h + f(h) with h = norm(x): the norm's output continues the stream (BLOOM's option)
};

/// Where embeddings with a width of their own are projected to the model's width.
enum class EmbeddingProjection : unsigned char {
    kFirst, ///< before positions and segments are added (OPT)
    kBeforeNorm, ///< after the sum (DeBERTa)
    kLast, ///< after the norm (ELECTRA, ALBERT)
};

/// A convolution over the input of layer 0, added to that layer's output: norm(y + act(conv(x))). Beyond the
/// sentence the input is zero (DeBERTa v2, He et al. 2021).
struct ConvolutionSpec
{
    int taps = 3; ///< input rows per output row; odd
    Activation activation = Activation::kTanh;
};

struct LayerSpec
{
    AttentionSpec self;
    std::optional<AttentionSpec> cross;
    FeedForwardSpec feedForward; ///< describes each expert if there are any
    std::optional<ExpertsSpec> experts;
};

struct StackSpec
{
    StackKind kind = StackKind::kEncoder;
    std::vector<LayerSpec> layers;
    NormKind norm = NormKind::kLayerNorm;
    NormScope normScope = NormScope::kRow;
    float epsilon = 1e-5F;
    NormPlacement placement = NormPlacement::kPost;
    /// x + attention(norm₁(x)) + feedForward(norm₂(x)) (GPT-NeoX). Layers that have no norm₂ use norm₁ for
    /// both (GPT-J).
    bool parallelResidual = false;
    float residualScale = 1.0F; ///< factor of what each sub-layer adds to the stream (Granite)
    PositionSpec positions;
    float embeddingScale = 1.0F; ///< √d_model in the paper
    int segments = 0; ///< rows of the segment table; 0 = none
    EmbeddingProjection projection = EmbeddingProjection::kLast;
    bool blankPadding = false; ///< whether padding rows are zeroed before layer 0 (DeBERTa)
    std::optional<ConvolutionSpec> convolution;
};

/// From the last stack's output to logits.
struct HeadSpec
{
    bool present = false;
    bool transform = false; ///< dense, activation and norm before the projection (masked-LM heads)
    Activation activation = Activation::kGelu; ///< activation of the transform
    float scale = 1.0F; ///< T5 with a tied head: d_model^-½
    float softcap = 0.0F; ///< Gemma 2
};

struct ArchSpec
{
    std::string family;
    int width = 0; ///< d_model
    std::int64_t vocabulary = 0;
    std::optional<StackSpec> encoder, decoder;
    HeadSpec head;
    std::int64_t padId = -1; ///< used only if positions are counted by it or keys masked by it
    bool trained = true; ///< "trained" in config.json; false = random weights
    bool masksPadIds = false; ///< whether tokens equal to the pad id are masked as keys wherever they occur

    const StackSpec* stack(StackKind kind) const
    {
        const auto& found = kind == StackKind::kEncoder ? encoder : decoder;
        return found ? &*found : nullptr;
    }
};

} // namespace headlight
