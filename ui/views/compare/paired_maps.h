#pragma once

#include "ui/picture/picture_axes.h"
#include "ui/views/compare/compare_canvas.h"

#include <memory>

namespace headlight {

class Workspace;
struct ComparedSides;

/// How tokens of A and B are paired: one by one, by spelling, as whole words, or by position.
enum class TokenPairing : unsigned char { kTokens, kSpelling, kWords, kPositions };

/// The maps of both sides, token by token. A value.
struct PairedMaps
{
    PictureAxes axes; ///< of B
    std::shared_ptr<CompareCanvas::Content> content; ///< null = nothing to compare
};

/// What is drawn of both sides, which must exist, apart from their maps.
CompareCanvas::Content panelsOf(const ComparedSides& sides);

/// Pairs two maps of the given kind and draws them in `panels`. On any thread.
PairedMaps pairedMaps(AttentionMap a, AttentionMap b, MapKind kind, TokenPairing pairing,
                      const CompareCanvas::Content& panels);

/// What is shown, in the place that it will have as A; null if nothing is, or if it cannot be A.
std::shared_ptr<CompareCanvas::Content> shownAsA(const Workspace& workspace, const Focus& focus);

} // namespace headlight
