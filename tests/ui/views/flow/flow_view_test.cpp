#include "ui/views/flow/flow_view.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/template_tokens.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"
#include "ui/picture/picture_palette.h"
#include "ui/views/flow/flow_canvas.h"
#include "ui/views/flow/flow_painting.h"
#include "ui/views/flow/flow_words.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/map_legend.h"
#include "ui/window/look/languages.h"

#include <QAbstractButton>
#include <QBuffer>
#include <QElapsedTimer>
#include <QPainter>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <QtSvg/QSvgGenerator>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

using Kind = FlowBox::Kind;
constexpr HeadRef kFirstSelf{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};

struct FlowBench : ViewBench
{
    FlowView view{context};

    FlowBench()
    {
        focus.setHead(kFirstSelf);
        view.resize(1300, 800);
    }
    void show()
    {
        view.show();
        settle();
    }
    /// Runs a tiny model and publishes its trace.
    void run(const test::TinyOptions& options = {}, const test::Ids& source = {5, 7, 9, 4},
             const test::Ids& target = {0, 6, 8})
    {
        const auto model = test::tinyModel(options);
        workspace.setModel(model);
        const std::pair<test::Ids, test::Ids> lane = options.decoderOnly || options.encoderOnly
            ? std::pair{source, test::Ids{}}
            : std::pair{source, target};
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->request = 1;
        snapshot->trace = test::runTiny(model, {lane}).front();
        snapshot->finished = true;
        workspace.publish(snapshot);
        show();
    }
    void settle() const
    {
        turn();
        QElapsedTimer clock;
        clock.start();
        while ((view.isWorking() || view.canvas().isMoving()) && clock.elapsed() < 10000)
            QCoreApplication::processEvents();
        turn();
    }
    FlowCanvas& canvas() { return *view.findChild<FlowCanvas*>(); }
    const FlowScene& scene() const { return view.canvas().scene(); }
    int find(Site site, const HeadRef& head) const
    {
        const int found = scene().layout.findMatrix(site, head);
        REQUIRE(found >= 0);
        return found;
    }
    int findStack(Site site, StackKind stack, int layer = -1) const
    {
        return find(site, {stack, layer, AttentionKind::kSelf, -1});
    }
    const FlowBox& box(int index) const { return *scene().layout.box(index); }
    void click(const QPointF& at)
    {
        QTest::mouseClick(&canvas(), Qt::LeftButton, {}, at.toPoint());
        settle();
    }
    void clickCell(const FlowPlace& place) { click(canvas().cellRect(place).center()); }
    void key(int key)
    {
        QTest::keyClick(&canvas(), static_cast<Qt::Key>(key));
        settle();
    }
};

test::TinyOptions decoderOnly()
{
    test::TinyOptions options;
    options.decoderOnly = true;
    options.placement = NormPlacement::kPre;
    return options;
}

Matrix shownNumbers(const FlowBench& bench, int box)
{
    const auto* const picture = bench.scene().pictures.find(bench.box(box));
    REQUIRE(picture != nullptr);
    return picture->overview.values;
}

} // namespace

TEST_CASE("flow: every matrix that is seen shows the recorded numbers", "[flow]")
{
    FlowBench bench;
    bench.run();
    const Trace& trace = bench.scene().trace;
    CHECK(shownNumbers(bench, bench.findStack(Site::kEmbeddings, StackKind::kEncoder))
          == trace.stackMatrix(Site::kEmbeddings, StackKind::kEncoder));
    CHECK(shownNumbers(bench, bench.findStack(Site::kResidual, StackKind::kDecoder, 1))
          == trace.residual(StackKind::kDecoder, 1));
    const HeadRef cross{StackKind::kDecoder, 1, AttentionKind::kCross, 2};
    CHECK(shownNumbers(bench, bench.find(Site::kWeights, cross))
          == trace.attention(cross).whole(MapKind::kWeights));
    for (const Site site : {Site::kQuery, Site::kKey, Site::kValue, Site::kHeadOutput})
        CHECK(shownNumbers(bench, bench.find(site, cross)) == trace.headMatrix(site, cross));
    CHECK(shownNumbers(bench, bench.findStack(Site::kFeedForwardOutput, StackKind::kDecoder, 0))
          == trace.feedForwardOutput(StackKind::kDecoder, 0));
}

TEST_CASE("flow: every family is shown, also one token", "[flow]")
{
    for (const bool encoder : {true, false}) {
        test::TinyOptions options = decoderOnly();
        options.decoderOnly = !encoder;
        options.encoderOnly = encoder;
        FlowBench bench;
        bench.run(options, {5});
        const StackKind stack = encoder ? StackKind::kEncoder : StackKind::kDecoder;
        CHECK(shownNumbers(bench, bench.find(Site::kWeights, {stack, 1, AttentionKind::kSelf, 3}))
              == Matrix::Ones(1, 1));
        CHECK(bench.scene().followed.of(stack) == 0);
        CHECK_FALSE(bench.view.grab().isNull());
    }
}

TEST_CASE("flow: the followed token is that of the focus, the last one where there is none", "[flow]")
{
    FlowBench bench;
    bench.workspace.publish(syntheticSnapshot());
    bench.show();
    CHECK(bench.scene().followed.of(StackKind::kDecoder) == 4);
    bench.focus.setPin({2, std::nullopt});
    bench.settle();
    CHECK(bench.scene().followed.of(StackKind::kDecoder) == 2);
    // The next tokens are the candidates of the step after this token.
    const auto& candidates = bench.workspace.snapshot()->steps[2].candidates;
    REQUIRE(bench.scene().next.size() == candidates.size());
    CHECK(bench.scene().next[0].taken);
    CHECK(bench.scene().next[1].probability == Approx(candidates[1].probability()));
    // In cross-attention, the key is a token of the encoder.
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 1});
    bench.focus.setPin({1, 3});
    bench.settle();
    CHECK(bench.scene().followed.of(StackKind::kEncoder) == 3);
    CHECK(bench.scene().key.of(StackKind::kEncoder) == 3);
    CHECK(bench.scene().followed.of(StackKind::kDecoder) == 1);
}

TEST_CASE("flow: the way of the token touches its row in every matrix of the stream", "[flow]")
{
    FlowBench bench;
    bench.run(decoderOnly());
    bench.focus.setPin({1, std::nullopt});
    bench.settle();
    const auto way = bench.scene().thread();
    for (const Site site : {Site::kEmbeddings, Site::kPositions}) {
        const FlowBox& box = bench.box(bench.findStack(site, StackKind::kDecoder));
        const double y = bench.scene().rowRect(box, 1).center().y();
        CHECK(std::any_of(way.begin(), way.end(), [&](const QPolygonF& part) {
            return std::abs(part.back().x() - box.rect.left()) < 0.01 && std::abs(part.back().y() - y) < 0.01;
        }));
    }
}

TEST_CASE("flow: a click on a row follows its token everywhere", "[flow]")
{
    FlowBench bench;
    bench.run();
    bench.clickCell({bench.findStack(Site::kEmbeddings, StackKind::kDecoder), 1, 3});
    CHECK(bench.focus.pin() == Cell{1, std::nullopt});
    CHECK(bench.scene().followed.of(StackKind::kDecoder) == 1);
    // A second click deselects it.
    bench.clickCell({bench.findStack(Site::kEmbeddings, StackKind::kDecoder), 1, 3});
    CHECK(bench.focus.pin().empty());
    // The column of tokens behaves the same.
    const FlowBox tokens{.kind = Kind::kTokens, .stack = StackKind::kDecoder};
    bench.clickCell({bench.scene().layout.find(tokens), 2, -1});
    CHECK(bench.focus.pin() == Cell{2, std::nullopt});
}

TEST_CASE("flow: a click on a head's matrix looks at the head and at the cell", "[flow]")
{
    FlowBench bench;
    bench.run();
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kCross, 2};
    const int weights = bench.find(Site::kWeights, head);
    bench.canvas().zoomTo(bench.box(weights).rect);
    bench.settle();
    bench.clickCell({weights, 1, 2});
    CHECK(bench.focus.head() == head);
    CHECK(bench.focus.pin() == Cell{1, 2});
    // The line below describes what is under the mouse, with its number.
    QTest::mouseMove(&bench.canvas(), bench.canvas().cellRect({weights, 2, 0}).center().toPoint());
    bench.settle();
    CHECK(bench.focus.hover() == Cell{2, 0});
    CHECK(bench.view.statement().contains(QStringLiteral("Weights")));
}

TEST_CASE("flow: layers open and fold by a click on the title", "[flow]")
{
    test::TinyOptions options = decoderOnly();
    options.layers = 5;
    FlowBench bench;
    bench.run(options);
    const auto open = [&bench](int layer) {
        return bench.box(bench.scene().layout.findLayer(StackKind::kDecoder, layer)).open;
    };
    const auto clickTitle = [&bench](int layer) {
        const FlowBox& box = bench.box(bench.scene().layout.findLayer(StackKind::kDecoder, layer));
        bench.click(bench.canvas().flowWindow().toSurface(box.title).center());
    };
    // With many layers, only the current one is open at first.
    CHECK(open(0));
    CHECK_FALSE(open(3));
    clickTitle(3);
    CHECK(open(3));
    CHECK(open(0));
    clickTitle(0);
    CHECK_FALSE(open(0));
    // When zoomed in, the clicked box stays in place.
    bench.canvas().zoomTo(bench.box(bench.scene().layout.findLayer(StackKind::kDecoder, 1)).rect);
    bench.settle();
    const double left = bench.canvas().boxRect(bench.scene().layout.findLayer(StackKind::kDecoder, 1)).left();
    clickTitle(1);
    CHECK(open(1));
    CHECK(bench.canvas().boxRect(bench.scene().layout.findLayer(StackKind::kDecoder, 1)).left()
          == Approx(left).margin(1));
}

TEST_CASE("flow: an open layer is folded by keys, too", "[flow]")
{
    FlowBench bench;
    bench.run(decoderOnly());
    bench.key(Qt::Key_Right); // the weights of the first head
    bench.key(Qt::Key_Up);
    CHECK(bench.box(bench.canvas().current()).kind == Kind::kLayer);
    bench.key(Qt::Key_Return);
    CHECK_FALSE(bench.view.openLayers().contains({StackKind::kDecoder, 0}));
}

TEST_CASE("flow: no arrow strikes through the name of a layer", "[flow]")
{
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    useLanguage(QStringLiteral("fr")); // whose names are long enough to reach the arrows
    FlowBench bench;
    bench.view.resize(1100, 700);
    bench.run({}, {5, 7, 9, 8, 6, 5, 7, 9, 8, 6, 7, 4});
    bench.focus.setHead(
        {StackKind::kEncoder, 0, AttentionKind::kSelf, 0}); // whose name has the arrows' colour
    const QColor arrow = PicturePalette::of(bench.canvas().palette()).pin;
    const auto isArrow = [&arrow](const QColor& pixel) { // also where its edge is blended
        return std::abs(pixel.red() - arrow.red()) + std::abs(pixel.green() - arrow.green())
            + std::abs(pixel.blue() - arrow.blue())
            < 100;
    };
    QFont bold = bench.canvas().font();
    bold.setWeight(QFont::DemiBold);
    const int half = QFontMetrics(bold).horizontalAdvance(QStringLiteral("▸ Couche 0")) / 2;
    const auto title = [&](StackKind stack, int layer) {
        return bench.canvas().flowWindow().toSurface(
            bench.box(bench.scene().layout.findLayer(stack, layer)).title);
    };
    int crossed = 0;
    for (int height = 700; height < 900; height += 10) { // until the long names just fit
        bench.view.resize(1100, height);
        bench.settle();
        if (title(StackKind::kEncoder, 0).width() < 2 * half + 8)
            continue;
        const QImage image = bench.canvas().grab().toImage();
        for (const FlowLine& line : bench.scene().layout.lines()) {
            const int x = qRound(bench.canvas().flowWindow().toSurface(line.points.last()).x());
            for (int layer = 0; layer < 2 && line.kind == FlowLine::Kind::kMemory; ++layer) {
                const QPoint middle = title(StackKind::kDecoder, layer).center().toPoint();
                if (std::abs(x - middle.x()) >= half)
                    continue;
                ++crossed;
                for (int each = x - 1; each <= x + 1; ++each)
                    CHECK_FALSE(isArrow(image.pixelColor(each, middle.y())));
            }
        }
    }
    CHECK(crossed > 0);
}

TEST_CASE("flow: the names of all layers in one picture have the same form", "[flow]")
{
    FlowBench bench;
    bench.run();
    QSet<qsizetype> forms;
    for (int width = 300; width < 1300; width += 50) {
        bench.view.resize(width, 700);
        bench.settle();
        QBuffer picture;
        QSvgGenerator svg;
        svg.setOutputDevice(&picture);
        QPainter painter(&svg);
        paintFlow(painter, bench.canvas().scene(), bench.canvas().flowWindow(),
                  {.palette = PicturePalette::of(bench.view.palette()), .font = bench.view.font()});
        painter.end();
        static const QRegularExpression kName(QStringLiteral(">[▸▾] (Layer )?[0-9]<"));
        QSet<qsizetype> shown;
        for (const QRegularExpressionMatch& name : kName.globalMatch(QString::fromUtf8(picture.data())))
            shown.insert(name.capturedLength());
        INFO(width);
        CHECK(shown.size() <= 1);
        forms += shown;
    }
    CHECK(forms.size() > 1); // long and short ones have been seen
}

TEST_CASE("flow: in a small view no layer is open at first", "[flow]")
{
    FlowBench bench;
    bench.view.resize(420, 400);
    bench.run();
    CHECK(bench.view.openLayers().empty());
    CHECK_FALSE(bench.view.needs().has(Site::kQuery));
    CHECK(bench.view.needs().has(Site::kWeights));
}

TEST_CASE("flow: only what is seen is asked for", "[flow]")
{
    FlowBench bench;
    QSignalSpy changed(&bench.view, &FlowView::needsChanged);
    bench.run();
    CHECK(changed.size() > 0);
    CHECK(bench.view.needs().has(Site::kQuery));
    CHECK(bench.view.needs().has(Site::kFeedForwardOutput));
    const QRectF weights = bench.box(bench.find(Site::kWeights, kFirstSelf)).rect;
    bench.canvas().zoomTo({weights.center(), weights.size() / 5});
    bench.settle();
    CHECK(bench.view.needs() == SiteSet{Site::kWeights});
    QTest::mouseClick(bench.view.findChild<QAbstractButton*>(QStringLiteral("foldAll")), Qt::LeftButton);
    QTest::keyClick(&bench.canvas(), Qt::Key_0);
    bench.settle();
    CHECK(bench.view.needs().has(Site::kWeights));
    CHECK(bench.view.needs().has(Site::kResidual));
    CHECK_FALSE(bench.view.needs().has(Site::kQuery));
}

TEST_CASE("flow: what was not recorded is said at its place", "[flow]")
{
    FlowBench bench;
    bench.workspace.publish(syntheticSnapshot()); // as from a file: no model, and not every matrix
    bench.show();
    auto chunk = std::make_shared<TraceChunk>(*bench.workspace.snapshot()->trace.leaf());
    for (AttentionChunk& attention : chunk->decoder->self)
        attention.query.clear();
    auto snapshot = std::make_shared<Snapshot>(*bench.workspace.snapshot());
    snapshot->trace = Trace(snapshot->trace.sharedInfo(), chunk, snapshot->trace.axis(StackKind::kEncoder),
                            snapshot->trace.axis(StackKind::kDecoder));
    bench.workspace.publish(snapshot);
    bench.settle();
    const int query = bench.find(Site::kQuery, kFirstSelf);
    CHECK(bench.scene().size(bench.box(query)) == std::pair{0, 0});
    CHECK(bench.scene().size(bench.box(bench.find(Site::kKey, kFirstSelf))).first == 5);
    QTest::mouseMove(&bench.canvas(), bench.canvas().boxRect(query).center().toPoint());
    bench.settle();
    CHECK(bench.view.statement().contains(QStringLiteral("not recorded")));
    bench.workspace.setRunning(true); // another pass may bring it
    CHECK(bench.view.statement().contains(QStringLiteral("not computed yet")));
    bench.workspace.setRunning(false);
    CHECK(bench.view.statement().contains(QStringLiteral("not recorded")));
}

TEST_CASE("flow: a double click on a folded layer opens it and goes there", "[flow]")
{
    test::TinyOptions options = decoderOnly();
    options.layers = 6;
    FlowBench bench;
    bench.run(options);
    const HeadRef head{StackKind::kDecoder, 4, AttentionKind::kSelf, 1};
    QTest::mouseDClick(&bench.canvas(), Qt::LeftButton, {},
                       bench.canvas().boxRect(bench.find(Site::kWeights, head)).center().toPoint());
    bench.settle();
    CHECK(bench.view.openLayers().contains({StackKind::kDecoder, 4}));
    CHECK(bench.view.needs().has(Site::kValue));
    const QRectF layer = bench.canvas().boxRect(bench.scene().layout.findLayer(StackKind::kDecoder, 4));
    CHECK(QRectF(bench.canvas().rect()).contains(layer));
    CHECK(std::max(layer.width() / bench.canvas().width(), layer.height() / bench.canvas().height()) > 0.9);
}

TEST_CASE("flow: on the way to another part one point stays where it is", "[flow]")
{
    const FlowWindow from{{0, 0}, 1, {800, 600}};
    const FlowWindow to{{300, 200}, 4, {800, 600}};
    CHECK(between(from, to, 0).scale == Approx(1));
    CHECK((between(from, to, 0).origin - from.origin).manhattanLength() < 1e-9);
    CHECK(between(from, to, 1).scale == Approx(4));
    CHECK((between(from, to, 1).origin - to.origin).manhattanLength() < 1e-9);
    CHECK(between(from, to, 0.5).scale == Approx(2));
    const QPointF fixed(400, 800.0 / 3);
    for (const double part : {0.0, 0.3, 0.7, 1.0})
        CHECK((between(from, to, part).toSurface(fixed) - fixed).manhattanLength() < 1e-6);
    // A movement without zoom is straight.
    const FlowWindow aside{{100, 0}, 1, {800, 600}};
    CHECK(between(from, aside, 0.25).origin == QPointF(25, 0));
}

TEST_CASE("flow: rotary models say it at queries and keys", "[flow]")
{
    Architecture facts = architectureOf(*test::tinyModel(decoderOnly()));
    facts.decoder->positions = PositionMethod::kRotary;
    for (LayerFacts& layer : facts.decoder->layers)
        layer.self.positions = PositionMethod::kRotary;
    const FlowLayout layout(facts, {{StackKind::kDecoder, 0}});
    for (const Site site : {Site::kQuery, Site::kKey})
        CHECK(
            siteTitle(*layout.box(layout.findMatrix(site, kFirstSelf))).contains(QStringLiteral("rotated")));
    CHECK(siteTitle(*layout.box(layout.findMatrix(Site::kValue, kFirstSelf))) == QStringLiteral("Values"));
    CHECK(layout.findMatrix(Site::kPositions, {StackKind::kDecoder, -1, AttentionKind::kSelf, -1}) < 0);
}

TEST_CASE("flow: wheel, double click and Escape go through the levels", "[flow]")
{
    FlowBench bench;
    bench.run();
    CHECK(bench.canvas().showsWhole());
    const int weights = bench.find(Site::kWeights, kFirstSelf);
    double scale = bench.canvas().flowWindow().scale;
    int levels = 0;
    for (int i = 0; i < 3; ++i) {
        QTest::mouseDClick(&bench.canvas(), Qt::LeftButton, {},
                           bench.canvas().boxRect(weights).center().toPoint());
        bench.settle();
        levels += bench.canvas().flowWindow().scale > scale * 1.2 ? 1 : 0;
        scale = bench.canvas().flowWindow().scale;
    }
    CHECK(levels >= 2);
    CHECK(bench.canvas().boxRect(weights).height() > 0.8 * bench.canvas().height());
    for (int i = 0; i < 4 && !bench.canvas().showsWhole(); ++i) {
        bench.key(Qt::Key_Escape);
        CHECK(bench.canvas().flowWindow().scale < scale);
        scale = bench.canvas().flowWindow().scale;
    }
    CHECK(bench.canvas().showsWhole());
    // The wheel zooms around the mouse.
    const QPointF at = bench.canvas().boxRect(weights).center();
    QWheelEvent wheel(at, bench.canvas().mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&bench.canvas(), &wheel);
    CHECK(bench.canvas().flowWindow().scale > scale);
    CHECK((bench.canvas().boxRect(weights).center() - at).manhattanLength() < 0.5);
    bench.key(Qt::Key_0);
    CHECK(bench.canvas().showsWhole());
}

TEST_CASE("flow: the colours are explained again when the way to a part needs their room no more", "[flow]")
{
    FlowBench bench;
    bench.run();
    const auto* const legend = bench.view.findChild<MapLegend*>();
    const auto* const fold = bench.view.findChild<QAbstractButton*>(QStringLiteral("foldAll"));
    REQUIRE(legend->isVisible());
    const auto isInFirstLine = [&] {
        return legend->mapTo(&bench.view, QPoint()).y()
            < fold->mapTo(&bench.view, QPoint(0, fold->height())).y();
    };
    REQUIRE(isInFirstLine());
    while (isInFirstLine() && bench.view.width() > 200) {
        bench.view.resize(bench.view.width() - 10, 800);
        bench.settle();
        CHECK(legend->isVisible()); // else in a line of its own
    }
    const QSize narrow = bench.view.size();
    bench.view.resize(bench.view.width() + 10, 800); // just enough for the whole model
    bench.settle();
    bench.key(Qt::Key_0);
    bench.settle();
    REQUIRE(legend->isVisible());
    REQUIRE(isInFirstLine());
    bench.canvas().zoomTo(bench.box(bench.find(Site::kWeights, kFirstSelf)).rect);
    bench.settle();
    CHECK_FALSE(legend->isVisible());
    bench.key(Qt::Key_0);
    bench.settle();
    CHECK(legend->isVisible());
    bench.view.resize(narrow);
    bench.settle();
    bench.key(Qt::Key_0);
    for (const MapLegend* const each : bench.view.findChildren<MapLegend*>()) {
        CHECK(each->isVisible());
        CHECK(bench.view.rect().contains(QRect(each->mapTo(&bench.view, QPoint()), each->size())));
    }
}

TEST_CASE("flow: in a narrow window the words at both ends keep their width", "[flow]")
{
    FlowBench bench;
    bench.run();
    const QFontMetricsF metrics(bench.canvas().font());
    const FlowWords words = leastWords(metrics);
    for (const int width : {1300, 600, 360, 340}) {
        INFO(width);
        bench.view.resize(width, 480);
        bench.settle();
        bench.key(Qt::Key_0);
        if (words.tokens + words.next > 0.6 * (bench.canvas().width() - 2 * kFlowEdge))
            continue; // with large letters
        if (bench.scene().layout.bounds().width() * bench.canvas().flowWindow().scale
            < bench.canvas().width() - 2 * kFlowEdge - 1)
            continue; // as high as the window: the words have the margins, too
        for (const FlowBox& box : bench.scene().layout.boxes()) {
            const QRectF rect
                = bench.canvas().boxRect(static_cast<int>(&box - bench.scene().layout.boxes().data()));
            if (box.kind == Kind::kTokens) {
                CHECK(rect.width() >= words.tokens - 1);
                // So a word is cut with dots, if at all.
                const FlowToken placed = placeToken({rect.left(), rect.top(), rect.width(), 20}, rect,
                                                    QStringLiteral("incomprehensibilities"), metrics);
                CHECK_FALSE(placed.beginning);
            }
            if (box.kind == Kind::kNext)
                CHECK(rect.width() >= words.next - 1);
        }
        CHECK(bench.canvas().boxRect(0).left() >= 0);
    }
}

TEST_CASE("flow: dragging moves the picture and follows nothing", "[flow]")
{
    FlowBench bench;
    bench.run();
    const int box = bench.findStack(Site::kEmbeddings, StackKind::kDecoder);
    const QRectF before = bench.canvas().boxRect(box);
    const QPoint from = before.center().toPoint();
    QTest::mousePress(&bench.canvas(), Qt::LeftButton, {}, from);
    QTest::mouseMove(&bench.canvas(), from + QPoint(20, 0));
    const QPointF to = from + QPoint(60, 30);
    QMouseEvent move(QEvent::MouseMove, to, bench.canvas().mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QCoreApplication::sendEvent(&bench.canvas(), &move);
    QTest::mouseRelease(&bench.canvas(), Qt::LeftButton, {}, to.toPoint());
    bench.settle();
    CHECK((bench.canvas().boxRect(box).topLeft() - before.topLeft() - QPointF(60, 30)).manhattanLength() < 1);
    CHECK(bench.focus.pin().empty());
}

TEST_CASE("flow: the keyboard walks from block to block and opens the view that looks into it", "[flow]")
{
    FlowBench bench;
    bench.run();
    QSignalSpy wanted(&bench.view, &FlowView::viewWanted);
    bench.key(Qt::Key_Right); // the weights of the current head
    CHECK(bench.canvas().current() == bench.find(Site::kWeights, kFirstSelf));
    bench.key(Qt::Key_Down);
    CHECK(bench.focus.head().head == 1);
    bench.key(Qt::Key_Return);
    bench.key(Qt::Key_Left);
    bench.key(Qt::Key_Return);
    REQUIRE(wanted.size() == 2);
    CHECK(wanted.at(0).at(0).value<ViewId>() == view_ids::kHeatmap);
    CHECK(bench.focus.map() == MapKind::kScores);
    const double scale = bench.canvas().flowWindow().scale;
    bench.key(Qt::Key_Space);
    CHECK(bench.canvas().flowWindow().scale > scale);
    CHECK(bench.canvas().accessibleDescription().contains(QStringLiteral("Scores")));
}

TEST_CASE("flow: many tokens are pooled, and large parts read in detail", "[flow]")
{
    SyntheticOptions options;
    options.source = 0;
    options.target = 300;
    options.layers = 1;
    FlowBench bench;
    bench.workspace.publish(syntheticSnapshot(options, 1));
    bench.show();
    const int weights = bench.find(Site::kWeights, kFirstSelf);
    const auto* picture = bench.scene().pictures.find(bench.box(weights));
    REQUIRE(picture != nullptr);
    CHECK(picture->overview.values.rows() <= FlowPictures::kTiles);
    CHECK(bench.scene().size(bench.box(weights)) == std::pair{300, 300});
    CHECK(picture->overview.values.maxCoeff()
          == bench.scene().trace.attention(kFirstSelf).whole(MapKind::kWeights).maxCoeff());
    // Zooming out does not lose large numbers, either.
    const CellGrid less = pooled(picture->overview, 8, 8, Shade::kValue);
    CHECK(less.values.rows() == (picture->overview.values.rows() + 7) / 8);
    CHECK(less.values.maxCoeff() == picture->overview.values.maxCoeff());
    bench.canvas().zoomTo(bench.box(weights).rect);
    bench.settle();
    picture = bench.scene().pictures.find(bench.box(weights));
    REQUIRE_FALSE(picture->detail.isNull());
    CHECK(picture->detail.tileRows == 1);
}

TEST_CASE("flow: a small picture tells masked cells from cells that were not computed", "[flow]")
{
    CellGrid grid;
    grid.rect = {.query = 0, .key = 0, .rows = 1, .columns = 2};
    grid.values = Matrix::Zero(1, 2);
    grid.states.resize(1, 2);
    grid.states << static_cast<std::uint8_t>(CellState::kMasked),
        static_cast<std::uint8_t>(CellState::kMissing);
    const PicturePalette palette = PicturePalette::figure(Backdrop::kLight);
    FlowPictures pictures;
    pictures.setLook(QStringLiteral("viridis"), false, palette);
    const FlowBox box{};
    pictures.setGroup(FlowPictures::groupOf(box), {{.overview = grid, .detail = {}}});
    const QImage* const image = pictures.image(box, {20, 20}).image;
    REQUIRE(image != nullptr);
    CHECK(image->pixel(0, 0) == palette.masked.rgb());
    CHECK(image->pixel(1, 0) == palette.hatch.rgb());
}

TEST_CASE("flow: the weights of a head that is switched off are hatched", "[flow]")
{
    FlowBench bench;
    bench.run();
    HeadRef other = kFirstSelf;
    other.head = 1;
    const auto map = [&](const HeadRef& head) {
        const int weights = bench.find(Site::kWeights, head);
        return bench.canvas().grab(bench.canvas().cellRect({weights, 2, 0}).toAlignedRect()).toImage();
    };
    const QImage plain = map(kFirstSelf), plainOther = map(other);
    bench.canvas().scene().edits.list.emplace_back(HeadOff{patternOf(kFirstSelf)});
    bench.canvas().redraw();
    CHECK(map(kFirstSelf) != plain);
    CHECK(map(other) == plainOther);
    auto snapshot = std::make_shared<Snapshot>(*bench.workspace.snapshot());
    ++snapshot->request;
    bench.workspace.publish(snapshot); // recorded without edits
    bench.settle();
    CHECK(map(kFirstSelf) == plain);
}

TEST_CASE("flow: without a sentence it says what to do", "[flow]")
{
    FlowBench bench;
    bench.workspace.setModel(test::tinyModel());
    bench.show();
    CHECK(bench.view.needs() == SiteSet{});
    CHECK_FALSE(bench.view.grab().isNull());
}

TEST_CASE("flow: a token is cut only where neither its column nor the margin has room", "[views][flow]")
{
    const QFont font;
    const QFontMetricsF metrics(font);
    const QString word = QStringLiteral("internationalisation");
    const double wide = metrics.horizontalAdvance(word), character = metrics.averageCharWidth();
    const auto inColumn = [&](double left, double width) {
        const QRectF row(left, 40, width, 20);
        return placeToken(row, row, word, metrics);
    };
    CHECK(inColumn(0, wide + 10).text == word);
    CHECK(inColumn(10 * character, wide - 5 * character).text == word);
    const FlowToken cut = inColumn(4, wide - 5 * character);
    CHECK(cut.text != word);
    CHECK(cut.text.endsWith(QChar(0x2026)));
    CHECK(metrics.horizontalAdvance(cut.text) <= cut.band.width() + 0.5);
    CHECK(cut.band.left() >= 0);
    const FlowToken narrow = inColumn(2, 6 * character);
    CHECK(narrow.beginning);
    CHECK(narrow.text == word);
    // A column that begins beyond the edge of the surface cuts no word at its beginning.
    const FlowToken beyond = inColumn(-60, wide + 40);
    CHECK(beyond.text.endsWith(QChar(0x2026)));
    CHECK(beyond.band.left() >= 0);
    // Where rows are lower than letters, the first and the last word stay between the ends of the column.
    const QRectF column(0, 40, wide + 10, 60);
    CHECK(placeToken({0, 40, wide + 10, 2}, column, word, metrics).band.top() == column.top());
    CHECK(placeToken({0, 98, wide + 10, 2}, column, word, metrics).band.bottom() == column.bottom());
    // The text ends in the same place, however much of it is shown.
    CHECK(cut.band.right() == 4 + wide - 5 * character - 4);
}

TEST_CASE("flow: tokens of the chat template are said to be from it", "[views][flow][chat]")
{
    const Trace trace = test::withTemplateTokens(testing::syntheticTrace(), 2);
    const FlowBox box{.kind = FlowBox::Kind::kTokens};
    CHECK(placeWords(trace, box, 1, -1, 0).endsWith(QStringLiteral("(position 1, from the chat template)")));
    CHECK(placeWords(trace, box, 2, -1, 0).endsWith(QStringLiteral("(position 2)")));
}

TEST_CASE("flow view: in a small window what the mouse does is said in one line, in French, too",
          "[views][flow]")
{
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    useLanguage(GENERATE(QStringLiteral("en"), QStringLiteral("fr")));
    FlowBench bench;
    bench.view.resize(610, 520); // its room at 1024 × 700
    bench.run();
    const auto& words = *bench.view.findChild<ElidedLabel*>();
    REQUIRE(words.property("advice").toBool());
    CHECK(words.shownLines() == QStringList(words.text()));
}

TEST_CASE("flow: drawn alike where the window is written from right to left", "[views][flow]")
{
    FlowBench usual;
    usual.run();
    const QImage image = usual.view.findChild<FlowCanvas*>()->grab().toImage();
    QGuiApplication::setLayoutDirection(Qt::RightToLeft);
    const auto back = qScopeGuard([] { QGuiApplication::setLayoutDirection(Qt::LeftToRight); });
    FlowBench mirrored;
    mirrored.run();
    CHECK(mirrored.view.findChild<FlowCanvas*>()->grab().toImage() == image);
}
