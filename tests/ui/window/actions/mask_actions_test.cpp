#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/actions/mask_actions.h"
#include "ui/window/bars/edit_banner.h"
#include "ui/words/edit_text.h"
#include "ui/words/edit_words.h"
#include "ui/words/head_name.h"

#include <QAction>
#include <QLabel>
#include <QUndoStack>

using namespace headlight;

namespace {

struct Bench
{
    Workspace workspace;
    Focus focus;
    CommandActions commands;
    MaskActions masks{workspace, focus, commands};
    EditBanner banner{workspace};

    Bench() { workspace.setModel(test::tinyModel()); }
    QString shown() const { return banner.findChild<QLabel*>()->text(); }
};

} // namespace

TEST_CASE("masks: the toggles show what the architecture does", "[window]")
{
    Bench bench;
    CHECK(bench.commands[CommandId::kCausalDecoder].isChecked());
    CHECK_FALSE(bench.commands[CommandId::kCausalEncoder].isChecked());
    CHECK(bench.commands[CommandId::kPadding].isChecked());
    CHECK(bench.banner.edits().isEmpty());
    CHECK(bench.banner.isHidden());
}

TEST_CASE("masks: a toggle edits the document, back again is the plain model", "[window]")
{
    Bench bench;
    bench.commands[CommandId::kCausalDecoder].trigger();
    CHECK(bench.workspace.document().interventions.masks.decoderCausal == Toggle::kOff);
    CHECK_FALSE(bench.banner.isHidden());
    bench.commands[CommandId::kCausalDecoder].trigger();
    CHECK(bench.workspace.document().interventions.empty());
    CHECK(bench.banner.isHidden());
    bench.commands[CommandId::kCausalEncoder].trigger();
    CHECK(bench.workspace.document().interventions.masks.encoderCausal == Toggle::kOn);
    bench.workspace.undoStack().undo();
    CHECK_FALSE(bench.commands[CommandId::kCausalEncoder].isChecked());
}

TEST_CASE("masks: reset is one undo step", "[window]")
{
    Bench bench;
    bench.commands[CommandId::kCausalDecoder].trigger();
    bench.commands[CommandId::kPadding].trigger();
    CHECK(bench.banner.edits().size() == 2);
    bench.banner.reset();
    CHECK(bench.workspace.document().interventions.empty());
    CHECK(bench.commands[CommandId::kPadding].isChecked());
    bench.workspace.undoStack().undo();
    CHECK(bench.banner.edits().size() == 2);
}

TEST_CASE("masks: a stack that the model does not have has no toggle", "[window]")
{
    Bench bench;
    test::TinyOptions encoder;
    encoder.encoderOnly = true;
    bench.workspace.setModel(test::tinyModel(encoder));
    CHECK_FALSE(bench.commands[CommandId::kCausalDecoder].isVisible());
    CHECK(bench.commands[CommandId::kCausalEncoder].isVisible());
}

TEST_CASE("masks: the map is chosen in one place and shown in all", "[window]")
{
    Bench bench;
    bench.commands[CommandId::kMapMask].trigger();
    CHECK(bench.focus.map() == MapKind::kMask);
    bench.focus.setMap(MapKind::kScores);
    CHECK(bench.commands[CommandId::kMapScores].isChecked());
}

TEST_CASE("masks: a stage that the head lacks cannot be chosen", "[window]")
{
    Bench bench;
    QAction& bias = bench.commands[CommandId::kMapBias];
    CHECK(bias.isEnabled()); // nothing is known yet
    bench.workspace.publish(testing::syntheticSnapshot());
    const Trace trace = bench.workspace.snapshot()->trace;
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 0});
    REQUIRE_FALSE(trace.attention(bench.focus.head()).has(MapKind::kBias));
    CHECK_FALSE(bias.isEnabled());
    CHECK(bench.commands[CommandId::kMapWeights].isEnabled());
}

TEST_CASE("banner: says what the output was without the change", "[window]")
{
    Bench bench;
    bench.workspace.setModel(test::tinyModel());
    auto plain = std::make_shared<Snapshot>(*testing::syntheticSnapshot());
    plain->output = QStringLiteral("le chat noir");
    bench.workspace.publish(plain);
    bench.commands[CommandId::kCausalDecoder].trigger();
    auto edited = std::make_shared<Snapshot>(*plain);
    edited->output = QStringLiteral("chat chat");
    bench.workspace.publish(edited);
    CHECK_FALSE(bench.shown().contains(QStringLiteral("le chat noir"))); // not known yet
    edited = std::make_shared<Snapshot>(*edited);
    edited->unedited = plain;
    bench.workspace.publish(edited);
    CHECK(bench.shown().contains(QStringLiteral("le chat noir")));
    CHECK(bench.shown().contains(QStringLiteral("causal")));
    bench.workspace.setVersion(RunVersion::kBefore);
    CHECK(bench.shown().contains(QStringLiteral("without edits")));

    // If a model ends at once without output, the banner says so.
    auto silent = std::make_shared<Snapshot>(*plain);
    silent->output.clear();
    edited = std::make_shared<Snapshot>(*edited);
    edited->unedited = silent;
    bench.workspace.publish(edited);
    CHECK(bench.shown().contains(QStringLiteral("Without edits there is no output.")));
}

TEST_CASE("banner: says which words stood in the masks without the change", "[window]")
{
    Bench bench;
    bench.commands[CommandId::kCausalEncoder].trigger();
    const auto withWord = [](const QString& word) {
        auto snapshot = std::make_shared<Snapshot>();
        MaskedToken masked;
        masked.choices.push_back({1, word, word, MaskedToken::Joint::kAsIs, 0.5F});
        snapshot->masked.push_back(masked);
        snapshot->finished = true;
        return snapshot;
    };
    auto edited = withWord(QStringLiteral("old"));
    edited->unedited = withWord(QStringLiteral("new"));
    bench.workspace.publish(edited);
    CHECK(bench.shown().contains(QStringLiteral("Masked words without edits: new")));
    auto same = withWord(QStringLiteral("new"));
    same->unedited = edited->unedited;
    bench.workspace.publish(same);
    CHECK(bench.shown().contains(QStringLiteral("The masked words are the same as without edits.")));
}

TEST_CASE("banner: one click compares the runs before and after", "[window]")
{
    Bench bench;
    int wanted = 0;
    QObject::connect(&bench.workspace, &Workspace::comparisonWanted, &bench.banner, [&] { ++wanted; });
    emit bench.banner.otherClicked();
    CHECK(wanted == 1);
    CHECK(bench.workspace.comparison().kind == ComparisonChoice::Kind::kEdits);
}

TEST_CASE("masks: the banner stays low however many edits there are, its tooltip has all", "[window]")
{
    Bench bench;
    Document document = bench.workspace.document();
    for (int layer = 0; layer < 6; ++layer) {
        MaskEdit edit;
        edit.where = patternOf({StackKind::kDecoder, layer, AttentionKind::kCross, 0});
        edit.keyBegin = layer;
        edit.keyEnd = layer + 1;
        document.interventions.list.emplace_back(edit);
    }
    bench.workspace.apply(document, QStringLiteral("Paint"));
    const QString first = bench.shown().section(QLatin1Char('\n'), 0, 0);
    CHECK(first.size() < 180);
    CHECK(first.contains(QStringLiteral("Cross-attention · layer 5"))); // the newest edit is named
    CHECK(first.contains(QStringLiteral("more")));
    CHECK(bench.banner.toolTip().split(QLatin1Char('\n')).size() == 6);
}

TEST_CASE("masks: a row or column that is closed is said without ambiguity", "[window]")
{
    Bench bench;
    const auto said = [&](int queryBegin, int queryEnd, int keyBegin, int keyEnd) {
        MaskEdit edit;
        edit.where = patternOf({StackKind::kDecoder, 1, AttentionKind::kCross, 0});
        edit.queryBegin = queryBegin;
        edit.queryEnd = queryEnd;
        edit.keyBegin = keyBegin;
        edit.keyEnd = keyEnd;
        return editWords(edit, Trace()).section(QLatin1String(": "), 1);
    };
    CHECK(said(2, 3, 0, -1) == QStringLiteral("2 can attend to no token"));
    CHECK(said(0, -1, 4, 5) == QStringLiteral("no token can attend to 4"));
    CHECK(said(0, -1, 0, -1) == QStringLiteral("no token can attend to any"));
    CHECK(said(2, 3, 4, 5) == QStringLiteral("2 cannot attend to 4"));
}

TEST_CASE("edit banner: a trace that was recorded with edits says so", "[window]")
{
    Bench bench;
    bench.workspace.setModel(nullptr);
    const Trace whole = testing::syntheticTrace();
    TraceInfo info = whole.info();
    const auto show = [&] {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->trace = whole.describedBy(std::make_shared<const TraceInfo>(info));
        snapshot->finished = true;
        bench.workspace.publish(std::move(snapshot));
    };
    show();
    CHECK(bench.banner.isHidden());
    info.editsJson = R"([{"type":"head_off","where":"encoder.0.self.1"}])";
    show();
    CHECK_FALSE(bench.banner.isHidden());
    const QStringList lines
        = recordedEditLines(bench.workspace.snapshot()->trace); // in the window's language
    REQUIRE(lines.size() == 1);
    CHECK(bench.shown().contains(lines.front()));
    CHECK(lines.front().contains(headName({StackKind::kEncoder, 0, AttentionKind::kSelf, 1})));
}
