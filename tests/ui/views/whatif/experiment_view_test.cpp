#include "ui/views/whatif/experiment_view.h"

#include "tests/support/adapter_folder.h"
#include "tests/support/catch.h"
#include "tests/ui/views/whatif/experiment_bench.h"
#include "ui/figure/result_plots.h"
#include "ui/run/experiment_runner.h"
#include "ui/state/session.h"
#include "ui/state/snapshot.h"
#include "ui/views/paths/paths_canvas.h"
#include "ui/views/paths/paths_view.h"
#include "ui/widgets/elided_label.h"
#include "ui/window/look/languages.h"

#include <QDir>
#include <QImage>
#include <QLineEdit>

#include <algorithm>
#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

const QByteArray kSentences
    = "The black cat sleeps on the chair.\nMy brother is a doctor.\nShe lost her keys.\n";

} // namespace

TEST_CASE("experiment view: the numbers are those that the copied command prints", "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The cat sleeps."));
    bench.view.form().inputs().setFile(bench.fileWith(kSentences, QStringLiteral("some sentences.txt")));
    bench.choose("What is measured", "loss");
    bench.choose("Positions that are measured", "prompt");
    bench.choose("What replaces it", "mean");
    const auto result = bench.run();
    REQUIRE(result->table.rows.size() == 16);
    CHECK(result->table.rows.front().mean.count == 3);
    CHECK(result->table.rows.front().mean.error.value_or(0) > 0);
    const ExperimentTable printed = bench.printed();
    checkSame(printed, result->table);
    CHECK(printed.json == result->table.json);
    // A dot for each head, largest first, and one below for each sentence.
    const auto& heads = bench.view.edits().plot().points;
    REQUIRE(heads.size() == 16);
    CHECK(heads[0].error.value_or(0) > 0);
    CHECK(std::abs(heads[0].up) >= std::abs(heads[1].up));
    CHECK(bench.view.inputs().plot().points.size() == 3);
}

TEST_CASE("experiment view: above an empty page, all of what it does is read", "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The cat sleeps."));
    bench.view.resize(325, 500); // its room at 1440 × 900
    ExperimentBench::turn();
    const auto* const words = bench.view.findChild<ElidedLabel*>();
    REQUIRE(words != nullptr);
    REQUIRE(words->text() == bench.view.statement());
    CHECK(words->shownLines().join(u' ') == words->text());
}

TEST_CASE("experiment view: above a result stands what it is of, whatever is chosen next",
          "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The cat sleeps."));
    bench.choose("Positions that are measured", "prompt");
    const auto unedited = bench.run();
    const auto said = [&bench] { return bench.view.findChildren<ElidedLabel*>().last()->text(); };
    const QString measured = QStringLiteral("log-probability on the prompt");
    CHECK(said().contains(measured));
    CHECK_FALSE(said().contains(QLatin1String("1 edit")));
    bench.choose("What is measured", "loss");
    CHECK(said().contains(measured));
    Document next = bench.workspace.document();
    next.interventions.list.emplace_back(HeadOff{parseHeadPattern("decoder.0.self.1").value()});
    bench.workspace.apply(next, QStringLiteral("Off"));
    bench.settle();
    bench.choose("What is measured", "logprob");
    CHECK(bench.run() != unedited);
    CHECK(said().contains(QLatin1String("1 edit")));
    const QString another = QStringLiteral("This is the result of another model.");
    CHECK_FALSE(bench.view.statement().contains(another));
    bench.workspace.setModel(loadModel(builtinModelFolder("en-fr").value(), {}, {}).value());
    bench.settle();
    CHECK(bench.view.statement().startsWith(another));
    CHECK(said().contains(measured));
}

TEST_CASE("experiment view: the name of a result says its masks and its adapter", "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The cat sleeps."));
    Document next = bench.workspace.document();
    next.interventions.masks.decoderCausal = Toggle::kOff;
    bench.workspace.apply(next, QStringLiteral("Causal mask off"));
    bench.settle();
    CHECK(bench.run()->name.endsWith(QLatin1String("; decoder causal mask off")));
    test::ModelFolder base("llama");
    base.writeTensors();
    base.folder.write("config.json", base.config.dump());
    test::AdapterFolder adapter;
    adapter.config["target_modules"] = {"q_proj"};
    adapter.addOver(base, [](const std::string& module) { return module.ends_with(".q_proj"); });
    adapter.write();
    LoadOptions options;
    options.adapter = adapter.folder.path();
    bench.workspace.setModel(loadModel(base.folder.path(), options, {}).value());
    next = bench.workspace.document();
    next.interventions = {};
    next.text = QStringLiteral("5 17 3 40");
    bench.workspace.apply(next, QStringLiteral("Type"));
    bench.settle();
    const auto adapted = bench.run();
    CHECK(adapted->name.contains(QLatin1String(" + ")));
    CHECK(bench.board.isOfModel(*adapted));
    // Without the adapter it is another model.
    bench.workspace.setModel(loadModel(base.folder.path(), {}, {}).value());
    bench.settle();
    CHECK_FALSE(bench.board.isOfModel(*adapted));
    CHECK(bench.view.statement().startsWith(QLatin1String("This is the result of another model.")));
}

TEST_CASE("experiment view: results of one name are told apart by their texts, or by numbers",
          "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The cat sleeps."));
    const auto& results = bench.board.results();
    const auto& list = partOf<QComboBox>(bench.view, "Results of experiments");
    bench.run();
    CHECK(list.itemText(0) == results[0]->name);
    Document next = bench.workspace.document();
    const auto run = [&] {
        bench.workspace.apply(next, QStringLiteral("Change"));
        bench.settle();
        bench.run();
    };
    next.text = QStringLiteral("My brother is a doctor.");
    run();
    REQUIRE(list.count() == 2);
    REQUIRE(results[0]->name == results[1]->name);
    CHECK(list.itemText(0) == results[0]->name + QStringLiteral(" (The cat sleeps.)"));
    CHECK(list.itemText(1) == results[1]->name + QStringLiteral(" (My brother is a doctor.)"));
    CHECK(bench.view.findChildren<ElidedLabel*>().last()->text() == list.itemText(1));
    for (const char* const head : {"decoder.0.self.1", "decoder.0.self.2"}) {
        next.interventions.list = {HeadOff{parseHeadPattern(head).value()}};
        run();
    }
    REQUIRE(list.count() == 4);
    REQUIRE(results[2]->name == results[3]->name);
    CHECK(list.itemText(2).endsWith(QLatin1String("(My brother is a doctor.) (1)")));
    CHECK(list.itemText(3).endsWith(QLatin1String("(My brother is a doctor.) (2)")));
}

TEST_CASE("experiment view: positions that were chosen elsewhere are measured", "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The black cat sleeps."));
    bench.board.setRows(QStringLiteral("1-2"));
    CHECK(bench.part<QLineEdit>("Positions").isVisibleTo(&bench.view));
    CHECK(bench.run()->table.json.find(R"("rows":"1-2")") != std::string::npos);
}

TEST_CASE("experiment view: Tab follows the sentence", "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The cat sleeps."));
    const std::vector<const char*> sentence{
        "What is replaced",         "What replaces it",       "Sentences that the replacement comes from",
        "What is measured",         "Token that is measured", "Positions that are measured",
        "Inputs of the experiment", "How edits are tried"};
    std::size_t next = 1;
    for (const QWidget* at = bench.part<QComboBox>(sentence[0]).nextInFocusChain();
         next < sentence.size() && at->accessibleName() != QString::fromUtf8(sentence[0]);
         at = at->nextInFocusChain()) {
        const QString name = at->accessibleName();
        const auto known = std::find_if(sentence.begin(), sentence.end(), [&name](const char* each) {
            return name == QString::fromUtf8(each);
        });
        if (known == sentence.end())
            continue;
        CHECK(name == QString::fromUtf8(sentence[next]));
        ++next;
    }
    CHECK(next == sentence.size());
}

TEST_CASE("experiment view: the command of a plot draws the bytes that the window saves",
          "[views][experiment]")
{
    useLanguage(QStringLiteral("en")); // for its plurals
    ExperimentBench bench("en-gpt", QStringLiteral("The cat sleeps."));
    bench.view.form().inputs().setFile(bench.fileWith(kSentences, QStringLiteral("some sentences.txt")));
    bench.choose("What is measured", "loss");
    bench.choose("Positions that are measured", "prompt");
    bench.choose("How edits are tried", "check");
    const auto result = bench.run();
    REQUIRE(result->table.rows.front().estimate.mean);
    CHECK(result->table.rows.front().mean.mean != result->table.rows.front().estimate.mean);
    bench.drawsTheSame(bench.view.edits());
    bench.drawsTheSame(bench.view.inputs());
    // A histogram of the inputs of the edit that is chosen.
    bench.view.edits().setChoice(5);
    emit bench.view.edits().chosen(5);
    auto& each = partOf<QComboBox>(bench.view, "Plot of the inputs");
    each.setCurrentIndex(1);
    emit each.activated(1);
    REQUIRE(bench.view.inputs().plot().kind == Plot::Kind::kHistogram);
    CHECK(bench.view.inputs().plot().mean
          == result->table.rows[static_cast<std::size_t>(bench.view.edits().plot().points[5].of)].mean.mean);
    bench.drawsTheSame(bench.view.inputs());
    // What the inputs measure without any edit, and its mean.
    each.setCurrentIndex(2);
    emit each.activated(2);
    const auto& without = bench.view.inputs().plot().points;
    REQUIRE(std::ssize(without) == result->table.base.count);
    double sum = 0;
    for (const Plot::Point& point : without)
        sum += point.up;
    CHECK(sum / static_cast<double>(without.size()) == Approx(result->table.base.mean.value()));
    bench.drawsTheSame(bench.view.inputs());
    // Estimates against runs; the chosen edit stays.
    auto& plot = partOf<QComboBox>(bench.view, "Plot of the edits");
    REQUIRE(plot.findText(QStringLiteral("estimates and runs")) == 2);
    const int chosen = bench.view.edits().plot().points[5].of;
    plot.setCurrentIndex(2);
    emit plot.activated(2);
    REQUIRE(bench.view.edits().plot().kind == Plot::Kind::kScatter);
    CHECK(bench.view.edits().plot().points[static_cast<std::size_t>(bench.view.edits().choice())].of
          == chosen);
    bench.drawsTheSame(bench.view.edits());
    // A result without estimates has no such plot.
    bench.choose("How edits are tried", "");
    bench.run();
    CHECK(plot.findText(QStringLiteral("estimates and runs")) < 0);
    CHECK(bench.view.edits().plot().kind == Plot::Kind::kDots);
}

TEST_CASE("experiment view: another measure of the same runs needs no other run", "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The black cat sleeps on the"));
    const auto by = [&bench](const char* metric) {
        bench.choose("What is measured", metric);
        const auto result = bench.run();
        CHECK(result->table.metric == metric);
        checkSame(bench.printed(), result->table);
        return result;
    };
    const auto line = by("logprob");
    REQUIRE(line->records != nullptr);
    const auto rank = by("rank");
    CHECK(rank->records == line->records);
    CHECK(rank->table.rows[0].best == line->table.rows[0].best);
    CHECK(bench.board.results().size() == 2);
    bench.view.form().inputs().setFile(bench.fileWith(kSentences, QStringLiteral("sentences.txt")));
    const auto many = by("loss");
    CHECK(many->records != line->records);
    CHECK(by("kl")->records == many->records);
    // The same again, other edits, or other sentences in the file are other runs.
    CHECK(by("loss")->records != many->records);
    bench.choose("What replaces it", "mean");
    CHECK(by("probability")->records != many->records);
    bench.choose("What replaces it", "zero");
    bench.fileWith("My sister is a nurse.\nHe sleeps.\n", QStringLiteral("sentences.txt"));
    const auto changed = by("probability");
    CHECK(changed->records != many->records);
    CHECK(changed->table.base.count == 2);
}

TEST_CASE("experiment view: two results are compared, edit by edit", "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The cat sleeps.\nMy brother is a doctor."));
    bench.takeText();
    bench.choose("Positions that are measured", "prompt");
    const auto zero = bench.run();
    auto& plot = partOf<QComboBox>(bench.view, "Plot of the edits");
    CHECK(plot.count() == 2);
    bench.choose("What replaces it", "mean");
    const auto mean = bench.run();
    REQUIRE(plot.count() == 3);
    plot.setCurrentIndex(2);
    emit plot.activated(2);
    const Plot& shown = bench.view.edits().plot();
    REQUIRE(shown.points.size() == 16);
    for (const Plot::Point& point : shown.points) {
        const auto row = static_cast<std::size_t>(point.of);
        CHECK(point.across == mean->table.rows[row].mean.mean);
        CHECK(point.up == zero->table.rows[row].mean.mean);
    }
    CHECK(shown.up.contains(QLatin1String("zero")));
    // The command makes the other result, too.
    const QString file = bench.folder.filePath(QStringLiteral("two.png"));
    const QString before = QDir::currentPath();
    QDir::setCurrent(bench.folder.path());
    ExperimentBench::shell(bench.view.plotCommand(bench.view.edits(), file).toStdString());
    QDir::setCurrent(before);
    FigureRequest figure = plotFigure(bench.view.edits());
    CHECK(QImage(file).convertToFormat(QImage::Format_RGB32) == figureImage(figure, {}));
    // A result with other edits cannot be compared.
    bench.choose("What is replaced", "hide decoder");
    bench.run();
    CHECK(plot.count() == 2);
}

TEST_CASE("experiment view: layers and positions are patched, and open in the other views",
          "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The black cat sleeps on the"));
    bench.choose("What is replaced", "patch");
    CHECK(bench.part<QComboBox>("Activation to patch").currentData() == QStringLiteral("residual"));
    CHECK(bench.part<QComboBox>("What replaces it").count() == 1);
    bench.part<QLineEdit>("Other sentence").setText(QStringLiteral("The small cat sleeps on the"));
    const auto result = bench.run();
    checkSame(bench.printed(), result->table);
    const ResultPlot& edits = bench.view.edits();
    REQUIRE(edits.plot().points.size() >= 20);
    const int last = bench.view.edits().placeMadeFrom(static_cast<int>(result->table.rows.size()) - 1);
    bench.view.edits().setChoice(last);
    emit bench.view.edits().chosen(last);
    const auto& row = result->table.rows.back();
    CHECK(bench.focus.head().layer == headOf(row)->layer);
    CHECK(bench.focus.pin().query == positionOf(row));
    // Hidden tokens need no other sentence.
    bench.choose("What is replaced", "hide decoder");
    CHECK_FALSE(bench.part<QLineEdit>("Other sentence").isVisible());
    const auto hidden = bench.run();
    checkSame(bench.printed(), hidden->table);
    CHECK(hidden->table.rows.size() >= 6);
    CHECK(positionOf(hidden->table.rows[5]) == 5);
}

TEST_CASE("experiment view: the numbers are saved as CSV, JSON and NumPy arrays", "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The cat sleeps."));
    bench.choose("Positions that are measured", "prompt");
    const auto result = bench.run();
    const auto saved = [&](const char* name) {
        const QString file = bench.folder.filePath(QLatin1String(name));
        bench.board.save(file, result);
        bench.settle();
        QFile read(file);
        REQUIRE(QTest::qWaitFor([&] { return read.exists(); }, 10000));
        REQUIRE(read.open(QIODevice::ReadOnly));
        return read.readAll().toStdString();
    };
    CHECK(saved("a.csv") == result->table.csv);
    CHECK(saved("a.json") == result->table.json);
    CHECK(saved("a.npz") == experimentNpz(result->table.json, "").value());
}

TEST_CASE("experiment view: the current text, edits, a token and another sentence's heads",
          "[views][experiment]")
{
    ExperimentBench bench("en-fr", QStringLiteral("The table is old. I bought it.\nThe cat sleeps."));
    Document next = bench.workspace.document();
    next.interventions.list.emplace_back(HeadOff{parseHeadPattern("encoder.0.self.1").value()});
    bench.workspace.apply(next, QStringLiteral("Off"));
    bench.settle();
    bench.takeText();
    bench.choose("Heads or layers", "decoder.*.cross.*");
    bench.choose("What replaces it", "pair");
    bench.choose("What is measured", "logit-difference");
    bench.view.start();
    CHECK_FALSE(bench.board.isRunning()); // the other sentence and the other token are missing
    CHECK_FALSE(bench.view.form().fault().isEmpty());
    bench.part<QLineEdit>("Other sentence").setText(QStringLiteral("The bed isn't old. I bought it."));
    bench.part<QLineEdit>("Token whose logit is subtracted").setText(QStringLiteral("7"));
    bench.part<QLineEdit>("Token that is measured").setText(QStringLiteral("7"));
    bench.view.start();
    CHECK_FALSE(bench.board.isRunning()); // nothing is less than itself
    CHECK(bench.view.statement() == QStringLiteral("Type another token than the one that is measured."));
    bench.part<QLineEdit>("Token that is measured").clear();
    const auto result = bench.run();
    CHECK(result->table.base.count == 2);
    CHECK(result->command.contains(QStringLiteral("--edit")));
    checkSame(bench.printed(), result->table);
    // A letter changes nothing of the results, but they are now those of an earlier text.
    const QString earlier = QStringLiteral("This is the result of an earlier text.");
    CHECK_FALSE(bench.view.statement().contains(earlier));
    next = bench.workspace.document();
    next.text += QLatin1Char('x');
    bench.workspace.apply(next, QStringLiteral("Type"));
    bench.settle();
    CHECK(bench.view.shown() == result);
    CHECK(bench.view.statement().startsWith(earlier));
    next.text.chop(1);
    bench.workspace.apply(next, QStringLiteral("Type"));
    bench.settle();
    CHECK_FALSE(bench.view.statement().contains(earlier));
}

TEST_CASE("experiment view: sentences of different lengths are aligned by position or by token",
          "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The black cat sleeps on the"));
    bench.takeText();
    auto& align = bench.part<QComboBox>("Which positions of the two sentences belong together");
    CHECK_FALSE(align.isVisible());
    bench.choose("What replaces it", "pair");
    CHECK(align.isVisible());
    bench.part<QLineEdit>("Other sentence").setText(QStringLiteral("The big black dog sleeps on the"));
    const auto byPosition = bench.run();
    CHECK_FALSE(byPosition->command.contains(QStringLiteral("--align")));
    bench.choose("Which positions of the two sentences belong together", "token");
    const auto byToken = bench.run();
    REQUIRE(byToken != byPosition);
    CHECK(byToken->name.contains(align.currentText()));
    CHECK(byToken->command.contains(QStringLiteral("--align")));
    checkSame(bench.printed(), byToken->table);
    REQUIRE(byToken->table.rows.size() == 16);
    CHECK(byToken->table.rows[0].each != byPosition->table.rows[0].each);
}

TEST_CASE("experiment view: a click on a sentence's dot opens it with the head", "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The cat sleeps."));
    bench.view.form().inputs().setFile(bench.fileWith(kSentences, QStringLiteral("sentences.txt")));
    bench.choose("What is measured", "loss");
    bench.choose("Positions that are measured", "prompt");
    bench.run();
    ResultPlot& heads = bench.view.edits();
    ResultPlot& inputs = bench.view.inputs();
    clickPlace(heads, 1);
    REQUIRE(heads.choice() == 1);
    const double chosen = inputs.plot().points[1].up;
    clickPlace(inputs, 1);
    bench.settle();
    REQUIRE(QTest::qWaitFor(
        [&] { return bench.workspace.document().text == QLatin1String("My brother is a doctor."); }, 10000));
    const auto& rows = bench.view.shown()->table.rows;
    const auto found = std::find_if(
        rows.begin(), rows.end(), [&](const auto& row) { return row.name == toString(bench.focus.head()); });
    REQUIRE(found != rows.end());
    CHECK(found->each[1] == chosen);
    // The keys do the same.
    inputs.setFocus();
    QTest::keyClick(&inputs, Qt::Key_Home);
    QTest::keyClick(&inputs, Qt::Key_Return);
    CHECK(QTest::qWaitFor(
        [&] { return bench.workspace.document().text.startsWith(QLatin1String("The black cat")); }, 10000));
    bench.settle();
}

TEST_CASE("experiment view: a long run can be stopped; a fault is told", "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The cat sleeps."));
    bench.view.form().inputs().setFile(bench.fileWith(kSentences.repeated(400), QStringLiteral("many.txt")));
    bench.choose("Positions that are measured", "prompt");
    bench.view.start();
    REQUIRE(QTest::qWaitFor([&] { return bench.board.progress().first > 0; }, 60000));
    CHECK(bench.board.progress().second == 1200);
    CHECK(bench.board.secondsLeft().value_or(1) >= 0);
    const int stopped = bench.board.progress().first;
    bench.board.cancel();
    CHECK_FALSE(bench.board.isRunning());
    bench.settle();
    CHECK(bench.board.results().empty());
    CHECK(bench.board.failure().isEmpty());
    CHECK(bench.board.note().contains(QLatin1String("of 1200")));
    CHECK(bench.view.statement() == bench.board.note());
    bench.view.start(); // goes on
    CHECK(bench.board.note().isEmpty());
    REQUIRE(QTest::qWaitFor([&] { return bench.board.progress().first > 0; }, 60000));
    CHECK(bench.board.progress().first > stopped);
    bench.board.cancel();
    bench.settle();
    bench.view.form().inputs().setFile(bench.folder.filePath(QStringLiteral("missing.txt")));
    bench.view.start();
    bench.settle();
    CHECK(bench.board.failure().contains(QLatin1String("missing.txt")));
    CHECK(bench.view.statement() == bench.board.failure());
    bench.view.form().inputs().setFile(
        bench.fileWith("{\"clean\": {\"text\": \"a\"}}\n", QStringLiteral("pairs.jsonl")));
    bench.view.start();
    bench.settle();
    CHECK(bench.board.failure().startsWith(QLatin1String("The experiment could not be run: ")));
    CHECK(bench.board.failure().endsWith(
        QLatin1String("line 1, corrupted: is missing; expected an object with text or ids.")));
}

TEST_CASE("experiment view: a result that Paths orders joins the list, and the shown one stays",
          "[views][experiment][paths]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The black cat and the black cat"));
    const auto shown = bench.run();
    const auto& list = partOf<QComboBox>(bench.view, "Results of experiments");
    PathsView paths{bench.context};
    paths.resize(1000, 640);
    paths.show();
    REQUIRE(QTest::qWaitFor([&] { return !paths.canvas().graph().edges.empty(); }, 60000));
    emit paths.canvas().activated(0);
    REQUIRE(bench.board.isRunning());
    bench.settle();
    INFO(bench.board.failure().toStdString());
    CHECK(paths.effects().size() == 1);
    CHECK(bench.view.shown() == shown);
    REQUIRE(list.count() == 2);
    CHECK(list.currentIndex() == 0);
    // The next one that is ordered here is shown.
    bench.choose("What is measured", "loss");
    CHECK(bench.run() != shown);
    CHECK(list.currentIndex() == 2);
}

TEST_CASE("experiment view: a session keeps the results", "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The cat sleeps."));
    bench.choose("Positions that are measured", "prompt");
    const auto result = bench.run();
    Session session;
    session.experiments = keptExperiments(bench.workspace);
    REQUIRE(session.experiments.size() == 1);
    const SessionTree tree = SessionTree::parse(toText(session), "session").value();
    const Session again = sessionFromTree(tree, "session").value().session;
    bench.board.setResults({});
    CHECK(bench.view.shown() == nullptr);
    restoreExperiments(bench.workspace, again.experiments);
    REQUIRE(bench.view.shown() != nullptr);
    checkSame(bench.view.shown()->table, result->table);
    CHECK(bench.view.shown()->command == result->command);
}

TEST_CASE("experiment view: pairs name their tokens, and the plot of two results is saved with both commands",
          "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The cat sleeps."));
    bench.view.form().inputs().setFile(bench.fileWith(
        R"({"clean": {"text": "When Mary and Tom ate, Mary gave it to"}, "corrupted": {"text": "When Mary and Tom ate, Tom gave it to"}, "token": " Tom", "minus": " Mary"})"
        "\n"
        R"({"clean": {"text": "When Tom and Mary ate, Tom gave it to"}, "corrupted": {"text": "When Tom and Mary ate, Mary gave it to"}, "token": " Mary", "minus": " Tom"})"
        "\n",
        QStringLiteral("pairs.jsonl")));
    bench.choose("What is measured", "logit-difference");
    bench.choose("Positions that are measured", "last");
    CHECK(bench.part<QLineEdit>("Token whose logit is subtracted").placeholderText()
          == QStringLiteral("the pair’s"));
    const auto zero = bench.run();
    CHECK_FALSE(zero->name.contains(QStringLiteral("“”")));
    bench.choose("What replaces it", "pair");
    bench.run();
    auto& plot = partOf<QComboBox>(bench.view, "Plot of the edits");
    plot.setCurrentIndex(plot.count() - 1); // against the other
    emit plot.activated(plot.count() - 1);
    REQUIRE(bench.view.edits().plot().kind == Plot::Kind::kScatter);
    const QString command = bench.view.plotCommand(bench.view.edits(), QStringLiteral("a.svg"));
    CHECK(command.contains(QStringLiteral("-o other.json && headlight sweep")));
}
