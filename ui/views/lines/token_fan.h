#pragma once

#include "core/analysis/attention_lines.h"
#include "core/math/matrix.h"
#include "ui/views/lines/lines_layout.h"

#include <cstddef>
#include <vector>

namespace headlight {

/// The lines of one token: to what it looks at, or from what looks at it.
struct TokenFan
{
    LineToken token;
    int share = 0; ///< percent
    std::vector<AttentionLine> lines; ///< by increasing weight; only the largest if there are very many
    std::vector<RowVector> weights; ///< the token's row or column for each head
    std::size_t found = 0; ///< number of lines required by the share
};

/// Draws the same share of the row, or of the column, as when all lines are shown.
TokenFan tokenFan(const LineToken& token, int share, std::vector<RowVector> weights);

} // namespace headlight
