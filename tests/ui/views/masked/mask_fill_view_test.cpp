#include "core/model/model.h"
#include "core/run/execute.h"
#include "tests/support/bert_folder.h"
#include "tests/support/catch.h"
#include "ui/run/run_controller.h"
#include "ui/state/focus.h"
#include "ui/state/settings.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/masked/mask_fill_view.h"

#include <QComboBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

using namespace headlight;

namespace {

struct Bench
{
    QTemporaryDir folder;
    test::BertFolder bert;
    Settings settings{folder.filePath(QStringLiteral("view.ini"))};
    Workspace workspace;
    Focus focus;
    RunController runs{workspace};
    MaskFillView view{{workspace, focus, settings}};

    Bench()
    {
        view.resize(400, 400);
        view.show();
        workspace.setModel(loadModel(bert.path(), {}, {}).value());
    }
    void type(const QString& text, const QString& pair = {})
    {
        Document next = workspace.document();
        next.text = text;
        next.pair = pair;
        const quint64 before = workspace.snapshot()->request;
        workspace.apply(next, {});
        waitNewer(before);
    }
    void waitNewer(quint64 before) const
    {
        REQUIRE(QTest::qWaitFor(
            [&] { return workspace.snapshot()->request > before && !workspace.isRunning(); }, 60000));
        QTest::qWait(1); // the view refreshes in the next turn
    }
    QTableView& table() const { return *view.findChild<QTableView*>(QStringLiteral("maskCandidates")); }
    const std::vector<TokenLabel>& tokens() const
    {
        return workspace.snapshot()->trace.tokens(StackKind::kEncoder);
    }
};

} // namespace

TEST_CASE("masked words: the candidates are the ranking of the model's own logits", "[views]")
{
    Bench bench;
    bench.type(QStringLiteral("the [MASK] sat on the [MASK]"));
    const std::vector<MaskedToken>& masked = bench.workspace.snapshot()->masked;
    REQUIRE(masked.size() == 2);
    CHECK(masked[0].row == 2);
    CHECK(masked[1].row == 6);

    RunRequest request;
    request.model = bench.workspace.model();
    request.lanes.push_back(prepareText(*request.model, {"the [MASK] sat on the [MASK]", {}, {}}).value());
    request.plan.logits = LogitRows::kAll;
    request.plan.sites = {Site::kLogits};
    const Trace trace = execute(request, {}).value().traces.front();
    for (const MaskedToken& mask : masked) {
        const RowVector logits = trace.logits(mask.row);
        const double sum = (logits.array() - logits.maxCoeff()).exp().sum();
        Index best = 0;
        logits.maxCoeff(&best);
        REQUIRE(mask.choices.size() == 10);
        CHECK(mask.choices.front().id == best);
        CHECK(static_cast<double>(mask.choices.front().probability) == Approx(1.0 / sum).epsilon(1e-4));
        CHECK(mask.choices.back().probability <= mask.choices.front().probability);
    }
    CHECK(bench.view.findChild<QComboBox*>()->count() == 2);
    CHECK(bench.table().model()->rowCount() == 10);
    CHECK(bench.table().model()->index(0, 1).data().toString() == masked[0].choices.front().text);
}

TEST_CASE("masked words: a candidate is put in by the keyboard, and taken out by undo", "[views]")
{
    Bench bench;
    bench.type(QStringLiteral("the [MASK] sat"));
    const MaskedToken mask = bench.workspace.snapshot()->masked.at(0);
    bench.table().setCurrentIndex(bench.table().model()->index(1, 0));
    const quint64 before = bench.workspace.snapshot()->request;
    QTest::keyClick(&bench.table(), Qt::Key_Return);
    const QString text = bench.workspace.document().text;
    CHECK_FALSE(text.contains(QStringLiteral("[MASK]")));
    CHECK(text.contains(mask.choices[1].word));
    bench.waitNewer(before);
    CHECK(bench.workspace.snapshot()->masked.empty());
    bench.workspace.undoStack().undo();
    CHECK(bench.workspace.document().text == QStringLiteral("the [MASK] sat"));
}

TEST_CASE("masked words: in the second sentence too", "[views]")
{
    Bench bench;
    bench.type(QStringLiteral("why not ?"), QStringLiteral("the [MASK] sat ."));
    // [CLS] why not ? [SEP] the [MASK] sat . [SEP]
    REQUIRE(bench.tokens().size() == 10);
    CHECK(bench.tokens()[3].segment == 0);
    CHECK(bench.tokens()[6].segment == 1);
    REQUIRE(bench.workspace.snapshot()->masked.size() == 1);
    CHECK(bench.workspace.snapshot()->masked[0].row == 6);
    CHECK(bench.workspace.snapshot()->masked[0].inPair);
    bench.view.put(0);
    CHECK(bench.workspace.document().text == QStringLiteral("why not ?"));
    CHECK_FALSE(bench.workspace.document().pair.contains(QStringLiteral("[MASK]")));
}

TEST_CASE("masked words: the chosen mask is the row that all views show", "[views]")
{
    Bench bench;
    bench.type(QStringLiteral("[MASK] cat [MASK]"));
    auto* const masks = bench.view.findChild<QComboBox*>();
    masks->setFocus();
    QTest::keyClick(masks, Qt::Key_Down);
    CHECK(bench.view.shownMask() == 1);
    CHECK(bench.focus.pin().query == 3);
    CHECK(bench.table().model()->index(0, 1).data().toString()
          == bench.workspace.snapshot()->masked[1].choices.front().text);
}
