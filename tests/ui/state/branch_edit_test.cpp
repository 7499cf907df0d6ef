#include "ui/state/branch_edit.h"
#include "ui/state/workspace.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"

#include <QUndoStack>

#include <algorithm>
#include <cmath>
#include <set>

using namespace headlight;
using namespace headlight::testing;

namespace {

const BranchNames kNames{QStringLiteral("first"), QStringLiteral("next")};

/// A finished decoding with these tokens, in a branch of the document.
Snapshot decoded(const std::vector<TokenId>& ids, int branch, const QString& text = QStringLiteral("text"))
{
    Snapshot snapshot;
    snapshot.finished = true;
    snapshot.branch = branch;
    snapshot.output = text;
    for (const TokenId id : ids) {
        DecodeStep step;
        step.token.id = id;
        step.logProbability = std::log(0.5F);
        snapshot.steps.push_back(step);
    }
    return snapshot;
}

/// Every prefix of every branch.
std::set<std::vector<TokenId>> prefixes(const Branches& branches)
{
    std::set<std::vector<TokenId>> all;
    for (const Branch& branch : branches.list) {
        std::vector<TokenId> ids;
        const bool decoded = branch.tokens.size() >= branch.forced.size();
        for (std::size_t i = 0; i < (decoded ? branch.tokens.size() : branch.forced.size()); ++i) {
            ids.push_back(decoded ? branch.tokens[i].id : branch.forced[i]);
            all.insert(ids);
        }
    }
    return all;
}

} // namespace

TEST_CASE("branches: only what was picked in a branch or before its fork is picked", "[branches]")
{
    Document document = branchOff({}, decoded({1, 2, 3, 4, 5}, -1), 1, {9}, kNames);
    CHECK_FALSE(isPicked(document, 0));
    CHECK(isPicked(document, 1));
    CHECK_FALSE(isPicked(document, 2));
    const Snapshot shown = decoded({1, 9, 7, 8, 6}, document.branches.current);
    document = branchOff(document, shown, 3, {10, 11}, kNames);
    const std::vector<int> picked{1, 3, 4}; // a text may be of several tokens
    for (int step = 0; step < 6; ++step)
        CHECK(isPicked(document, step) == (std::ranges::count(picked, step) > 0));
}

TEST_CASE("branches: taking a token keeps the old way as a branch", "[branches]")
{
    const Document before;
    const Document after = branchOff(before, decoded({1, 2, 3}, -1), 1, {9}, kNames);
    REQUIRE(after.branches.list.size() == 2);
    const Branch& first = after.branches.list[0];
    const Branch& next = after.branches.list[1];
    CHECK(first.name == QStringLiteral("first"));
    CHECK(first.forced.empty());
    CHECK(first.tokens.size() == 3);
    CHECK(logProbabilityOf(first) == Approx(3 * std::log(0.5)));
    CHECK(next.forced == std::vector<TokenId>{1, 9});
    CHECK(after.branches.current == next.id);
    CHECK(after.forced == next.forced);
    CHECK(forkOf(after.branches, next.id).parent == first.id);
    CHECK(forkOf(after.branches, next.id).step == 1);
    CHECK(forkOf(after.branches, first.id).parent == -1);
    CHECK(prefixes(after.branches) == std::set<std::vector<TokenId>>{{1}, {1, 2}, {1, 2, 3}, {1, 9}});
}

TEST_CASE("branches: what has not come yet, or of another branch, is not noted", "[branches]")
{
    const Document taken = branchOff({}, decoded({1, 2, 3}, -1), 1, {9}, kNames);
    const int current = taken.branches.current;
    // The old result is still shown while the new run is in progress.
    CHECK(withRecorded(taken, decoded({1, 2, 3}, -1), {}).branches.find(current)->tokens.empty());
    Snapshot partly = decoded({1, 9}, current);
    partly.finished = false;
    CHECK(withRecorded(taken, partly, {}).branches.find(current)->tokens.empty());
    const Document noted = withRecorded(taken, decoded({1, 9, 4}, current), {});
    CHECK(noted.branches.find(current)->tokens.size() == 3);
}

TEST_CASE("branches: the same beginning with the same settings is the same branch", "[branches]")
{
    Document document = branchOff({}, decoded({1, 2, 3}, -1), 1, {9}, kNames);
    const int made = document.branches.current;
    document = switchedTo(document, decoded({1, 9, 4}, made), document.branches.list[0].id);
    CHECK(document.forced.empty());
    document = branchOff(document, decoded({1, 2, 3}, document.branches.current), 1, {9}, kNames);
    CHECK(document.branches.list.size() == 2);
    CHECK(document.branches.current == made);
    document = switchedTo(document, decoded({1, 9, 4}, made), document.branches.list[0].id);
    document.decoding.strategy = Strategy::kSample;
    document = branchOff(document, decoded({1, 2, 3}, document.branches.current), 1, {9}, kNames);
    CHECK(document.branches.list.size() == 3);
}

TEST_CASE("branches: switching brings back what was given, the target and the settings", "[branches]")
{
    Document document;
    document.target = QStringLiteral("mon texte");
    document.decoding.temperature = 0.5;
    document = branchOff(document, decoded({1, 2, 3}, -1), 0, {7, 8}, kNames);
    CHECK(document.target.isEmpty());
    CHECK(document.forced == std::vector<TokenId>{7, 8});
    document.decoding.temperature = 2.0;
    const Document back
        = switchedTo(document, decoded({7, 8, 9}, document.branches.current), document.branches.list[0].id);
    CHECK(back.target == QStringLiteral("mon texte"));
    CHECK(back.decoding.temperature == 0.5);
    CHECK(back.forced.empty());
    const Document again
        = switchedTo(back, decoded({1, 2, 3}, back.branches.current), document.branches.current);
    CHECK(again.forced == std::vector<TokenId>{7, 8});
    CHECK(again.decoding.temperature == 2.0);
    CHECK(switchedTo(again, {}, 4711) == again);
}

TEST_CASE("branches: deleting the current one goes back to where it was forked, the last one stays",
          "[branches]")
{
    Document document = branchOff({}, decoded({1, 2, 3}, -1), 1, {9}, kNames);
    const int second = document.branches.current;
    document = branchOff(document, decoded({1, 9, 4, 5}, second), 3, {6}, kNames);
    const int third = document.branches.current;
    CHECK(forkOf(document.branches, third).parent == second);
    const Document without = withoutBranch(document, third);
    CHECK(without.branches.current == second);
    CHECK(without.forced == std::vector<TokenId>{1, 9});
    const Document other = withoutBranch(document, second);
    CHECK(other.branches.current == third);
    CHECK(other.forced == document.forced);
    const Document one = withoutBranch(without, second);
    CHECK(one.branches.list.size() == 1);
    CHECK(withoutBranch(one, one.branches.current) == one);
}

TEST_CASE("branches: undo and redo keep all nodes", "[branches]")
{
    Workspace workspace;
    Document document;
    document.text = QStringLiteral("a sentence");
    workspace.apply(document, {});
    std::vector<Document> states{workspace.document()};
    const auto apply = [&](const Document& next, const char* name) {
        workspace.apply(next, QString::fromLatin1(name));
        states.push_back(workspace.document());
    };
    apply(branchOff(workspace.document(), decoded({1, 2, 3, 4}, -1), 2, {9}, kNames), "take");
    const int second = workspace.document().branches.current;
    apply(branchOff(workspace.document(), decoded({1, 2, 9, 5}, second), 1, {8, 8}, kNames), "put");
    const int third = workspace.document().branches.current;
    apply(renamed(workspace.document(), second, QStringLiteral("  nine ")), "rename");
    apply(switchedTo(workspace.document(), decoded({1, 8, 8, 3}, third), second), "switch");
    apply(withoutBranch(workspace.document(), third), "delete");
    CHECK(workspace.document().branches.find(second)->name == QStringLiteral("nine"));
    REQUIRE(workspace.undoStack().count() == 5);

    for (int round = 0; round < 2; ++round) {
        for (std::size_t i = states.size() - 1; i > 0; --i) {
            CHECK(prefixes(workspace.document().branches) == prefixes(states[i].branches));
            workspace.undoStack().undo();
            CHECK(workspace.document() == states[i - 1]);
        }
        for (std::size_t i = 1; i < states.size(); ++i) {
            workspace.undoStack().redo();
            CHECK(workspace.document() == states[i]);
        }
    }
    // Deleting removed only what no other branch has.
    const auto all = prefixes(states[4].branches);
    const auto rest = prefixes(states[5].branches);
    CHECK(std::includes(all.begin(), all.end(), rest.begin(), rest.end()));
    CHECK(rest.contains({1, 2, 9, 5}));
    CHECK_FALSE(rest.contains({1, 8}));
}
