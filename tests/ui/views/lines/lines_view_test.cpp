#include "ui/views/lines/lines_view.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"
#include "ui/picture/chip_colours.h"
#include "ui/views/lines/head_squares.h"
#include "ui/views/lines/lines_canvas.h"

#include <QComboBox>
#include <QScrollBar>
#include <QSpinBox>
#include <QTest>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr HeadRef kHead{StackKind::kEncoder, 1, AttentionKind::kSelf, 2};
constexpr HeadRef kCross{StackKind::kDecoder, 0, AttentionKind::kCross, 1};

struct LinesBench : ViewBench
{
    LinesView view{context};

    explicit LinesBench(const SyntheticOptions& options = {}, const HeadRef& head = kHead)
    {
        focus.setHead(head);
        workspace.publish(syntheticSnapshot(options, 3));
        view.findChild<QSpinBox*>()->setValue(100); // every line
        view.resize(420, 500);
        view.show();
        turn();
    }
    LinesCanvas& canvas() { return *view.findChild<LinesCanvas*>(); }
    HeadSquares& squares() { return *view.findChild<HeadSquares*>(); }
    AttentionMap map(const HeadRef& head) { return workspace.shownTrace().attention(head); }
    void hover(const LineToken& token)
    {
        QTest::mouseMove(canvas().viewport(), canvas().tokenRect(token).center());
        turn();
    }
    void click(const LineToken& token)
    {
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, canvas().tokenRect(token).center());
        turn();
    }
};

} // namespace

TEST_CASE("lines view: the lines are the recorded weights", "[views][lines]")
{
    LinesBench bench;
    const auto& lines = bench.canvas().lines().lines;
    CHECK(lines.size() == 36); // nothing is masked
    for (const AttentionLine& line : lines)
        CHECK(line.weight == bench.map(kHead).at(MapKind::kWeights, line.query, line.key));
    CHECK(bench.view.summary() == QStringLiteral("36 lines."));
    bench.view.findChild<QSpinBox*>()->setValue(50);
    LinesBench::turn();
    CHECK(bench.canvas().lines().lines.size() < 36);
    CHECK(kLinesShare.of(bench.settings) == 50);
}

TEST_CASE("lines view: hovering isolates a token in both directions", "[views][lines]")
{
    LinesBench bench({}, kCross);
    bench.hover({LineSide::kQuery, 3});
    CHECK(bench.focus.hover() == Cell{3, std::nullopt});
    REQUIRE(bench.canvas().isolated());
    for (const AttentionLine& line : *bench.canvas().isolated()) {
        CHECK(line.query == 3);
        CHECK(line.weight == bench.map(kCross).at(MapKind::kWeights, 3, line.key));
    }
    CHECK(bench.canvas().isolated()->size() == 6);
    CHECK(bench.view.summary().contains(QStringLiteral("looks at")));

    bench.hover({LineSide::kKey, 1});
    CHECK(bench.focus.hover() == Cell{std::nullopt, 1});
    REQUIRE(bench.canvas().isolated());
    CHECK(bench.canvas().isolated()->size() == 5);
    for (const AttentionLine& line : *bench.canvas().isolated()) {
        CHECK(line.key == 1);
        CHECK(line.weight == bench.map(kCross).at(MapKind::kWeights, line.query, 1));
    }
    CHECK(bench.view.summary().contains(QStringLiteral("is looked at by")));
    // The share also applies to an isolated token.
    bench.view.findChild<QSpinBox*>()->setValue(10);
    CHECK(bench.canvas().isolated()->size() == 1);
    bench.focus.setHover({});
    LinesBench::turn();
    CHECK_FALSE(bench.canvas().isolated());
}

TEST_CASE("lines view: a click pins, the pin outranks the hover, a second click unpins", "[views][lines]")
{
    LinesBench bench;
    bench.click({LineSide::kKey, 2});
    CHECK(bench.focus.pin() == Cell{std::nullopt, 2});
    bench.hover({LineSide::kQuery, 4});
    REQUIRE(bench.canvas().isolated());
    for (const AttentionLine& line : *bench.canvas().isolated())
        CHECK(line.key == 2);
    CHECK(bench.canvas().marks().other == LineToken{LineSide::kQuery, 4});
    bench.click({LineSide::kKey, 2});
    CHECK(bench.focus.pin().empty());
}

TEST_CASE("lines view: squares show and hide heads, which keep their colours", "[views][lines]")
{
    LinesBench bench;
    HeadSquares& squares = bench.squares();
    REQUIRE(squares.squares().size() == 4);
    CHECK(squares.squares()[2].main);
    const auto press = [&](int i) {
        QTest::mouseClick(&squares, Qt::LeftButton, {}, squares.squareRect(i).center());
        LinesBench::turn();
    };
    press(0);
    press(3);
    CHECK(bench.focus.heads().size() == 3);
    bench.hover({LineSide::kQuery, 1});
    REQUIRE(bench.canvas().isolated());
    CHECK(bench.canvas().isolated()->size() == 18);
    CHECK(bench.canvas().marks().stripes.size() == 3);
    const Backdrop backdrop = PicturePalette::of(bench.canvas().palette()).backdrop;
    CHECK(bench.canvas().marks().colours[1] == headColour(1, backdrop));
    for (std::size_t head = 0; head < 3; ++head)
        for (Index key = 0; key < 6; ++key)
            CHECK(bench.canvas().marks().stripes[head][key]
                  == bench.map(bench.focus.heads()[head].head).at(MapKind::kWeights, 1, key));
    press(0);
    CHECK(bench.focus.heads().size() == 2);

    QTest::mouseDClick(&squares, Qt::LeftButton, {}, squares.squareRect(3).center());
    LinesBench::turn();
    REQUIRE(bench.focus.heads().size() == 1);
    CHECK(bench.focus.head().head == 3);
    QTest::mouseDClick(&squares, Qt::LeftButton, {}, squares.squareRect(3).center());
    LinesBench::turn();
    CHECK(bench.focus.heads().size() == 4); // it was the only one: now all heads of the layer
}

TEST_CASE("lines view: a head's lines are as strong with others beside it", "[views][lines]")
{
    LinesBench bench;
    const auto alphaOf = [&bench](int count) {
        std::vector<HeadRef> more;
        more.reserve(static_cast<std::size_t>(count));
        for (int head = 0; head < count; ++head)
            more.push_back({kHead.stack, kHead.layer, kHead.kind, head});
        bench.focus.setMoreHeads(more);
        LinesBench::turn();
        double strongest = 0;
        for (const AttentionLine& line : bench.canvas().lines().lines)
            if (line.head == 0)
                strongest = std::max(strongest, lineOpacity(line.weight));
        return strongest;
    };
    CHECK(alphaOf(0) == alphaOf(4));
}

TEST_CASE("lines view: heads that join other tokens are left out, and that is said", "[views][lines]")
{
    LinesBench bench;
    bench.focus.setMoreHeads({kCross, {StackKind::kEncoder, 0, AttentionKind::kSelf, 1}});
    LinesBench::turn();
    CHECK(bench.squares().squares().size() == 5); // those of the layer and one from another layer
    CHECK(bench.view.summary().contains(QStringLiteral("connect other tokens: 1")));
    bench.hover({LineSide::kQuery, 0});
    CHECK(bench.canvas().marks().stripes.size() == 2);
}

TEST_CASE("lines view: keys walk the columns", "[views][lines]")
{
    LinesBench bench;
    const auto press = [&bench](Qt::Key key) {
        QTest::keyClick(&bench.canvas(), key);
        LinesBench::turn();
    };
    press(Qt::Key_Down);
    CHECK(bench.focus.hover() == Cell{0, std::nullopt});
    press(Qt::Key_Down);
    press(Qt::Key_Right);
    CHECK(bench.focus.hover() == Cell{std::nullopt, 1});
    CHECK(bench.canvas().accessibleDescription().contains(QStringLiteral("is looked at by")));
    press(Qt::Key_Return);
    CHECK(bench.focus.pin() == Cell{std::nullopt, 1});
    press(Qt::Key_End);
    CHECK(bench.focus.hover() == Cell{std::nullopt, 5});
}

TEST_CASE("lines view: sentence pairs are filtered by segment", "[views][lines]")
{
    LinesBench bench;
    auto* segments = bench.view.findChild<QComboBox*>();
    CHECK_FALSE(segments->isVisible());
    SyntheticOptions options;
    options.target = 0;
    auto tokens = std::make_shared<std::vector<TokenLabel>>(syntheticTokens(6, false));
    for (std::size_t i = 4; i < 6; ++i)
        (*tokens)[i].segment = 1;
    const Trace whole = syntheticTrace(options);
    Snapshot snapshot;
    snapshot.trace = {whole.sharedInfo(), whole.leaf(), tokens, nullptr};
    snapshot.finished = true;
    bench.workspace.publish(std::make_shared<const Snapshot>(snapshot));
    LinesBench::turn();
    CHECK(segments->isVisible());
    REQUIRE(segments->count() == 5);
    CHECK(segments->itemText(2) == QStringLiteral("A → B"));
    segments->setCurrentIndex(2);
    emit segments->activated(2);
    LinesBench::turn();
    CHECK(bench.canvas().picture().rows(LineSide::kQuery) == 4);
    CHECK(bench.canvas().picture().rows(LineSide::kKey) == 2);
    bench.hover({LineSide::kKey, 5});
    CHECK(bench.focus.hover() == Cell{std::nullopt, 5});
}

TEST_CASE("lines view: long texts are chosen in the background and scroll", "[views][lines]")
{
    SyntheticOptions options;
    options.source = 500;
    options.target = 0;
    options.layers = 2;
    LinesBench bench(options);
    QTRY_COMPARE(bench.canvas().lines().lines.size(), std::size_t{6000});
    CHECK(bench.canvas().lines().limited());
    CHECK(bench.view.summary().contains(QStringLiteral("6000 largest")));
    CHECK(bench.canvas().verticalScrollBar()->maximum() > 5000);
    bench.focus.setPin({450, std::nullopt});
    LinesBench::turn();
    REQUIRE(bench.canvas().isolated());
    for (const AttentionLine& line : *bench.canvas().isolated())
        CHECK(line.weight == bench.map(kHead).at(MapKind::kWeights, 450, line.key));
    // A pin set in another view is scrolled to.
    CHECK(bench.canvas().viewport()->rect().contains(bench.canvas().tokenRect({LineSide::kQuery, 450})));
}

TEST_CASE("lines view: of a token with very many lines the largest are drawn, and that is said",
          "[views][lines]")
{
    SyntheticOptions options;
    options.source = 1300;
    options.target = 0;
    options.layers = 2;
    LinesBench bench(options);
    bench.focus.setPin({700, std::nullopt});
    LinesBench::turn();
    REQUIRE(bench.canvas().isolated());
    const std::vector<AttentionLine>& lines = *bench.canvas().isolated();
    REQUIRE(lines.size() == 1000);
    const RowVector row = bench.map(kHead).block(MapKind::kWeights, 700, 0, 1, 1300).row(0);
    CHECK(lines.back().weight == row.maxCoeff());
    CHECK((row.array() > lines.front().weight).count() <= 999);
    INFO(bench.view.summary().toStdString());
    CHECK(bench.view.summary().contains(QStringLiteral("· the 1000 largest of 1")));
    bench.view.findChild<QSpinBox*>()->setValue(10);
    CHECK_FALSE(bench.view.summary().contains(QStringLiteral("largest of")));
    bench.view.findChild<QSpinBox*>()->setValue(100);
    bench.focus.setPin({701, std::nullopt});
    LinesBench::turn();
    CHECK(bench.canvas().isolated()->front().query == 701);
}

TEST_CASE("lines view: without anything to show it says so", "[views][lines]")
{
    LinesBench bench;
    bench.workspace.publish(std::make_shared<const Snapshot>());
    LinesBench::turn();
    CHECK(bench.canvas().message().contains(QStringLiteral("Type a sentence")));
    CHECK(bench.view.summary().isEmpty());
}

TEST_CASE("lines view: the query that a decoding step has computed and found tokens are marked",
          "[views][lines]")
{
    ViewBench bench;
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    bench.workspace.publish(syntheticSnapshot());
    LinesView view(bench.context);
    view.resize(500, 500);
    view.show();
    ViewBench::turn();
    CHECK_FALSE(view.canvas().marks().newest);
    const auto drawn = [&view](const QColor& colour) {
        const QImage image = const_cast<LinesCanvas&>(view.canvas()).viewport()->grab().toImage(); // NOLINT
        int found = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                found += image.pixel(x, y) == colour.rgb() ? 1 : 0;
        return found;
    };
    const PicturePalette colours = PicturePalette::of(view.palette());
    CHECK(drawn(colours.newest) == 0);
    bench.workspace.setStep(2);
    ViewBench::turn();
    const int rows = static_cast<int>(bench.workspace.shownTrace().attention(bench.focus.head()).queries());
    REQUIRE(view.canvas().marks().newest == LineToken{LineSide::kQuery, rows - 1});
    CHECK(drawn(colours.newest) > 10);
    bench.focus.setFound({{0}, {1}});
    ViewBench::turn();
    CHECK(view.canvas().marks().found == FoundTokens{{0}, {1}});
    CHECK(drawn(colours.foundFill) > 100);
}
