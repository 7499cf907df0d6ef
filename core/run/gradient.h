#pragma once

#include "core/grad/measure.h"
#include "core/run/execute.h"

#include <map>
#include <vector>

namespace headlight {

/// ∂m/∂ what a pass over one sentence computes.
struct GradientRequest
{
    std::shared_ptr<const Model> model;
    LaneInput lane;
    Interventions interventions;
    Measure measure; ///< rows of the decoder, or of the only stack
    /// The gradients to keep: kWeights, kScores, kQuery, kKey, kValue, kHeadOutput, kOutput,
    /// kFeedForwardHidden, kFeedForwardOutput, kResidual,
    /// kResidualMiddle, kEmbeddings, kPositions, kSegments, kFinal.
    RecordPlan plan;
    ReferenceCache* references = nullptr; ///< as in RunRequest
};

struct GradientResult
{
    Measure measure; ///< with the tokens that were measured
    double value = 0.0; ///< m
    Trace pass; ///< what a backward pass reads, which also gives weights and scores
    /// ∂m/∂ the recorded numbers, with the names and shapes of what they belong to. Edits come before: the
    /// gradient at an edited number is that of the edited number.
    Trace gradient;
    /// With kResidual: ∂m/∂ the stream after each attention sub-layer (StackGradient::sums).
    std::map<LayerRef, Matrix> sums;
};

/// Runs the sentence, and then the plans of its layers backwards. Errors: those of execute(); kBadArgument if
/// the model has no language-model head, or if a row or token does not exist.
Result<GradientResult> gradient(const GradientRequest& request, const Job& job);

/// The sites whose gradients estimatedChange() reads.
SiteSet estimatedSites();

/// Estimate of how much m changes by edits that are made together: Σ (edited − base) · ∂m/∂base over the
/// numbers that they replace ("attribution patching", N. Nanda 2023). One backward pass serves all edits.
/// base: its plan has estimatedSites(). reference: the run from which the edits take numbers; null = none
/// does. Errors: kUnsupported for an edit that replaces no recorded numbers, such as one of a mask.
Result<double> estimatedChange(const GradientResult& base, const std::vector<Intervention>& edits,
                               const Trace& reference);

} // namespace headlight
