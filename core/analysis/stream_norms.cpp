#include "core/analysis/stream_norms.h"

#include <functional>

namespace headlight {

namespace {

using ReadLayer = std::function<Matrix(int layer)>;

/// One row of norms per layer; no rows if a layer is missing.
Matrix normsOf(int layers, Index positions, const ReadLayer& read)
{
    Matrix norms(layers, positions);
    for (int layer = 0; layer < layers; ++layer) {
        const Matrix vectors = read(layer);
        if (vectors.rows() != positions)
            return {};
        norms.row(layer) = vectors.rowwise().norm().transpose();
    }
    return norms;
}

Matrix cosinesOf(int layers, Index positions, const ReadLayer& one, const ReadLayer& other)
{
    Matrix cosines(layers, positions);
    for (int layer = 0; layer < layers; ++layer) {
        const Matrix a = one(layer);
        const Matrix b = other(layer);
        if (a.rows() != positions || b.rows() != positions || a.cols() != b.cols())
            return {};
        for (Index row = 0; row < positions; ++row) {
            const float sizes = a.row(row).norm() * b.row(row).norm();
            cosines(layer, row) = sizes > 0 ? a.row(row).dot(b.row(row)) / sizes : 0.0F;
        }
    }
    return cosines;
}

} // namespace

StreamNorms streamNorms(const Trace& trace, StackKind stack)
{
    StreamNorms norms;
    const StackShape* shape = trace.isNull() ? nullptr : trace.info().stack(stack);
    if (shape == nullptr)
        return norms;
    const auto positions = static_cast<Index>(trace.tokens(stack).size());
    const ReadLayer stream = [&](int layer) { return trace.residual(stack, layer); };
    const ReadLayer attention = [&](int layer) { return trace.output({stack, layer, AttentionKind::kSelf}); };
    const ReadLayer cross = [&](int layer) { return trace.output({stack, layer, AttentionKind::kCross}); };
    const ReadLayer feedForward = [&](int layer) { return trace.feedForwardOutput(stack, layer); };
    norms.stream = normsOf(shape->layers + 1, positions, stream);
    norms.attention = normsOf(shape->layers, positions, attention);
    norms.feedForward = normsOf(shape->layers, positions, feedForward);
    norms.attentionCosine = cosinesOf(shape->layers, positions, attention, stream);
    norms.feedForwardCosine = cosinesOf(shape->layers, positions, feedForward, stream);
    if (shape->cross) {
        norms.cross = normsOf(shape->layers, positions, cross);
        norms.crossCosine = cosinesOf(shape->layers, positions, cross, stream);
    }
    return norms;
}

} // namespace headlight
