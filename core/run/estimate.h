#pragma once

#include "core/run/gradient.h"

#include <vector>

namespace headlight {

/// The sites whose gradients estimatedChange() reads.
SiteSet estimatedSites();

/// Estimate of how much m changes by edits that are made together: Σ (edited − base) · ∂m/∂base over the
/// numbers that they replace ("attribution patching", N. Nanda 2023). One backward pass serves all edits.
/// base: its plan has estimatedSites(). reference: the run from which the edits take numbers; null = none
/// does. Errors: kUnsupported for an edit that replaces no recorded numbers, such as one of a mask.
Result<double> estimatedChange(const GradientResult& base, const std::vector<Intervention>& edits,
                               const Trace& reference);

} // namespace headlight
