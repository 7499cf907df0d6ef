#pragma once

#include "core/math/layers.h"
#include "core/math/matrix.h"
#include "core/trace/trace.h"

#include <optional>
#include <vector>

namespace headlight {

class Model;

/// The steps of a token through one layer ("Attention Is All You Need", 3.1 to 3.3).
enum class BlockStep : unsigned char {
    kInput, ///< the residual stream before the layer [d_model]
    kNorm,
    kHeads, ///< the outputs of all heads, concatenated [heads · d_value]
    kOutput, ///< what attention adds: the heads' outputs through W_O [d_model]
    kSum, ///< stream + what was added [d_model]
    kHidden, ///< the feed-forward's units after the activation [d_ff]
    kExperts, ///< in a mixture: the chosen experts
    kFeedForward, ///< what the feed-forward adds [d_model]
    kFinalNorm, ///< norm of the stack, after its last layer
};

/// A norm as applied to this token.
struct BlockNorm
{
    NormSite site = NormSite::kSelf;
    bool known = false; ///< whether mean and deviation are recorded
    float mean = 0.0F, deviation = 0.0F; ///< without ε; for a root-mean-square norm the mean is 0
    bool rootMeanSquare = false;
    bool wholeMatrix = false; ///< whether mean and deviation are shared by all positions
    float epsilon = 0.0F;
    RowVector gain, bias; ///< [d_model] as multiplied and added; empty if there is none, or no model
};

struct BlockExpert
{
    Index expert = 0;
    float probability = 0.0F;
};

struct BlockStage
{
    BlockStep step = BlockStep::kInput;
    std::optional<AttentionKind> attention; ///< set for kHeads, kOutput and their sums
    RowVector values; ///< empty if not recorded, and unknown without the model
    bool recorded = false; ///< false = computed from recorded values
    /// Largest difference between the recorded values and those computed from the previous stage; unset if
    /// only one of them is known.
    std::optional<float> apart;
    std::optional<BlockNorm> norm; ///< set for kNorm and kFinalNorm
    int parts = 0; ///< number of heads in kHeads
    std::optional<Activation> activation; ///< of kHidden, with a model; unset = none, or no model
    bool gated = false; ///< kHidden: whether the units are multiplied by a gate
    Index active = 0; ///< kHidden: number of units above 0
    std::vector<BlockExpert> experts; ///< kExperts: best first
};

/// One token's way through one layer: the recorded values, in the order of computation.
struct BlockAccount
{
    StackKind stack = StackKind::kEncoder;
    int layer = 0;
    Index position = 0;
    std::vector<BlockStage> stages;
    bool last = false; ///< whether this is the last layer
    bool hasFinalNorm = false; ///< whether the stack has one; known only with a model
    bool withModel = false; ///< weights were available: gains and biases are known, sums checked
    /// A convolution follows that is not recorded, so the stream after the layer differs.
    bool convolved = false;
};

/// The sites read by blockAccount(). What is not recorded has no values. Without a model the order of norms
/// is unknown: the account then lists only recorded values, in the paper's order. Reads a row of W_O and W₂
/// per unit, so do not call it on the UI thread. Empty if there is no such layer or position.
std::optional<BlockAccount> blockAccount(const Trace& trace, const Model* model, StackKind stack, int layer,
                                         Index position);

} // namespace headlight
