#pragma once

#include "ui/state/document.h"

#include <QString>

#include <vector>

namespace headlight {

struct Snapshot;

/// Where a branch forked: the earlier one that shares most tokens, and how many. That of the first is -1.
struct BranchFork
{
    int parent = -1; ///< id
    int step = 0; ///< first step that differs
};
BranchFork forkOf(const Branches& branches, int id);

/// Whether the user picked the given token of `step`, in this branch or in one that it forked from. The given
/// tokens before it are kept from an earlier output. Without a fork that tells, it is the last given one.
bool isPicked(const Document& document, int step);

/// The document with the current branch's latest result recorded. If there is no branch yet, the shown result
/// becomes the first one, named `first`. Snapshots of unfinished runs or of other branches are not recorded.
Document withRecorded(const Document& document, const Snapshot& snapshot, const QString& first);

/// Adds a branch named `name` that keeps everything before `step` and continues with `tokens`, and makes it
/// current. If a branch already begins that way, it becomes the current one instead.
struct BranchNames
{
    QString first; ///< name for the history that existed before any branch
    QString next;
};
Document branchOff(const Document& document, const Snapshot& snapshot, int step,
                   const std::vector<TokenId>& tokens, const BranchNames& names);

/// The same document in another branch, with that branch's settings and target.
Document switchedTo(const Document& document, const Snapshot& snapshot, int id);
Document renamed(const Document& document, int id, const QString& name);
/// Removes a branch, but not the last one. The one that it was forked from becomes current in its place.
Document withoutBranch(const Document& document, int id);

/// Σ of the branch's log-probabilities, natural logarithm.
double logProbabilityOf(const Branch& branch);

} // namespace headlight
