#pragma once

#include "core/grad/measure.h"
#include "core/math/matrix.h"
#include "core/trace/attention_map.h"
#include "core/trace/site.h"

#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace headlight {

/// What one cell of an attention map does to a number m of the output. A weight says how much is read, not
/// what it is good for; these numbers say that, each in its own way.
struct WeighedCell
{
    HeadRef head;
    Index query = 0;
    Index key = 0;
    double weight = 0; ///< between 0 and 1, both excluded
    double direct = 0; ///< what the cell adds to m by itself (keyEffects()); 0 in rows that are not measured
    double slope = 0; ///< weight · ∂m/∂weight
    double estimate = 0; ///< of `lost`, by the gradient
    std::optional<double> lost
        = {}; ///< what m loses if the key is masked here for this query; unset = not run
};

/// The cells of one input.
struct CellsOfInput
{
    std::vector<TokenLabel> source, target; ///< what the stacks read; an only stack reads the source
    std::vector<WeighedCell> cells;
    double value = 0; ///< m, with nothing masked
    std::vector<MeasuredRow> rows; ///< where m is measured, and of which tokens

    TokenLabel queryOf(const WeighedCell& cell) const
    {
        return at(cell.head.stack == StackKind::kEncoder || target.empty() ? source : target, cell.query);
    }
    TokenLabel keyOf(const WeighedCell& cell) const
    {
        const bool read = cell.head.stack == StackKind::kEncoder || cell.head.kind == AttentionKind::kCross;
        return at(read || target.empty() ? source : target, cell.key);
    }

private:
    static TokenLabel at(const std::vector<TokenLabel>& tokens, Index position)
    {
        return position < std::ssize(tokens) ? tokens[static_cast<std::size_t>(position)] : TokenLabel();
    }
};

/// A number of a cell, by its name in results.
struct CellNumber
{
    const char* name;
    double (*of)(const WeighedCell& cell); ///< NaN = not known
};
inline constexpr std::array kCellNumbers{
    CellNumber{"weight", [](const WeighedCell& cell) { return cell.weight; }},
    CellNumber{"direct", [](const WeighedCell& cell) { return cell.direct; }},
    CellNumber{"gradient", [](const WeighedCell& cell) { return cell.slope; }},
    CellNumber{"if_masked", [](const WeighedCell& cell) { return cell.estimate; }},
    CellNumber{"lost", [](const WeighedCell& cell) { return cell.lost.value_or(std::nan("")); }},
};

} // namespace headlight
