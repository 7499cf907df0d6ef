#pragma once

#include "ui/state/document.h"

#include <QString>

#include <vector>

namespace headlight {

struct Snapshot;

/// A node of the tree of histories: one token after one prefix.
struct HistoryNode
{
    int parent = -1; ///< index; -1: the first new token
    int step = 0;
    TokenId token = 0;
    std::vector<int> branches; ///< ids of those that pass through, ascending
    bool operator==(const HistoryNode&) const = default;
};
/// The prefixes of all branches, a parent before its children. A branch that was never decoded is there with
/// the tokens that were given to it.
std::vector<HistoryNode> historyNodes(const Branches& branches);

/// What a branch was forked from: the earlier branch with which it shares most tokens, and how many. -1 for
/// the first one.
struct BranchFork
{
    int parent = -1; ///< id
    int step = 0; ///< the first one that differs
};
BranchFork forkOf(const Branches& branches, int id);

/// The document with what the current branch said last noted in it. Where there is none yet, what is shown
/// becomes the first one, by the name `first`. A snapshot of an unfinished run, or of another branch, is
/// not noted.
Document withRecorded(const Document& document, const Snapshot& snapshot, const QString& first);

/// A new branch named `name` in which `tokens` stand from `step` on, after what stands before it now; or the
/// branch that began so already. It becomes the current one.
struct BranchNames
{
    QString first; ///< of the history that was there before any branch
    QString next;
};
Document branchOff(const Document& document, const Snapshot& snapshot, int step,
                   const std::vector<TokenId>& tokens, const BranchNames& names);

/// The same document in another branch, its settings and its target included.
Document switchedTo(const Document& document, const Snapshot& snapshot, int id);
Document renamed(const Document& document, int id, const QString& name);
/// Without a branch. Where it was the current one, the one that it was forked from is. The last one stays.
Document withoutBranch(const Document& document, int id);

/// Σ of the branch's log-probabilities, natural logarithm.
double logProbabilityOf(const Branch& branch);

} // namespace headlight
