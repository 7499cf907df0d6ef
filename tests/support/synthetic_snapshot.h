#pragma once
// What a finished run publishes, made by hand (see synthetic_trace.h): for the tests of views.

#include "tests/support/synthetic_trace.h"

#include "ui/state/snapshot.h"

#include <cstddef>
#include <memory>

namespace headlight::testing {

/// A decoding of options.target steps (none for encoder-only options); at each step ten candidates whose
/// probabilities halve, the first of them taken. Steps come only up to `maxSteps`, since each holds a
/// trace of its own.
std::shared_ptr<const Snapshot> syntheticSnapshot(const SyntheticOptions& options = {}, int maxSteps = 32);

/// The same, as if a chat template had written the first `count` tokens of each stack.
std::shared_ptr<const Snapshot> withTemplateTokens(const Snapshot& snapshot, std::size_t count);

} // namespace headlight::testing
