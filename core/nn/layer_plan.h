#pragma once

#include "core/trace/site.h"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace headlight {

struct LayerWeights;
struct StackSpec;
struct StackWeights;
enum class WiringForm : unsigned char;

/// One step of a layer. It reads earlier values and makes a new one [rows × d_model]; no value changes
/// afterwards, so the same list, read from its end, is the order of a backward pass.
struct LayerStep
{
    enum class Kind : unsigned char {
        kNorm, ///< the norm at `norm`
        /// All heads and the output projection. AttentionSpec says what happens inside: norms and rotation of
        /// queries and keys, biases, sinks. Cross-attention also reads the encoder's output.
        kAttention,
        kFeedForward, ///< one network, gated or not, or the layer's mixture of experts
        kScale, ///< multiplies by `factor`
        kUpdate, ///< what a sub-layer adds to the stream, as traces record it; dropout acts here
        kSum, ///< the stream (first) plus one update, or two if the sub-layers are parallel
        kConvolution, ///< the stream (first) and the convolution of the layer's input (second)
        kRewire, ///< an edit of the wiring: the first value, or the second on the lanes that have the edit
    };
    static constexpr int kNone = -1;

    Kind kind = Kind::kNorm;
    std::optional<AttentionKind> attention; ///< its sub-layer; unset = feed-forward, or none
    std::array<int, 3> reads{kNone, kNone, kNone}; ///< values, the main one first; kNone = no further ones
    NormSite norm = NormSite::kSelf; ///< for kNorm
    float factor = 1.0F; ///< for kScale
    WiringForm form{}; ///< for kRewire
};

/// How a layer is wired, as data: the only place that knows where norms, sums and scales stand. The engine
/// runs it; accounts, estimates and pictures of a layer read it. Value 0 is the stream before the layer, step
/// i makes value i + 1, and the last value is the stream after the layer.
struct LayerPlan
{
    std::vector<LayerStep> steps;

    /// Whether a step after `step` reads the value.
    bool isReadAfter(std::size_t step, int value) const;
    /// The stream to which the feed-forward layer adds; kNone if it and attention add to the same stream.
    int middle() const;
    /// Whether the layer has such a step.
    bool has(LayerStep::Kind kind) const;
};

/// The plan of a layer. hasNorm says which norms it has. wired (may be empty) says which edits of the wiring
/// are in force on any lane.
LayerPlan layerPlan(const StackSpec& spec, int layer, const std::function<bool(NormSite)>& hasNorm,
                    const std::function<bool(WiringForm)>& wired = {});
/// The same with the norms of the weights.
LayerPlan layerPlan(const StackSpec& spec, int layer, const LayerWeights& weights,
                    const std::function<bool(WiringForm)>& wired = {});

/// Whether the learned positions are added to what queries and keys are made of, and not to the stream
/// (shortformer; Press et al. 2021): there is a table, but the stream has no scheme.
bool placesQueriesAndKeys(const StackSpec& spec, const StackWeights& weights);

} // namespace headlight
