#pragma once

#include "core/analysis/measure.h"
#include "core/edit/interventions.h"
#include "core/trace/trace.h"

#include <optional>
#include <vector>

namespace headlight {

/// Result of one variant of a sweep.
struct SweepPoint
{
    Intervention edit; ///< this variant's edit, in addition to those of all variants
    bool known = false; ///< false = not run yet
    double logProbability = 0; ///< log-probability of the chosen tokens, summed over the rows
    double change = 0; ///< logProbability minus that of the base
    double divergence = 0; ///< mean over the rows
    Measures changes{}; ///< of every metric
    TokenId best = -1; ///< most likely token at the last of the rows; -1 = its logits are not numbers
};

/// One input run repeatedly, each time with one more edit.
struct SweepResult
{
    std::vector<Index> rows; ///< positions whose next token is examined
    std::vector<TokenId> tokens; ///< the chosen token of each row
    std::vector<TokenId> losses; ///< the token whose loss each row has; −1 = it has none
    double logProbability = 0; ///< log-probability of the chosen tokens in the base run, summed over the rows
    Measures measures{}; ///< of the base run
    TokenId best = -1; ///< most likely token at the last of the rows; -1 = its logits are not numbers
    std::vector<SweepPoint> points; ///< one per variant, in the order given
    std::size_t done = 0; ///< number of known points
    double seconds = 0;

    bool finished() const { return done == points.size(); }
    /// The rows that the metric measures, each with its token: for a loss those that have one.
    std::vector<MeasuredRow> measuredRows(Metric metric) const;
};

/// Switches off every head that `where` matches, one at a time.
std::vector<Intervention> headVariants(const TraceInfo& model, const HeadPattern& where);

/// The places of a patch: the layers that `where` matches, in order, each with the heads that it matches
/// there. A layer's streams do not depend on its parts, so cross-attention has none but its output.
std::vector<HeadPattern> patchPlaces(const TraceInfo& model, const HeadPattern& where, Site site);

/// Hides every token of a stack, one at a time.
std::vector<Intervention> hideVariants(StackKind stack, Index tokens);

/// The one head whose whole output an edit replaces; empty for other edits.
std::optional<HeadRef> replacedHead(const Intervention& edit);

} // namespace headlight
