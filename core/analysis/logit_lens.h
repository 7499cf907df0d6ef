#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace headlight {

class Model;

/// How likely one token is in one place, and its rank.
struct LensScore
{
    float probability = 0;
    int rank = 0; ///< 0 = most likely
};

/// What the language-model head reads from the stream at one layer and position.
struct LensCell
{
    struct Token
    {
        std::int64_t id = 0;
        float probability = 0;
    };
    std::vector<Token> best; ///< at most kLensTokens, most likely first; none if `broken`
    bool broken = false; ///< the logits are not numbers: all scores are NaN
    LensScore final; ///< score of the token that is most likely after the last layer
    std::optional<LensScore> next; ///< score of the next token of the text
};
inline constexpr int kLensTokens = 10;

/// One row of the lens: the stream before layer `layer`; the last row is the stream after the last layer.
struct LensRow
{
    int layer = 0;
    std::vector<LensCell> cells; ///< per position
    std::map<std::int64_t, TokenLabel> labels; ///< labels of all tokens in the cells
};

/// Whether and how the lens can be applied to a stack.
struct LensFacts
{
    enum class Obstacle : unsigned char {
        kNone,
        kNoModel, ///< no model to read the stream with
        kOtherModel, ///< the trace was recorded with a different model
        kNoHead, ///< the checkpoint has no language-model head
        kOtherStack, ///< the head reads the decoder, not this encoder
        kNotRecorded, ///< the trace does not include the stream of this stack
    };
    Obstacle obstacle = Obstacle::kNone;
    bool finalNorm = false; ///< the stack has a final norm, which the lens applies at every layer
    bool postNorm = false; ///< each layer ends with a norm: its output is not a sum of updates
    bool transform = false; ///< the head has an extra layer before the projection (masked LM)
};
LensFacts lensFacts(const Model* model, const Trace& trace, StackKind stack);

/// The logit lens (nostalgebraist, "interpreting GPT: the logit lens", 2020): applies the model's own final
/// norm (if any) and its head to the recorded stream at every layer. Publishes the rows from the last to the
/// first, as they are ready; the last row is the model's prediction. Errors: kCancelled, and kBadArgument if
/// lensFacts() reports an obstacle.
Result<void> logitLens(const std::shared_ptr<const Model>& model, const Trace& trace, StackKind stack,
                       const Job& job, const std::function<void(LensRow)>& published);

/// Sizes of the residual stream of one stack and of the updates of its sub-layers, as L2 norms of the vectors
/// at each position. Matrices without rows: not recorded, or the model has no such sub-layer.
struct StreamNorms
{
    Matrix stream; ///< [layers + 1 × positions]: before each layer, and after the last
    Matrix attention; ///< [layers × positions]: added by self-attention
    Matrix cross; ///< [layers × positions]: added by cross-attention
    Matrix feedForward; ///< [layers × positions]

    /// Cosine of an update with the stream at the start of its layer: −1 removes, 0 is new, +1 strengthens
    /// what is there.
    Matrix attentionCosine, crossCosine, feedForwardCosine; ///< [layers × positions]
};

StreamNorms streamNorms(const Trace& trace, StackKind stack);

} // namespace headlight
