#pragma once

#include "core/base/result.h"
#include "core/edit/interventions.h"
#include "core/run/execute.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

class CommandLine;
class Model;

/// Edits of masks and heads from the command line.
struct EditOptions
{
    std::vector<std::string> ablations, masks, causal;
    std::string padding = "on";
    std::optional<std::string> file;

    void addTo(CommandLine& line);
    /// Whether the model runs as it is.
    bool none() const
    {
        return ablations.empty() && masks.empty() && causal.empty() && padding == "on" && !file;
    }
    /// The file's edits first, then --ablate, then --mask. Addresses that match no head of the model are
    /// usage errors, reported before anything runs. `lanes` gives the inputs, in which --edit may name
    /// tokens.
    using Lanes = std::function<Result<std::vector<LaneInput>>()>;
    Result<Interventions> interventions(const std::shared_ptr<const Model>& loaded, const Lanes& lanes) const;
};

} // namespace headlight
