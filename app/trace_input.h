#pragma once

#include "app/run_options.h"

#include "core/trace/trace.h"

namespace headlight {

/// Where render and metrics get their traces from: a trace file, or a pass of their own.
struct TraceInput
{
    std::optional<std::string> file, tokens, targetTokens;
    bool verify = false;
    PassOptions pass;

    void addTo(CommandLine& line);
    /// `plan` is what a pass records; a file has what it has.
    Result<std::vector<Trace>> traces(const RecordPlan& plan) const;
};

} // namespace headlight
