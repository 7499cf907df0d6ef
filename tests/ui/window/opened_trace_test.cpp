// A trace file that is opened without its model: the document waits, and what is shown is the trace's own.

#include "core/tracefile/trace_file.h"
#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"
#include "tests/support/window_bench.h"
#include "ui/run/opener.h"
#include "ui/views/compare/compare_canvas.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/actions/export_actions.h"
#include "ui/window/actions/recipe.h"
#include "ui/window/rooms/rooms.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QStatusBar>

#include <vector>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

/// A window on a model, and a trace file of two sentences of another model, the second one causal in the
/// encoder.
struct TraceBench
{
    WindowBench bench;
    WindowStart start{bench.settings};
    QString file = bench.file("batch.safetensors");

    explicit TraceBench(const Interventions& edits = {})
    {
        const std::vector<Trace> traces
            = test::runTiny(test::tinyModel(), {{{5, 9, 14}, {1, 2}}, {{7, 3, 4, 8, 2}, {1, 6, 5}}}, edits);
        REQUIRE(writeTraceFile(file.toStdString(), traces, {}));
        start.window.resize(1100, 700);
        start.window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    }
    void open()
    {
        start.workspace.setNotice(std::nullopt);
        start.window.open(file);
        REQUIRE(WindowStart::wait([&] { return start.workspace.model() == nullptr; }));
        start.settle();
    }
    SentenceEdit& sentence() const { return *start.window.input().sentence(); }
    std::size_t tokens() const { return start.workspace.shownTrace().tokens(StackKind::kEncoder).size(); }
    QAction& command(CommandId id) const { return start.window.commands()[id]; }
};

} // namespace

TEST_CASE("opened trace: its sentences are lines, and the cursor chooses the one that is shown", "[window]")
{
    TraceBench bench;
    bench.open();
    CHECK(bench.start.workspace.notice()->text.contains(QStringLiteral("2 sentences")));
    CHECK(bench.sentence().toPlainText() == QStringLiteral("5 9 14\n7 3 4 8 2"));
    CHECK(bench.sentence().isReadOnly());
    CHECK(bench.start.workspace.snapshot()->lane == 0);
    const auto command = [&] {
        return sourceWords(bench.start.workspace, bench.start.window.exports().source())
            .join(QLatin1Char(' '));
    };
    CHECK(command().endsWith(QStringLiteral("--item 0")));
    const auto* const target = bench.start.window.findChild<QWidget*>(QStringLiteral("shownOutput"));
    REQUIRE(target != nullptr);
    CHECK(target->isVisible()); // what the decoder has read
    CHECK(bench.start.window.input().output() == QStringLiteral("1 2"));
    bench.sentence().setFocus();
    QTest::keyClick(&bench.sentence(), Qt::Key_Down);
    bench.start.settle();
    CHECK(bench.start.workspace.snapshot()->lane == 1);
    CHECK(bench.start.workspace.shownTrace().tokens(StackKind::kEncoder)[1].id == 3);
    CHECK(command().endsWith(QStringLiteral("--item 1")));
    CHECK(bench.start.window.input().output() == QStringLiteral("1 6 5"));
    QTest::keyClick(&bench.sentence(), Qt::Key_Up);
    CHECK(bench.start.workspace.snapshot()->lane == 0);
    // Opened again, it begins with the first one again.
    QTest::keyClick(&bench.sentence(), Qt::Key_Down);
    CHECK(bench.sentence().currentLine() == 1);
    bench.start.window.open(bench.file);
    REQUIRE(WindowStart::wait([&] { return bench.start.workspace.snapshot()->lane == 0; }));
    CHECK(bench.sentence().currentLine() == 0);
    // Typing changes nothing, and a model brings back the document's own sentence.
    QTest::keyClicks(&bench.sentence(), QStringLiteral(" 8"));
    CHECK(bench.sentence().toPlainText() == QStringLiteral("5 9 14\n7 3 4 8 2"));
    bench.start.window.openModel(bench.bench.model);
    REQUIRE(WindowStart::wait([&] { return bench.start.ready(4); }));
    CHECK(bench.start.runs.opener().sentences().empty());
    CHECK(bench.sentence().toPlainText() == QStringLiteral("5 9 14 3"));
    CHECK_FALSE(bench.sentence().isReadOnly());
    bench.start.type(QStringLiteral(" 7"));
    CHECK(bench.start.workspace.document().text == QStringLiteral("5 9 14 3 7"));
}

TEST_CASE("opened trace: a file of another program is not said to be a model", "[window]")
{
    TraceBench bench;
    bench.file = bench.bench.file("html.json");
    QFile file(bench.file);
    REQUIRE(file.open(QFile::WriteOnly));
    file.write(R"({"tokens": ["a", "b"], "attentions": [[[[1, 0], [0.5, 0.5]]]]})");
    file.close();
    QSignalSpy found(&bench.start.runs.opener(), &Opener::importFound);
    bench.start.window.open(bench.file);
    REQUIRE(WindowStart::wait([&] { return !found.isEmpty(); }));
    bench.start.runs.opener().acceptImport();
    REQUIRE(WindowStart::wait([&] { return bench.start.workspace.model() == nullptr; }));
    bench.start.settle();
    const QString said = bench.start.workspace.notice()->text;
    INFO(said.toStdString());
    CHECK(said.contains(QStringLiteral("html.json")));
    CHECK_FALSE(said.contains(QStringLiteral("recorded with")));
}

TEST_CASE("opened trace: nothing is said of it that only the document says", "[window]")
{
    Interventions recorded;
    recorded.masks.encoderCausal = Toggle::kOn;
    TraceBench bench(recorded);
    bench.command(CommandId::kCausalDecoder).trigger();
    Document next = bench.start.workspace.document();
    next.interventions.list.emplace_back(
        HeadOff{patternOf({StackKind::kEncoder, 0, AttentionKind::kSelf, 0})});
    bench.start.workspace.apply(next, QStringLiteral("Edit"));
    bench.start.settle();
    CHECK(bench.start.bar("editBanner").text().contains(QStringLiteral("decoder causal mask off")));
    bench.open();
    // The edits are those of the trace.
    const QString banner = bench.start.bar("editBanner").text();
    INFO(banner.toStdString());
    CHECK(banner.contains(QStringLiteral("recorded with edits")));
    CHECK_FALSE(banner.contains(QStringLiteral("decoder")));
    CHECK(bench.command(CommandId::kCausalDecoder).isChecked());
    CHECK(bench.command(CommandId::kCausalEncoder).isChecked());
    CHECK_FALSE(bench.command(CommandId::kCausalEncoder).isEnabled());
    // So is the text in the titles of Compare.
    bench.start.window.rooms().enter(RoomId::kCompare);
    bench.start.settle();
    const auto* const compare = bench.start.window.findChild<CompareCanvas*>();
    REQUIRE(compare != nullptr);
    REQUIRE(compare->content() != nullptr);
    CHECK(compare->content()->titles[0].startsWith(QStringLiteral("“5 9 14”")));
    bench.start.window.rooms().enter(RoomId::kWhatIf);
    bench.start.settle();
    REQUIRE(compare->content() != nullptr);
    CHECK(compare->content()->titles[0].startsWith(QStringLiteral("“5 9 14” · with edits")));
    // No time of a run, and no model that is in use.
    const auto* const models = bench.start.window.findChild<QComboBox*>(QStringLiteral("modelChoice"));
    REQUIRE(models != nullptr);
    CHECK(models->currentIndex() == -1);
    CHECK(models->placeholderText() == QStringLiteral("Choose a model"));
    for (const QLabel* const label : bench.start.window.statusBar()->findChildren<QLabel*>())
        CHECK_FALSE(label->text().contains(QStringLiteral("0.0 ms")));
}

TEST_CASE("opened trace: the fields begin where they do with a model", "[window]")
{
    TraceBench bench;
    const int before = bench.sentence().x();
    bench.open();
    CHECK(bench.sentence().x() == before);
}
