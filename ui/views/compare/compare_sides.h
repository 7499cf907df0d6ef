#pragma once

#include "core/trace/trace.h"
#include "ui/state/focus.h"
#include "ui/state/workspace.h"

#include <QString>

#include <array>
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

/// The workspace's choice and the traces for it. sameHead: shows a kept result in the focused head; otherwise
/// in the head with which it was kept.
ComparedSides comparedSides(const Workspace& workspace, const Focus& focus, bool sameHead);

/// The choice, or kOwn if there are no edits or no such branches.
ComparisonChoice choiceInForce(const Workspace& workspace);

/// Branches needed for the choice that are not shown.
std::vector<int> branchesToRun(const Workspace& workspace);

/// Description of what is shown: the sentence, and whether edits are active.
QString shownResultName(const Workspace& workspace);

/// Whether both sides are the same result, so that a head would be compared with itself.
bool keptIsShown(const Workspace& workspace);

/// Whether the output of the side's head is not used.
bool isOff(const ComparedSide& side);
/// What equal weights hide about a head that is switched off on one side only; empty if it is on, or off, on
/// both.
QString offWords(const ComparedSide& a, const ComparedSide& b);
/// Titles of A, B and B − A. A and B say what distinguishes them; B − A, which head it is of.
std::array<QString, 3> panelTitles(const ComparedSide& a, const ComparedSide& b);
/// The titles while there is only the shown result.
std::array<QString, 3> startTitles(const Workspace& workspace, const HeadRef& head);

} // namespace headlight
