#pragma once

#include "core/base/result.h"

#include <cstddef>

namespace headlight {

/// Limits on processing one text, so that a hostile tokenizer.json cannot use up all memory or run for
/// minutes. Both limits grow with the text; real tokenizers stay far below them: the character with the
/// longest normal form (U+FDFA) becomes 18, and a long pipeline goes through a text about twenty times.
class TextBudget
{
public:
    static constexpr std::size_t kGrowth = 32; ///< maximum code points per code point of the given text
    static constexpr std::size_t kGrowthBase = std::size_t{1} << 16U;
    static constexpr std::size_t kSteps = 256; ///< maximum visits per code point of the given text
    static constexpr std::size_t kStepsBase = std::size_t{1} << 22U;

    /// The budget of a text with that many code points.
    explicit TextBudget(std::size_t codePoints);

    /// kTooLong if a step would make the text too long.
    Result<void> checkSize(std::size_t codePoints) const;
    /// Counts visits; kTooLong if there are too many.
    Result<void> spend(std::size_t steps);
    std::size_t given() const { return m_given; }

private:
    std::size_t m_given;
    std::size_t m_left;
};

} // namespace headlight
