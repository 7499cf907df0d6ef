#pragma once

#include "core/math/matrix.h"
#include "core/trace/site.h"

namespace headlight {

class Model;
class Workers;

// How a model reads its result out of a stream: the end of a pass, which runs no layer.

/// The stream after a layer [n × d_model] → what the stack would put out [n × width]: the final norm, and the
/// projection after it. A norm over the whole matrix needs all rows of a sentence, of which the first
/// `length` are not padding.
Matrix outputOf(const Model& model, StackKind stack, Matrix stream, Index length, Workers* workers);

/// Logits of rows of the last stack's output [n × width] → [n × vocabulary]. The model must have a head. If
/// the head has a norm, its mean and deviation are stored in `normalized` [n × 2].
Matrix logitsOf(const Model& model, const MatrixView& rows, Workers* workers, Matrix* normalized = nullptr);

} // namespace headlight
