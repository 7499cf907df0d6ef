#pragma once

#include "core/edit/interventions.h"
#include "core/model/model.h"
#include "core/trace/trace.h"

#include <memory>

namespace headlight {

/// What is run under edits: the model, or where they switch its adapter off, the same without it.
std::shared_ptr<const Model> modelUnder(const std::shared_ptr<const Model>& model,
                                        const Interventions& interventions);

/// What a trace was recorded with, as its own edits say.
const Model& modelOf(const Model& model, const TraceInfo& trace);
std::shared_ptr<const Model> modelOf(const std::shared_ptr<const Model>& model, const TraceInfo& trace);

} // namespace headlight
