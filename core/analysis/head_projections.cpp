#include "core/analysis/head_projections.h"

#include "core/model/adapter/adapter.h"
#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"
#include "core/trace/trace.h"

namespace headlight {

namespace {

const Linear& linearOf(const AttentionWeights& weights, Projection which)
{
    switch (which) {
    case Projection::kQuery:
        return weights.query;
    case Projection::kKey:
        return weights.key;
    case Projection::kValue:
        return weights.value;
    default:
        return weights.output;
    }
}

ProjectionShape shapeOf(const AttentionParts& parts, int head, Projection which)
{
    const AttentionSpec& spec = *parts.spec;
    const Linear& linear = linearOf(*parts.weights, which);
    ProjectionShape shape;
    shape.rows = linear.weight.rows();
    shape.columns = linear.weight.columns();
    shape.biased = linear.bias.size() > 0;
    shape.parameters = std::int64_t{shape.rows} * shape.columns + linear.bias.size();
    const bool grouped = which == Projection::kKey || which == Projection::kValue;
    shape.sharedBy = grouped ? spec.heads / spec.kvHeads : 1;
    shape.count = which == Projection::kQuery || which == Projection::kKey ? spec.headWidth : spec.valueWidth;
    shape.first = Index{head / shape.sharedBy} * shape.count;
    return shape;
}

} // namespace

AttentionParts attentionPartsOf(const Model& model, const HeadRef& head)
{
    const StackSpec* const stack = model.spec().stack(head.stack);
    const StackWeights* const weights = model.weights().stack(head.stack);
    const auto layer = static_cast<std::size_t>(head.layer);
    if (stack == nullptr || weights == nullptr || head.layer < 0 || layer >= stack->layers.size()
        || layer >= weights->layers.size())
        return {};
    const bool self = head.kind == AttentionKind::kSelf;
    const LayerSpec& spec = stack->layers[layer];
    const LayerWeights& own = weights->layers[layer];
    if (!self && (!spec.cross || !own.cross))
        return {};
    const AttentionParts parts{self ? &spec.self : &*spec.cross, self ? &own.self : &*own.cross};
    return head.head >= 0 && head.head < parts.spec->heads ? parts : AttentionParts{};
}

std::int64_t HeadProjections::parameters() const
{
    std::int64_t sum = 0;
    for (const ProjectionShape& shape : shapes)
        sum += shape.parameters;
    return sum;
}

std::shared_ptr<const Model> projectedModel(const std::shared_ptr<const Model>& model, const Trace& trace)
{
    return trace.isNull() ? model : modelOf(model, trace.info());
}

std::optional<HeadProjections> headProjections(const Model& model, const HeadRef& head)
{
    const AttentionParts parts = attentionPartsOf(model, head);
    if (parts.spec == nullptr)
        return std::nullopt;
    HeadProjections found;
    found.heads = parts.spec->heads;
    found.kvHeads = parts.spec->kvHeads;
    found.headWidth = parts.spec->headWidth;
    found.valueWidth = parts.spec->valueWidth;
    for (const Projection which : kProjections)
        found.shapes.at(static_cast<std::size_t>(which)) = shapeOf(parts, head.head, which);
    return found;
}

Matrix packedProjection(const Model& model, const HeadRef& head, Projection which)
{
    const AttentionParts parts = attentionPartsOf(model, head);
    return parts.spec != nullptr ? linearOf(*parts.weights, which).weight.toMatrix() : Matrix();
}

Matrix headProjection(const Model& model, const HeadRef& head, Projection which)
{
    const AttentionParts parts = attentionPartsOf(model, head);
    if (parts.spec == nullptr)
        return {};
    const ProjectionShape shape = shapeOf(parts, head.head, which);
    const WeightMatrix& weight = linearOf(*parts.weights, which).weight;
    return which == Projection::kOutput ? weight.toMatrix().middleCols(shape.first, shape.count)
                                        : weight.rowsFrom(shape.first, shape.count).toMatrix();
}

RowVector headBias(const Model& model, const HeadRef& head, Projection which)
{
    const AttentionParts parts = attentionPartsOf(model, head);
    if (parts.spec == nullptr || linearOf(*parts.weights, which).bias.size() == 0)
        return {};
    const ProjectionShape shape = shapeOf(parts, head.head, which);
    return linearOf(*parts.weights, which).bias.segment(shape.first, shape.count);
}

} // namespace headlight
