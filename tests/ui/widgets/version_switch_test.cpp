#include "ui/widgets/version_switch.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"
#include "ui/figure/figure_choices.h"
#include "ui/views/heatmap/heatmap_header.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/heatmap_accessible.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/window/actions/window_menus.h"
#include "ui/words/edit_text.h"

#include <QAction>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr HeadRef kHead{StackKind::kEncoder, 0, AttentionKind::kSelf, 1};

/// A heatmap of an edited run that has its unedited run.
struct VersionBench : ViewBench
{
    HeatmapView view{context};
    CommandActions commands;
    std::shared_ptr<const Snapshot> plain, edited;

    VersionBench()
    {
        connectVersions(workspace, commands, &commands);
        focus.setHead(kHead);
        SyntheticOptions options;
        options.seed = 1;
        plain = syntheticSnapshot(options);
        options.seed = 2;
        auto both = std::make_shared<Snapshot>(*syntheticSnapshot(options));
        both->unedited = plain;
        edited = both;
        workspace.publish(plain);
        view.resize(900, 700);
        view.show();
        turn();
    }
    void edit()
    {
        workspace.apply(withEdit(workspace.document(), HeadOff{patternOf(kHead)}), QStringLiteral("Off"));
        workspace.publish(edited);
        turn();
    }
    VersionSwitch& choice() { return *view.findChild<VersionSwitch*>(); }
    QToolButton* button(const QString& text)
    {
        for (auto* each : choice().findChildren<QToolButton*>())
            if (each->text() == text)
                return each;
        return nullptr;
    }
    void click(const QString& text)
    {
        QTest::mouseClick(button(text), Qt::LeftButton);
        turn();
    }
    Matrix recorded(const Snapshot& of) const { return of.trace.attention(kHead).whole(MapKind::kWeights); }
};

} // namespace

TEST_CASE("versions: what is shown is said in whole words or not at all", "[views]")
{
    VersionBench bench;
    bench.edit();
    int shown = 0, hidden = 0;
    for (int width = 120; width < 900; width += 20) {
        VersionSwitch& choice = bench.choice();
        choice.setMinimumWidth(width);
        choice.resize(width, choice.height());
        bench.turn();
        const auto& text = *choice.findChild<ElidedLabel*>();
        (text.isHidden() ? hidden : shown) += 1;
        if (!text.isHidden())
            CHECK(text.shownLines().join(QLatin1Char(' ')) == text.text());
    }
    CHECK(shown > 0);
    CHECK(hidden > 0);
}

TEST_CASE("versions: the switch is there while an edit is in force", "[views][versions]")
{
    VersionBench bench;
    CHECK_FALSE(bench.choice().isVisible());
    bench.workspace.apply(withEdit(bench.workspace.document(), HeadOff{patternOf(kHead)}),
                          QStringLiteral("Off"));
    bench.turn();
    CHECK(bench.choice().isVisible());
    CHECK_FALSE(bench.button(QStringLiteral("Difference"))->isEnabled()); // not known yet
    CHECK_FALSE(bench.commands[CommandId::kRunDifference].isEnabled());
    bench.workspace.publish(bench.edited);
    bench.turn();
    CHECK(bench.button(QStringLiteral("Difference"))->isEnabled());
    CHECK(bench.button(QStringLiteral("After"))->isChecked());
    bench.workspace.undoStack().undo();
    CHECK_FALSE(bench.choice().isVisible());
}

TEST_CASE("versions: the heatmap draws before, after and the signed difference", "[views][versions]")
{
    VersionBench bench;
    bench.edit();
    const Matrix before = bench.recorded(*bench.plain), after = bench.recorded(*bench.edited);
    CHECK(bench.view.plot().map().whole(MapKind::kWeights) == after);
    bench.click(QStringLiteral("Before"));
    CHECK(bench.view.plot().map().whole(MapKind::kWeights) == before);
    CHECK(bench.commands[CommandId::kRunBefore].isChecked());
    bench.click(QStringLiteral("Difference"));
    CHECK(bench.view.plot().kind() == MapKind::kScores);
    CHECK(bench.view.plot().map().whole(MapKind::kScores) == after - before);
    CHECK(bench.view.header().title().startsWith(QStringLiteral("Difference, after − before")));
    CHECK(bench.choice().text().contains(QStringLiteral("after − before")));
    REQUIRE(bench.view.plot().colours() != nullptr);
    const ValueScale& scale = bench.view.plot().colours()->scale;
    CHECK(scale.diverging);
    CHECK(scale.lower == -scale.upper);
    CHECK(bench.view.plot().scaleBar()->title == QStringLiteral("after − before: attention weight"));
    // The other views show the edited run.
    CHECK(bench.workspace.shownTrace().leaf() == bench.edited->trace.leaf());
    bench.click(QStringLiteral("After"));
    CHECK(bench.view.plot().map().whole(MapKind::kWeights) == after);
}

TEST_CASE("versions: a cell of the difference says both numbers", "[views][versions]")
{
    VersionBench bench;
    bench.edit();
    bench.workspace.setVersion(RunVersion::kDifference);
    bench.turn();
    bench.focus.setHover({2, 1});
    bench.turn();
    const float before = bench.recorded(*bench.plain)(2, 1), after = bench.recorded(*bench.edited)(2, 1);
    CHECK(bench.view.statusText().contains(
        QStringLiteral("before %1, after %2, difference %3")
            .arg(fullText(before), fullText(after), fullText(after - before))));
    CHECK(cellInWords(bench.view.plot(), 2, 1).contains(QStringLiteral("difference")));
}

TEST_CASE("versions: an exported figure has the same numbers as the difference shown", "[views][versions]")
{
    VersionBench bench;
    bench.edit();
    bench.workspace.setVersion(RunVersion::kDifference);
    bench.turn();
    const FigureRequest figure = bench.view.figure();
    CHECK(figureTitle(figure).startsWith(QStringLiteral("Difference")));
    const ShownMaps maps = figureMaps(figure);
    REQUIRE(maps.maps.size() == 1);
    CHECK(maps.maps[0].whole(figureKind(figure)) == bench.view.plot().map().whole(MapKind::kScores));
}

TEST_CASE("versions: the keys' actions and the way to both side by side", "[views][versions]")
{
    VersionBench bench;
    bench.edit();
    bench.commands[CommandId::kRunDifference].trigger();
    bench.turn();
    CHECK(bench.workspace.showsDifference());
    CHECK(bench.button(QStringLiteral("Difference"))->isChecked());
    int wanted = 0;
    QObject::connect(&bench.workspace, &Workspace::comparisonWanted, &bench.view, [&] { ++wanted; });
    bench.click(QStringLiteral("Side by side"));
    CHECK(wanted == 1);
    CHECK(bench.workspace.comparison().kind == ComparisonChoice::Kind::kEdits);
    bench.workspace.undoStack().undo();
    CHECK(bench.workspace.version() == RunVersion::kAfter);
}

TEST_CASE("versions: mean and spread of several runs of dropout", "[views][versions]")
{
    VersionBench bench;
    Dropout dropout;
    dropout.runs = 20;
    bench.workspace.apply(withEdit(bench.workspace.document(), dropout), QStringLiteral("Dropout"));
    bench.workspace.publish(bench.edited);
    bench.turn();
    CHECK(bench.button(QStringLiteral("Mean"))->isVisible());
    CHECK_FALSE(bench.button(QStringLiteral("Mean"))->isEnabled()); // still running
    CHECK_FALSE(bench.commands[CommandId::kRunMean].isEnabled());
    SyntheticOptions options;
    options.seed = 3;
    auto many = std::make_shared<Snapshot>(*bench.edited);
    many->mean = syntheticSnapshot(options)->trace;
    options.seed = 4;
    many->spread = syntheticSnapshot(options)->trace;
    many->runs = 20;
    bench.workspace.publish(many);
    bench.turn();
    const auto weightsOf = [](const Trace& trace) { return trace.attention(kHead).whole(MapKind::kWeights); };
    bench.click(QStringLiteral("Mean"));
    CHECK(bench.view.plot().map().whole(MapKind::kWeights) == weightsOf(many->mean));
    CHECK(bench.view.header().title().startsWith(QStringLiteral("Mean of 20 runs: ")));
    CHECK(bench.choice().text().startsWith(QStringLiteral("Mean and spread of 20 run")));
    bench.focus.setHover({2, 1});
    bench.turn();
    CHECK(bench.view.statusText().contains(
        QStringLiteral("weight %1 ± %2 (mean and standard deviation")
            .arg(fullText(weightsOf(many->mean)(2, 1)), fullText(weightsOf(many->spread)(2, 1)))));
    bench.commands[CommandId::kRunSpread].trigger();
    bench.turn();
    CHECK(bench.view.plot().map().whole(MapKind::kWeights) == weightsOf(many->spread));
    CHECK(bench.view.plot().scaleBar()->title.startsWith(QStringLiteral("standard deviation of 20 runs: ")));
    CHECK(bench.view.sentence().isEmpty()); // a spread does not look at anything
    const FigureRequest figure = bench.view.figure();
    CHECK(figureTitle(figure).startsWith(QStringLiteral("Spread over 20 runs: ")));
    CHECK(figureMaps(figure).maps.at(0).whole(MapKind::kWeights) == weightsOf(many->spread));
    CHECK(figureWords(figure, {}).contains(QStringLiteral("--spread")));
    // The other views show the run itself.
    CHECK(bench.workspace.shownTrace().leaf() == bench.edited->trace.leaf());
    dropout.runs = 1;
    bench.workspace.apply(withEditAt(bench.workspace.document(), 0, dropout), QStringLiteral("One run"));
    CHECK(bench.workspace.version() == RunVersion::kAfter);
    CHECK_FALSE(bench.button(QStringLiteral("Mean"))->isVisible());
}
