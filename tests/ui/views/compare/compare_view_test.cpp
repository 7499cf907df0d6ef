#include "tests/support/catch.h"
#include "tests/support/edited_runs.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "tests/ui/views/compare/compare_bench.h"
#include "ui/background/latest_task.h"
#include "ui/state/branch_board.h"
#include "ui/state/branch_edit.h"
#include "ui/state/workspace.h"
#include "ui/views/compare/compare_controls.h"
#include "ui/views/compare/compare_sides.h"
#include "ui/views/compare/difference_table.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/window/look/languages.h"
#include "ui/window/presenting/hidden_controls.h"
#include "ui/window/rooms/view_dock.h"
#include "ui/words/edit_text.h"
#include "ui/words/head_name.h"

#include <QComboBox>
#include <QFont>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QScrollBar>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

float numberOf(const QTableWidget& table, int row, int column)
{
    return table.item(row, column)->text().replace(QChar(0x2212), QLatin1Char('-')).toFloat();
}

} // namespace

TEST_CASE("compare view: without A it says how to get one", "[views][compare]")
{
    CompareBench bench;
    CHECK(bench.isAlone());
    CHECK(bench.view.findChild<CompareStart*>()->isVisible());
    CHECK_FALSE(bench.view.table().isVisible());
}

TEST_CASE("compare view: below the current map, buttons offer the first steps", "[views][compare]")
{
    CompareBench bench;
    bench.workspace.setModel(test::tinyModel());
    bench.workspace.setComparison({ComparisonChoice::Kind::kEdits, -1, -1});
    for (const QSize& size : {QSize(980, 720), QSize(686, 550)}) { // its rooms at 1440 × 900 and 1024 × 700
        bench.view.resize(size);
        CompareBench::turn();
        CHECK(bench.place(CompareCanvas::kA).height() > size.height() / 3.0);
        for (const char* const name : {"compare.headOff", "compare.causalOff", "compare.noPositions"}) {
            const auto* const button = bench.view.findChild<QPushButton*>(QLatin1String(name));
            REQUIRE(button != nullptr);
            REQUIRE(button->isVisible());
            const QRect place(button->mapTo(&bench.view, QPoint()), button->size());
            CHECK(bench.view.rect().contains(place));
            CHECK(place.width() >= button->sizeHint().width());
            CHECK(place.top() > bench.place(CompareCanvas::kA).bottom());
        }
    }
}

TEST_CASE("compare view: above the first steps stands the current map", "[views][compare]")
{
    CompareBench bench;
    HeatmapPlot& plot = bench.plot(CompareCanvas::kA);
    REQUIRE(plot.isVisible());
    CHECK(plot.map().whole(MapKind::kWeights)
          == bench.mapOf(bench.workspace.shownTrace()).whole(MapKind::kWeights));
    // It is linked with the other views.
    const CellFrame& cells = plot.shownLayout().cells;
    QTest::mouseClick(&plot, Qt::LeftButton, {}, cells.cell(3, 2).center().toPoint());
    CHECK(bench.focus.pin() == Cell{3, 2});
    CompareBench::turn();
    CHECK(plot.marks().pin == Cell{3, 2});
    auto* const canvas = bench.view.findChild<CompareCanvas*>();
    QTest::keyClick(canvas, Qt::Key_Plus);
    CompareBench::turn();
    CHECK(plot.isZoomed());
    REQUIRE(bench.focus.zoom());
    CHECK(bench.focus.zoom()->queries.end == Approx(plot.shownLayout().cells.queries.upper));
    bench.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 1});
    CompareBench::turn();
    CHECK(plot.map().head() == HeadRef{StackKind::kEncoder, 0, AttentionKind::kSelf, 1});
    // While the edits run, what was run without them stays "before the edits".
    bench.workspace.setModel(test::tinyModel());
    bench.workspace.setComparison({ComparisonChoice::Kind::kEdits, -1, -1});
    Document edited = bench.workspace.document();
    edited.interventions.masks.decoderCausal = Toggle::kOff;
    bench.workspace.apply(edited, QStringLiteral("mask off"));
    CompareBench::turn();
    CHECK(plot.isVisible());
    // What was run with them is not.
    auto run = std::make_shared<Snapshot>();
    run->trace = test::runOne(test::tinyModel(), test::only(HeadOff{patternOf(kHead)}));
    bench.workspace.publish(run);
    CompareBench::turn();
    CHECK(bench.canvas().content() == nullptr);
    CHECK_FALSE(plot.isVisible());
}

TEST_CASE("compare view: two inputs are compared at the tokens that they share", "[views][compare]")
{
    useLanguage(QStringLiteral("en")); // for its plurals
    CompareBench bench;
    const Trace a = bench.workspace.shownTrace();
    bench.view.keepShown();
    bench.publish(7, 2);
    const Trace b = bench.workspace.shownTrace();
    REQUIRE(bench.canvas().content() != nullptr);
    const MapComparison& comparison = bench.canvas().content()->comparison;
    REQUIRE(comparison.queries().size() == 7); // six words and the end token
    CHECK(bench.view.summary().contains(
        QStringLiteral("2 queries and 2 keys of A, 0 queries and 0 keys of B")));
    const Matrix difference = comparison.difference().whole(MapKind::kScores);
    for (std::size_t q = 0; q < 7; ++q) {
        for (std::size_t k = 0; k < 7; ++k) {
            const auto& query = comparison.queries().pairs()[q];
            const auto& key = comparison.keys().pairs()[k];
            CHECK(difference(static_cast<Index>(q), static_cast<Index>(k))
                  == bench.mapOf(b).at(MapKind::kWeights, query.b, key.b)
                      - bench.mapOf(a).at(MapKind::kWeights, query.a, key.a));
        }
    }
}

TEST_CASE("compare view: one query that has no match is not “1 queries”", "[views][compare]")
{
    useLanguage(QStringLiteral("en")); // for its plurals
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(8, 2);
    CHECK(bench.view.summary().contains(QStringLiteral("1 query and 1 key of A")));
}

TEST_CASE("compare view: the largest differences are listed and lead there", "[views][compare]")
{
    CompareBench bench;
    const Trace a = bench.workspace.shownTrace();
    bench.view.keepShown();
    bench.publish(9, 3);
    const Trace b = bench.workspace.shownTrace();
    const QTableWidget& table = bench.view.table();
    REQUIRE(table.rowCount() == 30);
    for (int row = 1; row < table.rowCount(); ++row)
        CHECK(std::abs(numberOf(table, row - 1, 3)) >= std::abs(numberOf(table, row, 3)) - 1.1e-5F);
    emit bench.view.findChild<QTableWidget*>()->cellClicked(4, 0);
    const Cell pin = bench.focus.pin();
    REQUIRE(pin.query);
    REQUIRE(pin.key);
    CHECK(numberOf(table, 4, 2)
          == Approx(bench.mapOf(b).at(MapKind::kWeights, *pin.query, *pin.key)).margin(6e-5));
    CHECK(numberOf(table, 4, 1)
          == Approx(bench.mapOf(a).at(MapKind::kWeights, *pin.query, *pin.key)).margin(6e-5));
}

TEST_CASE("compare view: the list is as tall as its letters, and on paper has nothing to scroll to",
          "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 3);
    auto& table = *bench.view.findChild<DifferenceTable*>();
    QFont large = table.font();
    large.setPointSizeF(2 * large.pointSizeF());
    table.setFont(large);
    bench.view.resize(1200, 1200);
    CompareBench::turn();
    CHECK(table.verticalHeader()->sectionSize(0) > table.fontMetrics().height());
    REQUIRE(table.rowCount() == 30);
    REQUIRE(table.verticalScrollBar()->maximum() > 0);
    const auto shown = [&table] {
        int rows = 0;
        for (int row = 0; row < table.rowCount(); ++row)
            rows += table.isRowHidden(row) ? 0 : 1;
        return rows;
    };
    HiddenControls hidden;
    hidden.hideAllIn(bench.view);
    CompareBench::turn();
    CHECK(table.verticalScrollBar()->maximum() == 0);
    const int few = shown();
    CHECK(few > 0);
    CHECK_FALSE(table.isRowHidden(0)); // the largest
    bench.view.resize(1200, 1600);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    CHECK(table.verticalScrollBar()->maximum() == 0);
    CHECK(shown() > few);
    hidden.showAgain();
    CompareBench::turn();
    CHECK(shown() == 30);
}

TEST_CASE("compare view: two heads of one result", "[views][compare]")
{
    CompareBench bench;
    HeadRef other = kHead;
    other.head = 0;
    bench.focus.toggleHead(other);
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    CHECK(bench.canvas().content()->comparison.a().head() == other);
    CHECK(bench.canvas().content()->comparison.b().head() == kHead);
    bench.focus.selectOnly(kHead);
    CompareBench::turn();
    CHECK(bench.isAlone());
    // After keeping, A stays at its head while the current head changes.
    bench.view.keepShown();
    bench.focus.setHead(other);
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    CHECK(bench.canvas().content()->comparison.a().head() == kHead);
    CHECK(bench.canvas().content()->comparison.b().head() == other);
    CHECK(bench.canvas().content()->titles[CompareCanvas::kA]
          == QStringLiteral("A: ") + headName(kHead)); // the result is the same
}

TEST_CASE("compare view: both sides are named by their models if these differ", "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(7, 2);
    const auto& titles = [&bench]() -> const auto&
    {
        return bench.canvas().content()->titles;
    };
    CHECK(titles()[CompareCanvas::kA].endsWith(QChar(0x201D)));
    CHECK(titles()[CompareCanvas::kB].endsWith(QChar(0x201D)));
    const QString model = QString::fromStdString(bench.workspace.shownTrace().info().model);
    const Trace other = test::runOne(test::tinyModel(), {});
    REQUIRE(other.info().model != model.toStdString());
    auto run = std::make_shared<Snapshot>();
    run->trace = other;
    bench.workspace.publish(run);
    CompareBench::turn();
    CHECK(titles()[CompareCanvas::kA].contains(QStringLiteral(" · ") + model));
    CHECK(titles()[CompareCanvas::kB].contains(QStringLiteral(" · ")
                                               + QString::fromStdString(other.info().model)));
}

TEST_CASE("compare view: of two results the head of A follows, unless it is told not to", "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 2);
    HeadRef other = kHead;
    other.head = 1;
    bench.focus.setHead(other);
    CompareBench::turn();
    CHECK(bench.canvas().content()->comparison.a().head() == other);
    for (QToolButton* button : bench.view.findChildren<QToolButton*>())
        if (button->isCheckable())
            button->setChecked(false);
    CompareBench::turn();
    CHECK(bench.canvas().content()->comparison.a().head() == kHead);
    bench.view.forget();
    CompareBench::turn();
    CHECK(bench.isAlone());
    CHECK(bench.workspace.kept() == nullptr);
}

TEST_CASE("compare view: equal results differ nowhere", "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 1);
    CHECK(bench.view.summary().startsWith(QStringLiteral("No difference.")));
    CHECK(bench.view.table().rowCount() == 0);
    CHECK(bench.view.table().isHidden()); // the maps have its room
    CHECK(QTest::qWaitFor([&] { return bench.view.summary().contains(QStringLiteral("No other head")); },
                          60000));
    CHECK(bench.view.changedHead().isHidden());
}

TEST_CASE("compare view: by words, the pieces of a word are one row and column", "[views][compare]")
{
    CompareBench bench;
    // The third token continues the second's word.
    auto tokens = std::make_shared<std::vector<TokenLabel>>(syntheticTokens(9, false));
    (*tokens)[2].text = "ish";
    (*tokens)[2].rangeBegin = (*tokens)[1].rangeEnd;
    const Trace whole = bench.workspace.shownTrace();
    const auto publish = [&](unsigned seed) {
        SyntheticOptions options;
        options.source = 9;
        options.seed = seed;
        const Trace trace = syntheticTrace(options);
        Snapshot snapshot;
        snapshot.trace = {trace.sharedInfo(), trace.leaf(), tokens, trace.axis(StackKind::kDecoder)};
        snapshot.finished = true;
        bench.workspace.publish(std::make_shared<const Snapshot>(snapshot));
        CompareBench::turn();
    };
    publish(1);
    const Trace a = bench.workspace.shownTrace();
    bench.view.keepShown();
    publish(2);
    const Trace b = bench.workspace.shownTrace();
    auto* match = bench.view.findChild<QComboBox*>();
    match->setCurrentIndex(2);
    emit match->activated(2);
    CompareBench::turn();
    const MapComparison& comparison = bench.canvas().content()->comparison;
    REQUIRE(comparison.queries().size() == 8);
    const auto word = [&](const Trace& trace) {
        const AttentionMap map = bench.mapOf(trace);
        return (map.at(MapKind::kWeights, 1, 1) + map.at(MapKind::kWeights, 1, 2)
                + map.at(MapKind::kWeights, 2, 1) + map.at(MapKind::kWeights, 2, 2))
            / 2;
    };
    CHECK(comparison.difference().whole(MapKind::kScores)(1, 1) == Approx(word(b) - word(a)).margin(1e-6));
    // The focus counts tokens: the word after the merged one is the third row and the fourth token.
    bench.focus.setHover({3, 3});
    CompareBench::turn();
    QTest::mouseClick(&bench.plot(CompareCanvas::kB), Qt::LeftButton, {},
                      bench.cells(CompareCanvas::kB).cell(2, 2).center().toPoint());
    CHECK(bench.focus.pin() == Cell{3, 3});
}

TEST_CASE("compare view: before and after the edits, with their texts and scores", "[views][compare]")
{
    CompareBench bench;
    bench.workspace.setModel(test::tinyModel());
    const auto plain = bench.workspace.snapshot();
    bench.workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    CompareBench::turn();
    CHECK(bench.isAlone()); // no edits, so nothing to compare
    bench.workspace.keep(
        std::make_shared<KeptResult>(KeptResult{plain, plain->trace, kHead, QStringLiteral("A")}));
    bench.workspace.setComparison({ComparisonChoice::Kind::kEdits, -1, -1});
    CompareBench::turn();
    CHECK(bench.isAlone()); // a kept result does not stand in for edits
    const auto tools = bench.view.findChildren<QToolButton*>();
    CHECK(std::none_of(tools.begin(), tools.end(), [](const QToolButton* tool) {
        return tool->text() == QStringLiteral("Forget A") && tool->isVisible();
    }));
    bench.workspace.keep(nullptr);
    bench.workspace.apply(withEdit(bench.workspace.document(), HeadOff{patternOf(kHead)}),
                          QStringLiteral("Off"));
    CompareBench::turn();
    CHECK(bench.view.summary() == QStringLiteral("Running the model without edits…"));
    SyntheticOptions options;
    options.source = 9;
    options.seed = 5;
    auto edited = std::make_shared<Snapshot>(*syntheticSnapshot(options, 3));
    edited->unedited = plain;
    edited->output = QStringLiteral("autre");
    bench.workspace.publish(edited);
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    const Matrix a = bench.mapOf(plain->trace).whole(MapKind::kWeights);
    const Matrix b = bench.mapOf(edited->trace).whole(MapKind::kWeights);
    CHECK(bench.canvas().content()->comparison.difference().whole(MapKind::kScores) == b - a);
    CHECK(bench.view.outputs().contains(QStringLiteral("A, before the edits: ") + plain->output.trimmed()));
    CHECK(bench.view.outputs().contains(QStringLiteral("B, after the edits: autre (log p −2.079, −0.6931")));
    // A and B are named by what differs, the difference by the head.
    const auto& titles = bench.canvas().content()->titles;
    CHECK(titles[CompareCanvas::kA] == QStringLiteral("A: before the edits"));
    CHECK(titles[CompareCanvas::kB] == QStringLiteral("B: after the edits"));
    CHECK(titles[CompareCanvas::kDifference] == QStringLiteral("B − A: ") + headName(kHead));
    // The same pair while the views show the unedited run.
    bench.workspace.setVersion(RunVersion::kBefore);
    CompareBench::turn();
    CHECK(bench.canvas().content()->comparison.difference().whole(MapKind::kScores) == b - a);
}

TEST_CASE("compare view: the last row of A and of B is named by the token that each wrote",
          "[views][compare]")
{
    CompareBench bench;
    bench.workspace.setModel(test::tinyModel());
    const auto wrote = [](const QString& token, TokenId id) {
        auto snapshot = std::make_shared<Snapshot>(*syntheticSnapshot({}, 3));
        snapshot->trace = snapshot->steps.back().trace; // as a run ends
        snapshot->steps.back().token = {id, token.toStdString()};
        return snapshot;
    };
    bench.workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    bench.workspace.apply(withEdit(bench.workspace.document(), HeadOff{patternOf(kHead)}),
                          QStringLiteral("Off"));
    const auto edited = wrote(QStringLiteral("gris"), 91);
    edited->unedited = wrote(QStringLiteral("noir"), 90);
    bench.workspace.publish(edited);
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    const auto& written = bench.canvas().content()->written;
    REQUIRE(written[CompareCanvas::kA].has_value());
    REQUIRE(written[CompareCanvas::kB].has_value());
    CHECK(written[CompareCanvas::kA]->text == "noir");
    CHECK(written[CompareCanvas::kB]->text == "gris");
    CHECK_FALSE(written[CompareCanvas::kDifference].has_value()); // a row of two different tokens

    const auto agreeing = wrote(QStringLiteral("noir"), 90);
    agreeing->unedited = edited->unedited;
    bench.workspace.publish(agreeing);
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    const auto& agreed = bench.canvas().content()->written[CompareCanvas::kDifference];
    REQUIRE(agreed.has_value());
    CHECK(agreed->text == "noir");
}

TEST_CASE("compare view: two branches, the one that is not shown as it was run", "[views][compare]")
{
    CompareBench bench;
    bench.workspace.setModel(test::tinyModel());
    const auto first = bench.workspace.snapshot();
    bench.workspace.apply(branchOff(bench.workspace.document(), *first, 1, {41},
                                    {QStringLiteral("first"), QStringLiteral("second")}),
                          QStringLiteral("Take"));
    const Branches& branches = bench.workspace.document().branches;
    REQUIRE(branches.list.size() == 2);
    const int a = branches.list[0].id, b = branches.list[1].id;
    SyntheticOptions options;
    options.source = 9;
    options.seed = 7;
    auto second = std::make_shared<Snapshot>(*syntheticSnapshot(options, 3));
    second->branch = b;
    second->output = QStringLiteral("zwei");
    bench.workspace.publish(second);
    bench.workspace.compare({ComparisonChoice::Kind::kBranches, a, b});
    CompareBench::turn();
    CHECK(bench.workspace.branchRuns().wanted() == std::vector<int>{a});
    CHECK(bench.view.summary() == QStringLiteral("Running “first”…"));
    bench.workspace.branchRuns().publish(a, first);
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    CHECK(bench.canvas().content()->comparison.difference().whole(MapKind::kScores)
          == bench.mapOf(second->trace).whole(MapKind::kWeights)
              - bench.mapOf(first->trace).whole(MapKind::kWeights));
    CHECK(bench.view.outputs().contains(QStringLiteral("A, first: ") + first->output.trimmed()));
    CHECK(bench.view.outputs().contains(QStringLiteral("B, second: zwei")));
    CHECK(bench.view.table().rowCount() > 0);
    // The current step belongs to the shown branch.
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 0});
    bench.workspace.setStep(1);
    CompareBench::turn();
    const auto withB = bench.view.findChild<CompareCanvas*>()->grab().toImage();
    bench.workspace.setStep(-1);
    CompareBench::turn();
    CHECK(bench.view.findChild<CompareCanvas*>()->grab().toImage() != withB);
    bench.workspace.compare({ComparisonChoice::Kind::kBranches, b, a});
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    const auto unmarked = bench.view.findChild<CompareCanvas*>()->grab().toImage();
    bench.workspace.setStep(1);
    CompareBench::turn();
    CHECK(bench.view.findChild<CompareCanvas*>()->grab().toImage() == unmarked);
    bench.view.hide();
    CHECK(bench.workspace.branchRuns().wanted().empty());
}

TEST_CASE("compare view: a head that is switched off has equal weights, and its effect is where it is",
          "[views][compare]")
{
    const auto model = test::tinyModel();
    const HeadRef off{StackKind::kEncoder, 0, AttentionKind::kSelf, 1};
    Document document;
    document.text = QStringLiteral("5 9");
    document.interventions = test::only(HeadOff{patternOf(off)});
    auto plain = std::make_shared<Snapshot>();
    plain->trace = test::runOne(model);
    plain->finished = true;
    auto edited = std::make_shared<Snapshot>();
    edited->trace = test::runOne(model, document.interventions);
    edited->finished = true;
    edited->unedited = plain;

    CompareBench bench;
    bench.workspace.setModel(model);
    bench.workspace.apply(document, {});
    bench.workspace.publish(edited);
    bench.workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    bench.focus.selectOnly(off);
    CompareBench::turn();
    CHECK(bench.view.summary().contains(QStringLiteral("equal")));
    CHECK(bench.view.summary().contains(QStringLiteral("switched off")));
    CHECK_FALSE(bench.plot(CompareCanvas::kA).isSwitchedOff());
    CHECK(bench.plot(CompareCanvas::kB).isSwitchedOff());
    QToolButton& changed = bench.view.changedHead();
    REQUIRE(QTest::qWaitFor([&] { return !changed.isHidden(); }, 60000));
    bench.view.layout()->activate();
    CHECK(bench.view.minimumSizeHint().width()
          < changed.sizeHint().width()); // no small window scrolls for it
    QTest::mouseClick(&changed, Qt::LeftButton);
    CompareBench::turn();
    // The head's own layer reads the same input in both runs.
    const HeadRef shown = bench.focus.head();
    CHECK((shown.stack != StackKind::kEncoder || shown.layer > 0));
    CHECK_FALSE(bench.plot(CompareCanvas::kB).isSwitchedOff());
    CHECK(bench.view.summary().contains(QStringLiteral("Largest difference")));
    CHECK(changed.isHidden());
}

TEST_CASE("compare view: tokens can be compared by where they stand", "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(6, 2);
    auto* const match = [&] {
        for (QComboBox* const box : bench.view.findChildren<QComboBox*>())
            if (box->findText(QStringLiteral("Same positions")) >= 0)
                return box;
        return static_cast<QComboBox*>(nullptr);
    }();
    REQUIRE(match != nullptr);
    const int place = match->findText(QStringLiteral("Same positions"));
    match->setCurrentIndex(place);
    emit match->activated(place);
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    const MapComparison& comparison = bench.canvas().content()->comparison;
    CHECK(comparison.queries().size() == 6);
    CHECK(comparison.queries().pairs().back() == TokenAlignment::Pair{5, 5});
    CHECK(comparison.keys().leftOutA() == 3);
    CHECK(comparison.difference().at(MapKind::kScores, 4, 3)
          == comparison.b().at(MapKind::kWeights, 4, 3) - comparison.a().at(MapKind::kWeights, 4, 3));
}

TEST_CASE("compare view: tokens of the chat template are said to be from it", "[views][compare][chat]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 2);
    bench.workspace.publish(withTemplateTokens(*bench.workspace.snapshot(), 2));
    CompareBench::turn();
    REQUIRE(bench.canvas().content() != nullptr);
    bench.focus.setHover({1, 4});
    CompareBench::turn();
    CHECK(bench.canvas().accessibleDescription().startsWith(
        QStringLiteral("Query “␣black” (1, from the chat template), key “␣on” (4): A ")));
    const QTableWidget& table = bench.view.table();
    REQUIRE(table.rowCount() > 0);
    bool query = false, key = false;
    for (int row = 0; row < table.rowCount(); ++row) {
        const QStringList sides = table.item(row, 0)->text().split(QStringLiteral(" → "));
        REQUIRE(sides.size() == 2);
        for (int side = 0; side < 2; ++side) {
            const bool early
                = sides[side].contains(QStringLiteral("(0")) || sides[side].contains(QStringLiteral("(1"));
            CHECK(sides[side].contains(QStringLiteral(", from the chat template)")) == early);
            (side == 0 ? query : key) |= early;
        }
    }
    CHECK((query || key));
}

TEST_CASE("compare view: both outputs are read beside a lesson in a small window", "[views][compare]")
{
    CompareBench bench;
    bench.workspace.setModel(test::tinyModel());
    bench.workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    bench.view.resize(478, 560); // its room at 1024 × 700
    bench.publishEdited(5);
    auto edited = std::make_shared<Snapshot>(*bench.workspace.snapshot());
    edited->output = QStringLiteral("Le chat noir dort sur la chaise, et le chien blanc dort sous la table.");
    bench.workspace.publish(edited);
    CompareBench::turn();
    REQUIRE_FALSE(bench.isAlone());
    const auto labels = bench.view.findChildren<QLabel*>();
    const auto said = std::find_if(labels.begin(), labels.end(), [&](const QLabel* each) {
        return each->isVisible() && each->text() == bench.view.outputs();
    });
    REQUIRE(said != labels.end());
    CHECK((*said)->height() >= (*said)->heightForWidth((*said)->width()));
    CHECK((*said)->visibleRegion().boundingRect().height() == (*said)->height());
    for (const auto* const button : bench.view.findChildren<QToolButton*>())
        CHECK((button->isHidden() || button->isEnabled()));
    // After a presentation with its large letters, they have no more room than before.
    const int least = (*said)->minimumHeight();
    const QFont usual = bench.view.font();
    QFont large = usual;
    large.setPointSizeF(2 * usual.pointSizeF());
    bench.view.setFont(large);
    CHECK((*said)->minimumHeight() > least);
    bench.view.setFont(usual);
    CHECK((*said)->minimumHeight() == least);
}

TEST_CASE("compare view: tools that would do nothing do not stand over the empty page", "[views][compare]")
{
    CompareBench bench;
    const auto shown = [&](const QString& text) {
        const auto buttons = bench.view.findChildren<QToolButton*>();
        return std::any_of(buttons.begin(), buttons.end(), [&](const QToolButton* each) {
            return each->text() == text && each->isVisible();
        });
    };
    CHECK_FALSE(shown(QStringLiteral("Forget A")));
    CHECK_FALSE(shown(QStringLiteral("Same head")));
    bench.view.keepShown();
    bench.publish(7, 2);
    CHECK(shown(QStringLiteral("Forget A")));
    CHECK(shown(QStringLiteral("Same head")));
}

TEST_CASE("compare view: two long heads are drawn first, and compared while they are seen",
          "[views][compare][long]")
{
    CompareBench bench;
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->request = 1;
    snapshot->finished = true;
    snapshot->trace = longTrace(131072, 2);
    const HeadRef first{StackKind::kDecoder, 0, AttentionKind::kSelf, 0},
        second{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
    bench.focus.setHead(first);
    bench.workspace.publish(snapshot);
    bench.focus.setMoreHeads({second});
    const auto both = [&] { return bench.canvas().content() != nullptr && !bench.isAlone(); };
    REQUIRE(QTest::qWaitFor(both, 60000));
    CHECK(bench.view.summary() != QStringLiteral("No difference."));
    const auto isComparing
        = [&] { return bench.view.summary().startsWith(QStringLiteral("Comparing all cells")); };
    REQUIRE(QTest::qWaitFor(isComparing, 60000));
    CHECK(bench.view.table().rowCount() == 0);
    const auto isWorking = [&] {
        const auto tasks = bench.view.findChildren<LatestTask*>(Qt::FindDirectChildrenOnly);
        return std::any_of(tasks.begin(), tasks.end(),
                           [](const LatestTask* task) { return task->isRunning(); });
    };
    CHECK(isWorking());
    bench.view.hide();
    CHECK_FALSE(isWorking());
    bench.view.show();
    CHECK(QTest::qWaitFor(isWorking, 20000));
}

TEST_CASE("compare view: where a sentence could not be run, it does not ask for one", "[views][compare]")
{
    CompareBench bench;
    Document typed = bench.workspace.document();
    typed.text = QStringLiteral("the black cat");
    bench.workspace.apply(typed, {});
    bench.workspace.publish(nullptr);
    bench.workspace.setNotice(Notice{QStringLiteral("It failed."), {}, true});
    bench.view.hide();
    bench.view.show();
    CompareBench::turn();
    const auto labels = bench.view.findChild<CompareStart*>()->findChildren<QLabel*>();
    CHECK(std::none_of(labels.begin(), labels.end(), [](const QLabel* each) {
        return each->text() == QStringLiteral("Type a sentence first.");
    }));
}

TEST_CASE("compare view: the outputs of two sentences are read side by side", "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    CHECK(bench.view.outputs().isEmpty()); // one result has one output
    bench.publish(8, 2);
    const QStringList lines = bench.view.outputs().split(QLatin1Char('\n'));
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].startsWith(QStringLiteral("A, ")));
    CHECK(lines[1].startsWith(QStringLiteral("B, ")));
    for (const QString& line : lines)
        CHECK(line.contains(bench.workspace.snapshot()->output + QStringLiteral(" (log p ")));
}

TEST_CASE("compare view: the name of a sentence has its end", "[views][compare]")
{
    CompareBench bench;
    bench.workspace.setModel(test::tinyModel({}));
    const auto nameOf = [&bench](const char* text) {
        Document next = bench.workspace.document();
        next.text = QString::fromUtf8(text);
        bench.workspace.apply(next, {});
        return shownResultName(bench.workspace);
    };
    CHECK(nameOf("The black cat on the chair is very happy.")
          == QStringLiteral("“The black cat on the chair is very happy.”"));
    const QString longer
        = nameOf("The small dog of the doctor and the black cat of my sister are very happy.");
    CHECK(longer.startsWith(QStringLiteral("“The small dog of the doctor")));
    CHECK(longer.endsWith(QStringLiteral("are very happy.”")));
    CHECK(longer.size() <= 63);
}

TEST_CASE("compare view: noise does not fill the colours of the difference", "[views][compare]")
{
    CompareBench bench;
    bench.view.keepShown();
    bench.publish(9, 1); // the same numbers again
    const ScaleBar* const bar = bench.plot(CompareCanvas::kDifference).scaleBar();
    REQUIRE(bar != nullptr);
    CHECK(bar->colours.scale.upper == Approx(kLeastDifference));
    bench.publish(9, 2);
    CHECK(bench.plot(CompareCanvas::kDifference).scaleBar()->colours.scale.upper > kLeastDifference);
}
