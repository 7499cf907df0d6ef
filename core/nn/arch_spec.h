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

/// An architecture as a value. A family is a mapping from its config.json to this; the forward pass
/// knows nothing of families. Dropout has no place here: it belongs to training; an edit brings it back.

/// What is added to the embeddings for the position.
enum class PositionScheme : unsigned char {
    kNone,
    kSinusoidalInterleaved, ///< sin on even, cos on odd dimensions (the paper's formula)
    kSinusoidalHalves, ///< sines first, then cosines (Marian)
    kSinusoidalStretched, ///< sines first; the slowest wave has 10000 exactly (M2M-100)
    kSinusoidalSteep, ///< the exponent counts dimensions instead of pairs
    kSinusoidalSteepOwn, ///< the same, with an angle of its own for every cosine
    kLearned,
};

/// Which row of the table a token takes.
enum class PositionCounting : unsigned char {
    kIndex, ///< its index in the sequence
    kRealTokens, ///< padding takes row offset-1 (OPT)
    kNonPadIds, ///< count of ids before it that are not the pad id; pad ids take row offset-1 (RoBERTa), or
                ///< nothing is added to them if the rows are computed (M2M-100)
};

struct PositionSpec
{
    PositionScheme scheme = PositionScheme::kNone;
    PositionCounting counting = PositionCounting::kIndex;
    Index offset = 0; ///< first row that is used (2 for BART and OPT)
    Index maximum = 0; ///< longest input: rows of a learned table, limit of a rotary scaling; 0: none
    Index trained = 0; ///< longest input that the model was made for; beyond it a warning; 0: not known
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
    /// Falcon: the term is slope · key in bfloat16, which a score takes in before it is scaled. What the
    /// rounding takes away depends on the key, not on the distance alone.
    bool rounded = false;
};

/// Which numbers a norm of queries and keys goes over.
enum class HeadNorm : unsigned char {
    kPerHead, ///< each head's own; the gains are shared by the heads or one row of them for each
    kWhole, ///< all heads together, before they are split (OLMo 2)
};

struct AttentionSpec
{
    int heads = 1;
    int kvHeads = 1; ///< heads is a multiple of it
    int headWidth = 1; ///< d_k
    int valueWidth = 1; ///< d_v
    float scale = 1.0F; ///< 1/√d_k in the paper
    float softcap = 0.0F; ///< 0: none
    /// Stands in the place of a masked score. With a number a row that may attend to nothing is uniform,
    /// with −∞ it is zero.
    float maskValue = -std::numeric_limits<float>::infinity();
    bool causal = false;
    Index window = 0; ///< keys that a query sees, itself included; 0: all
    std::shared_ptr<const RotarySpec> rotary; ///< null: none
    std::optional<RelativeSpec> relative;
    std::optional<DisentangledSpec> disentangled;
    std::optional<AlibiSpec> alibi;
    HeadNorm headNorm = HeadNorm::kPerHead; ///< where the weights have norms of queries and keys
    float clip = 0.0F; ///< projected queries, keys and values stay within ±clip; 0: none (MPT)
};

struct FeedForwardSpec
{
    Activation activation = Activation::kRelu;
    int width = 1; ///< d_ff
    bool gated = false; ///< down(act(gate(x)) · up(x)) instead of down(act(up(x)))
    bool linear = false; ///< up(x) alone, without an activation: one matrix
    /// Gate and up are one matrix, gate on the even rows (gpt-oss): FeedForwardWeights::up has both.
    bool interleaved = false;
    float limit = 0.0F; ///< gate is at most this, up within ± this, before the activation; 0: none
    float upOffset = 0.0F; ///< added to up before the product
};

/// A mixture of experts in the place of a layer's feed-forward: a router gives every token probabilities
/// over `count` feed-forwards, of which the best `perToken` run, weighted and summed (Shazeer et al. 2017;
/// Jiang et al. 2024, section 2.1). LayerSpec::feedForward describes each of them.
struct ExpertsSpec
{
    int count = 1;
    int perToken = 1;
    /// The softmax goes over the chosen experts only; the others' probability is 0 (gpt-oss).
    bool softmaxOfChosen = false;
    bool normalised = false; ///< the probabilities of the chosen ones are divided by their sum
    std::optional<FeedForwardSpec> shared
        = {}; ///< runs for every token, times sigmoid(its own gate) (Qwen 2 MoE)
};

enum class NormPlacement : unsigned char {
    kPost, ///< norm(x + f(x)): the paper
    kPre, ///< x + f(norm(x))
    kSandwich, ///< x + norm₂(f(norm₁(x))) (Gemma 2)
    kOutput, ///< x + norm(f(x)) (OLMo 2)
    kPreOfStream, ///< h + f(h) with h = norm(x): the norm's output goes on (BLOOM's option)
};

/// Where embeddings that have a width of their own are projected to the model's.
enum class EmbeddingProjection : unsigned char {
    kFirst, ///< before positions and segments are added (OPT)
    kBeforeNorm, ///< after the sum (DeBERTa)
    kLast, ///< after the norm (ELECTRA, ALBERT)
};

/// A convolution over the input of layer 0, added to that layer's output: norm(y + act(conv(x))), where
/// what is beyond the sentence is zero (DeBERTa v2, He et al. 2021).
struct ConvolutionSpec
{
    int taps = 3; ///< rows that one output row reads; odd
    Activation activation = Activation::kTanh;
};

struct LayerSpec
{
    AttentionSpec self;
    std::optional<AttentionSpec> cross;
    FeedForwardSpec feedForward; ///< of each expert, where there are some
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
    /// x + attention(norm₁(x)) + feedForward(norm₂(x)) (GPT-NeoX). Layers without a norm₂ of their own use
    /// norm₁ for both (GPT-J).
    bool parallelResidual = false;
    float residualScale = 1.0F; ///< what a sub-layer adds to the stream is multiplied by it (Granite)
    PositionSpec positions;
    float embeddingScale = 1.0F; ///< √d_model in the paper
    int segments = 0; ///< rows of the segment table; 0: none
    EmbeddingProjection projection = EmbeddingProjection::kLast;
    bool blankPadding = false; ///< the rows of padding are zero before layer 0 (DeBERTa)
    std::optional<ConvolutionSpec> convolution;
};

/// From the last stream to logits.
struct HeadSpec
{
    bool present = false;
    bool transform = false; ///< dense, activation and norm before the projection (masked-LM heads)
    Activation activation = Activation::kGelu; ///< of the transform
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
    std::int64_t padId = -1; ///< only where positions are counted by it, or keys masked by it
    bool masksPadIds = false; ///< tokens that are the pad id are masked as keys, wherever they stand

    const StackSpec* stack(StackKind kind) const
    {
        const auto& found = kind == StackKind::kEncoder ? encoder : decoder;
        return found ? &*found : nullptr;
    }
};

} // namespace headlight
