#include "app/trace_input.h"

#include "core/edit/recorded_edits.h"

#include <utility>

namespace headlight {

void TraceInput::addTo(CommandLine& line)
{
    line.text("--trace", file, "FILE.safetensors: a trace instead of a text and a model");
    pass.addTo(line);
}

Result<std::vector<Trace>> TraceInput::traces(const RecordPlan& plan) const
{
    if (!file)
        return pass.run(plan);
    if (!pass.input.empty() || pass.input.hasTargets() || pass.model.folder)
        return usageError("--trace", "was given beside a text, ids or a model, expected one of them");
    const EditOptions& edits = pass.edits;
    if (!edits.ablations.empty() || !edits.masks.empty() || !edits.causal.empty() || edits.file)
        return usageError("--trace", "was given beside edits, which need a model to run");
    auto read = readTraceFile(*file, pass.model.job());
    if (!read)
        return read.error();
    if (const std::string made = editsInWords(read->traces.front().info()); !made.empty())
        pass.model.job().warning(*file + ": was recorded with edits: " + made);
    return std::move(read->traces);
}

} // namespace headlight
