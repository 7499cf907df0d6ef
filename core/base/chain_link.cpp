#include "core/base/chain_link.h"

#include <vector>

namespace headlight {

namespace {

/// References waiting to be released while this thread releases one; null at other times.
thread_local std::vector<std::shared_ptr<const void>>* waitingReferences = nullptr;

} // namespace

void releaseInTurn(std::shared_ptr<const void> last) noexcept
{
    if (last == nullptr)
        return;
    if (waitingReferences != nullptr) {
        waitingReferences->push_back(std::move(last));
        return;
    }
    std::vector<std::shared_ptr<const void>> waiting;
    waitingReferences = &waiting;
    for (last.reset(); !waiting.empty();) {
        last = std::move(waiting.back());
        waiting.pop_back();
        last.reset();
    }
    waitingReferences = nullptr;
}

} // namespace headlight
