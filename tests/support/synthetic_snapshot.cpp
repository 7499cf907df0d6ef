#include "tests/support/synthetic_snapshot.h"

#include "tests/support/template_tokens.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace headlight::testing {

std::shared_ptr<const Snapshot> syntheticSnapshot(const SyntheticOptions& options, int maxSteps)
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->request = 1;
    snapshot->trace = syntheticTrace(options);
    snapshot->finished = true;
    snapshot->milliseconds = 12.5;
    const std::vector<TokenLabel> next = syntheticTokens(options.target + 1, true);
    for (int s = 0; s < std::min(options.target, maxSteps); ++s) {
        DecodeStep step;
        step.token = next[static_cast<std::size_t>(s) + 1];
        step.logProbability = std::log(0.5F);
        float probability = 0.5F;
        for (int c = 0; c < 10; ++c, probability /= 2) {
            const std::string text = c == 0 ? step.token.text : "word" + std::to_string(c);
            step.candidates.push_back(
                {static_cast<TokenId>(c == 0 ? step.token.id : 40 + c), text, std::log(probability)});
        }
        step.trace = syntheticTrace(options, s + 1);
        snapshot->output
            += QString::fromStdString(step.token.text).replace(QStringLiteral("␣"), QStringLiteral(" "));
        snapshot->steps.push_back(std::move(step));
    }
    return snapshot;
}

std::shared_ptr<const Snapshot> withTemplateTokens(const Snapshot& snapshot, std::size_t count)
{
    auto marked = std::make_shared<Snapshot>(snapshot);
    marked->trace = test::withTemplateTokens(snapshot.trace, count);
    return marked;
}

} // namespace headlight::testing
