#include "ui/views/flow/next_tokens.h"

#include "core/sampling/distribution.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/words/token_text.h"

#include <algorithm>
#include <numeric>

namespace headlight {

namespace {

/// The step whose pass ended with the row; null if there is none.
const DecodeStep* stepAt(const Snapshot& snapshot, const Trace& trace, int row)
{
    const auto& tokens = trace.tokens(StackKind::kDecoder);
    for (const DecodeStep& step : snapshot.steps) {
        const auto& read = step.trace.tokens(StackKind::kDecoder);
        if (static_cast<int>(read.size()) != row + 1)
            continue;
        // Another beam may have read other tokens.
        const bool same = read.size() <= tokens.size()
            && std::equal(read.begin(), read.end(), tokens.begin(),
                          [](const TokenLabel& a, const TokenLabel& b) { return a.id == b.id; });
        return same ? &step : nullptr;
    }
    return nullptr;
}

QString wordOf(const Snapshot& snapshot, std::int64_t id)
{
    TokenLabel label;
    label.id = id;
    label.text
        = snapshot.vocabulary ? snapshot.vocabulary->display(static_cast<TokenId>(id)) : std::to_string(id);
    return tokenText(label);
}

std::vector<NextToken> ofLogits(const Snapshot& snapshot, const RowVector& logits, std::size_t count)
{
    std::vector<double> scores(static_cast<std::size_t>(logits.size()));
    std::copy(logits.data(), logits.data() + logits.size(), scores.begin());
    const std::vector<double> probabilities = softmax(scores);
    std::vector<std::size_t> order(probabilities.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t kept = std::min(count, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                      [&probabilities](std::size_t a, std::size_t b) {
                          return probabilities[a] > probabilities[b]
                              || (probabilities[a] == probabilities[b] && a < b);
                      });
    std::vector<NextToken> found;
    for (std::size_t i = 0; i < kept; ++i)
        found.push_back(
            {wordOf(snapshot, static_cast<std::int64_t>(order[i])), probabilities[order[i]], false});
    return found;
}

} // namespace

std::vector<NextToken> nextTokens(const Workspace& workspace, const Trace& trace, StackKind stack, int row,
                                  std::size_t count)
{
    if (trace.isNull() || row < 0)
        return {};
    const Snapshot& whole = *workspace.snapshot();
    const Snapshot& snapshot = workspace.showsUnedited() ? *whole.unedited : whole;
    const DecodeStep* const step = stack == StackKind::kDecoder ? stepAt(snapshot, trace, row) : nullptr;
    std::vector<NextToken> found;
    if (step != nullptr) {
        for (const DecodeStep::Choice& choice : step->candidates) {
            if (found.size() == count)
                break;
            TokenLabel label;
            label.id = choice.id;
            label.text = choice.text;
            found.push_back(
                {tokenText(label), static_cast<double>(choice.probability()), choice.id == step->id()});
        }
        return found;
    }
    const RowVector logits = trace.logits(row);
    return logits.size() > 0 ? ofLogits(snapshot, logits, count) : found;
}

} // namespace headlight
