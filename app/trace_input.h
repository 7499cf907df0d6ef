#pragma once

#include "app/run_options.h"

#include "core/trace/trace.h"

namespace headlight {

/// Source of traces for render and metrics: a trace file, or a pass.
struct TraceInput
{
    std::optional<std::string> file, tokens, targetTokens;
    bool verify = false;
    PassOptions pass;

    void addTo(CommandLine& line);
    /// Checks that the options are compatible with each other; otherwise a usage error.
    Result<void> settle() const;
    /// `plan` applies to a pass; a file has what it has.
    Result<std::vector<Trace>> traces(const RecordPlan& plan) const;
};

} // namespace headlight
