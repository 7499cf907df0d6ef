#include "ui/views/paths/paths_view.h"

#include "core/model/builtin_model.h"
#include "core/model/model.h"
#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"
#include "ui/run/run_controller.h"
#include "ui/views/paths/paths_canvas.h"
#include "ui/widgets/file_choice.h"

#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct PathsBench : ViewBench
{
    RunController runs{workspace};
    ExperimentBoard& board = ExperimentBoard::of(workspace);
    PathsView view{context};

    PathsBench()
    {
        workspace.setModel(loadModel(builtinModelFolder("en-gpt").value(), {}, {}).value());
        Document next = workspace.document();
        next.text = QStringLiteral("The black cat and the black cat");
        next.decoding.maxNewTokens = 0;
        workspace.apply(next, {});
        view.resize(1000, 640);
        view.show();
        settle();
    }
    void settle()
    {
        turn();
        REQUIRE(QTest::qWaitFor(
            [this] { return runs.isSettled() && !board.isRunning() && !view.isWorking(); }, 60000));
        turn();
    }
    template <typename Widget>
    Widget& part(const char* name)
    {
        for (Widget* const each : view.findChildren<Widget*>())
            if (each->accessibleName() == QString::fromUtf8(name))
                return *each;
        FAIL(name);
        throw;
    }
    void choose(const char* name, int index)
    {
        auto& choice = part<QComboBox>(name);
        choice.setCurrentIndex(index);
        emit choice.activated(index);
    }
    int placeOf(const std::string& name) const
    {
        const auto& edges = view.canvas().graph().edges;
        for (std::size_t i = 0; i < edges.size(); ++i)
            if (edges[i].name() == name)
                return static_cast<int>(i);
        return -1;
    }
};

const std::string kInduction = "decoder.0.self.2 -> decoder.2.self.0.k";

} // namespace

TEST_CASE("paths view: edges beyond chance, strongest first, and one is patched by a click", "[views][paths]")
{
    PathsBench bench;
    const PathGraph& graph = bench.view.canvas().graph();
    REQUIRE_FALSE(graph.edges.empty());
    CHECK(graph.edges.size() <= PathGraph::kMostEdges);
    CHECK(graph.edges.size() <= graph.beyondChance);
    for (std::size_t i = 1; i < graph.edges.size(); ++i)
        CHECK(graph.edges[i].composition <= graph.edges[i - 1].composition);
    CHECK(graph.edges.back().composition > graph.random.mean + 3 * graph.random.deviation);
    const int induction = bench.placeOf(kInduction);
    REQUIRE(induction >= 0);
    CHECK(bench.view.command().startsWith(QStringLiteral("headlight circuits --model en-gpt --head")));
    bench.view.resize(850, 640);
    bench.settle();
    const QRect place = bench.view.canvas().geometry();
    // Somewhere along the edge no other one is nearer.
    bench.view.canvas().setCurrent(induction);
    emit bench.view.canvas().activated(induction);
    CHECK(bench.board.isRunning());
    bench.settle();
    INFO(bench.board.failure().toStdString());
    REQUIRE(bench.view.effects().contains(kInduction));
    const PathEffect effect = bench.view.effects().at(kInduction);
    CHECK(effect.change.mean.value() < -0.5); // the induction of this line needs it
    CHECK_FALSE(effect.none());
    CHECK(bench.view.command().contains(QStringLiteral("--sender decoder.0.self.2")));
    CHECK(bench.view.command().contains(QStringLiteral("--by mean")));
    emit bench.view.canvas().hovered(induction); // more words, and the graph stands still
    bench.settle();
    CHECK(bench.view.canvas().geometry() == place);
    // It is an experiment like others, with its numbers and its command.
    CHECK(bench.board.results().back()->table.rows.front().name == kInduction);
    // Its number is that of this sentence: in another one it is an earlier text's, and can be patched again.
    Document other = bench.workspace.document();
    other.text += QStringLiteral(" the");
    bench.workspace.apply(other, {});
    bench.settle();
    REQUIRE(bench.view.effects().contains(kInduction));
    CHECK(bench.view.effects().at(kInduction).former);
    CHECK(bench.view.statement().contains(QStringLiteral("earlier text")));
    emit bench.view.canvas().activated(induction);
    CHECK(bench.board.isRunning());
    bench.settle();
    CHECK_FALSE(bench.view.effects().at(kInduction).former);
    CHECK(bench.view.effects().at(kInduction).change.mean != effect.change.mean);
    // Back at the first sentence, what was found is still known.
    other.text.chop(4);
    bench.workspace.apply(other, {});
    bench.settle();
    REQUIRE(bench.view.effects().contains(kInduction));
    CHECK_FALSE(bench.view.effects().at(kInduction).former);
    CHECK(bench.view.effects().at(kInduction).change.mean == effect.change.mean);
    // Another model has other paths.
    bench.workspace.setModel(test::tinyModel());
    ViewBench::turn();
    CHECK(bench.view.effects().empty());
}

TEST_CASE("paths view: keys walk along the edges, and Enter patches", "[views][paths]")
{
    PathsBench bench;
    PathsCanvas& canvas = bench.view.canvas();
    QSignalSpy activated(&canvas, &PathsCanvas::activated);
    canvas.setFocus();
    QTest::keyClick(&canvas, Qt::Key_Right);
    CHECK(canvas.current() == 0);
    QTest::keyClick(&canvas, Qt::Key_Down);
    CHECK(canvas.current() == 1);
    QTest::keyClick(&canvas, Qt::Key_End);
    CHECK(canvas.current() == static_cast<int>(canvas.graph().edges.size()) - 1);
    QTest::keyClick(&canvas, Qt::Key_Return);
    CHECK(activated.count() == 1);
    bench.settle();
    CHECK(bench.view.effects().size() == 1);
    // A click on a head makes it the current one.
    const HeadRef head{StackKind::kDecoder, 2, AttentionKind::kSelf, 0};
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.boxOf(head).center().toPoint());
    CHECK(bench.focus.head() == head);
    CHECK(canvas.edgeAt(canvas.middleOf(0)).has_value());
}

TEST_CASE("paths view: the sender puts out what it does in another sentence, or in a pair's",
          "[views][paths]")
{
    PathsBench bench;
    const int induction = bench.placeOf(kInduction);
    bench.choose("What replaces the sender’s output", 1);
    emit bench.view.canvas().activated(induction);
    CHECK_FALSE(bench.board.isRunning()); // the other sentence is missing
    auto& sentence = bench.part<QLineEdit>("Other sentence");
    sentence.setText(QStringLiteral("The black dog and the small cat"));
    emit bench.view.canvas().activated(induction);
    bench.settle();
    INFO(bench.board.failure().toStdString());
    REQUIRE(bench.view.effects().contains(kInduction));
    const PathEffect byPosition = bench.view.effects().at(kInduction);
    CHECK(byPosition.command.contains(QStringLiteral("--reference-text")));
    CHECK_FALSE(byPosition.command.contains(QStringLiteral("--align")));
    // Token by token is another question, which has no answer yet; the first one keeps its own.
    bench.choose("Which positions of the two sentences belong together", 1);
    CHECK(bench.view.effects().empty());
    sentence.setText(QStringLiteral("The big old black dog and the small cat"));
    emit bench.view.canvas().activated(induction);
    bench.settle();
    INFO(bench.board.failure().toStdString());
    REQUIRE(bench.view.effects().contains(kInduction));
    CHECK(bench.view.effects().at(kInduction).command.contains(QStringLiteral("--align")));
    bench.choose("Which positions of the two sentences belong together", 0);
    sentence.setText(QStringLiteral("The black dog and the small cat"));
    emit sentence.editingFinished();
    REQUIRE(bench.view.effects().contains(kInduction));
    CHECK(bench.view.effects().at(kInduction).change.mean == byPosition.change.mean);
    // Pairs of a file.
    QFile file(bench.folder.filePath(QStringLiteral("pairs.jsonl")));
    REQUIRE(file.open(QIODevice::WriteOnly));
    for (
        const char* const line :
        {R"({"clean": {"text": "The cat and the black cat"}, "corrupted": {"text": "The cat and the black dog"}, "token": 887, "minus": 769})",
         R"({"clean": {"text": "The dog and the black dog"}, "corrupted": {"text": "The dog and the black cat"}, "token": 769, "minus": 887})"})
        file.write(QByteArray(line) + '\n');
    file.close();
    for (FileChoice* const inputs : bench.view.findChildren<FileChoice*>())
        inputs->setFile(file.fileName());
    CHECK_FALSE(sentence.isVisible());
    CHECK(bench.view.effects().empty());
    emit bench.view.canvas().activated(induction);
    bench.settle();
    INFO(bench.board.failure().toStdString());
    REQUIRE(bench.view.effects().contains(kInduction));
    CHECK(bench.view.effects().at(kInduction).change.count == 2);
    CHECK(bench.view.effects().at(kInduction).command.contains(QStringLiteral("--pairs")));
}

TEST_CASE("paths view: a logit difference is measured in the row that Why explains", "[views][paths]")
{
    PathsBench bench;
    const int induction = bench.placeOf(kInduction);
    const auto rowOf = [&] {
        emit bench.view.canvas().activated(induction);
        bench.settle();
        INFO(bench.board.failure().toStdString());
        REQUIRE(bench.view.effects().contains(kInduction));
        const QStringList& command = bench.view.effects().at(kInduction).command;
        return command.value(command.indexOf(QStringLiteral("--row")) + 1);
    };
    const AskedTokens asked{QStringLiteral("887"), QStringLiteral("769")};
    bench.focus.setAsked(asked, 4);
    bench.settle();
    CHECK(rowOf() == QLatin1String("4"));
    CHECK(bench.board.results().back()->name.endsWith(QLatin1String("in row 4")));
    const auto inFour = bench.view.effects().at(kInduction).change.mean;
    bench.focus.setAsked(asked, 5); // another row is another question
    bench.settle();
    CHECK(bench.view.effects().empty());
    CHECK(rowOf() == QLatin1String("5"));
    CHECK(bench.view.effects().at(kInduction).change.mean != inFour);
    Document next = bench.workspace.document();
    next.text += QStringLiteral("\nThe dog"); // whose rows are others
    bench.workspace.apply(next, {});
    bench.settle();
    CHECK(rowOf() == QLatin1String("last"));
    CHECK(bench.view.effects().at(kInduction).change.count == 2);
    CHECK(bench.board.results().back()->name.endsWith(QLatin1String("in the last row")));
}

TEST_CASE("paths: a line is behind no box between its ends", "[views][paths]")
{
    PathGraph graph;
    graph.shape.layers = 4;
    graph.shape.heads = 3;
    graph.shape.cross = true;
    std::vector<HeadRef> heads;
    for (int layer = 0; layer < graph.shape.layers; ++layer)
        for (const AttentionKind kind : {AttentionKind::kSelf, AttentionKind::kCross})
            for (int head = 0; head < graph.shape.heads; ++head)
                heads.push_back({graph.stack, layer, kind, head});
    for (const HeadRef& from : heads)
        for (const HeadRef& to : heads)
            if (from.layer < to.layer)
                for (const Reads reads : {Reads::kQueries, Reads::kKeys, Reads::kValues})
                    graph.edges.push_back({from, to, reads, 1});
    PathsCanvas canvas;
    canvas.setGraph(graph, {});
    QPainterPathStroker pen; // a path itself would enclose what is between its bends
    pen.setWidth(3);
    for (const QSize& size : {QSize(1000, 600), QSize(500, 300)}) {
        canvas.resize(size);
        for (std::size_t i = 0; i < graph.edges.size(); ++i) {
            const PathEdge& edge = graph.edges[i];
            INFO(edge.name() << ' ' << size.width());
            const QPainterPath line = canvas.pathOf(static_cast<int>(i)), drawn = pen.createStroke(line);
            CHECK(canvas.boxOf(edge.from).adjusted(-1, -1, 1, 1).contains(line.elementAt(0)));
            CHECK(canvas.boxOf(edge.to).adjusted(-1, -1, 1, 1).contains(line.currentPosition()));
            CHECK(std::ranges::none_of(heads, [&](const HeadRef& head) {
                return head != edge.from && head != edge.to && drawn.intersects(canvas.boxOf(head));
            }));
        }
    }
    // Two lines that cross there pass it at two heights.
    graph.shape.layers = 3;
    const auto head = [&](int layer, int place) {
        return HeadRef{graph.stack, layer, AttentionKind::kSelf, place};
    };
    graph.edges = {{head(0, 0), head(2, 2), Reads::kKeys, 1}, {head(0, 2), head(2, 0), Reads::kKeys, 1}};
    canvas.setGraph(graph, {});
    CHECK(std::abs(canvas.middleOf(0).y() - canvas.middleOf(1).y()) > 2);
    CHECK_FALSE(canvas.grab().isNull());
}

TEST_CASE("paths: what is no effect", "[views][paths]")
{
    CHECK(PathEffect{{0.001, std::nullopt, 1}, {}}.none());
    CHECK_FALSE(PathEffect{{-0.4, std::nullopt, 1}, {}}.none());
    CHECK(PathEffect{{-0.4, 0.3, 9}, {}}.none());
    StackCompositions found{{2, 1, 1, 4, true, false, {}, false}, {}, {0.2, 0.01}};
    const HeadRef first{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    const HeadRef second{StackKind::kDecoder, 1, AttentionKind::kSelf, 0};
    found.pairs.push_back({first, second, {0.22, 0.31, 0.5}});
    const PathGraph all = PathGraph::of(found, StackKind::kDecoder, std::nullopt);
    REQUIRE(all.edges.size() == 2);
    CHECK(all.edges[0].reads == Reads::kValues);
    CHECK(all.edges[1].name() == "decoder.0.self.0 -> decoder.1.self.0.k");
    CHECK(PathGraph::of(found, StackKind::kDecoder, Reads::kQueries).edges.empty());
}
