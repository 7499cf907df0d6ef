#pragma once

#include "core/trace/trace.h"
#include "ui/picture/picture_axes.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"
#include "ui/views/compare/compare_canvas.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace headlight {

/// One side of a comparison.
struct ComparedSide
{
    Trace trace;
    HeadRef head;
    QString name;
    QString output; ///< the output and its probability; empty = nothing was decoded
    std::optional<TokenLabel> written = {}; ///< token after the last row, if known
};

/// The two sides being compared, or why there are none.
struct ComparedSides
{
    ComparisonChoice choice; ///< choice in effect: kOwn if the chosen branches do not exist
    std::optional<ComparedSide> a, b;
    QString waiting; ///< what is still running, or why it failed; empty = nothing
};

/// The sides of the workspace's choice. sameHead: a kept result is shown in the focused head, not in its own.
ComparedSides comparedSides(const Workspace& workspace, const Focus& focus, bool sameHead);

/// The choice, or kOwn if there are no edits or no such branches.
ComparisonChoice choiceInForce(const Workspace& workspace);

/// Branches needed for the choice that are not shown.
std::vector<int> branchesToRun(const Workspace& workspace);

/// Description of what is shown: the sentence, and whether edits are active.
QString shownResultName(const Workspace& workspace);

/// Whether both sides are the same result, so that a head would be compared with itself.
bool keptIsShown(const Workspace& workspace);

/// What equal weights hide about a head that is switched off on one side only; otherwise empty.
QString offWords(const ComparedSide& a, const ComparedSide& b);

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
