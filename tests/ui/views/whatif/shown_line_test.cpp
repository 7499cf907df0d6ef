// Experiments on the line that the window shows.

#include "tests/support/catch.h"
#include "tests/ui/views/whatif/experiment_bench.h"
#include "ui/figure/result_plots.h"
#include "ui/state/snapshot.h"
#include "ui/window/look/languages.h"
#include "ui/words/edit_text.h"

#include <QLineEdit>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

TEST_CASE("experiment view: the shown line is the first input, and grows while it is run",
          "[views][experiment]")
{
    useLanguage(QStringLiteral("en")); // for its plurals
    ExperimentBench bench("en-fr", QStringLiteral("The cat sleeps.\nMy brother is a doctor."));
    CHECK(bench.view.statement().contains(QLatin1String("Switches off each head")));
    bench.choose("What is replaced", "patch");
    CHECK_FALSE(bench.view.statement().contains(QLatin1String("Switches off each head")));
    CHECK(bench.view.statement().contains(QLatin1String("Patches each layer and position")));
    bench.choose("What is replaced", "heads");
    bench.choose("What replaces it", "zero");
    bench.choose("Heads or layers", "decoder.*.cross.*");
    int partial = 0;
    QObject::connect(&bench.board, &ExperimentBoard::changed, &bench.view,
                     [&] { partial += bench.board.isRunning() && !bench.board.results().empty() ? 1 : 0; });
    const auto result = bench.run();
    CHECK(partial > 0);
    CHECK(result->lines == QStringList{QStringLiteral("The cat sleeps.")});
    CHECK(result->table.base.count == 1);
    CHECK(result->table.rows.size() == 12);
    CHECK(result->command.contains(QStringLiteral("--target-ids")));
    checkSame(bench.printed(), result->table);
    REQUIRE(bench.view.edits().plot().kind == Plot::Kind::kGrid);
    bench.drawsTheSame(bench.view.edits());
    // The same again takes its place.
    const auto again = bench.run();
    CHECK(again != result);
    CHECK(bench.board.results().size() == 1);
    // The words of the whole text are two inputs.
    bench.takeText();
    CHECK(bench.run()->table.base.count == 2);
    CHECK(bench.view.edits().plot().kind == Plot::Kind::kDots);
}

TEST_CASE("experiment view: a result that includes an edit does not say that it lacks it",
          "[views][experiment]")
{
    ExperimentBench bench("en-fr", QStringLiteral("The cat sleeps."));
    bench.run();
    clickPlace(bench.view.edits(), bench.view.edits().placeMadeFrom(7));
    bench.settle();
    const QLatin1String lacks("do not include the edits");
    CHECK(bench.view.statement().contains(lacks));
    bench.run();
    CHECK_FALSE(bench.view.statement().contains(lacks));
}

TEST_CASE("experiment view: a click on a cell makes its edit, and takes it back", "[views][experiment]")
{
    ExperimentBench bench("en-fr", QStringLiteral("The cat sleeps."));
    const auto result = bench.run();
    ResultPlot& grid = bench.view.edits();
    REQUIRE(grid.plot().kind == Plot::Kind::kGrid);
    const auto edits = [&] { return bench.workspace.document().interventions.list; };
    const auto click = [&](int row) {
        clickPlace(grid, grid.placeMadeFrom(row));
        bench.settle();
    };
    click(7);
    REQUIRE(edits().size() == 1);
    CHECK(edits() == result->table.rows[7].edits);
    CHECK(bench.focus.head() == headOf(result->table.rows[7]));
    CHECK(bench.view.statement().contains(QLatin1String("do not include the edits")));
    CHECK(bench.view.shown() == result); // so that the next can be tried, too
    click(3);
    CHECK(edits().size() == 2);
    click(7); // a second time: removed again
    CHECK(edits() == result->table.rows[3].edits);
    // Dots only choose.
    auto& plot = partOf<QComboBox>(bench.view, "Plot of the edits");
    plot.setCurrentIndex(0);
    emit plot.activated(0);
    clickPlace(grid, 2);
    CHECK(edits().size() == 1);
}

TEST_CASE("experiment view: a patch of the shown line names the sentence it comes from",
          "[views][experiment]")
{
    useLanguage(QStringLiteral("en"));
    ExperimentBench bench("en-fr", QStringLiteral("The cat sleeps."));
    bench.choose("What is replaced", "patch");
    bench.choose("Heads or layers", "decoder.*.cross.*");
    bench.choose("Activation to patch", "k");
    bench.part<QLineEdit>("Other sentence").setText(QStringLiteral("The dog sleeps."));
    const auto result = bench.run();
    checkSame(bench.printed(), result->table);
    ResultPlot& grid = bench.view.edits();
    REQUIRE(grid.plot().kind == Plot::Kind::kGrid);
    // The columns are the tokens of the sentence, whose keys are patched.
    const auto& tokens = bench.workspace.snapshot()->trace.tokens(StackKind::kEncoder);
    REQUIRE(grid.plot().columns.size() == std::ssize(tokens));
    CHECK(grid.plot().columns[1].contains(QLatin1String("cat")));
    bench.drawsTheSame(grid);
    clickPlace(grid, 1);
    bench.settle();
    REQUIRE(bench.workspace.document().interventions.list.size() == 1);
    const auto& patch = std::get<ActivationPatch>(bench.workspace.document().interventions.list.front());
    CHECK(patch.from.text == "The dog sleeps.");
    CHECK(patch.site == Site::kKey);
}

TEST_CASE("experiment view: the step that is shown is measured with its token", "[views][experiment]")
{
    ExperimentBench bench("en-gpt", QStringLiteral("The black cat"));
    bench.workspace.setStep(1);
    bench.settle();
    bench.choose("Positions that are measured", "current");
    const auto result = bench.run();
    const auto& step = bench.workspace.snapshot()->steps[1];
    const qsizetype token = result->command.indexOf(QStringLiteral("--token"));
    REQUIRE(token > 0);
    CHECK(result->command[token + 1] == QString::number(step.token.id));
    CHECK(result->table.base.mean.value_or(0) == Approx(step.logProbability).margin(1e-3));
    checkSame(bench.printed(), result->table);
    // The output is what follows the words that were typed.
    bench.choose("Positions that are measured", "output");
    const auto output = bench.run();
    checkSame(bench.printed(), output->table);
    CHECK(output->table.base.mean != result->table.base.mean);
}
