#include "core/analysis/head_behaviour.h"
#include "core/analysis/head_summary.h"
#include "tests/support/catch.h"
#include "tests/support/edited_runs.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/ui/views/heads/heads_bench.h"
#include "ui/state/experiment_board.h"
#include "ui/state/settings.h"
#include "ui/state/workspace.h"
#include "ui/views/heads/head_measure.h"
#include "ui/views/heads/head_values.h"
#include "ui/views/heads/heads_canvas.h"
#include "ui/views/heads/heads_layout.h"
#include "ui/views/heads/heads_model.h"
#include "ui/views/heads/heads_tools.h"
#include "ui/views/heads/heads_view.h"
#include "ui/widgets/map_legend.h"
#include "ui/words/edit_text.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

TEST_CASE("heads view: a click and the arrows choose the head", "[views]")
{
    const HeadsBench bench;
    bench.click({StackKind::kDecoder, 1, AttentionKind::kCross, 2});
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 1, AttentionKind::kCross, 2});
    bench.key(Qt::Key_Left);
    bench.key(Qt::Key_Up);
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 1});
    bench.key(Qt::Key_Up);
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 1, AttentionKind::kSelf, 1});
    bench.key(Qt::Key_End);
    CHECK(bench.focus.head().head == 3);
}

TEST_CASE("heads view: another trace replaces the pictures, another model the groups", "[views]")
{
    HeadsBench bench;
    const HeadRef head{StackKind::kEncoder, 0, AttentionKind::kSelf, 0};
    const QImage before = bench.view.canvas().picture(head);
    SyntheticOptions other;
    other.seed = 5;
    bench.workspace.publish(syntheticSnapshot(other));
    bench.settle();
    CHECK(bench.view.canvas().picture(head) != before);
    other.target = 0;
    bench.workspace.publish(syntheticSnapshot(other));
    bench.settle();
    CHECK(bench.view.canvas().headsLayout().groups().size() == 1);
    bench.workspace.publish(nullptr);
    bench.settle();
    CHECK(bench.view.canvas().headsLayout().groups().empty());
}

TEST_CASE("heads view: the table sorts by number, filters, and jumps to the head", "[views]")
{
    HeadsBench bench;
    bench.view.showTable(true);
    bench.settle();
    QTableView& table = bench.view.table();
    REQUIRE(table.model()->rowCount() == 24);
    table.sortByColumn(HeadsModel::kFirstMeasure, Qt::DescendingOrder);
    double before = 1e9;
    for (int row = 0; row < 24; ++row) {
        const double entropy
            = table.model()->index(row, HeadsModel::kFirstMeasure).data(HeadsModel::kSortRole).toDouble();
        CHECK(entropy <= before);
        before = entropy;
    }
    bench.view.setFilter(QStringLiteral("cross layer=1"));
    bench.settle();
    CHECK(table.model()->rowCount() == 4);
    const QModelIndex row = table.model()->index(2, 0);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::NoModifier, table.visualRect(row).center());
    bench.settle();
    CHECK(shortHeadName(bench.focus.head()) == row.data().toString());
    bench.view.setFilter(QStringLiteral("entropy>1000"));
    bench.settle();
    CHECK(table.model()->rowCount() == 0);
}

namespace {

const QStringList kHere{QStringLiteral("--model"), QStringLiteral("here")};

/// An experiment that switches off every head of the view; `known` of the heads have results.
std::shared_ptr<const ExperimentResult> effectsOn(const HeadsView& view, std::size_t known,
                                                  const char* metric = "logprob")
{
    auto result = std::make_shared<ExperimentResult>();
    result->command = QStringList{QStringLiteral("headlight"), QStringLiteral("sweep")} + kHere;
    result->table.metric = metric;
    for (const HeadRef& head : view.canvas().headsLayout().heads()) {
        ExperimentTable::Row row;
        const auto place = static_cast<double>(result->table.rows.size());
        row.edits.push_back(HeadOff{patternOf(head)});
        if (result->table.rows.size() < known)
            row.mean.mean = result->table.metric == "kl" ? 0.5 * place : 0.25 * place - 1.0;
        result->table.rows.push_back(row);
    }
    return result;
}

} // namespace

TEST_CASE("heads view: the result of an experiment colours the heads, while it runs and after", "[views]")
{
    HeadsBench bench;
    QComboBox& choice = bench.view.measureChoice();
    const int without = choice.count();
    ExperimentBoard& board = ExperimentBoard::of(bench.workspace);
    board.setModelWords(kHere);
    board.setResults({effectsOn(bench.view, 3)});
    bench.settle();
    REQUIRE(choice.count() == without + 1);
    CHECK_FALSE(bench.view.canvas().values().has_value()); // offered, not forced on the user
    choice.setCurrentIndex(without);
    emit choice.activated(without);
    bench.settle();
    const auto& heads = bench.view.canvas().headsLayout().heads();
    REQUIRE(bench.view.canvas().values().has_value());
    HeadValues values = *bench.view.canvas().values();
    CHECK(values.values.size() == 3); // the others are not known yet
    CHECK(values.values.at(heads[0]) == -1.0);
    CHECK(values.diverging);
    CHECK(values.lower == -1.0);
    CHECK(values.upper == 1.0);
    CHECK(bench.view.legend().isVisible());
    CHECK(bench.view.legend().low() == numberText(-1.0));
    CHECK(bench.view.legend().high().endsWith(QLatin1String(" nats")));

    board.addResult(effectsOn(bench.view, heads.size()));
    bench.settle();
    values = *bench.view.canvas().values();
    CHECK(values.values.size() == heads.size());

    // The user removes it. The next one is shown in the same way.
    board.setResults({});
    bench.settle();
    CHECK(choice.count() == without);
    CHECK_FALSE(bench.view.canvas().values().has_value());
    board.addResult(effectsOn(bench.view, heads.size()));
    bench.settle();
    CHECK(bench.view.canvas().values().has_value());
}

TEST_CASE("heads view: an experiment on single heads colours them, around zero", "[views]")
{
    HeadsBench bench;
    QComboBox& choice = bench.view.measureChoice();
    const int without = choice.count();
    ExperimentBoard& board = ExperimentBoard::of(bench.workspace);
    board.setModelWords(kHere);
    const auto& heads = bench.view.canvas().headsLayout().heads();
    const auto resultOf = [&](const char* model, bool mean) {
        ExperimentResult result;
        result.name = QStringLiteral("Replace each head");
        result.command = {QStringLiteral("headlight"), QStringLiteral("sweep"), QStringLiteral("--model"),
                          QLatin1String(model)};
        for (std::size_t i = 0; i < 3; ++i) {
            ExperimentTable::Row row;
            const HeadPattern where = patternOf(heads[i]);
            row.edits.push_back(mean ? Intervention(HeadMean{where, {}}) : Intervention(HeadOff{where}));
            row.mean.mean = static_cast<double>(i) - 2.0;
            result.table.rows.push_back(row);
        }
        return std::make_shared<const ExperimentResult>(result);
    };
    board.setResults({resultOf("elsewhere", false)});
    CHECK(choice.count() == without); // of another model
    board.setResults({resultOf("elsewhere", false), resultOf("here", true)});
    REQUIRE(choice.count() == without + 1);
    choice.setCurrentIndex(without);
    emit choice.activated(without);
    bench.settle();
    const auto& values = bench.view.canvas().values();
    REQUIRE(values.has_value());
    CHECK(values->values.size() == 3);
    CHECK(values->values.at(heads[0]) == -2.0);
    CHECK(values->diverging);
    CHECK(values->upper == 2.0);
    CHECK(values->lower == -2.0);
    CHECK_FALSE(bench.view.legend().isHidden());
    // Another one is offered beside it, and it stays.
    board.setResults({resultOf("elsewhere", false), resultOf("here", true), effectsOn(bench.view, 3)});
    bench.settle();
    CHECK(choice.count() == without + 2);
    CHECK(bench.view.canvas().values() == values);
    board.setResults({});
    bench.settle();
    CHECK_FALSE(bench.view.canvas().values().has_value());
}

TEST_CASE("heads view: what is ordered for it is shown, and sorts the table", "[views]")
{
    HeadsBench bench;
    ExperimentBoard& board = ExperimentBoard::of(bench.workspace);
    board.setModelWords(kHere);
    board.order({QStringLiteral("each head"), {}, {}, true, true});
    auto ordered = *effectsOn(bench.view, bench.view.canvas().headsLayout().heads().size(), "kl");
    ordered.inHeads = true;
    board.addResult(std::make_shared<const ExperimentResult>(ordered));
    board.publish(false, {});
    bench.settle();
    REQUIRE(bench.view.canvas().values().has_value());
    CHECK_FALSE(bench.view.canvas().values()->diverging);
    bench.view.showTable(true);
    bench.settle();
    const QAbstractItemModel& rows = *bench.view.table().model();
    const int column = bench.view.model().changesColumn();
    CHECK(rows.headerData(column, Qt::Horizontal).toString()
          == bench.view.measureChoice().currentText() + QStringLiteral(" (nats)"));
    for (int row = 1; row < rows.rowCount(); ++row)
        CHECK(rows.index(row - 1, column).data(HeadsModel::kSortRole).toDouble()
              >= rows.index(row, column).data(HeadsModel::kSortRole).toDouble());
    CHECK(rows.index(0, 0).data().toString()
          == shortHeadName(bench.view.canvas().headsLayout().heads().back()));
}

TEST_CASE("heads view: what was chosen is there at the next start", "[views]")
{
    HeadsBench bench;
    bench.view.shadeBy(measureNamed(u"first").value());
    auto* measure = bench.view.findChild<QComboBox*>();
    emit measure->activated(measure->currentIndex());
    bench.view.findChild<HeadsTools*>()->table().click();
    bench.view.table().sortByColumn(2, Qt::DescendingOrder);
    bench.settle();
    CHECK(headsLook(bench.settings) == HeadsLook{measureWord(measureNamed(u"first").value()), true, 2, true});
    HeadsView again{{bench.workspace, bench.focus, bench.settings}};
    CHECK(again.findChild<QComboBox*>()->currentText() == measureName(measureNamed(u"first").value()));
    CHECK(again.findChild<HeadsTools*>()->table().isChecked());
    CHECK(again.table().horizontalHeader()->sortIndicatorSection() == 2);
    CHECK(again.table().horizontalHeader()->sortIndicatorOrder() == Qt::DescendingOrder);
    // A setting unknown to this version becomes the first one.
    keepHeadsLook(bench.settings, {QStringLiteral("nonsense"), false, 99, false});
    HeadsView plain{{bench.workspace, bench.focus, bench.settings}};
    CHECK(plain.findChild<QComboBox*>()->currentIndex() == 0);
}

TEST_CASE("heads view: without edits again, the heads are not coloured by an experiment any more", "[views]")
{
    HeadsBench bench;
    ExperimentBoard& board = ExperimentBoard::of(bench.workspace);
    board.setModelWords(kHere);
    board.setResults({effectsOn(bench.view, 3)});
    QComboBox& choice = bench.view.measureChoice();
    choice.setCurrentIndex(choice.count() - 1);
    emit choice.activated(choice.count() - 1);
    bench.settle();
    REQUIRE(bench.view.canvas().values().has_value());
    Document next = bench.workspace.document();
    next.interventions.list = board.results().front()->table.rows[1].edits;
    bench.workspace.apply(next, {});
    CHECK(bench.view.canvas().values().has_value());
    next.interventions = {};
    bench.workspace.apply(next, {});
    bench.settle();
    CHECK_FALSE(bench.view.canvas().values().has_value());
}

TEST_CASE("heads view: without a trace it says why nothing is there", "[views]")
{
    HeadsBench bench;
    bench.workspace.publish(nullptr);
    bench.settle();
    const auto labels = bench.view.findChildren<QLabel*>();
    CHECK(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text().contains(QStringLiteral("Type a sentence"));
    }));
    bench.workspace.publish(syntheticSnapshot());
    bench.settle();
    CHECK(bench.view.canvas().isVisible());
}

TEST_CASE("heads view: heads are named by what they do, below their thumbnails and in the table", "[views]")
{
    HeadsBench bench;
    bench.view.resize(700, 900);
    bench.settle();
    const HeadsModel& model = bench.view.model();
    int named = 0;
    for (const HeadRef& head : model.heads()) {
        const auto statistics = model.statistics(head);
        REQUIRE(statistics.has_value());
        const auto behaviour = headBehaviour(*statistics);
        CHECK(model.behaviour(head) == behaviour);
        named += behaviour ? 1 : 0;
        CHECK(bench.view.canvas().captionOf(head).isEmpty() == !behaviour.has_value());
        const QModelIndex cell = model.index(model.rowOf(head), HeadsModel::kBehaviourColumn);
        CHECK(cell.data(Qt::DisplayRole).toString() == (behaviour ? behaviourText(*behaviour) : QString()));
        CHECK(cell.data(Qt::ToolTipRole).toString().contains(QStringLiteral("0.5")) == behaviour.has_value());
    }
    CHECK(named > 0);
    bench.view.resize(160, 300); // too small for text
    bench.settle();
    for (const HeadRef& head : model.heads())
        CHECK(bench.view.canvas().captionOf(head).isEmpty());
}

TEST_CASE("heads view: a number that no head has says why", "[views]")
{
    HeadsBench bench;
    bench.view.shadeBy(measureNamed(u"induction"));
    bench.settle();
    CHECK(bench.view.noteText().contains(QStringLiteral("No token of this text repeats")));
    bench.view.shadeBy(measureNamed(u"entropy"));
    bench.settle();
    CHECK(bench.view.noteText().isEmpty());
}

TEST_CASE("heads view: under Mean and Spread the numbers are those of the runs", "[views]")
{
    // The statistics of a mean map are not the means of the statistics.
    HeadsBench bench;
    SyntheticOptions other;
    other.seed = 7;
    auto runs = std::make_shared<HeadSummaries>();
    auto snapshot = std::make_shared<Snapshot>(*syntheticSnapshot());
    const Trace first = snapshot->trace, second = syntheticSnapshot(other)->trace;
    runs->add(first);
    runs->add(second);
    snapshot->mean = first;
    snapshot->spread = second;
    snapshot->runs = 2;
    snapshot->headsOverRuns = runs;
    snapshot->unedited = syntheticSnapshot();
    Dropout dropout;
    dropout.runs = 2;
    bench.workspace.apply(withEdit(bench.workspace.document(), dropout), QStringLiteral("Dropout"));
    bench.workspace.publish(snapshot);
    bench.view.shadeBy(measureNamed(u"entropy"));
    for (const RunVersion version : {RunVersion::kMean, RunVersion::kSpread}) {
        bench.workspace.setVersion(version);
        REQUIRE(bench.workspace.version() == version);
        bench.settle();
        const bool deviation = version == RunVersion::kSpread;
        for (const auto& [head, expected] : runs->over(deviation)) {
            const auto shown = bench.view.model().statistics(head);
            REQUIRE(shown.has_value());
            CHECK((*shown)["entropy"] == expected["entropy"]);
            CHECK((!deviation || !bench.view.model().behaviour(head)));
        }
        CHECK(bench.view.noteText().contains(deviation ? QStringLiteral("Standard deviations over 2 runs")
                                                       : QStringLiteral("Means over 2 runs")));
    }
}

TEST_CASE("heads view: what a learned sink takes is said beside the numbers", "[views]")
{
    HeadsBench bench;
    test::TinyOptions options;
    options.sinks = true;
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->request = bench.workspace.snapshot()->request + 1;
    snapshot->finished = true;
    snapshot->trace = test::runOne(test::tinyModel(options));
    bench.workspace.publish(snapshot);
    bench.view.shadeBy(measureNamed(u"entropy"));
    bench.settle();
    const QString words = QStringLiteral("A learned sink takes a share of each row");
    CHECK(bench.view.noteText().contains(words));
    const HeadRef head = bench.view.model().heads().front();
    auto statistics = bench.view.model().statistics(head);
    REQUIRE(statistics.has_value());
    CHECK(statistics->hasSink);
    CHECK(behaviourTip({0, 0.9, true}).contains(words));
    CHECK_FALSE(behaviourTip({0, 0.9, false}).contains(words));
}

TEST_CASE("heads view: names of heads are not cut in the table", "[views]")
{
    HeadsBench bench;
    bench.view.resize(320, 400);
    bench.view.showTable(true);
    bench.settle();
    const QTableView& table = bench.view.table();
    for (int row = 0; row < table.model()->rowCount(); ++row) {
        const QString name = table.model()->index(row, 0).data().toString();
        CHECK(table.columnWidth(0) >= table.fontMetrics().horizontalAdvance(name));
    }
}

TEST_CASE("heads view: in a strip the tools begin at its edge", "[views][heads]")
{
    QWidget dock;
    dock.resize(600, 100);
    HeadsTools tools(&dock);
    dock.show();
    const int letter = tools.fontMetrics().averageCharWidth();
    tools.resize(60 * letter, 60);
    QCoreApplication::processEvents();
    const int beside = tools.measure().x();
    tools.resize(19 * letter, 60);
    QCoreApplication::processEvents();
    CHECK(tools.measure().x() < beside);
    CHECK_FALSE(tools.table().isVisible());
}
