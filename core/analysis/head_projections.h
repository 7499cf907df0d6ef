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

/// The four projections of attention ("Attention Is All You Need", 3.2.2).
enum class Projection : unsigned char { kQuery, kKey, kValue, kOutput };
inline constexpr std::array kProjections{Projection::kQuery, Projection::kKey, Projection::kValue,
                                         Projection::kOutput};

/// Where one head's part stands in a projection that is packed for all heads, as W [out × in] (y = x · Wᵀ).
/// W_Q, W_K and W_V are parted by rows, W_O by columns.
struct ProjectionShape
{
    Index rows = 0, columns = 0; ///< of the packed matrix
    Index first = 0, count = 0; ///< this head's rows (W_O: columns)
    int sharedBy = 1; ///< query heads that use this very part: more than 1 where keys and values are grouped
    bool biased = false;
    std::int64_t parameters = 0; ///< of the packed projection, bias included
};

/// The projections of one head, for every family: however a checkpoint stores them (fused, interleaved,
/// transposed), they are brought into this form when it is read.
struct HeadProjections
{
    int heads = 0, kvHeads = 0;
    int headWidth = 0, valueWidth = 0; ///< d_k, d_v
    std::array<ProjectionShape, 4> shapes; ///< by Projection

    const ProjectionShape& shape(Projection which) const { return shapes[static_cast<std::size_t>(which)]; }
    /// Of the four together.
    std::int64_t parameters() const;
};

/// The model whose projections a trace was computed with: without its adapter, if that was switched off.
std::shared_ptr<const Model> projectedModel(const std::shared_ptr<const Model>& model, const Trace& trace);

/// Nothing where the model has no such head.
std::optional<HeadProjections> headProjections(const Model& model, const HeadRef& head);

/// The numbers of a whole projection in F32: [rows × columns] of its shape. Slow for large models; no rows
/// where the model has no such head.
Matrix packedProjection(const Model& model, const HeadRef& head, Projection which);
/// This head's part alone: [count × columns], of W_O [rows × count].
Matrix headProjection(const Model& model, const HeadRef& head, Projection which);

} // namespace headlight
