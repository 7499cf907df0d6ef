#pragma once

#include "core/edit/interventions.h"
#include "core/trace/trace.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

enum class SweepMeasure : unsigned char {
    kLogProbability, ///< change of the chosen tokens' log-probability, nats; below 0: the edit hurts
    kDivergence, ///< KL(before ‖ after) of the next token's distribution, nats, mean over the rows
};

/// What one variant of a sweep did.
struct SweepPoint
{
    Intervention edit; ///< what this variant has besides the edits of all
    bool known = false; ///< false: not run yet
    double logProbability = 0; ///< of the chosen tokens, summed over the rows
    double change = 0; ///< logProbability minus that of the base
    double divergence = 0; ///< mean over the rows
    TokenId best = 0; ///< most likely token at the last of the rows

    double value(SweepMeasure measure) const
    {
        return measure == SweepMeasure::kLogProbability ? change : divergence;
    }
};

/// The same input run again and again, each time with one more edit.
struct SweepResult
{
    std::vector<Index> rows; ///< positions whose next token is looked at
    std::vector<TokenId> tokens; ///< the chosen token of each row
    double logProbability = 0; ///< of the chosen tokens, summed over the rows, without a variant's edit
    TokenId best = 0; ///< most likely at the last of the rows
    std::vector<SweepPoint> points; ///< one per variant, in the order given
    std::size_t done = 0; ///< points that are known
    double seconds = 0;

    bool finished() const { return done == points.size(); }
};

/// Every head that `where` reaches switched off in turn.
std::vector<Intervention> headVariants(const TraceInfo& model, const HeadPattern& where);

/// Activation patching over layers × positions: for every layer that `where` reaches, in order, and every
/// position below `positions`, that position's row of `site` (all heads that `where` reaches in the layer)
/// comes from the same position of the reference.
std::vector<Intervention> patchVariants(const TraceInfo& model, const HeadPattern& where, Site site,
                                        const ReferenceInput& from, Index positions);

/// Every token of a stack hidden in turn.
std::vector<Intervention> hideVariants(StackKind stack, Index tokens);

/// The head that a variant of a head sweep concerns; nothing for other variants.
std::optional<HeadRef> headOf(const SweepPoint& point);

} // namespace headlight
