#include "core/model/adapter/adapter_switch.h"

#include "core/edit/recorded_edits.h"

namespace headlight {

std::shared_ptr<const Model> modelUnder(const std::shared_ptr<const Model>& model,
                                        const Interventions& interventions)
{
    return model && model->withoutAdapter() && interventions.adapterOff() ? model->withoutAdapter() : model;
}

const Model& modelOf(const Model& model, const TraceInfo& trace)
{
    return model.withoutAdapter() && recordedEdits(trace).adapterOff() ? *model.withoutAdapter() : model;
}

std::shared_ptr<const Model> modelOf(const std::shared_ptr<const Model>& model, const TraceInfo& trace)
{
    return model && model->withoutAdapter() && recordedEdits(trace).adapterOff() ? model->withoutAdapter()
                                                                                 : model;
}

} // namespace headlight
