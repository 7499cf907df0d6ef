#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "ui/state/settings.h"
#include "ui/views/heads_canvas.h"
#include "ui/views/heads_view.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QTemporaryDir>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct Bench
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("view.ini"))};
    Workspace workspace;
    Focus focus;
    HeadsView view{{workspace, focus, settings}};

    Bench()
    {
        view.resize(320, 860);
        workspace.publish(syntheticSnapshot());
        view.show();
        settle();
    }
    void settle() const
    {
        QElapsedTimer clock;
        clock.start();
        do
            QCoreApplication::processEvents();
        while ((view.isWorking() || clock.elapsed() < 30) && clock.elapsed() < 20000);
    }
    void click(const HeadRef& head) const
    {
        const QPointF at = view.canvas().headsLayout().rectOf(head).center();
        QMouseEvent event(QEvent::MouseButtonPress, at, view.canvas().mapToGlobal(at), Qt::LeftButton,
                          Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&view.canvas(), &event);
        settle();
    }
    void key(int code) const
    {
        QKeyEvent event(QEvent::KeyPress, code, Qt::NoModifier);
        QCoreApplication::sendEvent(&view.canvas(), &event);
        settle();
    }
};

} // namespace

TEST_CASE("heads view: every head has a picture whose pixels agree with its numbers", "[views]")
{
    const Bench bench;
    const Trace trace = bench.workspace.shownTrace();
    for (const HeadRef& head : bench.view.canvas().headsLayout().heads()) {
        const QImage& image = bench.view.canvas().picture(head);
        REQUIRE_FALSE(image.isNull());
        const AttentionMap map = trace.attention(head);
        const Matrix weights = map.whole(MapKind::kWeights);
        const ValueScale scale = weightScale(WeightRange::kMaximum, weights.maxCoeff());
        for (Index q = 0; q < map.queries(); ++q) {
            for (Index k = 0; k < map.keys(); ++k) {
                if (map.at(MapKind::kMask, q, k) == 0)
                    continue;
                const auto x = static_cast<int>((static_cast<double>(k) + 0.5) * image.width()
                                                / static_cast<double>(map.keys()));
                const auto y = static_cast<int>((static_cast<double>(q) + 0.5) * image.height()
                                                / static_cast<double>(map.queries()));
                REQUIRE(
                    image.pixel(x, y)
                    == colourMap(bench.focus.colourMap(), Backdrop::kLight).at(scale.level(weights(q, k))));
            }
        }
    }
}

TEST_CASE("heads view: a click and the arrows choose the head", "[views]")
{
    const Bench bench;
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
    Bench bench;
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

TEST_CASE("heads view: follows the map and the colours", "[views]")
{
    Bench bench;
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    const QImage weights = bench.view.canvas().picture(head);
    bench.focus.setMap(MapKind::kScores);
    bench.settle();
    const QImage scores = bench.view.canvas().picture(head);
    CHECK(scores != weights);
    bench.focus.setMap(MapKind::kWeights);
    bench.focus.setColourMap(QStringLiteral("magma"));
    bench.settle();
    CHECK(bench.view.canvas().picture(head) != weights);
}
