#pragma once

#include "core/run/gradient.h"

#include <optional>
#include <string>

namespace headlight {

class CommandLine;

/// Options that name a number of the output, by which something is differentiated.
struct MeasureOptions
{
    std::string kind = "logprob";
    std::optional<std::string> rows, token, minus;

    void addTo(CommandLine& line);
    bool any() const { return rows || token || minus || kind != "logprob"; }
    /// The rows with their tokens: the given one, the most likely one, or, for a loss, that of ownTokens(),
    /// at the rows that have one. Errors name the option.
    Result<Measure> of(const Model& model, const LaneInput& lane) const;
    /// Which token is measured if none is given, as ExperimentInputs::defaultToken(); empty = one is given.
    std::string defaultToken(const Model& model) const;
};

} // namespace headlight
