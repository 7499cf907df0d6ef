#pragma once

#include "core/base/job.h"
#include "core/nn/non_finite.h"
#include "core/trace/trace.h"

#include <memory>
#include <string>

namespace headlight {

class Model;

/// "encoder layer 0, output of self-attention"
std::string describe(const NonFinitePlace& place);

/// Describes non-finite numbers found by a pass: where they arise, and the first tensor in the model's files
/// that contains any. Reads the files' tensors up to that one.
std::string nonFiniteWarning(const Model& model, const NonFinitePlace& place);
/// Gives that warning to the job, and to the information of what is traced from then on.
std::shared_ptr<const TraceInfo> warnedOf(TraceInfo info, const Model& model, const NonFinitePlace& place,
                                          const Job& job);

} // namespace headlight
