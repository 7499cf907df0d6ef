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

/// How likely one token is at one place, and how many tokens are likelier.
struct LensScore
{
    float probability = 0;
    int rank = 0; ///< 0 = the most likely
};

/// What the head reads from the stream at one layer and position.
struct LensCell
{
    struct Token
    {
        std::int64_t id = 0;
        float probability = 0;
    };
    std::vector<Token> best; ///< at most kLensTokens, most likely first
    LensScore final; ///< of the token that is the most likely one after the last layer
    std::optional<LensScore> next; ///< of the token that follows in the text
};
inline constexpr int kLensTokens = 10;

/// One row of the lens: the stream before layer `layer`; the last row is the stream after the last layer.
struct LensRow
{
    int layer = 0;
    std::vector<LensCell> cells; ///< per position
    std::map<std::int64_t, TokenLabel> labels; ///< of all tokens that the cells name
};

/// Whether and how the lens can be held over a stack.
struct LensFacts
{
    enum class Obstacle : unsigned char {
        kNone,
        kNoModel, ///< there is no model that could read the stream
        kOtherModel, ///< the trace was recorded with another one
        kNoHead, ///< the checkpoint has no language-model head
        kOtherStack, ///< the head reads the decoder, not this encoder
        kNotRecorded, ///< the trace has no stream of this stack
    };
    Obstacle obstacle = Obstacle::kNone;
    bool finalNorm = false; ///< the stack has one, and the lens applies it at every layer
    bool postNorm = false; ///< each layer ends with a norm: its output is no sum of what was added
    bool transform = false; ///< the head has a layer of its own before the projection (masked LM)
};
LensFacts lensFacts(const Model* model, const Trace& trace, StackKind stack);

/// The logit lens (nostalgebraist, "interpreting GPT: the logit lens", 2020): the model's own final norm,
/// where it has one, and its head on the recorded stream at every layer. The rows are published from the
/// last one to the first, as they are ready. The last row is what the model says. Errors: kCancelled, and
/// a bad argument where lensFacts() names an obstacle.
Result<void> logitLens(const std::shared_ptr<const Model>& model, const Trace& trace, StackKind stack,
                       const Job& job, const std::function<void(LensRow)>& published);

} // namespace headlight
