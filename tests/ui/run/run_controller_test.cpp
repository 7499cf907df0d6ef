#include "core/model/builtin_model.h"
#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"
#include "ui/run/opener.h"
#include "ui/run/run_controller.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <functional>

using namespace headlight;

namespace {

/// The tiny model has no tokenizer: its text is a list of ids.
struct RunBench
{
    Workspace workspace;
    RunController runs{workspace};

    void type(const QString& text, int line = 0)
    {
        Document next = workspace.document();
        next.text = text;
        next.line = line;
        workspace.apply(next, {});
    }
    bool waitFor(const std::function<bool()>& condition) const { return QTest::qWaitFor(condition, 60000); }
    bool waitFinished() const
    {
        return waitFor([this] { return workspace.snapshot()->finished && !workspace.isRunning(); });
    }
    const std::vector<TokenLabel>& source() const
    {
        return workspace.snapshot()->trace.tokens(StackKind::kEncoder);
    }
};

} // namespace

TEST_CASE("runs: a text becomes a snapshot with every head and every step", "[run]")
{
    RunBench bench;
    bench.workspace.setModel(test::tinyModel());
    bench.type(QStringLiteral("5 9 14 3"));
    REQUIRE(bench.waitFor([&] { return bench.workspace.snapshot()->finished && !bench.source().empty(); }));
    CHECK(bench.source().size() == 4);
    const Snapshot& snapshot = *bench.workspace.snapshot();
    REQUIRE_FALSE(snapshot.steps.empty());
    CHECK(snapshot.steps.front().candidates.size() == 10);
    CHECK(snapshot.steps.back().trace.tokens(StackKind::kDecoder).size() == snapshot.steps.size());
    const AttentionMap map = snapshot.trace.attention({StackKind::kDecoder, 1, AttentionKind::kCross, 3});
    REQUIRE_FALSE(map.isNull());
    for (const MapKind kind : {MapKind::kWeights, MapKind::kScores, MapKind::kMask})
        CHECK(map.has(kind));
    CHECK_FALSE(bench.workspace.isRunning());
}

TEST_CASE("runs: the newest input wins", "[run]")
{
    RunBench bench;
    bench.workspace.setModel(test::tinyModel());
    std::vector<quint64> published;
    QObject::connect(&bench.workspace, &Workspace::snapshotChanged, &bench.workspace,
                     [&] { published.push_back(bench.workspace.snapshot()->request); });
    for (int i = 1; i <= 8; ++i) {
        bench.type(QStringList(i, QStringLiteral("7")).join(QLatin1Char(' ')));
        QTest::qWait(i % 3 * 10);
    }
    REQUIRE(
        bench.waitFor([&] { return bench.source().size() == 8 && bench.workspace.snapshot()->finished; }));
    QTest::qWait(50);
    CHECK(bench.source().size() == 8);
    CHECK(std::is_sorted(published.begin(), published.end()));
}

TEST_CASE("runs: the shown line is padded to the longest of the batch", "[run]")
{
    RunBench bench;
    bench.workspace.setModel(test::tinyModel());
    bench.type(QStringLiteral("5 9\n\n1 2 3 4 5"), 0);
    REQUIRE(bench.waitFor([&] { return bench.source().size() == 5; }));
    REQUIRE(bench.waitFinished());
    CHECK(bench.workspace.snapshot()->lane == 0);
    CHECK(bench.workspace.snapshot()->lanes == 2);
    CHECK_FALSE(bench.source()[1].padding);
    CHECK(bench.source()[2].padding);
    const AttentionMap map
        = bench.workspace.snapshot()->trace.attention({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    CHECK(map.whole(MapKind::kMask).rightCols(3).isZero());
    bench.type(bench.workspace.document().text, 2);
    REQUIRE(bench.waitFor([&] { return bench.workspace.snapshot()->lane == 1; }));
    CHECK_FALSE(bench.source()[4].padding);
}

TEST_CASE("runs: the target is what the decoder is made to say", "[run]")
{
    RunBench bench;
    bench.workspace.setModel(test::tinyModel());
    Document document;
    document.text = QStringLiteral("5 9 14");
    document.target = QStringLiteral("7 8");
    bench.workspace.apply(document, {});
    REQUIRE(bench.waitFor([&] { return bench.workspace.snapshot()->steps.size() == 3; }));
    const Snapshot& snapshot = *bench.workspace.snapshot();
    CHECK(snapshot.steps[0].token.id == 7);
    CHECK(snapshot.steps[0].forced);
    CHECK(snapshot.steps[1].token.id == 8);
    CHECK_FALSE(snapshot.steps[2].forced); // the model's next token
    CHECK(snapshot.trace.tokens(StackKind::kDecoder).size() == 3);
}

TEST_CASE("runs: a token that was chosen by hand is taken, and the model goes on", "[run]")
{
    RunBench bench;
    bench.workspace.setModel(test::tinyModel());
    bench.type(QStringLiteral("5 9 14 3"));
    REQUIRE(bench.waitFor([&] { return bench.workspace.snapshot()->steps.size() > 2; }));
    const auto second = bench.workspace.snapshot()->steps[0].candidates[1].id;
    Document next = bench.workspace.document();
    next.forced = {second};
    bench.workspace.apply(next, QStringLiteral("Take"));
    REQUIRE(bench.waitFor([&] {
        const Snapshot& now = *bench.workspace.snapshot();
        return now.finished && !now.steps.empty() && now.steps[0].forced;
    }));
    CHECK(bench.workspace.snapshot()->steps[0].token.id == second);
    CHECK(bench.workspace.snapshot()->steps[0].rank == 1);
}

TEST_CASE("runs: a mistake is a notice, keeps the picture, and goes away with the mistake", "[run]")
{
    RunBench bench;
    bench.workspace.setModel(test::tinyModel());
    bench.type(QStringLiteral("5 9"));
    REQUIRE(bench.waitFor([&] { return bench.source().size() == 2; }));
    bench.type(QStringLiteral("5 9 x"));
    REQUIRE(bench.waitFor([&] { return bench.workspace.notice().has_value(); }));
    CHECK(bench.workspace.notice()->error);
    CHECK_FALSE(bench.workspace.notice()->advice.isEmpty());
    CHECK(bench.source().size() == 2);
    CHECK_FALSE(bench.workspace.isRunning());
    bench.type(QStringLiteral("5 9 400")); // not in the vocabulary
    REQUIRE(bench.waitFor([&] { return bench.workspace.notice()->text.contains(QStringLiteral("400")); }));
    bench.type(QStringLiteral("5 9 4"));
    REQUIRE(bench.waitFor([&] { return !bench.workspace.notice().has_value(); }));
    CHECK(bench.source().size() == 3);
}

TEST_CASE("runs: the picture of a model that is no longer open goes, even where the next one cannot run",
          "[run]")
{
    RunBench bench;
    bench.workspace.setModel(test::tinyModel());
    bench.type(QStringLiteral("5 9"));
    REQUIRE(bench.waitFor([&] { return bench.source().size() == 2; }));
    bench.type(QStringLiteral("a sentence"));
    REQUIRE(bench.waitFor([&] { return bench.workspace.notice().has_value(); }));
    CHECK(bench.workspace.notice()->advice.contains(QStringLiteral("still show the last result")));
    CHECK(bench.source().size() == 2);
    // As when a model without a tokenizer is opened while the field contains a sentence.
    std::vector<bool> shown;
    QObject::connect(&bench.workspace, &Workspace::snapshotChanged, &bench.workspace,
                     [&] { shown.push_back(!bench.workspace.snapshot()->trace.isNull()); });
    bench.workspace.setModel(test::tinyModel({.layers = 3}));
    REQUIRE(bench.waitFor([&] { return bench.workspace.snapshot()->trace.isNull(); }));
    REQUIRE(bench.waitFor([&] { return !bench.workspace.isRunning(); }));
    REQUIRE(bench.workspace.notice().has_value());
    CHECK(bench.workspace.notice()->error);
    CHECK_FALSE(bench.workspace.notice()->advice.contains(QStringLiteral("still show")));
    // A model that can run replaces the picture without a blank in between.
    bench.type(QStringLiteral("5 9 4"));
    REQUIRE(
        bench.waitFor([&] { return bench.source().size() == 3 && bench.workspace.snapshot()->finished; }));
    shown.clear();
    bench.workspace.setModel(test::tinyModel());
    REQUIRE(bench.waitFor([&] { return !shown.empty(); }));
    CHECK(shown.front());
}

TEST_CASE("runs: an error of something else goes once the user goes on and a run is good", "[run]")
{
    RunBench bench;
    bench.workspace.setModel(test::tinyModel());
    bench.type(QStringLiteral("5 9"));
    REQUIRE(bench.waitFinished());
    const QTemporaryDir folder;
    bench.runs.opener().openModel(folder.path().toStdString());
    REQUIRE(bench.waitFor([&] { return bench.workspace.notice().has_value(); }));
    QTest::qWait(40);
    CHECK(bench.workspace.notice().has_value());
    bench.type(QStringLiteral("5 9 3"));
    REQUIRE(bench.waitFor([&] { return bench.source().size() == 3; }));
    REQUIRE(bench.waitFinished());
    CHECK_FALSE(bench.workspace.notice().has_value());
}

TEST_CASE("runs: 0 new tokens: the model reads and writes nothing", "[run]")
{
    RunBench bench;
    bench.workspace.setModel(test::tinyModel());
    Document document;
    document.text = QStringLiteral("5 9 14");
    document.decoding.maxNewTokens = 0;
    bench.workspace.apply(document, {});
    REQUIRE(bench.waitFor([&] { return bench.source().size() == 3; }));
    REQUIRE(bench.waitFinished());
    CHECK(bench.workspace.snapshot()->steps.empty());
    CHECK(bench.workspace.snapshot()->trace.tokens(StackKind::kDecoder).size() == 1);
    document.decoding.maxNewTokens = 2;
    bench.workspace.apply(document, {});
    REQUIRE(bench.waitFor([&] { return !bench.workspace.snapshot()->steps.empty(); }));
    REQUIRE(bench.waitFinished());
    CHECK(bench.workspace.snapshot()->most == 2); // a limit of the user's own holds
    CHECK(bench.workspace.snapshot()->steps.size() == 2);
}

TEST_CASE("runs: ids can be typed where there is a tokenizer", "[run]")
{
    RunBench bench;
    bench.workspace.setModel(loadModel(builtinModelFolder("en-fr").value(), LoadOptions(), Job()).value());
    Document document;
    document.text = QStringLiteral("135 3381 1186, 1");
    document.ids = true;
    bench.workspace.apply(document, {});
    REQUIRE(bench.waitFor([&] { return bench.source().size() == 4; }));
    REQUIRE(bench.waitFinished());
    CHECK(bench.source()[2].text.ends_with("cat"));
    CHECK(bench.workspace.snapshot()->note.empty());
    document.text = QStringLiteral("The black cat");
    bench.workspace.apply(document, {});
    REQUIRE(bench.waitFor([&] { return bench.workspace.notice().has_value(); }));
    CHECK(bench.workspace.notice()->text.contains(QStringLiteral("expected token ids")));
    CHECK_FALSE(bench.workspace.notice()->text.contains(QStringLiteral("no tokenizer")));
}

TEST_CASE("runs: a blank text empties the picture", "[run]")
{
    RunBench bench;
    bench.workspace.setModel(test::tinyModel());
    bench.type(QStringLiteral("5 9"));
    REQUIRE(bench.waitFor([&] { return bench.source().size() == 2; }));
    bench.type(QStringLiteral(" \n "));
    REQUIRE(bench.waitFor([&] { return bench.workspace.snapshot()->trace.isNull(); }));
    CHECK_FALSE(bench.workspace.notice().has_value());
}

TEST_CASE("runs: what a view needs is recorded when the view opens", "[run]")
{
    RunBench bench;
    bench.workspace.setModel(test::tinyModel());
    bench.type(QStringLiteral("5 9"));
    REQUIRE(bench.waitFor([&] { return bench.source().size() == 2; }));
    const auto rows = [&] {
        return bench.workspace.snapshot()->trace.stackMatrix(Site::kPositions, StackKind::kEncoder).rows();
    };
    CHECK(rows() == 0);
    bench.runs.setNeeds({Site::kPositions});
    REQUIRE(bench.waitFor([&] { return rows() == 2; }));
    const quint64 request = bench.workspace.snapshot()->request;
    bench.runs.setNeeds({});
    QTest::qWait(60);
    CHECK(bench.workspace.snapshot()->request == request);
}

TEST_CASE("runs: while more is recorded of what is shown, that stays whole", "[run]")
{
    RunBench bench;
    bench.workspace.setModel(test::tinyModel());
    Document document;
    document.text = QStringLiteral("5 9 14 3 7 7 2");
    document.forced.assign(1500, 7);
    document.decoding.maxNewTokens = 1500;
    // A fast machine finishes all steps before the first is due; layers are shown in any case.
    bench.runs.showLayersAfter(std::chrono::milliseconds(0));
    int unfinished = 0;
    QObject::connect(&bench.workspace, &Workspace::snapshotChanged, &bench.workspace,
                     [&] { unfinished += bench.workspace.snapshot()->finished ? 0 : 1; });
    bench.workspace.apply(document, {});
    REQUIRE(bench.waitFor([&] { return bench.source().size() == 7; }));
    REQUIRE(bench.waitFinished());
    CHECK(unfinished > 0);
    unfinished = 0;
    const quint64 before = bench.workspace.snapshot()->request;
    bench.runs.setNeeds({Site::kPositions});
    REQUIRE(bench.waitFor([&] { return bench.workspace.snapshot()->request > before; }));
    REQUIRE(bench.waitFinished());
    CHECK(unfinished == 0);
    CHECK(bench.workspace.snapshot()->steps.size() == 1500);
}

TEST_CASE("runs: a folder that is no model is a notice, the model in use stays", "[run]")
{
    RunBench bench;
    const auto model = test::tinyModel();
    bench.workspace.setModel(model);
    const QTemporaryDir folder;
    bench.runs.opener().openModel(folder.path().toStdString());
    CHECK(bench.runs.opener().isOpening());
    REQUIRE(bench.waitFor([&] { return !bench.runs.opener().isOpening(); }));
    REQUIRE(bench.workspace.notice().has_value());
    CHECK(bench.workspace.notice()->text.contains(folder.path()));
    CHECK(bench.workspace.model() == model);
}

TEST_CASE("runs: the end of the bridge stops its jobs, nothing arrives later", "[run]")
{
    for (int i = 0; i < 5; ++i) {
        Workspace workspace;
        int after = 0;
        {
            RunController runs(workspace);
            workspace.setModel(test::tinyModel());
            Document document;
            document.text = QStringList(60, QStringLiteral("7")).join(QLatin1Char(' '));
            workspace.apply(document, {});
            QTest::qWait(i * 6);
        }
        QObject::connect(&workspace, &Workspace::snapshotChanged, &workspace, [&] { ++after; });
        QTest::qWait(5);
        CHECK(after == 0);
    }
}

TEST_CASE("runs: what would take long waits for leave, is run with it, and shorter texts are not asked about",
          "[run][long]")
{
    RunBench bench;
    int asked = 0;
    QObject::connect(&bench.runs, &RunController::leaveWanted, &bench.workspace, [&] { ++asked; });
    bench.runs.askAbove(1e-12);
    bench.workspace.setModel(test::tinyModel());
    bench.type(QStringLiteral("5 9 14 3"));
    REQUIRE(bench.waitFor([&] { return bench.workspace.snapshot()->finished && !bench.source().empty(); }));
    CHECK(asked == 0); // too short to take long with any model
    const QString longer = QStringList(300, QStringLiteral("7")).join(QLatin1Char(' '));
    bench.type(longer);
    REQUIRE(bench.waitFor([&] { return asked == 1; }));
    REQUIRE(bench.workspace.notice());
    CHECK(bench.workspace.notice()->text.contains(QStringLiteral("300 tokens")));
    CHECK_FALSE(bench.workspace.notice()->error);
    CHECK_FALSE(bench.workspace.isRunning());
    CHECK(bench.source().size() == 4); // the previous result stays
    bench.runs.runAnyway();
    REQUIRE(bench.waitFor([&] { return bench.source().size() == 300; }));
    REQUIRE(bench.waitFinished());
    CHECK_FALSE(bench.workspace.notice());
    CHECK(asked == 1);
    // A longer text again, then another one: the question disappears.
    bench.type(longer + QLatin1Char(' ') + longer + QLatin1Char(' ') + longer);
    REQUIRE(bench.waitFor([&] { return asked == 2; }));
    bench.type(QStringLiteral("5 9"));
    REQUIRE(bench.waitFor([&] { return bench.source().size() == 2 && bench.waitFinished(); }));
    CHECK_FALSE(bench.workspace.notice());
}

TEST_CASE("runs: several runs of dropout have their mean and spread beside the first of them", "[run]")
{
    RunBench bench;
    bench.workspace.setModel(test::tinyModel());
    Document next = bench.workspace.document();
    next.text = QStringLiteral("5 9 14 3");
    Dropout dropout;
    dropout.runs = 3;
    next.interventions.list = {dropout};
    bench.workspace.apply(next, {});
    REQUIRE(bench.waitFor([&] { return bench.workspace.snapshot()->runs == 3; }));
    REQUIRE(bench.waitFinished());
    const Snapshot& snapshot = *bench.workspace.snapshot();
    CHECK(snapshot.unedited != nullptr);
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kCross, 3};
    const Matrix own = snapshot.trace.attention(head).whole(MapKind::kWeights);
    const Matrix mean = snapshot.mean.attention(head).whole(MapKind::kWeights);
    const Matrix spread = snapshot.spread.attention(head).whole(MapKind::kWeights);
    REQUIRE(mean.rows() == own.rows());
    CHECK((mean - own).cwiseAbs().maxCoeff() > 0.0F);
    CHECK(spread.maxCoeff() > 0.0F);
}

TEST_CASE("runs: a pass that takes long is shown layer by layer", "[run][layers]")
{
    for (const bool decoding : {true, false}) {
        RunBench bench;
        bench.runs.showLayersAfter(std::chrono::milliseconds(0));
        test::TinyOptions options;
        options.layers = 3;
        bench.workspace.setModel(test::tinyModel(options));
        const HeadRef first{StackKind::kEncoder, 0, AttentionKind::kSelf, 1};
        const HeadRef last{StackKind::kDecoder, 2, AttentionKind::kCross, 1};
        int parts = 0;
        AttentionSource::Record early;
        QObject::connect(&bench.workspace, &Workspace::snapshotChanged, &bench.workspace, [&] {
            const Snapshot& now = *bench.workspace.snapshot();
            if (now.finished || now.trace.isNull() || !now.trace.attention(last).isNull())
                return;
            ++parts;
            CHECK_FALSE(bench.workspace.notice()); // the previous text's error is over
            CHECK(now.steps.empty());
            CHECK(bench.workspace.isRunning());
            const AttentionMap map = now.trace.attention(first);
            REQUIRE_FALSE(map.isNull());
            early = map.record();
        });
        bench.type(QStringLiteral("no ids"));
        REQUIRE(bench.waitFor([&] { return bench.workspace.notice().has_value(); }));
        Document document;
        document.text = QStringLiteral("5 9 14 3");
        document.decoding.maxNewTokens = decoding ? 4 : 0;
        bench.workspace.apply(document, {});
        REQUIRE(
            bench.waitFor([&] { return bench.workspace.snapshot()->finished && !bench.source().empty(); }));
        CHECK(parts > 0);
        const Trace& trace = bench.workspace.snapshot()->trace;
        CHECK_FALSE(trace.attention(last).isNull());
        CHECK(trace.attention(first).record() == early);
    }
}
