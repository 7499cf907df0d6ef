#pragma once

#include "core/math/matrix.h"
#include "core/trace/site.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

namespace headlight {

class Model;
class Trace;
struct AttentionSpec;
struct AttentionWeights;

/// The model's parts for one attention sub-layer.
struct AttentionParts
{
    const AttentionSpec* spec = nullptr;
    const AttentionWeights* weights = nullptr;
};
/// Both are null if there is no such attention or head.
AttentionParts attentionPartsOf(const Model& model, const HeadRef& head);

/// The four projections of attention ("Attention Is All You Need", 3.2.2).
enum class Projection : unsigned char { kQuery, kKey, kValue, kOutput };
inline constexpr std::array kProjections{Projection::kQuery, Projection::kKey, Projection::kValue,
                                         Projection::kOutput};

/// One head's part of a projection that is packed for all heads, as W [out × in] (y = x · Wᵀ). W_Q, W_K and
/// W_V are split by rows, W_O by columns.
struct ProjectionShape
{
    Index rows = 0, columns = 0; ///< size of the packed matrix
    Index first = 0, count = 0; ///< this head's rows (W_O: columns)
    int sharedBy = 1; ///< query heads that share this part; above 1 for grouped keys and values
    bool biased = false;
    std::int64_t parameters = 0; ///< parameters of the packed projection, including the bias
};

/// The projections of one head, for every family: however a checkpoint stores them (fused, interleaved,
/// transposed), reading converts them to this form.
struct HeadProjections
{
    int heads = 0, kvHeads = 0;
    int headWidth = 0, valueWidth = 0; ///< d_k, d_v
    std::array<ProjectionShape, 4> shapes; ///< indexed by Projection

    const ProjectionShape& shape(Projection which) const { return shapes[static_cast<std::size_t>(which)]; }
    /// Total of all four.
    std::int64_t parameters() const;
};

/// The model that a trace was computed with: without its adapter, if that was switched off.
std::shared_ptr<const Model> projectedModel(const std::shared_ptr<const Model>& model, const Trace& trace);

/// Empty if the model has no such head.
std::optional<HeadProjections> headProjections(const Model& model, const HeadRef& head);

/// A whole projection in F32: [rows × columns] of its shape. Slow for large models; no rows if the model has
/// no such head.
Matrix packedProjection(const Model& model, const HeadRef& head, Projection which);
/// This head's part only: [count × columns], for W_O [rows × count].
Matrix headProjection(const Model& model, const HeadRef& head, Projection which);
/// The same part of the bias of W_Q, W_K or W_V [count]; empty if there is none.
RowVector headBias(const Model& model, const HeadRef& head, Projection which);

} // namespace headlight
