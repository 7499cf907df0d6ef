#pragma once

#include "core/edit/edit_plan.h"
#include "core/model/model.h"
#include "core/nn/embedding.h"
#include "core/nn/forward_context.h"
#include "core/nn/non_finite.h"
#include "core/nn/stack.h"
#include "core/trace/record_plan.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace headlight {

/// How one forward call is made; what it shares with the calls before and after it.
struct PassSettings
{
    const EditPlan& edits;
    const RecordPlan* plan = nullptr; ///< null: nothing is recorded
    std::vector<LaneCache>* cache = nullptr; ///< decoder only; one per lane
    Index firstRow = 0; ///< position of the first row that is fed to the decoder
    Workers* workers = nullptr;
    std::stop_token stop;
    NonFiniteWatch* watch = nullptr; ///< null: nobody asks
    /// Called when a layer is through, with what is recorded so far, one chunk per lane, which it may split
    /// off (core/trace/trace.h). May be empty.
    std::function<void(std::vector<TraceChunk>&)> layerDone = {};
    /// What the records continue, one per lane; empty: they begin a trace.
    std::vector<std::shared_ptr<const TraceChunk>> before = {};
};

/// What came out of one stack.
struct StackPass
{
    Matrix output; ///< [lanes·n × width]
    std::vector<TraceChunk> chunks; ///< one per lane; empty without a plan
};

/// The encoder over a batch. Nothing when stopped.
std::optional<StackPass> encode(const Model& model, const TokenBatch& source,
                                const std::vector<LaneLengths>& lanes, const PassSettings& settings);

/// The decoder over a batch. memory: the encoder's output, null for decoder-only models and where the
/// cache holds its keys and values.
std::optional<StackPass> decodeRows(const Model& model, const TokenBatch& target,
                                    const std::vector<LaneLengths>& lanes, const Matrix* memory,
                                    const PassSettings& settings);

/// Notes the tokens that the model masks as keys because they are its pad id. `source` and `target` are the
/// whole sequences, cached tokens included.
void hidePadIds(const Model& model, LaneLengths& lane, std::span<const std::int32_t> source,
                std::span<const std::int32_t> target);

/// The rest of a stack from the stream before a layer on, lanes below each other: its output. Nothing is
/// recorded; otherwise as encode() and decodeRows().
std::optional<Matrix> runFrom(const Model& model, StackKind kind, LayerInput input,
                              const std::vector<LaneLengths>& lanes, const Matrix* memory,
                              const PassSettings& settings);

/// Logits of rows of the last stack's output [n × width] → [n × vocabulary]. The model must have a head. What
/// the head's own norm, if there is one, divided by and took away goes to `normalized` [n × 2].
Matrix logitsOf(const Model& model, const MatrixView& rows, Workers* workers, Matrix* normalized = nullptr);

/// Model::maxPositions() under edits that shift positions: the longest input; 0: no limit.
std::int64_t positionLimit(const Model& model, StackKind stack, const EditPlan& edits);

/// An empty cache for one lane of the model's decoder.
LaneCache emptyCache(const Model& model);

/// The plan with its storage decided: where the [queries × keys] matrices that it asks for would exceed
/// the budget, scores and weights are replaced by the operands from which they can be computed.
RecordPlan decideStorage(const RecordPlan& plan, const TraceInfo& model, const SequenceLengths& lengths,
                         std::size_t lanes);

} // namespace headlight
