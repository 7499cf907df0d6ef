#include "ui/state/decoding_edit.h"

#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <algorithm>
#include <numbers>

namespace headlight {

int shownStep(const Workspace& workspace)
{
    const int last = static_cast<int>(workspace.shownRun()->steps.size()) - 1;
    return workspace.step() < 0 ? last : std::min(workspace.step(), last);
}

bool isOwnChoice(const DecodeStep& step)
{
    return step.forced && step.rank > 0;
}

double surpriseBits(const DecodeStep& step)
{
    constexpr double kMost = 126.0; // infinite bits cannot be drawn; NaN stays
    return std::clamp(-static_cast<double>(step.logProbability) / std::numbers::ln2, 0.0, kMost);
}

Document takeCandidate(const Document& document, const Snapshot& snapshot, int step, TokenId candidate)
{
    Document next = document;
    next.target.clear();
    next.forced.clear();
    const auto before = std::min(static_cast<std::size_t>(std::max(step, 0)), snapshot.steps.size());
    for (std::size_t i = 0; i < before; ++i)
        next.forced.push_back(snapshot.steps[i].id());
    next.forced.push_back(candidate);
    return next;
}

Document withoutChoice(const Document& document, const Snapshot& snapshot, int step)
{
    Document next = document;
    const bool given = step >= 0 && static_cast<std::size_t>(step) < next.forced.size();
    next.forced.resize(given ? static_cast<std::size_t>(step) : 0);
    const auto kept = std::min(next.forced.size(), snapshot.steps.size());
    if (std::none_of(snapshot.steps.begin(), snapshot.steps.begin() + static_cast<std::ptrdiff_t>(kept),
                     isOwnChoice))
        next.forced.clear();
    return next;
}

} // namespace headlight
