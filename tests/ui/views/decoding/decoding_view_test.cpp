#include "ui/views/decoding/decoding_view.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_beams.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"
#include "ui/state/step_keeper.h"
#include "ui/views/decoding/time_line.h"
#include "ui/widgets/candidate_table.h"
#include "ui/widgets/term.h"
#include "ui/widgets/term_guide.h"
#include "ui/words/local_number.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScrollArea>
#include <QTableView>
#include <QTest>
#include <QTextDocument>
#include <QToolButton>
#include <QUndoStack>
#include <algorithm>
#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct DecodingBench : ViewBench
{
    StepKeeper keeper{workspace}; ///< the window has one
    DecodingView view{context};

    explicit DecodingBench(std::shared_ptr<const Snapshot> snapshot = syntheticSnapshot())
    {
        Document document;
        document.text = QStringLiteral("The black cat");
        workspace.apply(document, {});
        workspace.publish(std::move(snapshot));
        view.resize(640, 460);
        view.show();
        turn();
    }
    QListView& timeLine() { return *view.findChild<QListView*>(QStringLiteral("timeLine")); }
    QTableView& table() { return *view.findChild<QTableView*>(QStringLiteral("candidates")); }
    QString cell(int row, int column) { return table().model()->index(row, column).data().toString(); }
    QPushButton& button(const QString& part)
    {
        for (QPushButton* candidate : view.findChildren<QPushButton*>()) {
            if (candidate->text().contains(part))
                return *candidate;
        }
        throw std::logic_error("no such button");
    }
    void trigger(const QString& text)
    {
        for (QAction* action : view.actions()) {
            if (action->text() == text)
                action->trigger();
        }
        turn();
    }
};

} // namespace

TEST_CASE("decoding view: the time line shows the steps, a click goes to one", "[views]")
{
    DecodingBench bench;
    QListView& line = bench.timeLine();
    REQUIRE(line.model()->rowCount() == 5);
    CHECK(line.currentIndex().row() == 4);
    const QRect rect = line.visualRect(line.model()->index(1, 0));
    QTest::mouseClick(line.viewport(), Qt::LeftButton, {}, rect.center());
    ViewBench::turn();
    CHECK(bench.workspace.step() == 1);
    CHECK(bench.workspace.shownTrace().tokens(StackKind::kDecoder).size() == 2);
    QTest::keyClick(&line, Qt::Key_Right);
    ViewBench::turn();
    CHECK(bench.workspace.step() == 2);
}

TEST_CASE("decoding view: the buttons step, and the time line follows", "[views]")
{
    DecodingBench bench;
    bench.trigger(QStringLiteral("Back to start"));
    CHECK(bench.workspace.step() == 0);
    CHECK(bench.timeLine().currentIndex().row() == 0);
    bench.trigger(QStringLiteral("Step forward"));
    bench.trigger(QStringLiteral("Step forward"));
    CHECK(bench.workspace.step() == 2);
    bench.trigger(QStringLiteral("Step back"));
    CHECK(bench.timeLine().currentIndex().row() == 1);
    // After a click on a button, the arrow keys go on.
    const auto buttons = bench.view.findChildren<QToolButton*>();
    const auto forward = std::ranges::find(buttons, QStringLiteral("Step forward"), &QWidget::accessibleName);
    REQUIRE(forward != buttons.end());
    CHECK(((*forward)->focusPolicy() & Qt::ClickFocus) != 0);
    QTest::keyClick(*forward, Qt::Key_Right);
    CHECK(bench.workspace.step() == 2);
    QTest::keyClick(*forward, Qt::Key_Left);
    CHECK(bench.workspace.step() == 1);
    bench.trigger(QStringLiteral("Run to end"));
    CHECK(bench.workspace.step() == -1);
    CHECK(bench.timeLine().currentIndex().row() == 4);
}

TEST_CASE("decoding view: while stepping, the row that produced the token is pointed at", "[views]")
{
    DecodingBench bench;
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 0});
    bench.workspace.setStep(2);
    ViewBench::turn();
    CHECK(bench.focus.hover() == Cell{2, std::nullopt});
    bench.view.player().back();
    ViewBench::turn();
    CHECK(bench.focus.hover() == Cell{1, std::nullopt});
    bench.view.player().toEnd();
    ViewBench::turn();
    CHECK(bench.focus.hover().empty());
    bench.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    bench.workspace.setStep(2);
    ViewBench::turn();
    CHECK(bench.focus.hover().empty());
}

TEST_CASE("decoding view: ten candidates with honest probabilities", "[views]")
{
    auto snapshot = std::make_shared<Snapshot>(*syntheticSnapshot());
    snapshot->steps[2].candidates[9].logProbability = std::log(3.2e-5F);
    DecodingBench bench(snapshot);
    bench.workspace.setStep(2);
    ViewBench::turn();
    REQUIRE(bench.table().model()->rowCount() == 10);
    CHECK(bench.cell(0, CandidatesModel::kRankColumn) == QStringLiteral("1"));
    CHECK(bench.cell(1, CandidatesModel::kTokenColumn) == QStringLiteral("word1"));
    CHECK(bench.cell(9, CandidatesModel::kProbabilityColumn) == QStringLiteral("0.0032%"));
}

TEST_CASE("decoding view: a line below the candidates says what all other tokens have together", "[views]")
{
    auto snapshot = std::make_shared<Snapshot>(*syntheticSnapshot());
    double sum = 0;
    for (const DecodeStep::Choice& each : snapshot->steps[2].candidates)
        sum += static_cast<double>(each.probability());
    DecodingBench bench(snapshot);
    bench.workspace.setStep(2);
    ViewBench::turn();
    const auto* const others = bench.view.findChild<QLabel*>(QStringLiteral("otherTokens"));
    REQUIRE(others != nullptr);
    CHECK(others->isVisibleTo(&bench.view));
    const auto count = snapshot->steps[2].trace.info().vocabulary
        - static_cast<std::int64_t>(snapshot->steps[2].candidates.size());
    CHECK(others->text().startsWith(QString::number(count) + QLatin1Char(' ')));
    CHECK(others->text().endsWith(probabilityText(1 - sum)));
    // It is no token: the list does not have it.
    CHECK(bench.table().model()->rowCount() == 10);
}

TEST_CASE("decoding view: a token outside the best ten has a row of its own", "[views]")
{
    auto snapshot = std::make_shared<Snapshot>(*syntheticSnapshot());
    snapshot->steps[1].token.id = 4711;
    snapshot->steps[1].rank = 133;
    snapshot->steps[1].logProbability = std::log(2e-6F);
    DecodingBench bench(snapshot);
    bench.workspace.setStep(1);
    ViewBench::turn();
    REQUIRE(bench.table().model()->rowCount() == 11);
    CHECK(bench.cell(10, CandidatesModel::kRankColumn) == QStringLiteral("134"));
    CHECK(bench.cell(10, CandidatesModel::kProbabilityColumn) == QStringLiteral("0.00020%"));
}

TEST_CASE("decoding view: taking a candidate changes the document, undo brings it back", "[views]")
{
    DecodingBench bench;
    bench.workspace.setStep(2);
    ViewBench::turn();
    bench.table().setCurrentIndex(bench.table().model()->index(3, 0));
    bench.table().setFocus();
    QTest::keyClick(&bench.table(), Qt::Key_Return);
    ViewBench::turn();
    const auto snapshot = bench.workspace.snapshot();
    const std::vector<TokenId> expected{static_cast<TokenId>(snapshot->steps[0].token.id),
                                        static_cast<TokenId>(snapshot->steps[1].token.id),
                                        snapshot->steps[2].candidates[3].id};
    CHECK(bench.workspace.document().forced == expected);
    CHECK(bench.workspace.undoStack().undoText().contains(QStringLiteral("word3")));
    bench.workspace.undoStack().undo();
    CHECK(bench.workspace.document().forced.empty());
    bench.workspace.undoStack().redo();
    CHECK(bench.workspace.document().forced == expected);
}

TEST_CASE("decoding view: taking what was taken changes nothing", "[views]")
{
    DecodingBench bench;
    bench.workspace.setStep(2);
    ViewBench::turn();
    bench.view.take(0);
    CHECK(bench.workspace.document().forced.empty());
    CHECK(bench.workspace.undoStack().count() == 0);
    bench.view.take(99);
    CHECK(bench.workspace.undoStack().count() == 0);
}

TEST_CASE("decoding view: the step is kept while the new decoding arrives", "[views]")
{
    DecodingBench bench;
    bench.workspace.setStep(2);
    ViewBench::turn();
    bench.view.take(1);
    for (const std::size_t arrived : {1U, 2U, 4U, 5U}) {
        auto part = std::make_shared<Snapshot>(*syntheticSnapshot());
        part->request = 2;
        part->finished = arrived == 5;
        part->steps.resize(arrived);
        bench.workspace.publish(part);
        ViewBench::turn();
    }
    CHECK(bench.workspace.step() == 2);
}

TEST_CASE("decoding view: a token kept before the picked one is not said to be chosen", "[views]")
{
    auto snapshot = std::make_shared<Snapshot>(*syntheticSnapshot());
    for (std::size_t i = 0; i < 3; ++i) {
        snapshot->steps[i].forced = true;
        snapshot->steps[i].rank = 1;
    }
    DecodingBench bench(snapshot);
    Document document = bench.workspace.document();
    document.forced = {11, 12, 41};
    bench.workspace.apply(document, QStringLiteral("Take"));
    bench.workspace.setStep(0);
    ViewBench::turn();
    CHECK(bench.view.statement().contains(QStringLiteral("kept from the earlier output")));
    bench.workspace.setStep(2);
    ViewBench::turn();
    CHECK(bench.view.statement().startsWith(QStringLiteral("You chose")));
}

TEST_CASE("decoding view: own choices are marked and can be dropped", "[views]")
{
    auto snapshot = std::make_shared<Snapshot>(*syntheticSnapshot());
    for (std::size_t i = 0; i < 3; ++i)
        snapshot->steps[i].forced = true;
    snapshot->steps[2].rank = 1;
    snapshot->steps[2].token.id = snapshot->steps[2].candidates[1].id;
    DecodingBench bench(snapshot);
    CHECK_FALSE(bench.button(QStringLiteral("Back to")).isEnabled());
    Document document = bench.workspace.document();
    document.forced = {11, 12, 41};
    bench.workspace.apply(document, QStringLiteral("Take"));
    bench.workspace.setStep(2);
    ViewBench::turn();
    CHECK(bench.view.statement().startsWith(QStringLiteral("You chose")));
    QPushButton& back = bench.button(QStringLiteral("Back to"));
    REQUIRE(back.isEnabled());
    back.click();
    CHECK(bench.workspace.document().forced.empty());
    bench.workspace.undoStack().undo();
    CHECK(bench.workspace.document().forced.size() == 3);
}

TEST_CASE("decoding view: a given target shows probability and rank", "[views]")
{
    auto snapshot = std::make_shared<Snapshot>(*syntheticSnapshot());
    snapshot->steps[3].logProbability = std::log(0.0123F);
    snapshot->steps[3].rank = 6;
    snapshot->steps[3].forced = true;
    DecodingBench bench(snapshot);
    Document document = bench.workspace.document();
    document.target = QStringLiteral("Le chat");
    bench.workspace.apply(document, {});
    bench.workspace.setStep(3);
    ViewBench::turn();
    CHECK(bench.view.statement().contains(QStringLiteral("1.23%")));
    CHECK(bench.view.statement().contains(QStringLiteral("rank 7")));
}

TEST_CASE("decoding view: another sentence shows all of its decoding", "[views]")
{
    DecodingBench bench;
    bench.workspace.setStep(1);
    bench.view.player().togglePlay();
    Document document = bench.workspace.document();
    document.text = QStringLiteral("Another one");
    bench.workspace.apply(document, QStringLiteral("Typing"));
    CHECK_FALSE(bench.view.player().isPlaying());
    CHECK(bench.workspace.step() == -1);
}

TEST_CASE("decoding view: an encoder says that it does not decode", "[views]")
{
    SyntheticOptions options;
    options.target = 0;
    DecodingBench bench(syntheticSnapshot(options));
    CHECK(bench.view.statement().contains(QStringLiteral("no decoder")));
}

TEST_CASE("decoding view: the output can be selected", "[views]")
{
    DecodingBench bench;
    auto* output = bench.view.findChild<QLineEdit*>(QStringLiteral("output"));
    REQUIRE(output != nullptr);
    CHECK(output->text() == bench.workspace.snapshot()->output);
    CHECK(output->isReadOnly());
}

TEST_CASE("decoding view: candidates stand beside the time line where there is room, else below", "[views]")
{
    DecodingBench bench;
    const auto leftOf = [&](QWidget& widget) { return widget.mapTo(&bench.view, QPoint()).x(); };
    bench.view.resize(1200, 260);
    ViewBench::turn();
    CHECK(leftOf(bench.table()) > leftOf(bench.timeLine()) + bench.timeLine().width() / 2);
    bench.view.resize(420, 560);
    ViewBench::turn();
    CHECK(bench.view.width() == 420);
    CHECK(leftOf(bench.table()) == leftOf(bench.timeLine()));
}

TEST_CASE("decoding view: in a narrow dock its parts stand below each other, none over another", "[views]")
{
    ViewBench bench;
    bench.workspace.publish(syntheticSnapshot());
    QScrollArea dock;
    dock.setWidgetResizable(true);
    auto* const view = new DecodingView(bench.context);
    dock.setWidget(view);
    dock.resize(300, 360); // as in a window of 1024 × 700
    dock.show();
    ViewBench::turn();
    const auto inView
        = [view](const QWidget& part) { return QRect(part.mapTo(view, QPoint()), part.size()); };
    const QRect timeLine = inView(*view->findChild<QListView*>(QStringLiteral("timeLine")));
    const QRect speed = inView(*view->findChild<QLabel*>(QStringLiteral("speed")));
    const QRect output = inView(*view->findChild<QLineEdit*>(QStringLiteral("output")));
    const QRect other = inView(*view->findChild<QLineEdit*>(QStringLiteral("otherText")));
    CHECK(speed.bottom() < timeLine.top());
    CHECK(timeLine.bottom() < output.top());
    CHECK(output.bottom() < other.top());
    for (const QLabel* label : view->findChildren<QLabel*>())
        if (label->isVisible() && !label->text().isEmpty())
            CHECK_FALSE(inView(*label).intersects(timeLine));
}

TEST_CASE("decoding view: the current step stays in sight when the view becomes narrow", "[views]")
{
    SyntheticOptions many;
    many.target = 20;
    DecodingBench bench(syntheticSnapshot(many));
    bench.view.resize(1600, 700);
    ViewBench::turn();
    bench.view.resize(300, 700);
    ViewBench::turn();
    const QListView& line = bench.timeLine();
    REQUIRE(line.visualRect(line.model()->index(0, 0)).right() < 0); // not all steps have room
    CHECK(line.viewport()->rect().contains(line.visualRect(line.currentIndex())));
}

TEST_CASE("decoding view: surprise and entropy of every step on one scale", "[views]")
{
    QLocale::setDefault(QLocale::c());
    auto snapshot = std::make_shared<Snapshot>(*syntheticSnapshot());
    snapshot->steps[1].entropy = 6.5;
    snapshot->steps[2].logProbability = std::log(0.125F);
    snapshot->steps[2].entropy = 1.25;
    DecodingBench bench(snapshot);
    const QAbstractItemModel& steps = *bench.timeLine().model();
    CHECK(steps.index(2, 0).data(StepsModel::kSurprise).toDouble() == Approx(3.0));
    CHECK(steps.index(2, 0).data(StepsModel::kEntropy).toDouble() == 1.25);
    for (int row = 0; row < steps.rowCount(); ++row)
        CHECK(steps.index(row, 0).data(StepsModel::kMostBits).toDouble() == 6.5);
    bench.workspace.setStep(2);
    ViewBench::turn();
    CHECK(bench.view.statement().contains(QStringLiteral("Surprisal 3.00 bits, entropy 1.25 bits")));
}

TEST_CASE("decoding view: the speed, and that an edit makes each step a full pass", "[views]")
{
    QLocale::setDefault(QLocale::c());
    DecodingBench bench; // 5 steps in 12.5 ms
    auto* speed = bench.view.findChild<QLabel*>(QStringLiteral("speed"));
    CHECK(speed->text() == QStringLiteral("400 tokens/s"));
    auto uncached = std::make_shared<Snapshot>(*syntheticSnapshot());
    uncached->cached = false;
    bench.workspace.publish(uncached);
    ViewBench::turn();
    CHECK(speed->text().contains(QStringLiteral("full passes")));
    CHECK(speed->toolTip().contains(QStringLiteral("full pass over all tokens")));
}

TEST_CASE("decoding view: where its dock is low, F2 brings the field for the other token into sight",
          "[views]")
{
    ViewBench bench;
    bench.workspace.publish(syntheticSnapshot());
    QScrollArea dock;
    dock.setWidgetResizable(true);
    auto* const view = new DecodingView(bench.context);
    dock.setWidget(view);
    dock.resize(420, 200);
    dock.show();
    ViewBench::turn();
    auto* const list = view->findChild<QListView*>(QStringLiteral("timeLine"));
    const auto* const other = view->findChild<QLineEdit*>(QStringLiteral("otherText"));
    REQUIRE(other->visibleRegion().isEmpty());
    bench.workspace.setStep(1);
    ViewBench::turn();
    for (QAction* action : list->actions())
        if (action->shortcut() == QKeySequence(Qt::Key_F2))
            action->trigger();
    ViewBench::turn();
    CHECK_FALSE(other->visibleRegion().isEmpty());
    CHECK(other->visibleRegion().boundingRect() == other->rect());
}

TEST_CASE("decoding view: the step at which another token is taken stays in sight while the new way comes",
          "[views]")
{
    DecodingBench bench;
    bench.workspace.setStep(2);
    ViewBench::turn();
    bench.view.take(3);
    ViewBench::turn(); // the old result is still shown
    for (const int steps : {1, 2, 4, 5}) {
        auto coming = std::make_shared<Snapshot>(*syntheticSnapshot({}, steps));
        coming->request = 7;
        coming->finished = steps == 5;
        bench.workspace.publish(coming);
        ViewBench::turn();
    }
    CHECK(bench.workspace.step() == 2);
}

TEST_CASE("decoding view: a beam that was not chosen is shown as such, token by token", "[views]")
{
    DecodingBench bench(beamSnapshot());
    bench.workspace.setBeamNode(4); // the chosen beam's second step
    ViewBench::turn();
    CHECK(bench.timeLine().currentIndex().row() == 1);
    CHECK(bench.view.tabs().isEnabled());
    bench.workspace.setBeamNode(9);
    ViewBench::turn();
    CHECK(bench.timeLine().model()->rowCount() == 3);
    CHECK(bench.timeLine().model()->index(1, 0).data().toString() == QStringLiteral("t21"));
    CHECK(bench.timeLine().currentIndex().row() == 2);
    CHECK(bench.view.statement().contains(QStringLiteral("not chosen")));
    CHECK_FALSE(bench.view.tabs().isEnabled());
    CHECK(bench.view.findChild<QLineEdit*>(QStringLiteral("output"))->text() == QStringLiteral("t10 t21 t1"));
    bench.timeLine().setCurrentIndex(bench.timeLine().model()->index(1, 0));
    ViewBench::turn();
    CHECK(bench.workspace.beamNode() == 5); // the same beam, one step earlier
    bench.workspace.setBeamNode(-1);
    ViewBench::turn();
    CHECK(bench.view.tabs().isEnabled());
    CHECK_FALSE(bench.view.statement().contains(QStringLiteral("not chosen")));
}

TEST_CASE("decoding view: before the edits it shows the run without them, which cannot be changed", "[views]")
{
    auto edited = std::make_shared<Snapshot>(*syntheticSnapshot());
    auto plain = std::make_shared<Snapshot>(*edited);
    plain->steps.resize(3);
    plain->steps[1].token.text = "plain";
    plain->output = QStringLiteral("without edits");
    edited->unedited = plain;
    DecodingBench bench(edited);
    Document document = bench.workspace.document();
    document.interventions.masks.padding = false;
    bench.workspace.apply(document, {});
    ViewBench::turn();
    CHECK(bench.timeLine().model()->rowCount() == 5);
    bench.workspace.setStep(4);
    bench.workspace.setVersion(RunVersion::kBefore);
    ViewBench::turn();
    CHECK(bench.workspace.step() == 2); // the last step of this result
    CHECK(bench.timeLine().model()->rowCount() == 3);
    CHECK(bench.view.statement().startsWith(QStringLiteral("Without the edits:")));
    CHECK(bench.view.findChild<QLineEdit*>(QStringLiteral("output"))->text() == plain->output);
    bench.view.player().goTo(1);
    ViewBench::turn();
    CHECK(bench.timeLine().currentIndex().row() == 1);
    CHECK(bench.view.statement().contains(QStringLiteral("plain")));
    CHECK_FALSE(bench.view.findChild<QLineEdit*>(QStringLiteral("otherText"))->isEnabled());
    const Document before = bench.workspace.document();
    bench.view.take(1);
    CHECK(bench.workspace.document() == before);
    bench.workspace.setVersion(RunVersion::kAfter);
    ViewBench::turn();
    CHECK(bench.timeLine().model()->rowCount() == 5);
    bench.view.take(1);
    CHECK(bench.workspace.document() != before);
}

TEST_CASE("decoding view: F1 on the time line explains its bars", "[views]")
{
    DecodingBench bench;
    const TermGuide guide;
    bench.view.activateWindow();
    REQUIRE(QTest::qWaitForWindowActive(&bench.view));
    QListView& line = bench.timeLine();
    line.setCurrentIndex(line.model()->index(1, 0));
    line.setFocus();
    QTest::keyClick(&line, Qt::Key_F1);
    const auto* const popover = qobject_cast<const QLabel*>(guide.popover());
    REQUIRE(popover != nullptr);
    CHECK(popover->accessibleName() == termWords(Term::kSurprisal).name);
    // The numbers of the step that has the keyboard.
    QTextDocument said;
    said.setHtml(popover->text());
    const QString numbers = line.currentIndex().data(Qt::ToolTipRole).toString();
    CHECK(said.toPlainText().contains(numbers.section(QLatin1Char('\n'), 0, 0)));
}
