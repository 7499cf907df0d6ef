#include "core/model/read_out.h"

#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/nn/stack.h"
#include "core/nn/weights.h"

#include <utility>

namespace headlight {

Matrix outputOf(const Model& model, StackKind stack, Matrix stream, Index length, Workers* workers)
{
    return finishStack(*model.spec().stack(stack), *model.weights().stack(stack), std::move(stream), length,
                       workers);
}

Matrix logitsOf(const Model& model, const MatrixView& rows, Workers* workers, Matrix* normalized)
{
    const StackKind last = model.spec().decoder ? StackKind::kDecoder : StackKind::kEncoder;
    return applyHead(model.spec().head, model.weights().head, *model.spec().stack(last), rows, workers,
                     normalized);
}

} // namespace headlight
