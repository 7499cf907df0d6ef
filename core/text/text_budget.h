#pragma once

#include "core/base/result.h"

#include <cstddef>

namespace headlight {

/// What the steps of a tokenizer may do with one text, so that a hostile tokenizer.json takes neither all
/// memory nor minutes. Both limits grow with the text; the steps in use stay far below them: the character
/// that Unicode makes most of (U+FDFA) becomes 18, a long pipeline passes a text some twenty times.
class TextBudget
{
public:
    static constexpr std::size_t kGrowth = 32; ///< code points that one of the given text may become
    static constexpr std::size_t kGrowthBase = std::size_t{1} << 16U;
    static constexpr std::size_t kSteps = 256; ///< visits to code points, for each of the given text
    static constexpr std::size_t kStepsBase = std::size_t{1} << 22U;

    /// For a text of that many code points.
    explicit TextBudget(std::size_t codePoints);

    /// kTooLong where a step would make the text longer than it may become.
    Result<void> checkSize(std::size_t codePoints) const;
    /// Counts visits; kTooLong where they are too many.
    Result<void> spend(std::size_t steps);
    std::size_t given() const { return m_given; }

private:
    std::size_t m_given;
    std::size_t m_left;
};

} // namespace headlight
