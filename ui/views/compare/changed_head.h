#pragma once

#include "core/trace/trace.h"

#include <optional>
#include <stop_token>

namespace headlight {

/// The head whose map differs most between two runs.
struct ChangedHead
{
    HeadRef head;
    double mean = 0; ///< of |B − A| over the cells that have numbers in both
};

/// By the mean difference over its cells; nothing where no map differs, or once stopped. Reads every map of
/// both: not for the UI thread.
std::optional<ChangedHead> mostChangedHead(const Trace& a, const Trace& b, MapKind kind,
                                           const std::stop_token& stop);

} // namespace headlight
