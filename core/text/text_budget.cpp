#include "core/text/text_budget.h"

#include <string>

namespace headlight {

namespace {

/// Texts are at most 2^28 bytes (see the pipeline), so that nothing here overflows.
std::size_t mostCodePoints(std::size_t given)
{
    return TextBudget::kGrowth * given + TextBudget::kGrowthBase;
}

Error overBudget(std::string message)
{
    return {ErrorCode::kTooLong, std::move(message)};
}

} // namespace

TextBudget::TextBudget(std::size_t codePoints)
    : m_given(codePoints)
    , m_left(kSteps * codePoints + kStepsBase)
{ }

Result<void> TextBudget::checkSize(std::size_t codePoints) const
{
    const std::size_t most = mostCodePoints(m_given);
    if (codePoints <= most)
        return {};
    return overBudget("this step makes a text of " + std::to_string(m_given)
                      + " characters too long: expected at most " + std::to_string(most) + " ("
                      + std::to_string(kGrowth) + " for each and " + std::to_string(kGrowthBase) + ")");
}

Result<void> TextBudget::spend(std::size_t steps)
{
    if (steps <= m_left) {
        m_left -= steps;
        return {};
    }
    m_left = 0;
    return overBudget("this step takes too much work on a text of " + std::to_string(m_given)
                      + " characters: expected at most " + std::to_string(kSteps * m_given + kStepsBase)
                      + " visits (" + std::to_string(kSteps) + " for each and " + std::to_string(kStepsBase)
                      + ")");
}

} // namespace headlight
