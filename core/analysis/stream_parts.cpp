#include "core/analysis/stream_parts.h"

#include "core/base/text_list.h"
#include "core/base/workers.h"
#include "core/edit/edit_plan.h"
#include "core/edit/recorded_edits.h"
#include "core/model/adapter/adapter.h"
#include "core/nn/arch_spec.h"
#include "core/nn/layer_plan.h"
#include "core/nn/weights.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace headlight {

namespace {

using Kind = Writer::Kind;

/// Follows readings of one row backwards through a stack, from where it is read to the embeddings.
struct StreamWalk
{
    const Model& model;
    const Trace& trace;
    const ReadPlace& where;
    const EditPlan& edits;
    const std::vector<const TraceChunk*> chunks = trace.chunks();
    const StackSpec& spec = *model.spec().stack(where.stack);
    const StackWeights& weights = *model.weights().stack(where.stack);
    StreamParts result = {}; ///< last writer first
    Eigen::VectorXd fed
        = Eigen::VectorXd(); ///< readings of what the feed-forward adds; empty = none on the way
    std::string missing = {}; ///< the first quantity that is not recorded

    Result<StreamParts> walk(DoubleMatrix readings)
    {
        int layer = where.layer;
        DoubleMatrix stream = layer == std::ssize(spec.layers)
            ? output(std::move(readings))
            : throughLayer(layer, readings, where.attention);
        while (--layer >= 0)
            stream = throughLayer(layer, stream, {});
        embeddings(std::move(stream));
        if (!missing.empty())
            return badArgument("trace", "lacks ", missing, ", expected a trace with it");
        // The walk meets the last writer first.
        std::ranges::reverse(result.writers);
        result.parts = result.parts.colwise().reverse().eval();
        return std::move(result);
    }

    /// The row of the place in a quantity whose rows stand one below the other in the chunks; in each,
    /// find(chunk) is a matrix or null. Empty if it was not recorded.
    RowVector rowIn(const auto& find) const
    {
        Index row = where.row;
        for (const TraceChunk* chunk : chunks) {
            const Matrix* const matrix = chunk->stack(where.stack) != nullptr ? find(*chunk) : nullptr;
            if (matrix != nullptr && row < matrix->rows())
                return matrix->row(row);
            row -= matrix != nullptr ? matrix->rows() : 0;
        }
        return {};
    }

    RowVector streamRow(Site site, const LayerRef& layer) const
    {
        return rowIn([&](const TraceChunk& chunk) { return chunk.stack(layer.stack)->matrix(site, layer); });
    }

    /// Notes it if the row is empty.
    RowVector expected(RowVector row, std::string_view name)
    {
        if (row.size() == 0 && missing.empty())
            missing = name;
        return row;
    }

    RowVector recorded(Site site, const LayerRef& layer)
    {
        return expected(streamRow(site, layer), siteName(site));
    }

    RowVector recorded(const NormRef& norm)
    {
        const auto find = [&](const TraceChunk& chunk) -> const Matrix* {
            const auto& norms = chunk.stack(norm.stack)->norms;
            const auto known = norms.find({norm.site, norm.layer});
            return known != norms.end() ? &known->second : nullptr;
        };
        return expected(rowIn(find), toString(norm));
    }

    RowVector headOutput(const HeadRef& head)
    {
        const auto find = [&](const TraceChunk& chunk) -> const Matrix* {
            const AttentionChunk* const attention = chunk.attention(head.layerRef());
            const auto index = static_cast<std::size_t>(head.head);
            return attention != nullptr && index < attention->headOutput.size()
                ? &attention->headOutput[index]
                : nullptr;
        };
        return expected(rowIn(find), siteName(Site::kHeadOutput));
    }

    LayerRef layerRef(int layer, AttentionKind kind) const { return {where.stack, layer, kind}; }

    /// Zeros if the row was not recorded.
    static Eigen::VectorXd read(const DoubleMatrix& readings, const RowVector& row)
    {
        return row.size() == readings.cols() ? (readings * row.cast<double>().transpose()).eval()
                                             : Eigen::VectorXd::Zero(readings.rows()).eval();
    }

    /// Leaves out an empty row, which was not recorded.
    void add(const Writer& writer, const DoubleMatrix& readings, const RowVector& row)
    {
        if (row.size() == readings.cols())
            result.add(writer, read(readings, row));
    }

    Writer writer(Kind kind, int layer = 0) const { return {kind, where.stack, layer}; }

    DoubleMatrix throughNorm(const DoubleMatrix& readings, const NormWeights& norm, NormSite site, int layer)
    {
        if (!norm.present())
            return readings;
        return throughNorm(readings, norm, recorded(NormRef{where.stack, layer, site}),
                           {.kind = Kind::kNorm, .stack = where.stack, .layer = layer, .norm = site});
    }

    /// Readings of (a − mean a)/σ ⊙ gain + bias, with the run's σ, become readings of a; the bias is a
    /// writer.
    DoubleMatrix throughNorm(DoubleMatrix readings, const NormWeights& norm, const RowVector& statistics,
                             const Writer& own)
    {
        if (statistics.size() < 2)
            return readings;
        add(own, readings, norm.bias);
        if (norm.gain.size() > 0) {
            const double more = spec.norm == NormKind::kRmsNormPlusOne ? 1.0 : 0.0;
            readings.array().rowwise() *= norm.gain.cast<double>().array() + more;
        }
        const auto deviation = static_cast<double>(statistics[1]);
        readings /= std::sqrt(deviation * deviation + static_cast<double>(spec.epsilon));
        if (spec.normScope == NormScope::kMatrix) // its mean is that of all rows
            result.add(own, -static_cast<double>(statistics[0]) * readings.rowwise().sum());
        else if (spec.norm == NormKind::kLayerNorm)
            readings.colwise() -= readings.rowwise().mean().eval();
        return readings;
    }

    void throughProjection(DoubleMatrix& readings, const Linear& linear, Kind kind)
    {
        if (!linear.present())
            return;
        add(writer(kind), readings, linear.bias);
        readings = pulledThrough(readings, linear.weight);
    }

    DoubleMatrix output(DoubleMatrix readings)
    {
        throughProjection(readings, weights.projectOut, Kind::kOutputProjection);
        return throughNorm(readings, weights.finalNorm, NormSite::kFinal, 0);
    }

    /// Readings of the stream before the layer. With `reader`, `readings` are those of the input of that
    /// attention, otherwise of the stream after the layer.
    DoubleMatrix throughLayer(int layer, const DoubleMatrix& readings,
                              const std::optional<AttentionKind>& reader)
    {
        const LayerWeights& with = weights.layers[static_cast<std::size_t>(layer)];
        const LayerPlan plan = layerPlan(spec, layer, with, [&](WiringForm form) {
            return edits.wired(form, layerRef(layer, AttentionKind::kSelf));
        });
        std::vector<DoubleMatrix> values(plan.steps.size() + 1);
        std::size_t count = plan.steps.size();
        while (reader
               && (plan.steps[--count].kind != LayerStep::Kind::kAttention
                   || plan.steps[count].attention != reader)) { }
        values[reader ? static_cast<std::size_t>(plan.steps[count].reads[0]) : count] = readings;
        while (count-- > 0) {
            const DoubleMatrix made = std::move(values[count + 1]);
            if (made.size() > 0)
                throughStep(layer, plan, plan.steps[count], made, values);
        }
        if (values.front().size() == 0)
            values.front() = DoubleMatrix::Zero(readings.rows(), with.self.output.weight.rows());
        return std::move(values.front());
    }

    void throughStep(int layer, const LayerPlan& plan, const LayerStep& step, const DoubleMatrix& made,
                     std::vector<DoubleMatrix>& values)
    {
        const LayerWeights& with = weights.layers[static_cast<std::size_t>(layer)];
        const auto pass = [&](std::size_t place, const DoubleMatrix& readings) {
            DoubleMatrix& value = values[static_cast<std::size_t>(step.reads[place])];
            if (value.size() == 0)
                value = readings;
            else
                value += readings;
        };
        switch (step.kind) {
        case LayerStep::Kind::kNorm: {
            pass(0, throughNorm(made, with.norm(step.norm), step.norm, layer));
            // In a sandwich, the norm's bias is part of what the feed-forward was recorded to add.
            if (fed.size() > 0 && with.norm(step.norm).bias.size() > 0)
                fed -= made * with.norm(step.norm).bias.cast<double>().transpose();
            break;
        }
        case LayerStep::Kind::kAttention:
            heads(layerRef(layer, *step.attention),
                  step.attention == AttentionKind::kSelf ? with.self.output : with.cross->output, made);
            break;
        case LayerStep::Kind::kFeedForward:
            result.add(writer(Kind::kFeedForward, layer), fed);
            fed.resize(0);
            break;
        case LayerStep::Kind::kScale:
            pass(0, made * static_cast<double>(step.factor));
            break;
        case LayerStep::Kind::kUpdate:
            if (!step.attention)
                fed = read(made, recorded(Site::kFeedForwardOutput, {where.stack, layer}));
            pass(0, made);
            break;
        case LayerStep::Kind::kSum:
            for (std::size_t place = 0; place < step.reads.size() && step.reads[place] >= 0; ++place)
                pass(place, made);
            break;
        case LayerStep::Kind::kConvolution:
            pass(0, throughConvolution(plan, step, made));
            break;
        case LayerStep::Kind::kRewire:
            pass(edits.wired(step.form, layerRef(layer, AttentionKind::kSelf), 0) ? 1 : 0, made);
            break;
        }
    }

    void heads(const LayerRef& layer, const Linear& output, const DoubleMatrix& readings)
    {
        add({Kind::kOutputBias, layer.stack, layer.layer, layer.kind}, readings, output.bias);
        const int count = trace.info().heads(layer.stack);
        const DoubleMatrix joined = pulledThrough(readings, output.weight);
        const Index each = joined.cols() / count;
        for (int head = count - 1; head >= 0; --head) {
            const HeadRef ref{layer.stack, layer.layer, layer.kind, head};
            DoubleMatrix ofHead = joined.middleCols(head * each, each);
            add(writerOf(ref), ofHead, headOutput(ref));
            result.heads.emplace(ref, std::move(ofHead));
        }
    }

    /// A value of layer 0's plan in this row, as recorded or computed from what is recorded.
    RowVector valueOf(const LayerPlan& plan, int value)
    {
        const LayerRef layer{where.stack};
        if (value == 0)
            return recorded(Site::kResidual, layer);
        const LayerStep& step = plan.steps[static_cast<std::size_t>(value) - 1];
        if (step.kind == LayerStep::Kind::kUpdate)
            return step.attention ? recorded(Site::kOutput, layerRef(0, *step.attention))
                                  : recorded(Site::kFeedForwardOutput, layer);
        RowVector made = valueOf(plan, step.reads[0]);
        if (step.kind == LayerStep::Kind::kNorm) {
            Matrix row = made;
            const NormWeights& norm = weights.layers.front().norm(step.norm);
            normalize(row, spec.norm, norm.gain, norm.bias, spec.epsilon);
            return row.row(0);
        }
        for (std::size_t i = 1;
             step.kind == LayerStep::Kind::kSum && i < step.reads.size() && step.reads[i] >= 0; ++i)
            made += valueOf(plan, step.reads[i]);
        return made;
    }

    /// norm(x + c) with the convolution's result c as a writer; readings of x.
    DoubleMatrix throughConvolution(const LayerPlan& plan, const LayerStep& step,
                                    const DoubleMatrix& readings)
    {
        const ConvolutionWeights& convolution = weights.convolution;
        const Matrix input = trace.residual(where.stack, 0);
        Matrix made = convolution.bias;
        for (std::size_t tap = 0; tap < convolution.taps.size(); ++tap) {
            const Index from
                = where.row + static_cast<Index>(tap) - static_cast<Index>(convolution.taps.size() / 2);
            if (from < 0 || from >= input.rows())
                continue;
            Matrix part(1, made.cols());
            convolution.taps[tap].multiply(input.middleRows(from, 1), part, nullptr);
            made += part;
        }
        activate(made, spec.convolution->activation);
        Matrix sum = made + valueOf(plan, step.reads[0]);
        DoubleMatrix through = readings;
        if (convolution.norm.present()) {
            const Matrix statistics
                = normalize(sum, spec.norm, convolution.norm.gain, convolution.norm.bias, spec.epsilon);
            through = throughNorm(readings, convolution.norm, RowVector(statistics.row(0)),
                                  writer(Kind::kConvolution));
        }
        add(writer(Kind::kConvolution, 0), through, made.row(0));
        return through;
    }

    void embeddings(DoubleMatrix readings)
    {
        if (spec.projection == EmbeddingProjection::kLast)
            throughProjection(readings, weights.projectIn, Kind::kEmbeddingBias);
        readings = throughNorm(readings, weights.embeddingNorm, NormSite::kEmbedding, 0);
        if (spec.projection == EmbeddingProjection::kBeforeNorm)
            throughProjection(readings, weights.projectIn, Kind::kEmbeddingBias);
        add(writer(Kind::kSegments), readings, streamRow(Site::kSegments, {where.stack}));
        add(writer(Kind::kPositions), readings, streamRow(Site::kPositions, {where.stack}));
        add(writer(Kind::kEmbeddings), readings, recorded(Site::kEmbeddings, {where.stack}));
    }
};

} // namespace

void StreamParts::add(const Writer& writer, const Eigen::VectorXd& part)
{
    const auto known = std::ranges::find(writers, writer);
    const Index row = known - writers.begin();
    if (known == writers.end()) {
        writers.push_back(writer);
        parts.conservativeResize(row + 1, part.size());
        parts.row(row).setZero();
    }
    parts.row(row) += part.transpose();
}

std::string toString(const Writer& writer)
{
    static constexpr std::array kWords{
        "embeddings",   "positions",   "segments", "embeddings.bias",        "",          "bias",
        "feed_forward", "convolution", "",         "output_projection.bias", "head.bias", "bias",
        "distance"};
    const std::string stack = concat(stackName(writer.stack), ".");
    const std::string layer = concat(stack, writer.layer, ".");
    switch (writer.kind) {
    case Kind::kEmbeddings:
    case Kind::kPositions:
    case Kind::kSegments:
    case Kind::kEmbeddingBias:
    case Kind::kOutputProjection:
        return stack + nameIn(kWords, writer.kind);
    case Kind::kFeedForward:
    case Kind::kConvolution:
        return layer + nameIn(kWords, writer.kind);
    case Kind::kLogitBias:
    case Kind::kBias:
    case Kind::kDistance:
        return nameIn(kWords, writer.kind);
    case Kind::kHead:
        return toString(HeadRef{writer.stack, writer.layer, writer.attention, writer.index});
    case Kind::kOutputBias:
        return concat(layer, kindName(writer.attention), ".bias");
    case Kind::kNorm:
        break;
    }
    const std::string_view own = writer.norm == NormSite::kSelf ? "self"
        : writer.norm == NormSite::kCross                       ? "cross"
        : writer.norm == NormSite::kFeedForward                 ? "feed_forward"
                                                                : "";
    return !own.empty()
        ? concat(layer, "norm.", own) // otherwise embedding_norm, final_norm, N.self_post_norm, …
        : toString(NormRef{writer.stack, writer.layer, writer.norm});
}

bool isTraceOf(const Model& model, const Trace& trace)
{
    const TraceInfo& own = model.traceInfo();
    const TraceInfo& its = trace.info();
    const auto layers = [](const std::optional<StackShape>& stack) { return stack ? stack->layers : -1; };
    return own.model == its.model && own.modelWidth == its.modelWidth && own.vocabulary == its.vocabulary
        && layers(own.encoder) == layers(its.encoder) && layers(own.decoder) == layers(its.decoder);
}

SiteSet streamPartsSites()
{
    return {Site::kEmbeddings, Site::kPositions,         Site::kSegments, Site::kNorms,
            Site::kValue,      Site::kHeadOutput,        Site::kWeights,  Site::kOutput,
            Site::kResidual,   Site::kFeedForwardOutput, Site::kFinal};
}

Result<EditPlan> structuralEdits(const Trace& trace)
{
    Interventions edits = recordedEdits(trace.info());
    std::erase_if(edits.list, [](const Intervention& edit) {
        return !std::holds_alternative<Wiring>(edit) && !std::holds_alternative<PositionEdit>(edit);
    });
    return EditPlan::compile(edits, trace.info(), {}); // none of these edits has a position
}

DoubleMatrix pulledThrough(const DoubleMatrix& readings, const WeightMatrix& weight)
{
    constexpr Index kBlock = 64; // rows whose sum is exact enough in single precision
    constexpr Index kParts = 4; // whatever the number of threads, so that the sum is the same
    const Matrix rounded = readings.cast<float>();
    std::vector<DoubleMatrix> sums(kParts, DoubleMatrix::Zero(readings.rows(), weight.columns()));
    const Index blocks = (weight.rows() + kBlock - 1) / kBlock;
    Workers().forEach(kParts, [&](std::size_t part) {
        Matrix product(readings.rows(), weight.columns());
        const Index end = (static_cast<Index>(part) + 1) * blocks / kParts;
        for (Index block = static_cast<Index>(part) * blocks / kParts; block < end; ++block) {
            const Index first = block * kBlock;
            const Index count = std::min(kBlock, weight.rows() - first);
            weight.rowsFrom(first, count).multiplyBack(rounded.middleCols(first, count), product, nullptr);
            sums[part] += product.cast<double>();
        }
    });
    return sums[0] + sums[1] + sums[2] + sums[3];
}

Result<StreamParts> streamParts(const Model& model, const Trace& trace, const ReadPlace& place,
                                DoubleMatrix readings)
{
    const StackShape* const shape = trace.isNull() ? nullptr : trace.info().stack(place.stack);
    const Model& run = trace.isNull() ? model : modelOf(model, trace.info());
    if (!trace.isNull() && !isTraceOf(model, trace))
        return badArgument("trace", "is one of another model");
    if (shape == nullptr || run.spec().stack(place.stack) == nullptr)
        return badArgument("stack", "found ", stackName(place.stack), ", expected a stack of the model");
    if (place.row < 0 || place.row >= static_cast<Index>(trace.tokens(place.stack).size()))
        return badArgument("row", "found ", place.row, ", expected 0 to ",
                           trace.tokens(place.stack).size() - 1);
    const auto layers = static_cast<int>(run.spec().stack(place.stack)->layers.size());
    if (layers != shape->layers || place.layer < 0 || place.layer > layers)
        return badArgument("layer", "found ", place.layer, ", expected 0 to ", layers);
    ASSIGN_OR_RETURN(const auto edits, structuralEdits(trace));
    return StreamWalk{run, trace, place, edits}.walk(std::move(readings));
}

} // namespace headlight
