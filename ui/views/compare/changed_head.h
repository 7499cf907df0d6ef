#pragma once

#include "core/trace/trace.h"

#include <optional>
#include <stop_token>

namespace headlight {

/// The head whose map differs most between two runs.
struct ChangedHead
{
    HeadRef head;
    double mean = 0; ///< mean |B − A| over cells with numbers in both
};

/// Chooses by the mean difference over the cells; nothing if no map differs, or if stopped. Reads every map
/// of both traces: not for the UI thread.
std::optional<ChangedHead> mostChangedHead(const Trace& a, const Trace& b, MapKind kind,
                                           const std::stop_token& stop);

} // namespace headlight
