#pragma once

#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/run/execute.h"

#include <memory>
#include <utility>
#include <vector>

namespace headlight::test {

/// A tiny random encoder–decoder; whatever a test does not set is as in the paper.
struct TinyOptions
{
    int width = 16;
    int heads = 4;
    int headWidth = 4; ///< d_k
    int valueWidth = 4; ///< d_v
    int layers = 2;
    int vocabulary = 29;
    NormPlacement placement = NormPlacement::kPost;
    Activation activation = Activation::kRelu;
    PositionScheme positions = PositionScheme::kSinusoidalInterleaved;
    bool attentionBias = true;
    bool tied = true;
    bool decoderOnly = false;
    int feedForward = 0; ///< d_ff; 0 = twice the width
    bool encoderOnly = false;
    bool parallel = false; ///< attention and feed-forward read the same stream (GPT-NeoX)
    int experts = 0; ///< number of experts replacing every feed-forward layer except layer 0's, two per
                     ///< token; 0 = none
    bool sinks = false; ///< every head has a learned sink
};

/// Deterministic: the same options give the same model.
std::shared_ptr<const Model> tinyModel(const TinyOptions& options = {});

/// A plan that records everything, as matrices.
RecordPlan recordAll(MatrixStorage storage = MatrixStorage::kMatrices);

using Ids = std::vector<TokenId>;

/// Runs one pass over lanes of (source ids, target ids).
std::vector<Trace> runTiny(const std::shared_ptr<const Model>& model,
                           const std::vector<std::pair<Ids, Ids>>& lanes,
                           const Interventions& interventions = {},
                           MatrixStorage storage = MatrixStorage::kMatrices);

/// Every head of a trace.
std::vector<HeadRef> headsOf(const Trace& trace);

} // namespace headlight::test
