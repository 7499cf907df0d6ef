#include "ui/state/branch_edit.h"

#include "core/base/text_list.h"
#include "ui/state/decoding_edit.h"
#include "ui/state/snapshot.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace headlight {

namespace {

/// The tokens of a branch, as far as they are known.
std::vector<TokenId> tokensOf(const Branch& branch)
{
    if (branch.tokens.size() < branch.forced.size())
        return branch.forced;
    return listFrom(branch.tokens, &BranchToken::id);
}

int commonLength(const std::vector<TokenId>& a, const std::vector<TokenId>& b)
{
    const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return static_cast<int>(std::distance(a.begin(), end.first));
}

void makeCurrent(Document& document, const Branch& branch)
{
    document.branches.current = branch.id;
    document.forced = branch.forced;
    document.target = branch.target;
    document.decoding = branch.decoding;
}

} // namespace

BranchFork forkOf(const Branches& branches, int id)
{
    const Branch* const own = branches.find(id);
    if (own == nullptr)
        return {};
    const std::vector<TokenId> tokens = tokensOf(*own);
    BranchFork fork;
    for (const Branch& other : branches.list) {
        if (other.id == id)
            break;
        const int common = commonLength(tokens, tokensOf(other));
        if (fork.parent < 0 || common > fork.step)
            fork = {other.id, common};
    }
    return fork;
}

bool isPicked(const Document& document, int step)
{
    auto given = static_cast<int>(document.forced.size());
    const Branches& branches = document.branches;
    for (int id = branches.current;;) {
        const BranchFork fork = forkOf(branches, id);
        if (fork.parent < 0 || fork.step >= given)
            return step == given - 1;
        if (step >= fork.step)
            return step < given;
        id = fork.parent;
        given = static_cast<int>(branches.find(id)->forced.size());
    }
}

Document withRecorded(const Document& document, const Snapshot& snapshot, const QString& first)
{
    Document next = document;
    Branches& branches = next.branches;
    if (branches.list.empty()) {
        Branch branch;
        branch.id = branches.nextId++;
        branch.name = first;
        branches.current = branch.id;
        branches.list.push_back(std::move(branch));
    }
    Branch* const current = branches.find(branches.current);
    if (current == nullptr)
        return next;
    current->forced = next.forced;
    current->target = next.target;
    current->decoding = next.decoding;
    const bool before = document.branches.list.empty();
    if (!snapshot.finished || (!before && snapshot.branch != current->id))
        return next;
    current->text = snapshot.output;
    current->tokens.clear();
    for (const DecodeStep& step : snapshot.steps)
        current->tokens.push_back({step.id(), step.logProbability});
    return next;
}

Document branchOff(const Document& document, const Snapshot& snapshot, int step,
                   const std::vector<TokenId>& tokens, const BranchNames& names)
{
    Document next = withRecorded(document, snapshot, names.first);
    if (tokens.empty())
        return next;
    Branch branch;
    branch.forced = takeCandidate(document, snapshot, step, tokens.front()).forced;
    branch.forced.insert(branch.forced.end(), tokens.begin() + 1, tokens.end());
    branch.decoding = document.decoding;
    for (const Branch& other : next.branches.list) {
        if (other.forced == branch.forced && other.target.isEmpty() && other.decoding == branch.decoding) {
            makeCurrent(next, other);
            return next;
        }
    }
    branch.id = next.branches.nextId++;
    branch.name = names.next;
    makeCurrent(next, branch);
    next.branches.list.push_back(std::move(branch));
    return next;
}

Document switchedTo(const Document& document, const Snapshot& snapshot, int id)
{
    if (document.branches.find(id) == nullptr || document.branches.current == id)
        return document;
    Document next = withRecorded(document, snapshot, {});
    makeCurrent(next, *next.branches.find(id));
    return next;
}

Document renamed(const Document& document, int id, const QString& name)
{
    Document next = document;
    Branch* const branch = next.branches.find(id);
    if (branch != nullptr && !name.trimmed().isEmpty())
        branch->name = name.trimmed();
    return next;
}

Document withoutBranch(const Document& document, int id)
{
    Document next = document;
    std::vector<Branch>& list = next.branches.list;
    if (list.size() < 2 || next.branches.find(id) == nullptr)
        return next;
    const int parent = forkOf(next.branches, id).parent;
    std::erase_if(list, [id](const Branch& one) { return one.id == id; });
    if (next.branches.current == id) {
        const Branch* const heir = next.branches.find(parent);
        makeCurrent(next, heir != nullptr ? Branch(*heir) : Branch(list.front()));
    }
    return next;
}

double logProbabilityOf(const Branch& branch)
{
    double sum = 0.0;
    for (const BranchToken& token : branch.tokens)
        sum += static_cast<double>(token.logProbability);
    return sum;
}

} // namespace headlight
