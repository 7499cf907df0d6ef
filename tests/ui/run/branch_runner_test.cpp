#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"
#include "ui/run/run_controller.h"
#include "ui/state/branch_board.h"
#include "ui/state/branch_edit.h"
#include "ui/state/line_history.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/words/edit_text.h"

#include <QTest>

using namespace headlight;

namespace {

struct BranchBench
{
    Workspace workspace;
    RunController runs{workspace};

    BranchBench()
    {
        workspace.setModel(test::tinyModel());
        Document next = workspace.document();
        next.text = QStringLiteral("5 9 14 3\n7 7 2");
        next.decoding.maxNewTokens = 5;
        workspace.apply(next, {});
        REQUIRE(settled());
    }
    bool settled() const
    {
        return QTest::qWaitFor(
            [this] {
                const Snapshot& shown = *workspace.snapshot();
                return runs.isSettled() && shown.finished && !shown.trace.isNull()
                    && shown.branch == workspace.document().branches.current;
            },
            60000);
    }
    std::shared_ptr<const Snapshot> waitFor(int branch) const
    {
        REQUIRE(QTest::qWaitFor([&] { return workspace.branchRuns().result(branch) != nullptr; }, 60000));
        return workspace.branchRuns().result(branch);
    }
    std::vector<TokenId> tokens(const Snapshot& of) const
    {
        std::vector<TokenId> ids;
        for (const DecodeStep& step : of.steps)
            ids.push_back(static_cast<TokenId>(step.token.id));
        return ids;
    }
    /// Chooses another token at step 1; returns the ids of the previous and the new branch.
    std::pair<int, int> fork()
    {
        const Snapshot& shown = *workspace.snapshot();
        const TokenId other = shown.steps[1].candidates[1].id;
        workspace.apply(branchOff(workspace.document(), shown, 1, {other},
                                  {QStringLiteral("first"), QStringLiteral("second")}),
                        QStringLiteral("Take"));
        REQUIRE(settled());
        const auto& list = workspace.document().branches.list;
        return {list[0].id, list[1].id};
    }
};

} // namespace

TEST_CASE("branch runs: a branch that is not shown is run as it was", "[run]")
{
    BranchBench bench;
    const auto first = bench.workspace.snapshot();
    const auto [a, b] = bench.fork();
    bench.workspace.branchRuns().want({a});
    const auto again = bench.waitFor(a);
    CHECK(bench.tokens(*again) == bench.tokens(*first));
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kCross, 0};
    CHECK(again->trace.attention(head).whole(MapKind::kWeights)
          == first->trace.attention(head).whole(MapKind::kWeights));

    // An edit gives another result with the same given tokens.
    bench.workspace.apply(withEdit(bench.workspace.document(), HeadOff{patternOf(head)}),
                          QStringLiteral("Off"));
    CHECK(bench.workspace.branchRuns().result(a) == nullptr);
    REQUIRE(bench.settled());
    const auto edited = bench.waitFor(a);
    CHECK(edited->trace.info().edits.empty() == false);
    CHECK(edited->unedited == nullptr); // not needed: no second run
}

TEST_CASE("branch runs: all branches are scored under the edits that are in force", "[run]")
{
    BranchBench bench;
    const auto [a, b] = bench.fork();
    BranchBoard& board = bench.workspace.branchRuns();
    board.wantScores(true);
    const auto sum = [](const auto& tokens) {
        double all = 0;
        for (const auto& token : tokens)
            all += static_cast<double>(token.logProbability);
        return all;
    };
    const auto scored = [&](int id) {
        return QTest::qWaitFor([&] { return board.score(id) != nullptr && !board.isStale(id); }, 60000);
    };
    REQUIRE(scored(a));
    const double plain = sum(board.score(a)->tokens);
    CHECK(plain == Approx(sum(bench.workspace.document().branches.find(a)->tokens)).margin(1e-4));

    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kCross, 0};
    bench.workspace.apply(withEdit(bench.workspace.document(), HeadOff{patternOf(head)}),
                          QStringLiteral("Off"));
    CHECK(board.isStale(a));
    CHECK(board.score(a) == nullptr);
    REQUIRE(bench.settled());
    REQUIRE(scored(a));
    CHECK(board.result(a) == nullptr); // its maps are not wanted
    const double edited = sum(board.score(a)->tokens);
    CHECK(edited != Approx(plain).margin(1e-4));

    // The branch just left already has its score; the other's comes from a run.
    const double left = sum(bench.workspace.snapshot()->steps);
    bench.workspace.apply(switchedTo(bench.workspace.document(), *bench.workspace.snapshot(), a),
                          QStringLiteral("Switch"));
    REQUIRE(board.score(b) != nullptr);
    CHECK_FALSE(board.isStale(b));
    CHECK(sum(board.score(b)->tokens) == Approx(left));
    REQUIRE(bench.settled());
    CHECK(sum(bench.workspace.snapshot()->steps) == Approx(edited));
}

TEST_CASE("branch runs: tokens taken in one line of a batch stay in that line", "[run]")
{
    BranchBench bench;
    const auto [a, b] = bench.fork();
    const std::vector<TokenId> forced = bench.workspace.document().forced;
    const std::vector<TokenId> taken = bench.tokens(*bench.workspace.snapshot());
    REQUIRE(forced.size() == 2);

    Document second = bench.workspace.document();
    second = onLine(second, *bench.workspace.snapshot(), 1);
    bench.workspace.apply(second, {});
    REQUIRE(QTest::qWaitFor([&] { return bench.workspace.snapshot()->lane == 1; }, 60000));
    REQUIRE(bench.settled());
    for (const DecodeStep& step : bench.workspace.snapshot()->steps)
        CHECK_FALSE(step.forced);
    CHECK(bench.workspace.document().branches.list.empty());

    bench.workspace.apply(onLine(bench.workspace.document(), *bench.workspace.snapshot(), 0), {});
    REQUIRE(QTest::qWaitFor([&] { return bench.workspace.snapshot()->lane == 0; }, 60000));
    REQUIRE(bench.settled());
    CHECK(bench.workspace.document().forced == forced);
    CHECK(bench.tokens(*bench.workspace.snapshot()) == taken);
    CHECK(bench.workspace.document().branches.find(b) != nullptr);
}
