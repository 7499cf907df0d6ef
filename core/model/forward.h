#pragma once

#include "core/edit/edit_plan.h"
#include "core/math/matrix.h"
#include "core/model/model.h"
#include "core/nn/embedding.h"
#include "core/nn/forward_context.h"
#include "core/nn/non_finite.h"
#include "core/nn/stack.h"
#include "core/trace/record_plan.h"
#include "core/trace/site.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace headlight {

/// Settings of one forward call, and what it shares with the calls before and after it.
struct PassSettings
{
    const EditPlan& edits;
    const RecordPlan* plan = nullptr; ///< null = nothing is recorded
    std::vector<LaneCache>* cache = nullptr; ///< decoder only; one per lane
    Index firstRow = 0; ///< position of the decoder's first input row
    Workers* workers = nullptr;
    std::stop_token stop;
    NonFiniteWatch* watch = nullptr; ///< null = not watched
    /// Called after each layer with the recording so far, one chunk per lane, which it may split off
    /// (core/trace/trace.h). May be empty.
    std::function<void(std::vector<TraceChunk>&)> layerDone = {};
    /// Chunks that the recording continues, one per lane; empty = starts a trace.
    std::vector<std::shared_ptr<const TraceChunk>> before = {};
};

/// Result of one stack.
struct StackPass
{
    Matrix output; ///< [lanes·n × width]
    std::vector<TraceChunk> chunks; ///< one per lane; empty without a plan
};

/// Runs the encoder on a batch. Empty when stopped.
std::optional<StackPass> encode(const Model& model, const TokenBatch& source,
                                const std::vector<LaneLengths>& lanes, const PassSettings& settings);

/// Runs the decoder on a batch. memory: the encoder's output; null for decoder-only models, or if the cache
/// holds its keys and values.
std::optional<StackPass> decodeRows(const Model& model, const TokenBatch& target,
                                    const std::vector<LaneLengths>& lanes, const Matrix* memory,
                                    const PassSettings& settings);

/// Adds the tokens that the model masks as keys because they equal its pad id. `source` and `target` are the
/// whole sequences, including cached tokens.
void hidePadIds(const Model& model, LaneLengths& lane, std::span<const std::int32_t> source,
                std::span<const std::int32_t> target);

/// Runs the rest of a stack from the stream before a layer on, lanes stacked, and returns its output. Records
/// nothing; otherwise like encode() and decodeRows().
std::optional<Matrix> runFrom(const Model& model, StackKind kind, LayerInput input,
                              const std::vector<LaneLengths>& lanes, const Matrix* memory,
                              const PassSettings& settings);

/// Model::maxPositions() under edits that shift positions: the longest input; 0 = no limit.
std::int64_t positionLimit(const Model& model, StackKind stack, const EditPlan& edits);

/// An empty cache for one lane of the model's decoder.
LaneCache emptyCache(const Model& model);

/// The plan with its storage chosen: if the requested [queries × keys] matrices would exceed the budget,
/// scores and weights are replaced by the operands from which they can be computed.
RecordPlan decideStorage(const RecordPlan& plan, const TraceInfo& model, const SequenceLengths& lengths,
                         std::size_t lanes);

} // namespace headlight
