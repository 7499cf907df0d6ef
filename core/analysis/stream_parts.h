#pragma once

#include "core/base/result.h"
#include "core/math/matrix.h"
#include "core/trace/record_plan.h"
#include "core/trace/trace.h"

#include <map>
#include <string>
#include <vector>

namespace headlight {

class Model;
class WeightMatrix;

/// Sums of many terms are kept in double precision.
using DoubleMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One of the parts that add up to a row of the residual stream, or to what is read from it.
struct Writer
{
    enum class Kind : unsigned char {
        kEmbeddings,
        kPositions,
        kSegments,
        kEmbeddingBias, ///< bias of the projection of embeddings with a width of their own
        kHead, ///< one head through its slice of the output projection; biases of values are part of it
        kOutputBias, ///< bias of the output projection
        kFeedForward, ///< the whole feed-forward layer, or the whole mixture of experts
        kConvolution, ///< convolution over the input of layer 0
        kNorm, ///< bias of a norm
        kOutputProjection, ///< bias of the projection after the final norm
        kLogitBias, ///< biases of the language-model head
        kBias, ///< in a score: all biases on one side (of the norm, the projection and the norm of the head)
        kDistance, ///< in a score: positions that act inside the attention
    };
    Kind kind = Kind::kEmbeddings;
    StackKind stack = StackKind::kDecoder;
    int layer = 0;
    AttentionKind attention = AttentionKind::kSelf; ///< of kHead and kOutputBias
    int index = 0; ///< the head
    NormSite norm = NormSite::kSelf; ///< of kNorm
    auto operator<=>(const Writer&) const = default; // NOLINT(modernize-use-nullptr): see HeadRef
};
/// "decoder.0.self.3", "decoder.0.self.bias", "decoder.0.feed_forward", "decoder.final_norm", … (unique)
std::string toString(const Writer& writer);
inline Writer writerOf(const HeadRef& head)
{
    return {Writer::Kind::kHead, head.stack, head.layer, head.kind, head.head};
}

/// A row of a stack's stream, and where it is read.
struct ReadPlace
{
    StackKind stack = StackKind::kDecoder;
    Index row = 0;
    /// The layer whose attention reads it. The number of layers stands for the stack's output: after the
    /// final norm and the projection behind it.
    int layer = 0;
    AttentionKind attention = AttentionKind::kSelf; ///< which attention of that layer
};

/// What each writer adds to readings of one row of the stream.
struct StreamParts
{
    std::vector<Writer> writers; ///< in the order of computation
    DoubleMatrix parts; ///< [writers × readings]; a column sums to its reading
    /// How the readings depend on each head's output z before the output projection: a head's part is
    /// heads[head] · z [readings × d_value].
    std::map<HeadRef, DoubleMatrix> heads;

    void add(const Writer& writer, const Eigen::VectorXd& part);
};

/// Whether the trace can be one of this model, by name and sizes. While another model opens, the trace that
/// is shown is still one of the model before.
bool isTraceOf(const Model& model, const Trace& trace);

/// The sites that streamParts() reads.
SiteSet streamPartsSites();

/// Splits linear readings of a row of the stream by writers, exactly: every norm keeps the mean and the
/// deviation that it had in the run ("A Mathematical Framework for Transformer Circuits", Elhage et al.
/// 2021). readings [readings × width at the place]; a biased place counts its bias as a writer. Errors:
/// kBadArgument if there is no such row, or the trace lacks a site.
Result<StreamParts> streamParts(const Model& model, const Trace& trace, const ReadPlace& place,
                                DoubleMatrix readings);

/// readings · W, for W [width × inputs]: readings of a projection's output become readings of its input.
DoubleMatrix pulledThrough(const DoubleMatrix& readings, const WeightMatrix& weight);

/// The edits of wiring and positions with which the trace was recorded.
class EditPlan;
Result<EditPlan> structuralEdits(const Trace& trace);

} // namespace headlight
