#include "ui/views/decoding/branch_panel.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"
#include "ui/state/branch_board.h"
#include "ui/state/branch_edit.h"
#include "ui/views/decoding/candidate_panel.h"
#include "ui/views/decoding/decoding_view.h"

#include <QFontMetrics>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>
#include <QTreeWidget>
#include <QUndoStack>
#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// The panel in its view, with results published as by a run.
struct BranchBench : ViewBench
{
    DecodingView view{context};

    BranchBench()
    {
        answer();
        view.resize(1200, 700);
        view.tabs().setCurrentIndex(2);
        view.show();
        turn();
    }
    /// Publishes what a run of the document would: the given tokens, then the synthetic ones.
    void answer()
    {
        auto snapshot = std::make_shared<Snapshot>(*syntheticSnapshot());
        const Document& document = workspace.document();
        snapshot->request = ++m_request;
        snapshot->branch = document.branches.current;
        snapshot->output = QStringLiteral("way %1").arg(document.branches.current);
        for (std::size_t i = 0; i < document.forced.size() && i < snapshot->steps.size(); ++i) {
            snapshot->steps[i].token.id = document.forced[i];
            snapshot->steps[i].forced = true;
            snapshot->steps[i].logProbability = std::log(0.125F);
        }
        workspace.publish(snapshot);
        turn();
    }
    void take(int step, int candidate)
    {
        workspace.setStep(step);
        turn();
        view.take(candidate);
        answer();
    }
    QTreeWidget& tree() { return *view.findChild<QTreeWidget*>(QStringLiteral("branches")); }

private:
    quint64 m_request = 1;
};

} // namespace

TEST_CASE("branch panel: branches stand below what they were forked from", "[views]")
{
    BranchBench bench;
    REQUIRE(bench.tree().topLevelItemCount() == 1); // the only branch so far
    bench.take(1, 3);
    bench.take(3, 2);
    REQUIRE(bench.tree().topLevelItemCount() == 1);
    const QTreeWidgetItem* first = bench.tree().topLevelItem(0);
    REQUIRE(first->childCount() == 1);
    CHECK(first->child(0)->text(0) == QStringLiteral("“word3” at step 2"));
    CHECK(first->child(0)->text(1) == QStringLiteral("2"));
    REQUIRE(first->child(0)->childCount() == 1);
    CHECK(first->child(0)->child(0)->text(1) == QStringLiteral("4"));
    CHECK(first->child(0)->child(0)->font(0).bold());
    CHECK(first->child(0)->child(0)->text(3) == QStringLiteral("way 3"));
}

TEST_CASE("branch panel: Enter switches, F2 renames, Delete deletes, all undoable", "[views]")
{
    BranchBench bench;
    bench.take(1, 3);
    QTreeWidget& tree = bench.tree();
    const auto forced = bench.workspace.document().forced;
    tree.setFocus();
    tree.clearSelection();
    tree.setCurrentItem(tree.topLevelItem(0));
    QTest::keyClick(&tree, Qt::Key_Return);
    bench.answer();
    CHECK(bench.workspace.document().forced.empty());
    CHECK(bench.tree().topLevelItem(0)->font(0).bold());

    tree.setCurrentItem(tree.topLevelItem(0)->child(0));
    QTest::keyClick(&tree, Qt::Key_F2);
    auto* editor = tree.findChild<QLineEdit*>();
    REQUIRE(editor != nullptr);
    QTest::keyClicks(editor, QStringLiteral("mine"));
    QTest::keyClick(editor, Qt::Key_Return);
    ViewBench::turn();
    CHECK(bench.workspace.document().branches.list[1].name == QStringLiteral("mine"));
    bench.workspace.undoStack().undo();
    ViewBench::turn();
    CHECK(bench.tree().topLevelItem(0)->child(0)->text(0) == QStringLiteral("“word3” at step 2"));
    bench.workspace.undoStack().redo();
    ViewBench::turn();

    tree.setFocus();
    tree.setCurrentItem(tree.topLevelItem(0)->child(0));
    QTest::keyClick(&tree, Qt::Key_Delete);
    ViewBench::turn();
    CHECK(bench.workspace.document().branches.list.size() == 1);
    CHECK(bench.tree().topLevelItem(0)->childCount() == 0);
    bench.workspace.undoStack().undo();
    ViewBench::turn();
    REQUIRE(bench.workspace.document().branches.list.size() == 2);
    CHECK(bench.workspace.document().branches.list[1].forced == forced);
    CHECK(bench.workspace.document().branches.list[1].name == QStringLiteral("mine"));
}

TEST_CASE("branch panel: two branches are compared in words and numbers", "[views]")
{
    QLocale::setDefault(QLocale::c());
    BranchBench bench;
    CHECK(bench.view.branches().comparison().contains(QStringLiteral("Choose another token")));
    bench.take(1, 3);
    QTreeWidget& tree = bench.tree();
    tree.clearSelection();
    tree.topLevelItem(0)->setSelected(true);
    tree.topLevelItem(0)->child(0)->setSelected(true);
    const QString text = bench.view.branches().comparison();
    CHECK(text.contains(QStringLiteral("They differ from step 2 on")));
    CHECK(text.contains(QStringLiteral("50.0")));
    CHECK(text.contains(QStringLiteral("12.5")));
    // Five steps of ln 0.5, against two of ln 0.125 and three of ln 0.5.
    CHECK(text.contains(QStringLiteral("−3.466")));
    CHECK(text.contains(QStringLiteral("−6.238")));
    // The more likely one comes first: e^(6.238 − 3.466) = 16.
    CHECK(text.contains(QStringLiteral(" is 16")));
    CHECK(text.contains(QStringLiteral("times as likely as")));
}

TEST_CASE("branch panel: branches that were run under other edits have no ratio", "[views]")
{
    QLocale::setDefault(QLocale::c());
    BranchBench bench;
    bench.take(1, 3);
    QTreeWidget& tree = bench.tree();
    tree.clearSelection();
    tree.topLevelItem(0)->setSelected(true);
    tree.topLevelItem(0)->child(0)->setSelected(true);
    REQUIRE(bench.view.branches().comparison().contains(QStringLiteral("They differ from")));
    BranchBoard& board = bench.workspace.branchRuns();
    CHECK(board.scoresWanted());
    const int other = bench.workspace.document().branches.list.front().id;
    board.setStale({other});
    CHECK(bench.tree().topLevelItem(0)->text(2) == QStringLiteral("…"));
    tree.topLevelItem(0)->setSelected(true);
    tree.topLevelItem(0)->child(0)->setSelected(true);
    CHECK_FALSE(bench.view.branches().comparison().contains(QStringLiteral("They differ from")));
    CHECK_FALSE(bench.view.branches().comparison().contains(QStringLiteral("times as likely")));

    // The new score replaces the one recorded in the document.
    BranchScore score;
    for (const BranchToken& token : bench.workspace.document().branches.list.front().tokens)
        score.tokens.push_back({token.id, -1.0F});
    score.text = QStringLiteral("run again");
    board.publishScore(other, score);
    CHECK(bench.tree().topLevelItem(0)->text(2) == QStringLiteral("−5.000"));
    CHECK(bench.tree().topLevelItem(0)->text(3) == QStringLiteral("run again"));
    bench.view.hide();
    CHECK_FALSE(board.scoresWanted());
}

TEST_CASE("decoding view: any text can stand in the middle", "[views]")
{
    BranchBench bench;
    bench.workspace.setStep(2);
    ViewBench::turn();
    auto* timeLine = bench.view.findChild<QListView*>(QStringLiteral("timeLine"));
    timeLine->setFocus();
    QTest::keyClick(timeLine, Qt::Key_F2);
    auto* other = bench.view.findChild<QLineEdit*>(QStringLiteral("otherText"));
    CHECK(other->text() == QString::number(bench.workspace.snapshot()->steps[2].token.id));
    other->clear();
    QTest::keyClicks(other, QStringLiteral("71 72"));
    QTest::keyClick(other, Qt::Key_Return);
    const auto snapshot = bench.workspace.snapshot();
    const std::vector<TokenId> expected{static_cast<TokenId>(snapshot->steps[0].token.id),
                                        static_cast<TokenId>(snapshot->steps[1].token.id), 71, 72};
    CHECK(bench.workspace.document().forced == expected);
    CHECK(bench.workspace.undoStack().undoText().contains(QStringLiteral("71 72")));
}

TEST_CASE("branch panel: the branch that is shown is compared with what it came from", "[views]")
{
    QLocale::setDefault(QLocale::c());
    BranchBench bench;
    bench.take(1, 3);
    QTreeWidget& tree = bench.tree();
    tree.clearSelection();
    tree.setCurrentItem(tree.topLevelItem(0));
    const QString text = bench.view.branches().comparison();
    CHECK(text.contains(QStringLiteral("They differ from step 2 on")));
    tree.clearSelection();
    tree.setCurrentItem(tree.topLevelItem(0)->child(0)); // the shown one
    CHECK(bench.view.branches().comparison() == text);
}

TEST_CASE("branch panel: what is said of two branches is seen without scrolling", "[views]")
{
    BranchBench bench;
    bench.take(1, 3);
    bench.view.resize(420, 620);
    bench.tree().setCurrentItem(bench.tree().topLevelItem(0));
    ViewBench::turn();
    const auto* const said = bench.view.branches().findChild<QLabel*>();
    REQUIRE(said != nullptr);
    REQUIRE(said->text() == bench.view.branches().comparison());
    CHECK(said->visibleRegion().boundingRect().height() == said->height());
    for (const auto* const button : bench.view.branches().findChildren<QPushButton*>()) {
        INFO(button->text().toStdString());
        CHECK(button->visibleRegion().boundingRect().size() == button->size());
    }
    const QTreeWidgetItem& fork = *bench.tree().topLevelItem(0)->child(0);
    CHECK(bench.tree().visualItemRect(&fork).left()
              + QFontMetrics(fork.font(0)).horizontalAdvance(fork.text(0))
          < bench.tree().columnWidth(0));
}
