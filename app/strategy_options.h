#pragma once

#include "app/run_options.h"

#include "core/sampling/options.h"

#include <string>

namespace headlight {

/// How tokens are chosen; shared by generate and render, which define the maximum output length themselves.
struct StrategyOptions
{
    DecodeOptions decoding;

    void addTo(CommandLine& line);
    /// Stores the options in `decoding`. Options that contradict each other are usage errors; those without
    /// effect cause warnings.
    Result<void> settle(const ModelOptions& model);
    /// Whether none was given.
    bool plain() const;

private:
    std::string m_strategy = "greedy", m_earlyStopping = "false";
};

} // namespace headlight
