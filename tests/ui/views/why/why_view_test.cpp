#include "ui/views/why/why_view.h"

#include "core/model/builtin_model.h"
#include "core/model/model.h"
#include "core/run/execute.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"
#include "tests/ui/views/whatif/experiment_bench.h"
#include "ui/background/worker_thread.h"
#include "ui/figure/figure_export.h"
#include "ui/figure/plot_export.h"
#include "ui/run/experiment_runner.h"
#include "ui/run/file_writer.h"
#include "ui/run/pass_runner.h"
#include "ui/state/snapshot.h"
#include "ui/widgets/file_choice.h"
#include "ui/window/look/languages.h"
#include "ui/window/presenting/hidden_controls.h"
#include "ui/words/local_number.h"
#include "ui/words/shared_row.h"

#include <nlohmann/json.hpp>

#include <QAbstractButton>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QProcess>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <cstddef>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// The width that shows all words of a column.
int widestIn(const QTableView& table, int column)
{
    int width = 0;
    for (int row = 0; row < table.model()->rowCount(); ++row)
        width = std::max(width, table.sizeHintForIndex(table.model()->index(row, column)).width());
    return width;
}

struct WhyBench : ViewBench
{
    WhyView view{context};
    std::shared_ptr<const Model> model;

    WhyBench()
    {
        view.resize(900, 500);
        view.show();
    }

    void run(const char* name, const std::vector<TokenId>& ids, const std::vector<TokenId>& target = {})
    {
        model = loadModel(builtinModelFolder(name).value(), {}, {}).value();
        workspace.setModel(model);
        type(ids, target);
    }
    void type(const std::vector<TokenId>& ids, const std::vector<TokenId>& target = {})
    {
        RunRequest request;
        request.model = model;
        request.lanes.push_back(prepareIds(*model, ids, target).value());
        request.interventions = workspace.document().interventions;
        request.plan.sites = whoAskedSites();
        request.plan.logits = LogitRows::kLast;
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->trace = execute(request, {}).value().traces.front();
        snapshot->finished = true;
        workspace.publish(snapshot);
        settle();
    }
    void settle()
    {
        turn();
        REQUIRE(QTest::qWaitFor([this] { return !view.isWorking(); }, 10000));
        turn();
    }
    double sumOfParts() const
    {
        double sum = 0;
        for (int row = 0; row < view.parts().rowCount(); ++row)
            for (int column = 0; column < view.parts().columnCount(); ++column)
                sum += view.parts().number(row, column).value_or(0);
        return sum;
    }
};

const std::vector<TokenId> kBlackCat{319, 1895, 887, 871, 273, 769, 13, 220, 319, 1895};

} // namespace

TEST_CASE("why view: the parts sum to the logit, and follow the chosen tokens and row", "[views][why]")
{
    WhyBench bench;
    bench.focus.setHead({StackKind::kDecoder, 2, AttentionKind::kSelf, 0});
    bench.run("en-gpt", kBlackCat);
    REQUIRE(bench.view.parts().rowCount() == 4 + 2);
    REQUIRE(bench.view.parts().columnCount() == 4 + 2);
    const Trace& trace = bench.workspace.snapshot()->trace;
    CHECK(bench.sumOfParts() == Approx(static_cast<double>(trace.logits(9).maxCoeff())).epsilon(1e-4));
    bench.view.ask(QStringLiteral("887"), QStringLiteral("769"));
    bench.settle();
    const double apart = static_cast<double>(trace.logits(9)[887] - trace.logits(9)[769]);
    CHECK(bench.sumOfParts() == Approx(apart).epsilon(1e-3));
    CHECK(bench.view.statement().contains(partText(apart)));
    bench.view.ask(QStringLiteral("887"), QStringLiteral("887"));
    bench.settle();
    CHECK(bench.view.parts().rowCount() == 0);
    CHECK(bench.view.statement().contains(QStringLiteral("cannot be compared with itself")));
    bench.view.ask(QStringLiteral("no such token"), {});
    bench.settle();
    CHECK(bench.view.parts().rowCount() == 0);
    CHECK(bench.view.statement().contains(QStringLiteral("tokens")));
    bench.view.ask({}, {});
    bench.focus.setPin({4, std::nullopt});
    bench.settle();
    CHECK(bench.view.parts().rowCount() == 6);
    CHECK_FALSE(bench.view.grab().isNull());
}

TEST_CASE("why view: at 1024 × 700, no table needs scrolling to the right", "[views][why]")
{
    WhyBench bench;
    bench.view.resize(64 * bench.view.fontMetrics().averageCharWidth(), 500); // its room beside the cell
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 3});
    bench.run("en-fr", {12, 40, 7, 33, 5}, {21, 9, 54, 17});
    int seen = 0;
    for (const QTableView* const table : bench.view.findChildren<QTableView*>()) {
        if (!table->isVisible())
            continue;
        INFO(table->accessibleName().toStdString());
        CHECK(table->horizontalScrollBar()->maximum() == 0);
        ++seen;
    }
    CHECK(seen == 3);
    const QString whole
        = bench.view.parts().headerData(4, Qt::Vertical, Qt::ToolTipRole).toString(); // after four heads
    CHECK(whole == QStringLiteral("Cross-attention, head 0"));
}

TEST_CASE("why view: on paper no label stays without the control that it names", "[views][why]")
{
    WhyBench bench;
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 3});
    bench.run("en-fr", {12, 40, 7, 33, 5}, {21, 9, 54, 17});
    const auto labels = [&] {
        const auto all = bench.view.findChildren<QLabel*>();
        return std::ranges::count_if(all, [](const QLabel* each) {
            return each->isVisible()
                && (each->text() == QStringLiteral("rather than")
                    || each->text() == QStringLiteral("Colour the Heatmap by"));
        });
    };
    const auto before = labels();
    REQUIRE(before >= 2);
    HiddenControls hidden;
    hidden.hideAllIn(bench.view);
    CHECK(labels() == 0);
    hidden.showAgain();
    CHECK(labels() == before);
}

TEST_CASE("why view: without a pin, a masked word is explained", "[views][why]")
{
    WhyBench bench;
    bench.focus.setHead({StackKind::kEncoder, 1, AttentionKind::kSelf, 0});
    bench.run("en-bert", {2, 7, 4, 9, 11, 3});
    REQUIRE(bench.model->tokenizers().source->maskToken() == 4);
    const auto labels = bench.view.findChildren<QLabel*>();
    CHECK(std::any_of(labels.begin(), labels.end(),
                      [](const QLabel* each) { return each->text() == QStringLiteral("At [MASK] (2):"); }));
}

TEST_CASE("why view: a pinned key alone is that of the query that looks at it most", "[views][why]")
{
    WhyBench bench;
    const HeadRef head{StackKind::kDecoder, 2, AttentionKind::kSelf, 0};
    bench.focus.setHead(head);
    bench.run("en-gpt", kBlackCat);
    const AttentionMap map = bench.workspace.snapshot()->trace.attention(head);
    constexpr int kKey = 4;
    Index query = 0;
    map.whole(MapKind::kWeights).col(kKey).maxCoeff(&query);
    REQUIRE(query + 1 < map.queries());
    bench.focus.setPin({static_cast<int>(query), kKey});
    bench.settle();
    const double pinned = bench.sumOfParts();
    bench.focus.setPin({std::nullopt, kKey});
    bench.settle();
    CHECK(bench.sumOfParts() == pinned);
    CHECK(completed(map, bench.focus.pin()) == Cell{static_cast<int>(query), kKey});
    CHECK(completed(map, {static_cast<int>(map.queries()), kKey}) == Cell{static_cast<int>(query), kKey});
    CHECK(completed(map, {}) == Cell{});
}

TEST_CASE("why view: a key shows who wrote what matched, and a head among them leads on", "[views][why]")
{
    WhyBench bench;
    bench.focus.setHead({StackKind::kDecoder, 2, AttentionKind::kSelf, 0});
    bench.run("en-gpt", kBlackCat);
    // The induction head looks behind the earlier “black”, because a head of layer 0 wrote there what it was.
    const auto& keys = bench.view.keys().rows();
    REQUIRE(keys.size() == 10);
    double sum = 0;
    for (const KeysModel::Row& row : keys)
        sum += row.effect;
    CHECK(sum == Approx(bench.view.parts().number(0, 3).value()).margin(1e-4));
    CHECK(bench.view.keys().index(0, 1).data().toString() == columnNumber(keys[0].weight)); // as in Cell
    // What masking costs, as in the Heatmap: the part falls by it.
    const double weight = keys[0].weight;
    REQUIRE(weight < 1);
    CHECK(keys[0].masked == Approx((keys[0].effect - weight * sum) / (1 - weight)).margin(1e-3));
    CHECK(bench.view.keys().index(0, 3).data().toString() == partText(keys[0].masked));
    bench.focus.setPin({9, 2});
    bench.settle();
    bench.view.resize(350, 530); // narrower than its room at 1024 × 700
    bench.settle();
    for (const auto* const table : bench.view.findChildren<QTableView*>())
        for (int column = 0; table->model() == &bench.view.writers() && column < 4; ++column)
            CHECK(table->horizontalHeader()->sectionSize(column) >= widestIn(*table, column));
    QModelIndex head;
    for (int row = 0; row < bench.view.writers().rowCount() && !head.isValid(); ++row) {
        const QModelIndex index = bench.view.writers().index(row, WritersModel::kKeyWriter);
        if (const auto writer = bench.view.writers().writerAt(index);
            writer && writer->kind == Writer::Kind::kHead)
            head = index;
    }
    REQUIRE(head.isValid());
    const Writer writer = *bench.view.writers().writerAt(head);
    CHECK(writer.layer == 0);
    CHECK(writer.index == 2); // the head of the previous token
    const double measured = bench.sumOfParts();
    for (auto* const table : bench.view.findChildren<QTableView*>())
        if (table->model() == &bench.view.writers())
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(head).center());
    bench.settle();
    const auto buttons = bench.view.findChildren<QAbstractButton*>();
    CHECK(std::any_of(buttons.begin(), buttons.end(), [](const QAbstractButton* each) {
        return each->isVisibleTo(each->window()) && each->text() == QStringLiteral("← head 2.0");
    }));
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 0, AttentionKind::kSelf, 2});
    CHECK(bench.focus.pin().query == 2);
    CHECK(bench.sumOfParts() == measured); // still of the row where the walk began
    REQUIRE(bench.view.keys().rowCount() > 0);
    bench.view.walkBack();
    bench.settle();
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 2, AttentionKind::kSelf, 0});
    CHECK(bench.focus.pin() == Cell{9, 2});
    // A key that the mask hides got its weight from nobody: the query's largest key is explained instead.
    const auto shown = [&bench](Cell pin) {
        bench.focus.setPin(pin);
        bench.settle();
        return bench.view.writers().index(0, WritersModel::kKeyWriter + 1).data().toString();
    };
    CHECK(shown({3, 7}) == shown({3, std::nullopt}));
    CHECK(shown({3, 7}) != shown({3, 1}));
}

TEST_CASE("why view: the switch recolours the heatmap, and the tokens are those of its effects",
          "[views][why]")
{
    WhyBench bench;
    bench.run("en-gpt", kBlackCat);
    const auto button = [&](const char* text) -> QAbstractButton& {
        for (QAbstractButton* const each : bench.view.findChildren<QAbstractButton*>())
            if (each->text() == QLatin1String(text))
                return *each;
        FAIL(text);
        throw;
    };
    CHECK(button("Weights").isChecked());
    button("If masked").click();
    CHECK(bench.focus.map() == MapKind::kIfMasked);
    bench.view.ask(QStringLiteral("887"), QStringLiteral("769"));
    bench.settle();
    CHECK(bench.focus.asked() == AskedTokens{QStringLiteral("887"), QStringLiteral("769")});
    CHECK_FALSE(bench.focus.askedRow()); // the last one, of whatever text
    bench.focus.setHead({StackKind::kDecoder, 2, AttentionKind::kSelf, 0});
    bench.focus.setPin({3, std::nullopt});
    bench.settle();
    CHECK(bench.focus.askedRow() == 3);
    bench.focus.setPin({4, std::nullopt});
    CHECK_FALSE(bench.focus.askedRow()); // until Why explains that row
    bench.focus.setMap(MapKind::kScores);
    bench.settle();
    CHECK_FALSE(button("If masked").isChecked());
}

TEST_CASE("why view: parts are compared with what is lost without them", "[views][why]")
{
    WhyBench bench;
    WorkerThread lane;
    PassRunner runner(bench.workspace, lane);
    bench.run("en-gpt", kBlackCat);
    HeadComparison& heads = bench.view.heads();
    const auto run = [&] {
        heads.run();
        REQUIRE(bench.workspace.passes().entry(PassKind::kPartEffects).running);
        REQUIRE(QTest::qWaitFor(
            [&] { return !bench.workspace.passes().entry(PassKind::kPartEffects).running; }, 30000));
    };
    CHECK(bench.view.parts().effects().empty());
    run();
    INFO(heads.text().toStdString());
    REQUIRE(bench.view.parts().effects().size() == 20); // 16 heads and 4 feed-forward layers
    CHECK(heads.text().contains(QStringLiteral("20 part")));
    const Writer copier = writerOf({StackKind::kDecoder, 2, AttentionKind::kSelf, 0});
    const QModelIndex induction = bench.view.parts().indexOf(copier);
    const QVariantList marks = induction.data(kMarksRole).toList();
    REQUIRE(marks.size() == 3);
    for (const QVariant& mark : marks)
        CHECK(std::abs(mark.toDouble()) <= 1);
    // As `headlight sweep` prints it.
    const PartEffect& effect = bench.view.parts().effects().at(copier);
    CHECK(effect.run == Approx(-0.2651).margin(2e-4));
    CHECK(bench.view.parts().words(induction).contains(QStringLiteral("measured")));
    // A feed-forward layer has all marks; input and biases say why they have none.
    const PartsModel& parts = bench.view.parts();
    const QModelIndex fed = parts.indexOf({Writer::Kind::kFeedForward, StackKind::kDecoder, 1});
    REQUIRE(fed.isValid());
    const PartEffect& whole = parts.effects().at({Writer::Kind::kFeedForward, StackKind::kDecoder, 1});
    CHECK(parts.words(fed).contains(partText(whole.run)));
    const QVariantList three = fed.data(kMarksRole).toList();
    REQUIRE(three.size() == 3);
    CHECK(three[2].toDouble() / marks[2].toDouble() == Approx(whole.run / effect.run));
    CHECK_FALSE(parts.headAt(fed));
    const QModelIndex input = parts.index(fed.row() + 1, 0);
    CHECK_FALSE(input.data(kMarksRole).isValid());
    CHECK(parts.words(input).contains(QStringLiteral("only heads and feed-forward layers")));
    // A selected head keeps its colour and marks.
    const auto tables = bench.view.findChildren<QTableView*>();
    const auto table = std::find_if(tables.begin(), tables.end(), [&](const QTableView* each) {
        return each->model() == &bench.view.parts();
    });
    REQUIRE(table != tables.end());
    const auto drawn = [&](int head) {
        bench.focus.setHead({StackKind::kDecoder, 2, AttentionKind::kSelf, head});
        bench.settle();
        const QRect cell = (*table)->visualRect(induction).adjusted(4, 4, -5, -5);
        return (*table)->viewport()->grab(cell).toImage();
    };
    CHECK(drawn(0) == drawn(1));
    // Other tokens ask something else.
    bench.view.ask(QStringLiteral("887"), QStringLiteral("769"));
    bench.settle();
    CHECK(bench.view.parts().effects().empty());
    CHECK(heads.text().isEmpty());
    // A second click stops.
    heads.run();
    heads.run();
    CHECK_FALSE(bench.workspace.passes().entry(PassKind::kPartEffects).running);
    // There is nothing to run without a line.
    bench.workspace.publish(std::make_shared<Snapshot>());
    heads.run();
    CHECK_FALSE(bench.workspace.passes().entry(PassKind::kPartEffects).running);
    lane.wait();
}

TEST_CASE("why view: it says what it lacks", "[views][why]")
{
    WhyBench bench;
    ViewBench::turn();
    CHECK_FALSE(bench.view.statement().isEmpty());
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->trace = test::runTiny(test::tinyModel(), {{{4, 8, 2}, {5, 9}}}).front();
    snapshot->finished = true;
    bench.workspace.publish(snapshot);
    ViewBench::turn();
    CHECK(bench.view.statement().contains(QStringLiteral("model")));
}

TEST_CASE("why view: cells are plotted, and a point opens its cell while the row stays", "[views][why]")
{
    useLanguage(QStringLiteral("en")); // for its plurals
    WhyBench bench;
    WorkerThread lane;
    PassRunner runner(bench.workspace, lane);
    FileWriter writer(bench.workspace);
    ExperimentRunner experiments(bench.workspace, writer); // names the model in commands
    bench.focus.setHead({StackKind::kDecoder, 2, AttentionKind::kSelf, 0});
    bench.run("en-gpt", kBlackCat);
    const double measured = bench.sumOfParts();
    const auto passed = [&] {
        REQUIRE(QTest::qWaitFor([&] { return !bench.workspace.passes().isRunning(); }, 60000));
        bench.settle();
    };
    bench.view.showCells(true);
    passed();
    CellComparison& cells = bench.view.cells();
    const std::size_t all = cells.plot().plot().points.size();
    CHECK(all > 16 * (10 * 11 / 2 - 1) * 9 / 10); // all but those of weight 0 and 1
    CHECK(cells.text().contains(QLatin1String("rank correlation")));
    // The last layer acts on the explained row only by that row.
    CHECK(cells.text().contains(QStringLiteral(" of %1 cells can reach").arg(all)));
    // Against what is really lost.
    cells.run();
    passed();
    REQUIRE(cells.plot().plot().points.size() == all);
    CHECK(cells.plot().plot().up.contains(QLatin1String("measured")));
    const QString drawn = bench.folder.filePath(QStringLiteral("window.png"));
    const QString printed = bench.folder.filePath(QStringLiteral("command.png"));
    const QString command = plotCommand(cells.numbers(), plotFigure(cells.plot()), printed);
    REQUIRE(exportFigure(plotFigure(cells.plot()), {}, drawn, command));
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"),
                 QStringLiteral("headlight() { \"%1\" \"$@\"; } && %2")
                     .arg(QLatin1String(headlight::test::kProgram), command)});
    REQUIRE(shell.waitForFinished(120000));
    INFO(command.toStdString() << "\n" << shell.readAllStandardError().toStdString());
    REQUIRE(shell.exitCode() == 0);
    QFile one(drawn), other(printed);
    REQUIRE(one.open(QIODevice::ReadOnly));
    REQUIRE(other.open(QIODevice::ReadOnly));
    CHECK(one.readAll() == other.readAll());
    // The point of a cell in an earlier row.
    const QString name = QStringLiteral("decoder head 0.2: ");
    const auto& points = cells.plot().plot().points;
    const auto found = std::find_if(points.begin(), points.end(),
                                    [&](const auto& point) { return point.name.startsWith(name); });
    REQUIRE(found != points.end());
    emit cells.plot().activated(static_cast<int>(found - points.begin()));
    bench.settle();
    passed();
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 0, AttentionKind::kSelf, 2});
    CHECK(bench.focus.pin() == Cell{1, 0});
    CHECK(bench.sumOfParts() == measured); // of the last row, as before
    CHECK(cells.plot().plot().points.size() == all);
    bench.view.walkBack();
    bench.settle();
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 2, AttentionKind::kSelf, 0});
}

TEST_CASE("why view: the copied commands print the parts, the keys and the writers", "[views][why]")
{
    WhyBench bench;
    FileWriter writer(bench.workspace);
    const ExperimentRunner experiments(bench.workspace, writer); // names the model in commands
    const HeadRef head{StackKind::kDecoder, 2, AttentionKind::kSelf, 0};
    const auto copied = [&](const char* label) {
        QGuiApplication::clipboard()->clear();
        for (const QToolButton* const each : bench.view.findChildren<QToolButton*>())
            if (each->text() == QLatin1String("Result")) {
                emit each->menu()->aboutToShow(); // fills it
                for (QAction* const action : each->menu()->actions())
                    if (action->text() == QLatin1String(label) && action->isEnabled())
                        action->trigger();
            }
        return QGuiApplication::clipboard()->text().toStdString();
    };
    const auto printed = [&](const char* label) {
        return nlohmann::json::parse(ExperimentBench::shell(copied(label) + " --json"));
    };
    CHECK(copied("Copy the command of the parts").empty()); // nothing is explained yet
    Document next = bench.workspace.document();
    next.interventions.list.emplace_back(HeadOff{parseHeadPattern("decoder.0.self.1").value()});
    bench.workspace.apply(next, QStringLiteral("Off"));
    bench.focus.setHead(head);
    bench.run("en-gpt", kBlackCat);
    bench.view.ask(QStringLiteral("887"), QStringLiteral("769"));
    bench.focus.setPin({8, std::nullopt});
    bench.settle();
    const nlohmann::json parts = printed("Copy the command of the parts");
    CHECK(parts["row"] == 8);
    CHECK(parts["token"]["id"] == 887);
    CHECK(parts["minus"]["id"] == 769);
    CHECK(bench.sumOfParts() == Approx(parts["value"].get<double>()).margin(1e-3));
    for (int i = 0; i < 4; ++i) {
        const HeadRef each{StackKind::kDecoder, i, AttentionKind::kSelf, 0};
        const QModelIndex at = bench.view.parts().indexOf(writerOf(each));
        CHECK(bench.view.parts().number(at.row(), at.column()).value()
              == Approx(parts["writers"][toString(each)].get<double>()).margin(1e-4));
    }
    REQUIRE_FALSE(bench.view.keys().rows().empty());
    for (const KeysModel::Row& row : bench.view.keys().rows())
        CHECK(row.effect
              == Approx(parts["keys"][toString(head)][static_cast<std::size_t>(row.key)].get<double>())
                     .margin(1e-4));
    const nlohmann::json writers = printed("Copy the command of the writers");
    CHECK(writers["head"] == toString(head));
    CHECK(writers["query"] == 8);
    double largest = 0;
    for (const nlohmann::json& row : writers["contrast"]) {
        double sum = 0;
        for (const nlohmann::json& part : row)
            sum += part.get<double>();
        if (std::abs(sum) > std::abs(largest))
            largest = sum;
    }
    const QModelIndex first = bench.view.writers().index(0, WritersModel::kQueryPart);
    CHECK(first.data().toString() == partText(largest));
    // Where the run without the edits is shown, the commands have none.
    const auto edits
        = [&copied](const char* label) { return copied(label).find("--edit") != std::string::npos; };
    CHECK(edits("Copy the command of the parts"));
    auto both = std::make_shared<Snapshot>(*bench.workspace.snapshot());
    both->unedited = bench.workspace.snapshot();
    bench.workspace.publish(both);
    bench.workspace.setVersion(RunVersion::kBefore);
    bench.settle();
    REQUIRE(bench.workspace.showsUnedited());
    CHECK_FALSE(edits("Copy the command of the parts"));
    CHECK_FALSE(edits("Copy the command of the writers"));
}

TEST_CASE("why view: the cells of a file's sentences are plotted, and a point opens its sentence",
          "[views][why]")
{
    useLanguage(QStringLiteral("en")); // for its plurals
    WhyBench bench;
    WorkerThread lane;
    PassRunner runner(bench.workspace, lane);
    FileWriter writer(bench.workspace);
    ExperimentRunner experiments(bench.workspace, writer);
    bench.focus.setHead({StackKind::kDecoder, 2, AttentionKind::kSelf, 0});
    bench.run("en-gpt", kBlackCat);
    QFile file(bench.folder.filePath(QStringLiteral("sentences.txt")));
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write("The cat sleeps.\nThe dog eats.\n");
    file.close();
    const auto passed = [&] {
        REQUIRE(QTest::qWaitFor([&] { return !bench.workspace.passes().isRunning(); }, 60000));
        bench.settle();
    };
    bench.view.showCells(true);
    passed();
    CellComparison& cells = bench.view.cells();
    cells.findChild<FileChoice*>()->setFile(file.fileName());
    passed();
    cells.run();
    passed();
    const auto& plot = cells.plot().plot();
    INFO(cells.text().toStdString());
    REQUIRE(plot.points.size() > 100);
    CHECK(plot.up.contains(QLatin1String("measured (loss, nats)")));
    const QString drawn = bench.folder.filePath(QStringLiteral("window.svg"));
    const QString printed = bench.folder.filePath(QStringLiteral("command.svg"));
    const QString command = plotCommand(cells.numbers(), plotFigure(cells.plot()), printed);
    REQUIRE(exportFigure(plotFigure(cells.plot()), {}, drawn, command));
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"),
                 QStringLiteral("headlight() { \"%1\" \"$@\"; } && %2")
                     .arg(QLatin1String(headlight::test::kProgram), command)});
    REQUIRE(shell.waitForFinished(120000));
    INFO(command.toStdString() << "\n" << shell.readAllStandardError().toStdString());
    REQUIRE(shell.exitCode() == 0);
    QFile one(drawn), other(printed);
    REQUIRE(one.open(QIODevice::ReadOnly));
    REQUIRE(other.open(QIODevice::ReadOnly));
    CHECK(one.readAll() == other.readAll());
    // They stay when a letter is typed: the sentences are those of the file.
    const std::size_t all = plot.points.size();
    std::vector<TokenId> longer = kBlackCat;
    longer.push_back(887);
    bench.type(longer);
    CHECK_FALSE(bench.workspace.passes().isRunning());
    CHECK(cells.plot().plot().points.size() == all);
    // The last cell belongs to the second sentence.
    emit cells.plot().activated(static_cast<int>(all) - 1);
    CHECK(QTest::qWaitFor([&] { return bench.workspace.document().text == QLatin1String("The dog eats."); },
                          10000));
    const auto inputs
        = std::get<PassBoard::Cells>(bench.workspace.passes().entry(PassKind::kWeighedCells).result);
    std::vector<TokenId> second;
    for (const TokenLabel& token : inputs->back().source)
        second.push_back(static_cast<TokenId>(token.id));
    bench.type(second); // as the window does when the sentence is open
    bench.settle();
    const WeighedCell& last = inputs->back().cells.back();
    CHECK(bench.focus.head() == last.head);
    CHECK(bench.focus.pin() == Cell{static_cast<int>(last.query), static_cast<int>(last.key)});
    // The dialog does not offer pairs, but shows all files on request.
    cells.findChild<FileChoice*>()->setFile(bench.folder.filePath(QStringLiteral("pairs.jsonl")));
    passed();
    CHECK(cells.text().contains(QLatin1String("found pairs, expected a sentence on each line")));
    lane.wait();
}

TEST_CASE("why view: the cells of a long text are plotted for one head only", "[views][why]")
{
    WhyBench bench;
    WorkerThread lane;
    PassRunner runner(bench.workspace, lane);
    bench.focus.setHead({StackKind::kDecoder, 2, AttentionKind::kSelf, 0});
    std::vector<TokenId> ids{0};
    while (ids.size() < 140)
        ids.push_back(static_cast<TokenId>(300 + ids.size() * 7 % 900));
    bench.run("en-gpt", ids);
    bench.view.showCells(true);
    bench.settle();
    CHECK_FALSE(bench.workspace.passes().isRunning());
    CHECK(bench.view.cells().text().contains(QLatin1String("too many")));
    for (QComboBox* const choice : bench.view.findChildren<QComboBox*>())
        if (choice->accessibleName() == QLatin1String("Heads whose cells are shown")) {
            choice->setCurrentIndex(1);
            emit choice->activated(1);
        }
    REQUIRE(QTest::qWaitFor([&] { return !bench.workspace.passes().isRunning(); }, 60000));
    bench.settle();
    CHECK(bench.view.cells().plot().plot().points.size() > 5000);
    CHECK(bench.view.cells().numbers().contains(QStringLiteral("decoder.2.self.0")));
}

TEST_CASE("why view: what heads do stays, as that of an earlier text, when a letter is typed and taken back",
          "[views][why]")
{
    WhyBench bench;
    WorkerThread lane;
    PassRunner runner(bench.workspace, lane);
    bench.focus.setHead({StackKind::kDecoder, 2, AttentionKind::kSelf, 0});
    bench.run("en-gpt", kBlackCat);
    const auto passed = [&] {
        REQUIRE(QTest::qWaitFor([&] { return !bench.workspace.passes().isRunning(); }, 60000));
        bench.settle();
    };
    bench.view.heads().run();
    passed();
    const PartEffects found = bench.view.parts().effects();
    REQUIRE(found.size() == 20);
    const QString words = bench.view.heads().text();
    std::vector<TokenId> longer = kBlackCat;
    longer.push_back(887);
    bench.type(longer);
    passed();
    REQUIRE(bench.view.parts().effects().size() == 20);
    CHECK(bench.view.parts().effects().begin()->second.run == found.begin()->second.run);
    CHECK(bench.view.heads().text() == QStringLiteral("The circles and lines are those of an earlier run."));
    // Another row of the same text is another question.
    bench.focus.setPin({3, std::nullopt});
    bench.type(kBlackCat);
    CHECK(bench.view.parts().effects().empty());
    bench.focus.setPin({});
    bench.settle();
    bench.type(kBlackCat);
    passed();
    REQUIRE(bench.view.parts().effects().size() == 20);
    CHECK(bench.view.parts().effects().begin()->second.run == found.begin()->second.run);
    CHECK(bench.view.heads().text() == words);
    // Another model knows nothing of it.
    bench.workspace.setModel(test::tinyModel());
    CHECK(bench.workspace.passes().find(PassKind::kPartEffects,
                                        bench.workspace.passes().entry(PassKind::kPartEffects).order,
                                        bench.workspace.snapshot()->trace)
          == nullptr);
}
