#pragma once

#include "core/edit/interventions.h"
#include "core/model/model.h"
#include "core/trace/trace.h"

#include <memory>

namespace headlight {

/// The model to run under edits: the model itself, or, if they switch its adapter off, the same model without
/// it.
std::shared_ptr<const Model> modelUnder(const std::shared_ptr<const Model>& model,
                                        const Interventions& interventions);

/// The model with which a trace was recorded, according to its own edits.
const Model& modelOf(const Model& model, const TraceInfo& trace);
std::shared_ptr<const Model> modelOf(const std::shared_ptr<const Model>& model, const TraceInfo& trace);

} // namespace headlight
