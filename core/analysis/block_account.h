#pragma once

#include "core/math/layers.h"
#include "core/math/matrix.h"
#include "core/trace/trace.h"

#include <optional>
#include <vector>

namespace headlight {

class Model;

/// What happens to a token on its way through one layer ("Attention Is All You Need", 3.1 to 3.3).
enum class BlockStep : unsigned char {
    kInput, ///< the residual stream before the layer [d_model]
    kNorm,
    kHeads, ///< the outputs of all heads, concatenated [heads · d_value]
    kOutput, ///< what attention adds: the heads' outputs through W_O [d_model]
    kSum, ///< stream + what was added [d_model]
    kHidden, ///< the feed-forward's units after the activation [d_ff]
    kExperts, ///< in a mixture: who is asked
    kFeedForward, ///< what the feed-forward adds [d_model]
    kFinalNorm, ///< of the stack, after its last layer
};

/// A norm as it met this token.
struct BlockNorm
{
    NormSite site = NormSite::kSelf;
    bool known = false; ///< mean and deviation are recorded
    float mean = 0.0F, deviation = 0.0F; ///< without ε; by root mean square the mean is 0
    bool rootMeanSquare = false;
    bool wholeMatrix = false; ///< mean and deviation are those of all positions together
    float epsilon = 0.0F;
    RowVector gain, bias; ///< [d_model] as they are multiplied and added; no entries: none, or no model
};

struct BlockExpert
{
    Index expert = 0;
    float probability = 0.0F;
};

struct BlockStage
{
    BlockStep step = BlockStep::kInput;
    std::optional<AttentionKind> attention; ///< of kHeads, kOutput and their sums
    RowVector values; ///< no entries: not recorded, and not known without the model
    bool recorded = false; ///< otherwise computed from what is
    /// Largest difference between what is recorded and what follows from the stage before; nothing where only
    /// one of them is known.
    std::optional<float> apart;
    std::optional<BlockNorm> norm; ///< of kNorm and kFinalNorm
    int parts = 0; ///< heads that kHeads is made of
    std::optional<Activation> activation; ///< of kHidden, with a model; none: there is none, or no model
    bool gated = false; ///< of kHidden: times what the gate lets through
    Index active = 0; ///< of kHidden: units above 0
    std::vector<BlockExpert> experts; ///< of kExperts, best first
};

/// One token's way through one layer: what was recorded, in the order in which it was computed.
struct BlockAccount
{
    StackKind stack = StackKind::kEncoder;
    int layer = 0;
    Index position = 0;
    std::vector<BlockStage> stages;
    bool last = false; ///< no layer follows
    bool hasFinalNorm = false; ///< of the stack; known with a model only
    bool withModel = false; ///< weights were at hand: gains and biases are known, sums could be checked
    /// A convolution follows, of which nothing is recorded: the stream after the layer is another one.
    bool convolved = false;
};

/// The sites that it reads; what is not recorded has no values. Without a model the order of norms is not
/// known: nothing but what is recorded stands in the account, in the paper's order. Reads a row of W_O and
/// W₂ per unit: not for the UI thread. Nothing where there is no such layer or position.
std::optional<BlockAccount> blockAccount(const Trace& trace, const Model* model, StackKind stack, int layer,
                                         Index position);

} // namespace headlight
