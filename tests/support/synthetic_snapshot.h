#pragma once
// A synthetic result of a finished run (see synthetic_trace.h), for the tests of views.

#include "tests/support/synthetic_trace.h"

#include "ui/state/snapshot.h"

#include <cstddef>
#include <memory>

namespace headlight::testing {

/// A decoding of options.target steps (none for encoder-only options). Each step has ten candidates with
/// halving probabilities, of which the first is chosen. There are at most `maxSteps` steps, since each holds
/// its own trace.
std::shared_ptr<const Snapshot> syntheticSnapshot(const SyntheticOptions& options = {}, int maxSteps = 32);

/// The same, as if a chat template had written the first `count` tokens of each stack.
std::shared_ptr<const Snapshot> withTemplateTokens(const Snapshot& snapshot, std::size_t count);

} // namespace headlight::testing
