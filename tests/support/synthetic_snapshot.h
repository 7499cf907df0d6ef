#pragma once
// What a finished run publishes, made by hand (see synthetic_trace.h): for the tests of views.

#include "tests/support/synthetic_trace.h"

#include "ui/state/workspace.h"

#include <memory>

namespace headlight::testing {

/// A decoding of options.target steps (none for encoder-only options); at each step ten candidates whose
/// probabilities halve, the first of them taken. Steps come only up to `maxSteps`, since each holds a
/// trace of its own.
inline std::shared_ptr<const Snapshot> syntheticSnapshot(const SyntheticOptions& options = {},
                                                         int maxSteps = 32)
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->request = 1;
    snapshot->trace = syntheticTrace(options);
    snapshot->finished = true;
    snapshot->milliseconds = 12.5;
    const std::vector<TokenLabel> next = syntheticTokens(options.target + 1, true);
    for (int s = 0; s < std::min(options.target, maxSteps); ++s) {
        StepView step;
        step.token = next[static_cast<std::size_t>(s) + 1];
        step.probability = 0.5F;
        float probability = 0.5F;
        for (int c = 0; c < 10; ++c, probability /= 2) {
            const QString text
                = c == 0 ? QString::fromStdString(step.token.text) : QStringLiteral("word%1").arg(c);
            step.candidates.push_back(
                {static_cast<TokenId>(c == 0 ? step.token.id : 40 + c), text, probability});
        }
        step.trace = syntheticTrace(options, s + 1);
        snapshot->output
            += QString::fromStdString(step.token.text).replace(QStringLiteral("␣"), QStringLiteral(" "));
        snapshot->steps.push_back(std::move(step));
    }
    return snapshot;
}

} // namespace headlight::testing
