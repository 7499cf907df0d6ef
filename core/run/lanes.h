#pragma once

#include "core/edit/edit_plan.h"
#include "core/model/model.h"
#include "core/nn/embedding.h"
#include "core/nn/forward_context.h"
#include "core/run/execute.h"

#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// The sentences of a request as input of the engine.
struct PaddedLanes
{
    TokenBatch source; ///< input of the encoder or of the only stack
    TokenBatch target; ///< encoder–decoder only
    std::vector<LaneLengths> lengths;
    std::vector<TokenAxis> sourceAxes, targetAxes; ///< labels, including padding

    /// An only stack reads the source.
    SequenceLengths sequences() const
    {
        return {source.length(), target.ids.empty() ? source.length() : target.length()};
    }
};

/// Pads to the longest sentence and checks ids, segments and lengths against the model. An input longer than
/// a learned position table is kTooLong; one longer than the training length causes a warning.
Result<PaddedLanes> padLanes(const Model& model, const std::vector<LaneInput>& lanes, const Job& job);

/// Pads the end of the lane to `length` tokens, as if it were next to a longer sentence.
void padLane(const Model& model, LaneInput& lane, std::size_t length);

/// Labels of one sequence, shared by traces.
TokenAxis axisOf(std::vector<TokenLabel> labels);

/// The model's trace information, with the active edits described in words and as JSON.
std::shared_ptr<const TraceInfo> traceInfo(const Model& model, const Interventions& interventions);

/// The tokens of a lane in one stack.
inline const std::vector<TokenLabel>& tokensOf(const Model& model, const LaneInput& lane, StackKind stack)
{
    return model.isEncoderDecoder() && stack == StackKind::kDecoder ? lane.target : lane.source;
}

/// The rows of the encoder, or of the only stack, whose token is the tokenizer's mask.
std::vector<Index> maskedRows(const Model& model, const LaneInput& lane);

/// The token of the input that each row of the last stack is to predict: the one that follows, or, for an
/// encoder-only model, the one that stands there. −1 = none: nothing follows a decoder's last row, and a mask
/// hides its own token. Without another token such a row has no loss.
std::vector<TokenId> ownTokens(const Model& model, const LaneInput& lane);
/// The end of a message about rows without such a token: why they have no loss, and what to do.
std::string lackOfLoss(const Model& model);

/// For each token of one sequence, the position of its counterpart in another; −1 = none. Equal tokens belong
/// together in the order of both (a longest common subsequence); what stands between them does if both sides
/// have the same number of tokens there. An error if the sequences differ too much to be compared.
Result<std::vector<Index>> alignedPositions(const std::vector<TokenLabel>& from,
                                            const std::vector<TokenLabel>& to);

} // namespace headlight
