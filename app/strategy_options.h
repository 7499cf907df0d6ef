#pragma once

#include "app/run_options.h"

#include "core/sampling/options.h"

#include <string>

namespace headlight {

/// How tokens are chosen; what generate and render share. The longest output is an option of theirs.
struct StrategyOptions
{
    DecodeOptions decoding;

    void addTo(CommandLine& line);
    /// Puts the words into `decoding`. Options that do not go together are usage errors or, where they have
    /// no effect, warnings.
    Result<void> settle(const ModelOptions& model);
    /// None was given.
    bool plain() const;

private:
    std::string m_strategy = "greedy", m_earlyStopping = "false";
};

} // namespace headlight
