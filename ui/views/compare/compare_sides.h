#pragma once

#include "core/trace/trace.h"
#include "ui/state/comparison_choice.h"
#include "ui/state/focus.h"

#include <QString>

#include <optional>
#include <vector>

namespace headlight {

class Workspace;

/// One side of a comparison.
struct ComparedSide
{
    Trace trace;
    HeadRef head;
    QString name;
    QString output; ///< what was said and how likely that was; empty: nothing was decoded
};

/// The two sides that are compared now, or why there are none.
struct ComparedSides
{
    ComparisonChoice choice; ///< in force: kOwn where what was chosen is not there
    std::optional<ComparedSide> a, b;
    QString waiting; ///< what is still being run, or why it could not be; empty: nothing
};

/// The workspace's choice with the traces that belong to it. sameHead: a kept result is looked at in the
/// focused head; else in the one in which it was kept.
ComparedSides comparedSides(const Workspace& workspace, const Focus& focus, bool sameHead);

/// The choice, or kOwn where there are no edits or no such branches.
ComparisonChoice choiceInForce(const Workspace& workspace);

/// Branches that the choice needs and that are not shown.
std::vector<int> branchesToRun(const Workspace& workspace);

/// What is shown, in the user's words: the sentence, and whether edits are in force.
QString shownResultName(const Workspace& workspace);

/// Whether both are of one result, so that the same head would be compared with itself.
bool keptIsShown(const Workspace& workspace);

} // namespace headlight
