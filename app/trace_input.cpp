#include "app/trace_input.h"

#include "core/edit/recorded_edits.h"

#include <utility>

namespace headlight {

void TraceInput::addTo(CommandLine& line)
{
    line.text("--trace", file, "trace file instead of a text and a model", "FILE");
    pass.addTo(line);
}

Result<std::vector<Trace>> TraceInput::traces(const RecordPlan& plan) const
{
    if (!file)
        return pass.run(plan);
    if (!pass.input.empty() || pass.input.hasTargets() || pass.model.folder)
        return usageError("--trace",
                          "excludes texts, ids and --model. Give a trace, or a model with its input");
    const EditOptions& edits = pass.edits;
    if (!edits.ablations.empty() || !edits.masks.empty() || !edits.causal.empty() || edits.file)
        return usageError("--trace", "excludes edits, which need a model to run");
    auto read = readTraceFile(*file, pass.model.job());
    if (!read)
        return read.error();
    if (const std::string made = editsInWords(read->traces.front().info()); !made.empty())
        pass.model.job().warning(*file + ": recorded with edits: " + made);
    return std::move(read->traces);
}

} // namespace headlight
