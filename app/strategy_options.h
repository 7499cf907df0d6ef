#pragma once

#include "app/run_options.h"

#include "core/options/decode_options.h"

namespace headlight {

/// How tokens are chosen; shared by generate and render, which define the maximum output length themselves.
struct StrategyOptions
{
    DecodeOptions decoding;

    void addTo(CommandLine& line);
    /// Options that contradict each other are usage errors; those without effect cause warnings.
    Result<void> settle(const ModelOptions& model);
    /// Whether none was given.
    bool plain() const { return decoding == DecodeOptions{}; }
};

} // namespace headlight
